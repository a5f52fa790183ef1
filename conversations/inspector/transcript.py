"""The turns of a conversation a page at a time, with what was said in each, as somebody reads them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from conversations.inbox import state_of
from conversations.inspector.masking import Mask, mask_for
from conversations.inspector.values import Said
from conversations.models import Message, Turn
from conversations.reading import Reading

ON_A_PAGE = 20
MOST_MESSAGES = 400
"""Messages of one page: a hand-off may hold very many."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A turn, and what was said in it; without a turn what was said while none ran."""

    turn: Turn | None
    said: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Transcript:
    """A page of turns, the latest first. `before` is the number before which there are earlier ones, or None."""

    lines: tuple[Lines, ...] = ()
    before: int | None = None


def transcript(reading: Reading, *, before: int | None = None) -> Transcript:
    """The latest turns, or the latest before a number, in a fixed number of queries."""
    conversation = reading.conversation
    rows = conversation.turns.order_by("-number").select_related("version").defer("report", "version__document")
    if before is not None:
        rows = rows.filter(number__lt=before)
    found = list(rows[: ON_A_PAGE + 1])
    shown = found[:ON_A_PAGE]
    mask = mask_for(reading, [turn.number for turn in shown], [state_of(conversation)])
    messages = list(_messages(conversation, shown, is_newest=before is None))
    lines = [Lines(turn, _said([row for row in messages if row.turn_id == turn.pk], reading, mask)) for turn in shown]
    loose = [row for row in messages if row.turn_id is None]
    newest = [Lines(None, _said(loose, reading, mask))] if loose else []
    return Transcript((*newest, *lines), shown[-1].number if len(found) > ON_A_PAGE else None)


def _messages(conversation: Any, turns: list[Turn], *, is_newest: bool) -> Iterable[Message]:
    """What was said in the turns; on the first page also what no turn has taken."""
    said = conversation.messages.exclude(role=Message.Role.SYSTEM)
    found = said.filter(turn__in=turns).order_by("seq")[:MOST_MESSAGES]
    loose = said.filter(turn=None).order_by("-seq")[:ON_A_PAGE] if is_newest else ()
    return [*found, *sorted(loose, key=lambda row: row.seq)]


def _said(rows: Iterable[Message], reading: Reading, mask: Mask) -> tuple[Said, ...]:
    keyring = reading.conversation.keyring
    return tuple(Said(row.role, mask.text(str(row.opened("text", keyring))), row.at) for row in rows)
