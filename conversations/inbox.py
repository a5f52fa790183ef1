"""What waits in a conversation, and the input of the turn that takes it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from conversations import statements
from conversations.engine.effects import Said
from conversations.engine.state import State
from conversations.engine.state import load as load_state
from conversations.engine.turn_input import Tap, TurnInput, User, UserMessage
from conversations.engine.waiting import is_stale
from conversations.known import known
from conversations.models import Conversation, Event, Message, Timer
from facts.models import Keyring
from facts.values import Json

HISTORY = 20
"""How many earlier messages a turn is shown."""


@dataclass(frozen=True, slots=True)
class Inbox:
    """The next input of a conversation: the messages that wait, else a due timer, else an event."""

    kind: Literal["message", "timer", "event"]
    items: tuple[Message | Timer | Event, ...]
    history: tuple[Message, ...]

    @property
    def last(self) -> Message | Timer | Event:
        """The item that gives the turn its id (T29)."""
        return self.items[-1]

    def take(self, turn: int, at: datetime) -> None:
        """Mark the items as taken by the turn."""
        last = self.last
        if isinstance(last, Message):
            statements.take_messages(conversation=last.conversation_id, turn=turn, seq=last.seq)
        elif isinstance(last, Timer):
            Timer.objects.filter(pk=last.pk).update(done_at=at)
        else:
            Event.objects.filter(pk=last.pk).update(turn=turn)


def look(conversation: Conversation, at: datetime) -> Inbox | None:
    """What a turn has to take next, or None. A message goes before a timer (T40), a timer before an event."""
    if conversation.handed_off:
        return None
    waiting, history = _messages(conversation)
    if waiting:
        return Inbox("message", waiting, history)
    timer = _due_timer(conversation, at)
    if timer:
        return Inbox("timer", (timer,), history)
    event = conversation.events.filter(turn=None).order_by("pk").first()
    return Inbox("event", (event,), history) if event else None


def _due_timer(conversation: Conversation, at: datetime) -> Timer | None:
    """The next due timer that has something to do; stale ones on the way are closed without a turn (T43)."""
    for timer in conversation.timers.filter(done_at=None, due_at__lte=at).order_by("due_at", "pk"):
        if not is_stale(state_of(conversation), timer.token):
            return timer
        Timer.objects.filter(pk=timer.pk).update(done_at=at)
    return None


def _messages(conversation: Conversation) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """The user messages that wait, and what was said before them; one query."""
    rows = statements.messages_for_turn(conversation=conversation.pk, seq=max(conversation.seq - HISTORY, 0))
    waiting = tuple(row for row in rows if row.role == Message.Role.USER and row.turn_id is None)
    return waiting, tuple(row for row in rows if row not in waiting)


def turn_input(conversation: Conversation, inbox: Inbox, *, at: datetime, input_id: Callable[[Any], str]) -> TurnInput:
    """Everything the turn depends on: row 0 of its journal."""
    keyring, person = conversation.keyring, conversation.person
    remembered = known(person, at)
    return TurnInput(
        kind=inbox.kind,
        id=input_id(inbox.last),
        conversation=str(conversation.pk),
        state=state_of(conversation),
        now=at.isoformat(),
        version=conversation.version.number,
        user=User(
            is_authenticated=person is not None,
            language=conversation.language or (person.language if person else ""),
            timezone=conversation.timezone or (person.timezone if person else ""),
        ),
        facts=remembered.facts,
        catalogue=remembered.catalogue,
        open_scopes=remembered.open_scopes,
        fact_questions=remembered.questions,
        context=_mapping(conversation, "context"),
        given=_mapping(conversation, "given") if conversation.state_version == 0 else {},
        history=tuple(_said(message, keyring) for message in inbox.history),
        **_of_kind(inbox, keyring, input_id),
    )


def state_of(conversation: Conversation) -> State:
    """The conversation's state; an empty one before its first turn."""
    document = conversation.opened("state", conversation.keyring)
    return load_state(document) if isinstance(document, dict) else State()


def _of_kind(inbox: Inbox, keyring: Keyring, input_id: Callable[[Any], str]) -> dict[str, Any]:
    """The attributes that only this kind of input has."""
    if inbox.kind == "message":
        return {"messages": tuple(_user_message(message, keyring, input_id(message)) for message in inbox.items)}
    last = inbox.last
    if isinstance(last, Timer):
        return {"timer": last.token}
    assert isinstance(last, Event)
    return {"event": last.name, "payload": last.opened("payload", keyring) or {}}


def _user_message(message: Any, keyring: Keyring, id: str) -> UserMessage:
    tap = message.opened("tap", keyring)
    return UserMessage(
        id=id,
        text=message.opened("text", keyring),
        at=message.at.isoformat(),
        tap=Tap(tap["field"], tap["value"]) if tap else None,
    )


def _mapping(conversation: Conversation, column: str) -> dict[str, Json]:
    held = conversation.opened(column, conversation.keyring)
    return held if isinstance(held, dict) else {}


def _said(message: Message, keyring: Keyring) -> Said:
    return Said(str(message.seq), message.role, str(message.opened("text", keyring)), message.at.isoformat())
