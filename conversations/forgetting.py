"""Forgetting a fact, a person or a conversation: the one action, for pages, API, admin, scenarios and retention (F20).

In one transaction, which first takes the conversations away from whoever runs them: epoch and version are raised and
the lease ends, so that no turn that is under way can write anything any more (`lease.hold`), and one that a dead
process left open is never resumed over a journal that holds the words. After the commit those who listen are told, and
SQLite's log is emptied.

Locks are taken in one order, so that nobody waits in a circle: the person, their conversations as a turn's commit does,
then their keyring.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.authtoken.models import Token, TokenProxy

from agents.live import definition
from conversations import database, serving, visitors, wordless
from conversations.actions import Refused
from conversations.clock import now
from conversations.engine.effects import Act
from conversations.engine.state import dump as dump_state
from conversations.inbox import state_of
from conversations.known import origin_of
from conversations.models import Conversation, Event, JournalRow, Message, Timer, Turn
from facts import erasing
from facts.erasing import Erased, remove
from facts.keyring import take_turns
from facts.models import Keyring, Person, Receipt

Interrupted = tuple[UUID, int]
"""A conversation and its turn that was under way."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What would go with a fact: lines of its history, and messages that are blanked."""

    key: str
    entries: int
    messages: int


def forget_key(person: Person, key: str) -> Receipt:
    """Forget all that was said under a key: in the ledger, and wherever else the words stand.

    Messages that hold them keep their place and lose their text; journals and the words of reports go from all turns.
    Raises `facts.decisions.NotFound` if nothing is kept under the key.
    """
    with transaction.atomic():
        conversations = Conversation.objects.filter(person=person)
        taken = _taken_from(person, conversations)
        interrupted = _close_open_turns(conversations)
        erased = erasing.erase_key(person, key, _languages(conversations))
        rows = erased.rows + remove(JournalRow.objects.filter(turn__in=_turns(conversations)))
        rows += sum(_sweep(row, erased) for row in conversations.select_related("keyring", "version"))
        _after_commit(partial(_tell, taken, interrupted=interrupted))
        return erasing.receipt(Receipt.What.KEY, rows, person=person)


def forget_person(person: Person, *, account: bool = False) -> Receipt:
    """Forget everything about a person, and destroy their key. With `account` the account goes as well.

    Without it the account stays as it is, with a new key on first use.
    """
    begun = list(Conversation.objects.filter(person=person).values_list("pk", flat=True))
    sessions = visitors.sessions_of(begun, person.pk if account else None)
    with transaction.atomic():
        conversations = Conversation.objects.filter(person=person)
        taken = _taken_from(person, conversations)
        rows = _remove(conversations) + erasing.erase_person(person)
        rows += visitors.clear_sessions(sessions, begun, person.pk if account else None)
        rows += _remove_account(person) if account else 0
        _after_commit(partial(_tell, taken, ended=taken))
        what = Receipt.What.ACCOUNT if account else Receipt.What.PERSON
        return erasing.receipt(what, rows, person=None if account else person)


def forget_conversation(conversation: Conversation, *, because: str = "asked", provided: Q | None = None) -> Receipt:
    """Forget a conversation with all its rows, and its key where it has one of its own. Facts that came of it stay.

    `provided` is what must hold of it once nobody runs it any more. Raises Refused if it does not, or if the
    conversation is gone already.
    """
    with transaction.atomic():
        rows = Conversation.objects.filter(pk=conversation.pk)
        taken = _take_away(rows.filter(provided) if provided else rows)
        if not taken:
            raise Refused("not_found", _("There is no such conversation, or it is not yours."), 404)
        count = _remove(rows) + _let_go(conversation.keyring)
        _after_commit(partial(_tell, taken, ended=taken))
        what, person = Receipt.What.CONVERSATION, conversation.person
        return erasing.receipt(what, count, person=person, because=because)


def extent(person: Person, key: str) -> Extent:
    """What would go with a key. Raises `facts.decisions.NotFound`."""
    conversations = Conversation.objects.filter(person=person)
    erased = erasing.kept(person, key, _languages(conversations))
    found = (_about(row, erased) for row in conversations.select_related("keyring"))
    return Extent(erased.key, erased.lines, sum(map(len, found)))


def _languages(conversations: "QuerySet[Conversation]") -> set[str]:
    """Those in which the agents of these conversations speak."""
    return set(conversations.order_by().values_list("agent__language", flat=True).distinct())


def _taken_from(person: Person, conversations: "QuerySet[Conversation]") -> list[UUID]:
    """Take all of a person's conversations away. None can begin meanwhile: `actions.start` waits at the same place."""
    take_turns(person)
    return _take_away(conversations)


def _take_away(conversations: "QuerySet[Conversation]") -> list[UUID]:
    """Lock the conversations, and end every claim on them."""
    taken = list(conversations.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
    raised = {"epoch": F("epoch") + 1, "state_version": F("state_version") + 1, "lease_until": None}
    Conversation.objects.filter(pk__in=taken).update(**raised)
    return taken


def _turns(conversations: "QuerySet[Conversation]") -> "QuerySet[Turn]":
    return Turn.objects.filter(conversation__in=conversations.values("pk")).order_by()


def _close_open_turns(conversations: "QuerySet[Conversation]") -> list[Interrupted]:
    """Close the turns that were under way; what each was about waits again, unless an action may have run (T47)."""
    found = _turns(conversations).filter(status=Turn.Status.OPEN).select_related("conversation__keyring")
    interrupted = list(found)
    acted = set(JournalRow.objects.filter(turn__in=interrupted, kind=Act.kind).values_list("turn", flat=True))
    for turn in interrupted:
        if turn.pk not in acted:
            _let_wait_again(turn)
        turn.status, turn.stopped_reason, turn.done_at = Turn.Status.FORGOTTEN, wordless.FORGOTTEN, now()
        turn.report = Turn.sealed(turn.conversation.keyring, report=wordless.closed())["report"]
    Turn.objects.bulk_update(interrupted, ["status", "stopped_reason", "done_at", "report"])
    return [(turn.conversation_id, turn.pk) for turn in interrupted]


def _let_wait_again(turn: Turn) -> None:
    """Give back what a turn has taken (`inbox.Inbox.take`)."""
    turn.messages.filter(role=Message.Role.USER).update(turn=None)
    turn.events.update(turn=None)
    if turn.kind == Turn.Kind.TIMER and (number := turn.input_id.removeprefix("t")).isdecimal():
        Timer.objects.filter(conversation=turn.conversation_id, pk=int(number)).update(done_at=None)


def _remove(conversations: "QuerySet[Conversation]") -> int:
    """Delete the conversations with all their rows; how many."""
    inside = {"conversation__in": conversations.values("pk")}
    rows = remove(JournalRow.objects.filter(turn__in=_turns(conversations)))
    rows += sum(remove(model.objects.filter(**inside)) for model in (Message, Event, Timer, Turn))
    return rows + remove(conversations)


def _let_go(keyring: Keyring) -> int:
    """Destroy the key if the conversation was the last that was sealed by it."""
    return 0 if Conversation.objects.filter(keyring=keyring).exists() else erasing.let_go(keyring)


def _remove_account(person: Person) -> int:
    """Delete the account, and what the admin's history says of it. Its tokens go with it."""
    kinds = ContentType.objects.get_for_models(Person, Token, TokenProxy, for_concrete_models=False).values()
    LogEntry.objects.filter(content_type__in=list(kinds), object_id=str(person.pk)).update(
        object_repr="", change_message=""
    )
    rows, _by_model = Person.objects.filter(pk=person.pk).delete()
    return rows


def _sweep(conversation: Conversation, erased: Erased) -> int:
    """Take the words out of one conversation; how many rows lost something."""
    return (
        _blank(conversation, _about(conversation, erased))
        + _sweep_reports(conversation)
        + _sweep_events(conversation, erased)
        + _sweep_state(conversation, erased)
    )


def _about(conversation: Conversation, erased: Erased) -> list[Message]:
    """The messages that hold the words: in which they were said, cards about the key, and whatever repeats them."""
    origin = origin_of(conversation.pk)
    sources = {message for place, message in erased.places if place == origin}
    rows = conversation.messages.filter(forgotten=False).order_by("seq")
    return [row for row in rows if _is_source(row, sources) or _holds(row, conversation.keyring, erased)]


def _is_source(row: Message, sources: Collection[str]) -> bool:
    """Whether an entry of the ledger names the message: by its `seq`, which is the id of an input (T29)."""
    return row.role == Message.Role.USER and str(row.seq) in sources


def _holds(row: Message, keyring: Keyring, erased: Erased) -> bool:
    card: Any = row.opened("fact", keyring)
    if isinstance(card, dict) and card["key"] == erased.key:
        return True
    tap: Any = row.opened("tap", keyring)
    words = erased.words
    return (
        words.stand_in(str(row.opened("text", keyring)))
        or words.are_in(tap["value"] if tap else None)
        or words.are_in(_said_on(card))
    )


def _said_on(card: Any) -> list[Any]:
    """What a fact card shows of a person's words; ids, keys and labels are none."""
    shown = ("value", "shown", "quote", "old", "old_shown", "old_quote")
    return [card.get(name) for name in shown] if isinstance(card, dict) else []


def _blank(conversation: Conversation, messages: Iterable[Message]) -> int:
    """Leave of the messages their rows alone, so that the numbers have no gap."""
    blanked = list(messages)
    for row in blanked:
        row.forgotten, row.tap, row.quick_replies, row.fact = True, None, None, None
        row.text = Message.sealed(conversation.keyring, text="")["text"]
    Message.objects.bulk_update(blanked, ["forgotten", "text", "tap", "quick_replies", "fact"], batch_size=200)
    return len(blanked)


def _sweep_reports(conversation: Conversation) -> int:
    """Leave of the reports what is said in ids, codes and numbers: facts and values may stand anywhere in them."""
    keyring = conversation.keyring
    turns = list(conversation.turns.exclude(report=None).exclude(status=Turn.Status.FORGOTTEN).order_by())
    for turn in turns:
        turn.report = Turn.sealed(keyring, report=wordless.report(turn.opened("report", keyring)))["report"]
    Turn.objects.bulk_update(turns, ["report"], batch_size=200)
    return len(turns)


def _sweep_events(conversation: Conversation, erased: Erased) -> int:
    keyring, rows = conversation.keyring, 0
    for event in conversation.events.exclude(payload=None):
        payload: Any = event.opened("payload", keyring)
        if erased.words.are_in(payload):
            left = Event.sealed(keyring, payload=wordless.mapping(payload, erased.words))
            rows += Event.objects.filter(pk=event.pk).update(**left)
    return rows


def _sweep_state(conversation: Conversation, erased: Erased) -> int:
    """Take the words out of what the conversation remembers, was given and is told by its host (F15)."""
    keyring, left = conversation.keyring, {}
    for column in ("context", "given"):
        held: Any = conversation.opened(column, keyring)
        if erased.words.are_in(held):
            left[column] = wordless.mapping(held, erased.words)
    if conversation.state is not None:
        before = state_of(conversation)
        after = wordless.state(before, erased.words, _bound(conversation, erased.key))
        if after != before:
            left["state"] = dump_state(after)
    if not left:
        return 0
    return Conversation.objects.filter(pk=conversation.pk).update(**Conversation.sealed(keyring, **left))


def _bound(conversation: Conversation, key: str) -> set[str]:
    """The fields that the fact fills, or is filled from."""
    fields = definition(conversation.version).bound_to_facts
    return {spec.id for spec in fields if spec.fact == key}


def _after_commit(tell: Callable[[], None]) -> None:
    """What cannot undo the forgetting any more, and is made up for by the slow poll and the worker where it fails."""
    transaction.on_commit(tell, robust=True)
    transaction.on_commit(database.empty_log, robust=True)


def _tell(taken: list[UUID], *, interrupted: Iterable[Interrupted] = (), ended: Iterable[UUID] = ()) -> None:
    serving.let_go(taken)
    for conversation, turn in interrupted:
        serving.interrupted(conversation, turn)
    for conversation in ended:
        serving.ended(conversation)
