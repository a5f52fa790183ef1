"""Forgetting a fact, a person or a conversation: the one action, for pages, API, admin, scenarios and retention (F20).

In one transaction, which first takes the conversations away from whoever runs them: epoch and version are raised and
the lease ends, so that no turn that is under way can write anything any more (`lease.hold`), and one that a dead
process left open is never resumed over a journal that holds the words. After the commit those who listen are told, and
SQLite's log is emptied.

What is long to read is read before: under the locks only what came since is looked at (`conversations.traces`).

Locks are taken in one order, so that nobody waits in a circle: the person, their conversations as a turn's commit does,
then their keyring.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
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
from conversations import elsewhere, serving, traces, visitors, wordless
from conversations.actions import Refused
from conversations.clock import now
from conversations.engine.effects import Act
from conversations.engine.state import dump as dump_state
from conversations.inbox import state_of
from conversations.journal import doubt, without_doubts
from conversations.models import Conversation, Event, JournalRow, Message, Scenario, Timer, Trial, Turn
from conversations.statements import READINGS_AND_REPLIES
from conversations.traces import Traces
from facts import erasing
from facts.erasing import Erased, remove
from facts.keyring import take_turns
from facts.models import Keyring, Person, Receipt
from facts.sqlite_log import empty_log

NOTHING: Mapping[UUID, list[int]] = {}
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
    conversations = Conversation.objects.filter(person=person)
    kept = erasing.kept(person, key, _languages(conversations))
    seen, quotes = traces.find(conversations, kept), erasing.quotes(person, kept)
    with transaction.atomic():
        taken = _taken_from(person, conversations)
        interrupted = _close_open_turns(conversations)
        erased = erasing.erase_key(person, key, _languages(conversations), quotes)
        rows = erased.rows + remove(without_doubts(JournalRow.objects.filter(turn__in=_turns(conversations))))
        found = traces.find(conversations, erased, seen)
        blanked = _places(found)
        rows += _sweep(conversations, found) + remove(_scenarios(conversations))
        _after_commit(partial(_tell, taken, interrupted=interrupted, blanked=blanked, person=person))
        return erasing.receipt(Receipt.What.KEY, rows, person=person)


def forget_person(person: Person, *, account: bool = False, because: str = "asked") -> Receipt:
    """Forget everything about a person, and destroy their key. With `account` the account goes as well.

    Without it the account stays as it is, with a new key on first use.
    """
    sessions = visitors.sessions_of(person.pk) if account else []
    with transaction.atomic():
        if account:
            _end_trials(person)
        conversations = Conversation.objects.filter(person=person)
        taken = _taken_from(person, conversations)
        rows = _remove(conversations) + erasing.erase_person(person)
        if account:
            rows += visitors.end_sessions(sessions) + _remove_account(person)
        _after_commit(partial(_tell, taken, ended=taken))
        what = Receipt.What.ACCOUNT if account else Receipt.What.PERSON
        return erasing.receipt(what, rows, person=None if account else person, because=because)


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


def forget_trial(conversation: Conversation) -> Receipt:
    """Forget a conversation in which a draft was tried, and whoever was made for it."""
    person = conversation.person
    return forget_person(person, account=True) if person else forget_conversation(conversation)


def extent(person: Person, key: str) -> Extent:
    """What would go with a key. Raises `facts.decisions.NotFound`."""
    conversations = Conversation.objects.filter(person=person)
    erased = erasing.kept(person, key, _languages(conversations))
    return Extent(erased.key, erased.lines, len(traces.find(conversations, erased).blanked))


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


def _scenarios(conversations: "QuerySet[Conversation]") -> "QuerySet[Scenario]":
    """Those that were saved from them, and hold their words."""
    return Scenario.objects.filter(source__in=conversations.values("pk"))


def _close_open_turns(conversations: "QuerySet[Conversation]") -> list[Interrupted]:
    """Close the turns that were under way; what each was about waits again where that is safe (T47)."""
    found = _turns(conversations).filter(status=Turn.Status.OPEN).select_related("conversation__keyring")
    interrupted = list(found.annotate(made=READINGS_AND_REPLIES))
    for turn in interrupted:
        _let_wait_again(turn)
        turn.status, turn.stopped_reason, turn.done_at = Turn.Status.FORGOTTEN, wordless.FORGOTTEN, now()
        turn.calls = turn.made
        turn.report = Turn.sealed(turn.conversation.keyring, report=wordless.closed())["report"]
    Turn.objects.bulk_update(interrupted, ["status", "stopped_reason", "done_at", "calls", "report"])
    return [(turn.conversation_id, turn.pk) for turn in interrupted]


def _let_wait_again(turn: Turn) -> None:
    """Give back what a turn has taken (`inbox.Inbox.take`), and keep in doubt which actions it had begun.

    Not a message about which an action may have run: read anew it may begin a run of another id, and so the action
    once more under another key. The run of a timer or an event is the same run, so its action has the same key.
    """
    acted = list(turn.journal.filter(kind=Act.kind))
    if acted and turn.kind == Turn.Kind.MESSAGE:
        return
    doubt(acted, turn.conversation.keyring)
    turn.messages.filter(role=Message.Role.USER).update(turn=None)
    turn.events.update(turn=None)
    if turn.kind == Turn.Kind.TIMER and (number := turn.input_id.removeprefix("t")).isdecimal():
        Timer.objects.filter(conversation=turn.conversation_id, pk=int(number)).update(done_at=None)


def _remove(conversations: "QuerySet[Conversation]") -> int:
    """Delete the conversations with all their rows; how many."""
    inside = {"conversation__in": conversations.values("pk")}
    rows = remove(JournalRow.objects.filter(turn__in=_turns(conversations)))
    rows += sum(remove(model.objects.filter(**inside)) for model in (Message, Event, Timer, Turn, Trial))
    rows += remove(_scenarios(conversations))
    return rows + remove(conversations)


def _let_go(keyring: Keyring) -> int:
    """Destroy the key if the conversation was the last that was sealed by it."""
    return 0 if Conversation.objects.filter(keyring=keyring).exists() else erasing.let_go(keyring)


def _end_trials(person: Person) -> None:
    """Forget the conversations in which the person tried a draft, and whom they pretended to be there."""
    for trial in Trial.objects.filter(by=person).select_related("conversation__person", "conversation__keyring"):
        forget_trial(trial.conversation)


def _remove_account(person: Person) -> int:
    """Delete the account, and what the admin's history says of it. Its tokens go with it."""
    kinds = ContentType.objects.get_for_models(Person, Token, TokenProxy, for_concrete_models=False).values()
    LogEntry.objects.filter(content_type__in=list(kinds), object_id=str(person.pk)).update(
        object_repr="", change_message=""
    )
    rows, _by_model = Person.objects.filter(pk=person.pk).delete()
    return rows


def _sweep(conversations: "QuerySet[Conversation]", found: Traces) -> int:
    """Take the words out of the conversations; how many rows lost something."""
    held = list(conversations.select_related("keyring", "version"))
    rows = traces.replace(Turn, "report", found.reports) + traces.replace(Event, "payload", found.events)
    rows += sum(_blank(keyring, found.blanked) for keyring in {row.keyring for row in held})
    return rows + sum(_sweep_state(row, found.erased) for row in held)


def _places(found: Traces) -> dict[UUID, list[int]]:
    """By conversation the numbers of the messages that are to be blanked, and are not yet."""
    places: defaultdict[UUID, list[int]] = defaultdict(list)
    standing = Message.objects.filter(forgotten=False).order_by()
    for some in traces.chunks(found.blanked):
        for conversation, seq in standing.filter(pk__in=some).values_list("conversation", "seq"):
            places[conversation].append(seq)
    return dict(places)


def _blank(keyring: Keyring, messages: Iterable[int]) -> int:
    """Leave of the messages under a keyring their rows alone, so that the numbers have no gap."""
    nothing = {"tap": None, "quick_replies": None, "fact": None, **Message.sealed(keyring, text="")}
    standing = Message.objects.filter(conversation__keyring=keyring, forgotten=False).order_by()
    return sum(standing.filter(pk__in=some).update(forgotten=True, **nothing) for some in traces.chunks(messages))


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
    """What cannot undo the forgetting any more, and is made up for by the slow poll and the worker where it fails.

    Django names a callback that failed in the log by its `__qualname__`, which a partial has not.
    """

    def told() -> None:
        tell()

    transaction.on_commit(told, robust=True)
    transaction.on_commit(empty_log, robust=True)


def _tell(
    taken: list[UUID],
    *,
    interrupted: Iterable[Interrupted] = (),
    ended: Iterable[UUID] = (),
    blanked: Mapping[UUID, list[int]] = NOTHING,
    person: Person | None = None,
) -> None:
    """Tell those who listen; the lines of a `person` whose fact went, how many questions still wait."""
    serving.let_go(taken)
    for conversation, seqs in blanked.items():
        serving.forgotten(conversation, seqs)
    for conversation, turn in interrupted:
        serving.interrupted(conversation, turn)
    for conversation in ended:
        serving.ended(conversation)
    if person is not None:
        elsewhere.tell(person)
