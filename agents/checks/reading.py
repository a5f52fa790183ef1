"""Errors in what texts and conditions read: they do not parse, or read what cannot be there. Pure."""

from collections.abc import Iterator
from typing import Final

from agents.checks.finding import Finding, Findings, finding
from agents.checks.names import is_fact_key, unknown, unknown_fact_key
from agents.checks.view import Agent
from agents.checks.written import Condition, Text
from agents.problem import Place, gettext_noop

USER: Final = ("language", "timezone", "is_authenticated")


def template_parses(agent: Agent) -> Findings:
    """A text with an expression that does not parse."""
    for text in agent.texts:
        if text.error:
            yield Finding("template", text.error.said, text.place)


def predicate_parses(agent: Agent) -> Findings:
    """A condition that does not parse, or whose regular expression RE2 does not know."""
    for condition in agent.conditions:
        if condition.error:
            code = "regex" if "matches" in condition.error.where else "predicate"
            yield Finding(code, condition.error.said, (*condition.place, *condition.error.where))


def paths_exist(agent: Agent) -> Findings:
    """A path to a field, fact, flow, saved value or property of the user that does not exist."""
    for written in agent.written:
        for path in written.paths:
            yield from _path(agent, written, path)


def _path(agent: Agent, written: Text | Condition, path: str) -> Iterator[Finding]:
    root, _, rest = path.partition(".")
    name = rest.partition(".")[0]
    place: Place = written.place
    if root == "data" and name not in agent.fields:
        text = gettext_noop("There is no field “%(name)s”.")
        yield unknown("unknown-field", place, text, name, agent.fields)
    elif root == "facts" and not is_fact_key(agent, rest):
        yield unknown_fact_key(agent, rest, place)
    elif root == "flows" and name not in agent.flows:
        text = gettext_noop("There is no flow “%(name)s”.")
        yield unknown("unknown-flow", place, text, name, agent.flows)
    elif root == "user" and rest not in USER:
        text = gettext_noop("Of a user there is no “%(name)s”.")
        yield unknown("unknown-path", place, text, rest, USER)
    elif root == "run" and name not in saved_in(agent, written.flow):
        text = gettext_noop(
            "No step of this flow saves “%(name)s”: name it under “save” of the step that finds it out."
        )
        yield finding("unsaved-run", place, text, name=name)


def saved_in(agent: Agent, flow: str) -> frozenset[str]:
    """What may be under `run.` in a flow; outside of any flow, what some flow saves."""
    if flow in agent.flows:
        return agent.flows[flow].saved
    return frozenset().union(*(found.saved for found in agent.flows.values()))
