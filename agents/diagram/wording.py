"""What a picture says beside the texts of the agent: English, and whole sentences with named places. Pure."""

from collections.abc import Callable
from dataclasses import dataclass, fields

from agents.problem import gettext_noop


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a picture. `Wording().translated(gettext)` has them in the language that is active."""

    title: str = gettext_noop("The flow %(flow)s")
    description: str = gettext_noop(
        "Steps from top to bottom: %(steps)s. Lines at the side show where a step jumps to."
    )
    agent_title: str = gettext_noop("The flows of %(agent)s")
    agent_description: str = gettext_noop("Flows: %(flows)s. Lines at the side show which flow follows which.")
    nothing: str = gettext_noop("none")

    start: str = gettext_noop("Start")
    says: str = gettext_noop("when: %(messages)s")
    unless: str = gettext_noop("but not: %(messages)s")
    event: str = gettext_noop("at the event %(event)s")
    silence: str = gettext_noop("after %(time)s of silence")
    only_if: str = gettext_noop("only if %(condition)s")
    reached: str = gettext_noop("only from other flows")

    asks: str = gettext_noop("asks for %(fields)s")
    speaks: str = gettext_noop("speaks: %(text)s")
    quotes: str = gettext_noop("says “%(text)s”")
    runs: str = gettext_noop("runs %(action)s")
    forks: str = gettext_noop("if %(condition)s")
    waits: str = gettext_noop("waits %(time)s")
    waits_for: str = gettext_noop("waits for %(event)s")
    waits_at_most: str = gettext_noop("waits for %(event)s, %(time)s at most")
    unclear: str = gettext_noop("does nothing as yet")
    needs: str = gettext_noop("needs %(fields)s")
    skipped: str = gettext_noop("skipped if %(condition)s")
    no_steps: str = gettext_noop("This flow has no steps yet.")
    no_flows: str = gettext_noop("This agent has no flows yet.")

    then: str = gettext_noop("then")
    otherwise: str = gettext_noop("else")
    replied: str = gettext_noop("if they write first")
    late: str = gettext_noop("if it does not come in time")
    failing: str = gettext_noop("on failure")
    stuck: str = gettext_noop("if the person gets stuck")
    when: str = gettext_noop("when %(message)s")
    when_if: str = gettext_noop("when %(message)s, if %(condition)s")
    always: str = gettext_noop("in all other cases")

    ends: str = gettext_noop("end")
    fails: str = gettext_noop("end, not completed")
    hands_off: str = gettext_noop("a person")
    missing: str = gettext_noop("%(name)s is missing")
    nowhere: str = gettext_noop("nowhere")

    end: str = gettext_noop("End")
    by_fields: str = gettext_noop("complete once these are known: %(fields)s")
    by_last_step: str = gettext_noop("complete after the last step")
    required: str = gettext_noop("required: %(fields)s")
    optional: str = gettext_noop("optional: %(fields)s")
    stays: str = gettext_noop("stays open for more questions")
    chained: str = gettext_noop("afterwards")
    steps: str = gettext_noop("steps: %(number)s")
    from_step: str = gettext_noop("from %(step)s: %(way)s")
    from_steps: str = gettext_noop("from %(steps)s")

    talk: str = gettext_noop("talk")
    say: str = gettext_noop("fixed text")
    do: str = gettext_noop("action")
    fork: str = gettext_noop("fork")
    wait: str = gettext_noop("wait")
    flow: str = gettext_noop("flow")

    edge: str = gettext_noop("%(source)s → %(target)s: %(way)s")
    error: str = gettext_noop("error")
    warning: str = gettext_noop("warning")
    unreachable: str = gettext_noop("nothing leads here")
    visited: str = gettext_noop("visits: %(number)s")
    passed: str = gettext_noop("conversations: %(number)s")
    here: str = gettext_noop("now here")
    travelled: str = gettext_noop("the way that was gone")
    busy: str = gettext_noop("the thicker, the more conversations")

    known: str = gettext_noop("%(path)s is known")
    unknown: str = gettext_noop("%(path)s is missing")
    equals: str = gettext_noop("%(path)s is %(value)s")
    not_equals: str = gettext_noop("%(path)s is other than %(value)s")
    equals_not: str = gettext_noop("%(path)s is not %(value)s")
    one_of: str = gettext_noop("%(path)s is one of %(value)s")
    contains: str = gettext_noop("%(path)s contains %(value)s")
    matches: str = gettext_noop("%(path)s matches %(value)s")
    both: str = gettext_noop("%(first)s and %(second)s")
    either: str = gettext_noop("%(first)s or %(second)s")
    negated: str = gettext_noop("not (%(condition)s)")
    yes: str = gettext_noop("yes")
    no: str = gettext_noop("no")

    def translated(self, translate: Callable[[str], str]) -> "Wording":
        """The same in the language of `translate`, which is given each sentence in English."""
        return Wording(**{field.name: translate(getattr(self, field.name)) for field in fields(self)})
