"""Errors in a flow as a whole, and in the agent's own settings. Pure."""

import re
from collections.abc import Iterator
from typing import Any, Final

from agents.checks.finding import Findings, finding
from agents.checks.view import Agent, Part
from agents.compile import duration
from agents.problem import Place, gettext_noop
from agents.schema import DURATION
from facts.timezones import is_timezone

LONGEST_DAYS: Final = 3660
"""Ten years: the engine adds durations to dates, and a calendar ends."""

DAYS: Final = {"s": 1 / 86_400, "m": 1 / 1_440, "h": 1 / 24, "d": 1}


def startable(agent: Agent) -> Findings:
    """A flow without a trigger that no other flow goes to."""
    reached = {found.text("flow") for found in agent.nexts if found.flow.id != found.text("flow")}
    reached |= {
        flow.mapping("on_end").text("flow")
        for flow in agent.flows.values()
        if flow.mapping("on_end").text("flow") != flow.id
    }
    for flow in agent.flows.values():
        if not flow.triggers and flow.id not in reached:
            text = gettext_noop(
                "Nothing can start this flow: give it a trigger under “on”, or let another flow go to it."
            )
            yield finding("unstartable", flow.place, text)


def fields_required(agent: Agent) -> Findings:
    """`complete_when: fields` where no field is required, so that it would be complete at once."""
    for flow in agent.flows.values():
        if flow.value.get("complete_when") == "fields" and not flow.value.get("required"):
            text = gettext_noop("With complete_when: fields the flow needs “required” fields.")
            yield finding("fields-without-required", (*flow.place, "complete_when"), text)


def timezone_exists(agent: Agent) -> Findings:
    """A time zone that the IANA database does not have."""
    name = agent.root.text("timezone")
    if name and not is_timezone(name):
        text = gettext_noop("“%(name)s” is no time zone; write one such as Europe/Zurich.")
        yield finding("timezone", ("timezone",), text, name=name)


def durations_end(agent: Agent) -> Findings:
    """A duration of more than ten years."""
    for written, place in _durations(agent):
        if _is_duration(written):
            long = duration(written)
            if long.amount * DAYS[long.unit] > LONGEST_DAYS:
                yield finding("duration", place, gettext_noop("A duration is at most ten years long."))


def _durations(agent: Agent) -> Iterator[tuple[Any, Place]]:
    holders: list[tuple[Part, str]] = [(agent.root, "retention")]
    holders += [(trigger, "silence") for flow in agent.flows.values() for trigger in flow.triggers]
    for step in agent.steps:
        holders += [(step, "wait"), (step.mapping("wait"), "for")]
    return ((part.value.get(key), (*part.place, key)) for part, key in holders)


def _is_duration(written: Any) -> bool:
    if isinstance(written, str):
        return bool(re.search(DURATION["pattern"], written))
    return type(written) is int and written >= 0
