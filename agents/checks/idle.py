"""Warnings: what is written and does nothing as it stands. Pure."""

from collections.abc import Mapping
from typing import Final

from agents.checks.constants import ORDER, type_of
from agents.checks.fields import TEXTS
from agents.checks.finding import Findings, finding
from agents.checks.view import Agent, Part
from agents.predicate import comparisons
from agents.problem import gettext_noop

LONGEST_EVENT: Final = 100
"""The most characters of the name of an event that a host may report."""

MOMENTS: Final = ("date", "time", "datetime")
COMPARED: Final[Mapping[str, tuple[str, ...]]] = {
    "matches": (*TEXTS, *MOMENTS),
    "contains": (*TEXTS, *MOMENTS, "list"),
    **dict.fromkeys(ORDER, (*TEXTS, *MOMENTS, "integer", "number")),
}
"""The types of which a comparison can be true; for the others see `agents.checks.constants`."""


def branches_unheard(agent: Agent) -> Findings:
    """Branches of a timer wait without `else`, which ignores messages, branches included (T40)."""
    for step in agent.steps:
        if step.is_timer and step.branches and "else" not in step.value:
            text = gettext_noop(
                "Without “else” this step does not listen, so its branches do nothing: write an “else”."
            )
            yield finding("no-effect", (*step.place, "branches"), text)


def else_never_taken(agent: Agent) -> Findings:
    """`else` of a wait for an event that has no end, so that it never comes too late (T41)."""
    for step in agent.steps:
        if (
            step.kind == "wait"
            and not step.is_timer
            and "else" in step.value
            and "for" not in step.mapping("wait").value
        ):
            text = gettext_noop(
                "This step waits for the event for ever: say under “for” after what time “else” is taken."
            )
            yield finding("no-effect", (*step.place, "else"), text)


def branch_never_holds(agent: Agent) -> Findings:
    """A branch without a condition on a step that collects nothing: it would hold while fields are missing (T36)."""
    for step in agent.steps:
        if step.kind != "talk" or "collect" in step.value:
            continue
        for branch in step.branches[-1:]:
            if not any(key in branch.value for key in ("when", "not", "if")):
                text = gettext_noop("This branch would be for missing fields, but the step collects none.")
                yield finding("no-effect", branch.place, text)


def comparison_never_true(agent: Agent) -> Findings:
    """A comparison that no value of the field's type can meet: letters of a number, the order of a yes or no."""
    for condition in agent.conditions:
        for comparison in comparisons(condition.predicate) if condition.predicate else ():
            root, name = comparison.path[:2]
            if root != "data" or len(comparison.path) > 2 or name not in agent.fields:
                continue
            kind = type_of(agent.fields[name]).name
            if comparison.operator in COMPARED and kind not in COMPARED[comparison.operator]:
                text = gettext_noop("“%(operator)s” is never true of “%(field)s”, for its type is %(type)s.")
                params = {"operator": comparison.operator, "field": name, "type": kind}
                yield finding("no-effect", condition.place, text, **params)


def saved_before_start(agent: Agent) -> Findings:
    """A condition on starting a flow that reads what a run saves: there is no run yet."""
    for condition in agent.conditions:
        if len(condition.place) == 3 and condition.place[0] == "flows":
            for path in condition.paths:
                if path.startswith("run."):
                    text = gettext_noop("“%(path)s” is missing here: nothing is saved before the flow starts.")
                    yield finding("no-effect", condition.place, text, path=path)


def never_stale(agent: Agent) -> Findings:
    """`stale_on_change` of a field that no step collects which requires another one (T8)."""
    depending = {name for step in agent.steps if step.names("requires") for name in step.collected}
    for name, part in agent.fields.items():
        if part.value.get("stale_on_change") is True and name not in depending:
            text = gettext_noop(
                "The field is forgotten when one is corrected that its step requires, but no step that collects it"
                " requires any: name them under “requires”."
            )
            yield finding("no-effect", (*part.place, "stale_on_change"), text)


def event_never_reported(agent: Agent) -> Findings:
    """An event whose name no host can report: it begins with `_`, ends with a space, or is too long (T42)."""
    named = [found for flow in agent.flows.values() for part in flow.triggers for found in part.names("event")]
    named += [found for step in agent.steps for found in step.mapping("wait").names("event")]
    for name, place in named:
        if name.startswith("_") or name != name.strip() or len(name) > LONGEST_EVENT:
            text = gettext_noop(
                "No event can have this name: it has at most %(longest)s characters, does not begin with _, and has no"
                " space at its ends."
            )
            yield finding("no-effect", place, text, longest=LONGEST_EVENT)


def optional_and_required(agent: Agent) -> Findings:
    """An optional field that the flow requires as well, so that it cannot be skipped (T11)."""
    for flow in agent.flows.values():
        for name, place in flow.names("optional"):
            if name in flow.required:
                text = gettext_noop("“%(field)s” is required: it cannot be optional at the same time.")
                yield finding("no-effect", place, text, field=name)


def optional_never_taken(agent: Agent) -> Findings:
    """An optional field that is taken only when it is asked for, and nothing asks for it or fills it (T4)."""
    filled = {name for step in agent.steps for key in ("collect", "requires") for name, _ in step.names(key)}
    filled |= {name for flow in agent.flows.values() for name in flow.required}
    filled |= {name for found in agent.nexts for key in ("set", "input") for name in found.mapping(key).value}
    for flow in agent.flows.values():
        for name, place in flow.names("optional"):
            part = agent.fields.get(name)
            if part and name not in filled and not part.text("fact") and _only_asked(part):
                text = gettext_noop("“%(field)s” is taken only when it is asked for, and no step asks for it.")
                yield finding("no-effect", place, text, field=name)


def _only_asked(field: Part) -> bool:
    return field.value.get("extract", "asked" if field.value.get("type") == "boolean" else "anytime") == "asked"


def never_away(agent: Agent) -> Findings:
    """A sentence for the time when nobody is there, of people that always are, for no hours are given (T11)."""
    people = agent.root.mapping("people")
    if people.text("away") and not people.text("hours").strip():
        text = gettext_noop("This is said outside of office hours, and there are none: write them under “hours”.")
        yield finding("no-effect", (*people.place, "away"), text)


def never_quiet(agent: Agent) -> Findings:
    """Quiet hours that end when they begin (T52)."""
    quiet = agent.root.mapping("quiet")
    if quiet.text("from") and quiet.text("from") == quiet.text("to"):
        text = gettext_noop("The quiet hours end when they begin, so it is never quiet.")
        yield finding("no-effect", quiet.place, text)
