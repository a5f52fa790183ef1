"""What happened in a turn, for staff: its path, what was understood, changed, decided, asked, spent, and what failed.

Everything is derived: the report says what came out, and the journal, run again, what was asked and answered.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from agents.live import definition
from conversations.engine.replaying import Replayed
from conversations.engine.turn_input import TurnInput
from conversations.inspector import path
from conversations.inspector.asked import asked
from conversations.inspector.facts import facts, read_facts
from conversations.inspector.faults import faults
from conversations.inspector.masking import Mask, mask_for
from conversations.inspector.understood import changed, understood
from conversations.inspector.values import Inspection, Said, Shown
from conversations.models import Turn
from conversations.reading import Reading
from conversations.replay import NoJournal, past
from facts import catalogue

__all__ = ["Inspection", "inspection"]

NO_REPORT: Mapping[str, Any] = {}


def inspection(turn: Turn, reading: Reading) -> Inspection:
    """The turn as whoever reads may see it. `turn` has its version, `reading` the conversation with its keyring."""
    keyring = reading.conversation.keyring
    held: Any = turn.opened("report", keyring)
    report = held or NO_REPORT
    spoken = definition(turn.version)
    try:
        before = past(turn, keyring)
    except NoJournal:
        return _forgotten(turn, report, reading)
    given, again = before.given, before.again(spoken)
    mask = mask_for(reading, [turn.number], _states(given, again), read_facts(again))
    return Inspection(
        **_head(turn, report),
        input=tuple(_input(given, mask)),
        said=tuple(_said(report, mask)),
        path=path.stops(report, definition(turn.version)),
        pictures=path.pictures(turn, report),
        understood=understood(given, again, spoken, mask),
        changed=changed(given, again, spoken, mask),
        facts=facts(report, again, catalogue.load(), mask),
        prompts=asked(again.asked, mask),
        faults=faults(turn, report, again, mask),
    )


def _forgotten(turn: Turn, report: Mapping[str, Any], reading: Reading) -> Inspection:
    """What ids and numbers still say of a turn whose words are gone (F20)."""
    mask = mask_for(reading, [turn.number])
    return Inspection(
        **_head(turn, report),
        is_forgotten=True,
        said=tuple(_said(report, mask)),
        path=path.stops(report, definition(turn.version)),
        pictures=path.pictures(turn, report),
        faults=faults(turn, report, None, mask),
    )


def _head(turn: Turn, report: Mapping[str, Any]) -> dict[str, Any]:
    calls = tuple(report.get("calls") or ())
    return {
        "number": turn.number,
        "kind": str(turn.get_kind_display()),
        "status": turn.status,
        "stopped_reason": turn.stopped_reason,
        "at": turn.started_at,
        "version": turn.version.number,
        "calls": calls,
        "cost": turn.cost,
        "milliseconds": sum(call["ms"] for call in calls),
    }


def _states(given: TurnInput, again: Replayed) -> Iterator[Any]:
    yield given.state
    if again.result:
        yield again.result.state


def _input(given: TurnInput, mask: Mask) -> Iterator[Said]:
    """What began the turn."""
    for message in given.messages:
        yield Said("user", mask.text(message.text), datetime.fromisoformat(message.at))
    if given.event:
        payload = mask.value(dict(given.payload)) if given.payload else Shown()
        yield Said("event", Shown(f"{given.event} {payload.text}".strip(), payload.is_hidden))


def _said(report: Mapping[str, Any], mask: Mask) -> Iterator[Said]:
    yield from (Said("agent", mask.text(message["text"])) for message in report.get("messages") or ())
