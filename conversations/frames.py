"""The frames that the server sends (protocol.md), and the report of a turn as JSON."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any

from conversations import cards
from conversations.engine.effects import plain
from conversations.models import Conversation, Message, Turn
from conversations.work import Ending, Frame
from facts.models import Keyring

_KEPT_APART = ("state", "candidates", "timers", "cancelled_timers")
"""Attributes of a result that have rows of their own."""
NEW: Mapping[str, Mapping[str, str]] = {}
"""The states of cards that nobody has answered yet."""


def hello(conversation: Conversation) -> Frame:
    """The first frame on a socket. `handed_off`: a person is asked for, and no turn runs meanwhile (T11)."""
    return {
        "type": "hello",
        "conversation": str(conversation.pk),
        "seq": conversation.seq,
        "agent": {"slug": conversation.agent.slug, "name": conversation.agent.name},
        "handed_off": conversation.handed_off,
    }


def message(row: Message, keyring: Keyring, states: Mapping[str, Mapping[str, str]] = NEW) -> Frame:
    """A message of the log. `states` says where its card stands (`cards.states`); none given: it is new."""
    frame: Frame = {
        "type": "message",
        "seq": row.seq,
        "role": str(row.role),
        "key": row.key or "",
        "text": row.opened("text", keyring),
        "quick_replies": row.opened("quick_replies", keyring) or [],
        "at": row.at.isoformat(),
    }
    if row.client_id:
        frame["client_id"] = row.client_id
    if row.forgotten:
        frame["forgotten"] = True
    card = row.opened("fact", keyring)
    if isinstance(card, dict):
        frame["fact"] = cards.as_it_stands(card, states)
    return frame


def forgotten(seqs: Iterable[int]) -> Frame:
    """Which messages of the conversation have lost their words: only their places are left (F20)."""
    return {"type": "forgotten", "seqs": sorted(seqs)}


def interrupted(turn: int) -> Frame:
    """The end of a turn that was under way when what it was about was forgotten (F20)."""
    done = {"status": "done", "stopped_reason": str(Turn.Status.FORGOTTEN), "data": {}, "handed_off": False}
    return {"type": "turn", "turn": str(turn), **done}


def messages(rows: Iterable[Message], keyring: Keyring) -> list[Frame]:
    """The messages of one conversation as they stand now, the state of their cards included."""
    rows = list(rows)
    found = [row.opened("fact", keyring) for row in rows if row.fact is not None]
    person = rows[0].conversation.person_id if found else None
    states = cards.states(person, (card for card in found if isinstance(card, dict)))
    return [message(row, keyring, states) for row in rows]


def report(ending: Ending, noted: Mapping[str, Any]) -> dict[str, Any]:
    """The turn's report (turns.md), with what the fact store made of it."""
    result = ending.result
    if result is None:
        said = [asdict(message) for message in ending.messages]
        reason = ending.stopped_reason
        return {"status": ending.status, "stopped_reason": reason, "messages": said, "data": {}, "handed_off": False}
    return {
        "status": ending.status,
        **{spec.name: plain(getattr(result, spec.name)) for spec in fields(result) if spec.name not in _KEPT_APART},
        "executed_steps": [list(step) for step in result.executed_steps],
        "handed_off": result.state.handed_off,
        "facts": {**noted, "questions_avoided": list(result.questions_avoided)},
    }
