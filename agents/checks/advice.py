"""Warnings: what may be meant so, and mostly is not. Publishing goes on. Pure."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator

from agents.checks import graph
from agents.checks.finding import Findings, finding
from agents.checks.view import Agent, Flow, Part, Step
from agents.problem import Place, gettext_noop
from agents.wordings import wordings
from facts.folding import fold
from facts.languages import YES_NO, base

# Steps


def back_without_clear(agent: Agent) -> Findings:
    """A Next that goes back over a question without `clear`, so that what is known is not asked again."""
    for found in agent.nexts:
        if found.step is None or found.target is None or found.target > found.step or "clear" in found.value:
            continue
        between = [step for step in found.flow.steps if found.target <= step.index <= found.step]
        if fields := [name for step in between for name in step.collected]:
            text = gettext_noop(
                "This goes back, but what is known is not asked again: to ask for it anew write %(next)s."
            )
            params = {"next": json.dumps({"step": found.text("step"), "clear": list(dict.fromkeys(fields))})}
            yield finding("back-without-clear", found.place, text, **params)


def unreachable_step(agent: Agent) -> Findings:
    """A step that no run comes to."""
    for flow in agent.flows.values():
        reached = graph.reachable(flow)
        for step in flow.steps:
            if step.index not in reached:
                text = gettext_noop("No run comes to this step: let another one go to it, or remove it.")
                yield finding("unreachable-step", step.place, text)


def skipped_though_read(agent: Agent) -> Findings:
    """A step that `complete_when: fields` would skip although a later `if`, `say` or `do` reads its field (T31)."""
    for flow in agent.flows.values():
        for step in flow.steps if flow.completes_by_fields else ():
            for name in step.collected:
                if name not in flow.required and (reader := _later_reader(agent, flow, step, name)):
                    text = gettext_noop(
                        "Once the required fields are known this step is skipped, although the step “%(reader)s” reads"
                        " “%(field)s”: make the field required, or set complete_when: last_step."
                    )
                    yield finding("skipped-though-read", step.place, text, reader=reader, field=name)


def _later_reader(agent: Agent, flow: Flow, step: Step, name: str) -> str:
    """The id of the first later `if`, `say` or `do` that reads the field."""
    later = {
        other.place: other for other in flow.steps if other.index > step.index and other.kind in ("if", "say", "do")
    }
    for written in agent.written:
        reader = later.get(written.place[:4])
        if reader and any(path == f"data.{name}" or path.startswith(f"data.{name}.") for path in written.paths):
            return reader.id
    return ""


def skip_if_on_only_collector(agent: Agent) -> Findings:
    """`skip_if` on the only step that collects a required field, which does not make the field optional (T20)."""
    for flow in agent.flows.values():
        collectors = Counter(name for step in flow.steps for name in set(step.collected))
        for step in flow.steps:
            for name in step.collected if "skip_if" in step.value else ():
                if name in flow.required and collectors[name] == 1:
                    text = gettext_noop(
                        "No other step collects the required field “%(field)s”: when this one is skipped, the field is"
                        " asked for at the end all the same."
                    )
                    yield finding("skip-if-on-only-collector", (*step.place, "skip_if"), text, field=name)


def silent_without_model(agent: Agent) -> Findings:
    """A talk step that collects nothing and has no `otherwise`, so that nothing of it is said without a model."""
    for step in agent.steps:
        if step.kind == "talk" and "collect" not in step.value and "otherwise" not in step.value:
            text = gettext_noop("Without a model this step has nothing to say: give it a text under “otherwise”.")
            yield finding("no-otherwise", step.place, text)


# Fields


def required_not_collected(agent: Agent) -> Findings:
    """A required field that no step collects; it is asked for by its own `ask`, after the last step."""
    for flow in agent.flows.values():
        collected = {name for step in flow.steps for name in step.collected}
        for name, place in flow.names("required"):
            if name in agent.fields and name not in collected:
                text = gettext_noop(
                    "No step collects “%(field)s”: it is asked for after the last step, by its own “ask”."
                )
                yield finding("required-not-collected", place, text, field=name)


def shared_field(agent: Agent) -> Findings:
    """A field of two flows that is bound to no fact: what one flow learns counts in the other."""
    users: defaultdict[str, list[tuple[str, Place]]] = defaultdict(list)
    for flow in agent.flows.values():
        for name, place in flow.used.items():
            users[name].append((flow.id, place))
    for name, found in users.items():
        if len(found) > 1 and name in agent.fields and not agent.fields[name].text("fact"):
            text = gettext_noop(
                "The flows %(flows)s share the field “%(field)s”: what one learns the other knows. If that is meant,"
                " bind it to a fact, else give each its own field."
            )
            flows = ", ".join(flow for flow, _ in found)
            yield finding("shared-field", found[-1][1], text, flows=flows, field=name)


def boolean_anytime(agent: Agent) -> Findings:
    """A yes-or-no field that any message may fill: a stray "yes" is taken for it (T4)."""
    for part in agent.fields.values():
        if part.value.get("type") == "boolean" and part.value.get("extract") == "anytime":
            text = gettext_noop("A stray “yes” in any message may fill this field: take it only when it is asked for.")
            yield finding("boolean-anytime", (*part.place, "extract"), text)


def field_without_ask(agent: Agent) -> Findings:
    """A field that nothing is written for to ask for it without a model."""
    for part in agent.fields.values():
        if part.value and "ask" not in part.value:
            text = gettext_noop("Without a model there is no question for this field: write one under “ask”.")
            yield finding("no-ask", part.place, text)


def unused_field(agent: Agent) -> Findings:
    """A field that no flow lists, collects, sets or reads."""
    used = set(_used_fields(agent))
    for name, part in agent.fields.items():
        if name not in used:
            yield finding("unused-field", part.place, gettext_noop("No flow uses this field."))


def _used_fields(agent: Agent) -> Iterator[str]:
    for flow in agent.flows.values():
        yield from flow.used
    for found in agent.nexts:
        yield from (*found.mapping("set").value, *found.mapping("input").value)
    for written in agent.written:
        yield from (path.split(".")[1] for path in written.paths if path.startswith("data.") and written.flow)
    for part in agent.fields.values():
        yield from (part.mapping(key).text("field") for key in ("minimum", "maximum"))


# Flows and the agent


def language_spoken(agent: Agent) -> Findings:
    """A language for which there are no built-in sentences, grammar of answers or control words."""
    language = agent.root.text("language")
    if language and base(language) != language.partition("-")[0]:
        text = gettext_noop(
            "The built-in sentences will be English, and yes, no, numbers and dates are read as in English: of"
            " “%(language)s” there are none; there are %(languages)s."
        )
        yield finding("language", ("language",), text, language=language, languages=", ".join(YES_NO))


def shared_trigger(agent: Agent) -> Findings:
    """A wording of a `message` trigger that two flows have."""
    taken: dict[str, str] = {}
    for flow in agent.flows.values():
        for trigger in flow.triggers:
            for wording in filter(lambda said: isinstance(said, str), wordings(trigger.value, "message")[0]):
                if taken.setdefault(fold(wording), flow.id) != flow.id:
                    text = gettext_noop("“%(wording)s” starts the flow %(flow)s as well: a message cannot mean both.")
                    params = {"wording": wording, "flow": taken[fold(wording)]}
                    yield finding("shared-trigger", (*trigger.place, "message"), text, **params)


def unspoken_completion(agent: Agent) -> Findings:
    """A completion that is never spoken: every way to the end says something in the same turn (T33)."""
    for flow in agent.flows.values():
        if "completion" in flow.value and "completion_say" in flow.value:
            text = gettext_noop("“completion_say” is said instead of this: keep one of the two.")
            yield finding("unspoken-completion", (*flow.place, "completion"), text)
            continue
        for key in ("completion", "completion_say"):
            if key in flow.value and not graph.can_end_silently(flow):
                text = gettext_noop("This is never said: every way to the end of the flow says something already.")
                yield finding("unspoken-completion", (*flow.place, key), text)


def text_with_expression(agent: Agent) -> Findings:
    """An expression in a text that is none with values, and is taken as it stands."""
    for holder, key in _plain_texts(agent):
        for text, place in holder.names(key):
            if "{{" in text:
                said = gettext_noop(
                    "No value is filled in here, so the braces stay: write expressions in questions, prompts and what"
                    " is said."
                )
                yield finding("plain-text", place, said)


def _plain_texts(agent: Agent) -> Iterator[tuple[Part, str]]:
    """Where texts stand in which expressions mean nothing."""
    yield from ((agent.root, key) for key in ("persona", "fallback"))
    yield from ((agent.root.mapping("people"), key) for key in ("asked", "away"))
    yield from ((part, "description") for part in (*agent.fields.values(), *agent.flows.values()))
    yield from ((part, key) for part in agent.instructions for key in ("must", "never", "should", "when"))
    yield from ((part, "message") for flow in agent.flows.values() for part in flow.triggers)
    yield from ((part, "when") for step in agent.steps for part in step.branches)
