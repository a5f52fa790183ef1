"""What waits in a conversation, and the input of the turn that takes it."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from agents.live import definition
from conversations import statements
from conversations.engine.effects import Said
from conversations.engine.fate import Fate, fate
from conversations.engine.state import State
from conversations.engine.state import load as load_state
from conversations.engine.turn_input import Tap, TurnInput, User, UserMessage
from conversations.known import known, origin_of
from conversations.models import Conversation, Event, Message, Timer
from facts.models import Keyring
from facts.values import Json

log = logging.getLogger(__name__)

HISTORY = 20
"""How many earlier messages a turn is shown."""


@dataclass(frozen=True, slots=True)
class Inbox:
    """The next input of a conversation.

    That it is given back, else the messages that wait, else a due timer, else an event.
    """

    kind: Literal["message", "timer", "event", "give_back"]
    items: tuple[Message | Timer | Event, ...]
    history: tuple[Message, ...]
    heard: str = ""
    """When the person last wrote to the colleague, as ISO text."""
    read_by_people: int = 0
    """Up to which `seq` messages were for a colleague to read: they are not read again (T11)."""

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
            if self.read_by_people:
                statements.take_messages(conversation=last.conversation_id, turn=turn, seq=self.read_by_people)


def look(conversation: Conversation, at: datetime) -> Inbox | None:
    """What a turn has to take next, or None. A message goes before a timer (T40), a timer before an event."""
    if conversation.handed_off:
        return None
    if given_back := getattr(conversation, "given_back", None):
        return _given_back(conversation, Event.objects.get(pk=given_back))
    waiting, history = _messages(conversation)
    if waiting:
        return Inbox("message", waiting, history)
    timer = _due_timer(conversation, at, history)
    if timer:
        return Inbox("timer", (timer,), history)
    event = conversation.events.filter(turn=None).order_by("pk").first()
    return Inbox("event", (event,), history) if event else None


def _given_back(conversation: Conversation, event: Event) -> Inbox:
    """The end of a hand-off, with all that was said meanwhile as history."""
    payload: Any = event.opened("payload", conversation.keyring)
    waiting, history = _messages(conversation)
    meanwhile = [row for row in waiting if row.seq <= payload["seq"]]
    said = sorted((*history, *meanwhile), key=lambda row: row.seq)[-HISTORY:]
    heard = meanwhile[-1].at.isoformat() if meanwhile else ""
    return Inbox("give_back", (event,), tuple(said), heard=heard, read_by_people=payload["seq"])


def _due_timer(conversation: Conversation, at: datetime, history: tuple[Message, ...]) -> Timer | None:
    """The next due timer that is a turn now; what else becomes of others on the way is written down (T43)."""
    due = conversation.timers.filter(done_at=None, held=False, due_at__lte=at)
    for timer in due.order_by("due_at", "pk"):
        found = _fate(conversation, timer, at, history)
        if found.verdict == "fires":
            return timer
        Timer.objects.filter(pk=timer.pk).update(**_written(found, at))
    return None


def _fate(conversation: Conversation, timer: Timer, at: datetime, history: tuple[Message, ...]) -> Fate:
    """What the engine says of the timer. One that it cannot judge is a turn, which is then closed as failed."""
    given = turn_input(conversation, Inbox("timer", (timer,), history), at=at, input_id=lambda item: f"t{item.pk}")
    try:
        return fate(definition(conversation.version), given)
    except Exception as error:
        log.error("timer %s could not be judged: %s", timer.pk, type(error).__name__)
        return Fate("fires")


def _written(found: Fate, at: datetime) -> dict[str, Any]:
    """What a fate changes in the timer's row."""
    if found.verdict == "put_off":
        return {"due_at": datetime.fromisoformat(found.until)}
    return {"held": True} if found.verdict == "held" else {"done_at": at}


def _messages(conversation: Conversation) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """The user messages that wait, and what was said before them; one query."""
    rows = statements.messages_for_turn(conversation=conversation.pk, seq=max(conversation.seq - HISTORY, 0))
    waiting = tuple(row for row in rows if row.role == Message.Role.USER and row.turn_id is None)
    return waiting, tuple(row for row in rows if row not in waiting)


def turn_input(conversation: Conversation, inbox: Inbox, *, at: datetime, input_id: Callable[[Any], str]) -> TurnInput:
    """Everything the turn depends on: row 0 of its journal."""
    keyring, person = conversation.keyring, conversation.person
    of_kind = _of_kind(inbox, keyring, input_id)
    remembered = known(
        person,
        at,
        origin=origin_of(conversation.pk),
        bound=[spec.fact for spec in definition(conversation.version).bound_to_facts],
        texts=[message.text for message in of_kind.get("messages", ())],
    )
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
        suggestions=remembered.suggestions,
        context=_mapping(conversation, "context"),
        given=_mapping(conversation, "given") if conversation.state is None else {},
        history=tuple(_said(message, keyring) for message in inbox.history),
        **of_kind,
    )


def state_of(conversation: Conversation) -> State:
    """The conversation's state; an empty one before its first turn. Who has it, people or the agent, says its row."""
    document = conversation.opened("state", conversation.keyring)
    state = load_state(document) if isinstance(document, dict) else State()
    return replace(state, handed_off=conversation.handed_off)


def _of_kind(inbox: Inbox, keyring: Keyring, input_id: Callable[[Any], str]) -> dict[str, Any]:
    """The attributes that only this kind of input has."""
    if inbox.kind == "message":
        return {"messages": tuple(_user_message(message, keyring, input_id(message)) for message in inbox.items)}
    last = inbox.last
    if isinstance(last, Timer):
        return {"timer": last.token}
    assert isinstance(last, Event)
    if inbox.kind == "give_back":
        return {"heard": inbox.heard}
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
