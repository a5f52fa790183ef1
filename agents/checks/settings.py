"""Errors in the agent's own settings, and in durations wherever they stand. Pure."""

import re
from collections.abc import Iterator
from typing import Any, Final

from agents import hours
from agents.checks.finding import Finding, Findings, finding
from agents.checks.view import Agent, Part
from agents.compile import duration
from agents.hours import HoursError
from agents.problem import Place, gettext_noop
from agents.schema import DURATION
from facts.timezones import is_timezone

LONGEST_DAYS: Final = 3660
"""Ten years: the engine adds durations to dates, and a calendar ends."""

DAYS: Final = {"s": 1 / 86_400, "m": 1 / 1_440, "h": 1 / 24, "d": 1}


def timezone_exists(agent: Agent) -> Findings:
    """A time zone that the IANA database does not have."""
    name = agent.root.text("timezone")
    if name and not is_timezone(name):
        text = gettext_noop("“%(name)s” is no time zone; write one such as Europe/Zurich.")
        yield finding("timezone", ("timezone",), text, name=name)


def hours_parse(agent: Agent) -> Findings:
    """Opening hours of people that cannot be read (T11); quiet hours have the form of two times of day."""
    people = agent.root.mapping("people")
    try:
        hours.parse(people.text("hours"))
    except HoursError as error:
        yield Finding("hours", error.said, (*people.place, "hours"))


def durations_end(agent: Agent) -> Findings:
    """A duration of nothing, after which a timer would fire for ever, or of more than ten years."""
    for written, place in _durations(agent):
        if _is_duration(written):
            long = duration(written)
            if not long.amount:
                yield finding("duration", place, gettext_noop("A duration is at least a second long."))
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
