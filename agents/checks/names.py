"""Errors in names: ids that are taken, and names of things that do not exist. Pure."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from agents.checks.finding import Finding, Findings, finding
from agents.checks.view import Agent, Part
from agents.paths import ROOTS
from agents.problem import Message, Place, gettext_noop
from facts import keys

RESERVED = ("end", "handoff")


def unknown(code: str, place: Place, text: str, name: str, known: Iterable[str]) -> Finding:
    """A name that does not exist, with the nearest one that does, or a few of them."""
    names = list(known)
    said = Message(text, {"name": name}, more=_instead(name, names) if names else None)
    return Finding(code, said, place)


def _instead(name: str, names: list[str]) -> Message:
    if near := get_close_matches(name, names, n=1):
        return Message(gettext_noop("Did you mean “%(near)s”?"), {"near": near[0]})
    some = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")
    return Message(gettext_noop("There are: %(names)s."), {"names": some})


def duplicate_step(agent: Agent) -> Findings:
    """A step id that stands twice in one flow."""
    for flow in agent.flows.values():
        for step in flow.steps:
            if step.id and flow.position[step.id] != step.index:
                text = gettext_noop(
                    "The id “%(name)s” is taken by an earlier step of this flow: give one of them another."
                )
                yield finding("duplicate-id", (*step.place, "id"), text, name=step.id)


def reserved_step(agent: Agent) -> Findings:
    """A step named `end` or `handoff`, which a Next could not mean."""
    for step in agent.steps:
        if step.id in RESERVED:
            text = gettext_noop("“%(name)s” is a word of its own in “then”: give the step another id.")
            yield finding("reserved-id", (*step.place, "id"), text, name=step.id)


def shadowing_field(agent: Agent) -> Findings:
    """A field named like the root of a path."""
    for name, part in agent.fields.items():
        if name in ROOTS:
            text = gettext_noop(
                "“%(name)s” has a meaning of its own in conditions and texts, so no field can be called so: give it"
                " another id."
            )
            yield finding("shadowing-field", part.place, text, name=name)


def unknown_field(agent: Agent) -> Findings:
    """A field that is named somewhere and does not exist; in texts and conditions see `agents.checks.reading`."""
    for name, place in _named_fields(agent):
        if name not in agent.fields:
            text = gettext_noop("There is no field “%(name)s”.")
            yield unknown("unknown-field", place, text, name, agent.fields)


def _named_fields(agent: Agent) -> Iterator[tuple[str, Place]]:
    for flow in agent.flows.values():
        yield from (*flow.names("required"), *flow.names("optional"))
    for step in agent.steps:
        yield from (*step.names("collect"), *step.names("requires"))
    for found in agent.nexts:
        yield from found.names("clear")
        yield from _keys(found.mapping("set"))
        if "flow" in found.value:
            yield from _keys(found.mapping("input"))


def _keys(part: Part) -> Iterator[tuple[str, Place]]:
    return ((name, (*part.place, name)) for name in part.value)


def unknown_step(agent: Agent) -> Findings:
    """A Next to a step that its flow does not have."""
    for found in agent.nexts:
        name = found.text("step")
        if name and name not in found.flow.position:
            text = gettext_noop(
                "This flow has no step “%(name)s”. To go to a flow, choose it among the flows; in"
                " a file write {flow: id}."
            )
            yield unknown("unknown-step", found.place, text, name, found.flow.position)


def unknown_flow(agent: Agent) -> Findings:
    """A flow to go to that does not exist."""
    named = [(found.text("flow"), (*found.place, "flow")) for found in agent.nexts]
    named += [(flow.mapping("on_end").text("flow"), (*flow.place, "on_end", "flow")) for flow in agent.flows.values()]
    for name, place in named:
        if name and name not in agent.flows:
            text = gettext_noop("There is no flow “%(name)s”.")
            yield unknown("unknown-flow", place, text, name, agent.flows)


def unknown_action(agent: Agent) -> Findings:
    """An action that is not registered."""
    for step in agent.steps:
        for name, place in (*step.names("do"), *step.names("prepare"), *step.names("finalize")):
            if name not in agent.actions:
                text = gettext_noop("There is no action “%(name)s”.")
                yield unknown("unknown-action", place, text, name, agent.actions)


def unknown_fact(agent: Agent) -> Findings:
    """A fact key that is neither in the catalogue nor in an open scope (F1)."""
    named = [(part.text("fact"), (*part.place, "fact")) for part in agent.fields.values()]
    asked = [(name, place) for name, place in agent.root.names("onboarding") if "*" not in name]
    for name, place in (*named, *asked):
        if name and not is_fact_key(agent, name):
            yield unknown_fact_key(agent, name, place)


def asked_pattern(agent: Agent) -> Findings:
    """A pattern of keys among those asked for before a chat: which of them would be asked for (F10)."""
    for name, place in agent.root.names("onboarding"):
        if "*" in name:
            text = gettext_noop(
                "“%(name)s” stands for many keys, so it cannot be asked for: write one key, with a name in place of"
                " the *."
            )
            yield finding("onboarding-pattern", place, text, name=name)


def is_fact_key(agent: Agent, key: str) -> bool:
    """Whether a fact of this key can exist (F1), spelled as it is kept (F2); a pattern with `*` is no key."""
    if "*" in key or keys.normalise(key, agent.fact_keys) != key:
        return False
    return key.partition(".")[0] in agent.open_scopes or any(keys.matches(one, key) for one in agent.fact_keys)


def unknown_fact_key(agent: Agent, key: str, place: Place) -> Finding:
    """The finding for a key that cannot exist."""
    text = gettext_noop("The catalogue has no key “%(name)s”, and its scope is not open.")
    return unknown("unknown-fact", place, text, key, agent.fact_keys)
