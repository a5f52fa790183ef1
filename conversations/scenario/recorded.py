"""What is stored of a conversation, as the values that a scenario is written from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from agents.live import definition
from conversations.engine.replaying import Asked
from conversations.engine.report import TurnResult
from conversations.engine.turn_input import TurnInput
from conversations.known import origin_of
from conversations.models import Conversation, Message, Turn
from conversations.replay import NoJournal, past
from facts.ledger import share_keyrings
from facts.models import Entry
from facts.values import Json

MOST_TURNS = 200
"""Turns of a conversation that can be saved: a scenario is read by people."""
_BY_HAND = (Entry.Kind.ACCEPTED, Entry.Kind.REJECTED, Entry.Kind.RESOLVED)
_STATED = (Entry.Kind.ASSERTED, Entry.Kind.CORRECTED, Entry.Kind.CONFIRMED)
_CARDS = ("written", "proposed", "contested", "changed", "retracted")


class NotSaved(Exception):
    """The conversation cannot be written as a scenario; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A turn that ended: its input, what was asked and answered, and its report."""

    number: int
    kind: str
    is_done: bool
    given: TurnInput
    asked: tuple[Asked, ...]
    report: Mapping[str, Any]
    done_at: datetime | None = None
    result: TurnResult | None = None
    """What the turn comes to when it runs again; None where it does not go through."""

    @property
    def now(self) -> datetime:
        """Its moment."""
        return datetime.fromisoformat(self.given.now)


@dataclass(frozen=True, slots=True)
class ForPeople:
    """A message that no turn read: of the person to a colleague, or of the colleague (T11)."""

    at: datetime
    text: str
    is_staff: bool


@dataclass(frozen=True, slots=True)
class ByHand:
    """What the person decided about a fact by themselves, after so many turns: a verb of a scenario's `fact`."""

    after: int
    at: datetime
    verb: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Recorded:
    """All that a scenario tells of a conversation."""

    turns: tuple[RecordedTurn, ...]
    for_people: tuple[ForPeople, ...] = ()
    by_hand: tuple[ByHand, ...] = ()


def recorded(conversation: Conversation) -> Recorded:
    """Read the conversation. Raises NotSaved for one of which something is gone, or nothing is there."""
    rows = list(
        conversation.turns.exclude(status=Turn.Status.OPEN)
        .select_related("version")
        .order_by("number")[: MOST_TURNS + 1]
    )
    if not rows:
        raise NotSaved(_("Nothing has happened in this conversation yet."))
    if len(rows) > MOST_TURNS:
        raise NotSaved(_("This conversation is too long: at most %(count)d turns.") % {"count": MOST_TURNS})
    turns = tuple(_turn(conversation, row) for row in rows)
    return Recorded(turns, tuple(_for_people(conversation)), tuple(_by_hand(conversation, turns)))


def _turn(conversation: Conversation, turn: Turn) -> RecordedTurn:
    try:
        held = past(turn, conversation.keyring)
    except NoJournal:
        sentence = _("Words of turn %(number)d were forgotten: it cannot be played again.")
        raise NotSaved(sentence % {"number": turn.number}) from None
    given, again = held.given, held.again(definition(turn.version))
    report: Any = turn.opened("report", conversation.keyring) or {}
    is_done = turn.status == Turn.Status.DONE
    return RecordedTurn(turn.number, turn.kind, is_done, given, again.asked, report, turn.done_at, again.result)


def _for_people(conversation: Conversation) -> Iterator[ForPeople]:
    """What was said while a person was asked for, in order."""
    unread = Q(turn=None, conversation__handed_off=True) | Q(turn__kind=Turn.Kind.GIVE_BACK)
    said = conversation.messages.filter(Q(role=Message.Role.STAFF) | Q(unread, role=Message.Role.USER))
    for row in said.order_by("seq"):
        if row.forgotten:
            raise NotSaved(_("Words of this conversation were forgotten; it cannot be played again."))
        yield ForPeople(row.at, str(row.opened("text", conversation.keyring)), row.role == Message.Role.STAFF)


def _by_hand(conversation: Conversation, turns: tuple[RecordedTurn, ...]) -> Iterator[ByHand]:
    """What was decided about the person's facts between the turns, each decision once."""
    if conversation.person is None:
        return
    rows = Entry.objects.filter(
        person=conversation.person, recorded_at__gte=turns[0].now, recorded_at__lte=turns[-1].now
    )
    entries = share_keyrings(rows.select_related("keyring", "about__keyring").order_by("pk"))
    made = {id: number for number, turn in enumerate(turns, 1) for id in _made(turn)}
    seen, latest = set[tuple[datetime, str]](), 0
    for entry in entries.values():
        latest = max(latest, made.get(entry.pk, 0))
        moment = (entry.recorded_at, entry.key)
        if entry.pk in made or moment in seen or _is_of_a_turn(entry, conversation, turns):
            continue
        if verb := _verb(entry):
            seen.add(moment)
            before = sum(turn.now < entry.recorded_at for turn in turns)
            yield ByHand(max(before, latest), entry.recorded_at, verb)


def _made(turn: RecordedTurn) -> Iterator[int]:
    """The entries for which a turn made cards."""
    facts = turn.report.get("facts") or {}
    return (int(card["id"]) for kind in _CARDS for card in facts.get(kind, ()))


def _is_of_a_turn(entry: Entry, conversation: Conversation, turns: tuple[RecordedTurn, ...]) -> bool:
    """Whether a turn wrote it: from what was said, or as the answer that was given in words."""
    if entry.kind in _BY_HAND:
        return any(
            turn.done_at == entry.recorded_at and entry.key == given["key"]
            for turn in turns
            for given in turn.report.get("fact_answers") or ()
        )
    return entry.source == Entry.Source.CHAT and entry.origin == origin_of(conversation.pk)


def _verb(entry: Entry) -> Mapping[str, Json] | None:
    """The decision in the words of a scenario; None for what nobody decided."""
    key, kind = entry.key, entry.kind
    if kind in (Entry.Kind.ACCEPTED, Entry.Kind.REJECTED):
        return {"accept" if kind == Entry.Kind.ACCEPTED else "reject": {"key": key, "value": _answered(entry)}}
    if kind == Entry.Kind.RESOLVED:
        return {"resolve": {"key": key, "choice": entry.choice}}
    if kind in _STATED:
        return {"correct": {"key": key, "value": entry.read_value()}}
    verbs: Mapping[str, Mapping[str, Json]] = {Entry.Kind.UNDONE: {"undo": key}, Entry.Kind.RETRACTED: {"retract": key}}
    return verbs.get(kind)


def _answered(entry: Entry) -> Json:
    """The value that was proposed; a refusal has none of its own."""
    return entry.about.read_value() if entry.about and entry.value is None else entry.read_value()
