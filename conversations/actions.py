"""What people do to a conversation: start one, say something. One verb a function, shared by API, sockets and pages.

So do the host (context, events) and the staff (answers, giving back) that stand behind it.
"""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from agents.live import definition
from agents.models import Agent, Version
from conversations import statements
from conversations.clock import now
from conversations.engine.effects import canonical
from conversations.engine.turn_input import Tap
from conversations.intake import LONGEST_TEXT, Refused, client_id_of, event_of, object_of, tap_of, words_of
from conversations.models import Conversation, Event, Message
from facts.keyring import keyring_of, new_keyring, take_turns
from facts.models import Person
from facts.prepared import insert
from facts.timezones import is_timezone
from facts.values import Json

__all__ = [
    "LONGEST_TEXT",
    "Refused",
    "Started",
    "change_context",
    "give_back",
    "receive",
    "report_event",
    "staff_say",
    "start",
    "token_hash",
]


@dataclass(frozen=True, slots=True)
class Started:
    """A new conversation. `token` is the visitor's right to it, shown this once; empty for a signed-in person."""

    conversation: Conversation
    token: str = ""


def start(
    agent: Agent,
    person: Person | None = None,
    *,
    context: dict[str, Json] | None = None,
    data: dict[str, Json] | None = None,
    language: str = "",
    timezone: str = "",
    version: Version | None = None,
) -> Started:
    """Begin a conversation with the live version of an agent, or with the one given.

    `context` and `data` are the host's (T18). A time zone that is none counts as not known. Raises
    Refused if nothing is published, or for a visitor who may not.
    """
    version = version or agent.live
    if version is None or (person is None and not definition(version).visitors):
        raise Refused("not_found", _("There is no such agent, or it is not open to you. Sign in and try again."), 404)
    token = "" if person else secrets.token_urlsafe(32)
    with transaction.atomic():
        if person and not take_turns(person):
            raise Refused("not_found", _("There is no such account any more."), 404)
        keyring = keyring_of(person) if person else new_keyring()
        conversation = Conversation.objects.create(
            agent=agent,
            version=version,
            person=person,
            keyring=keyring,
            token_hash=token_hash(token) if token else "",
            language=language[:16],
            timezone=timezone if is_timezone(timezone) else "",
            **Conversation.sealed(
                keyring, context=object_of(context or {}, "context"), given=object_of(data or {}, "data")
            ),
        )
    return Started(conversation, token)


def receive(
    conversation: Conversation,
    client_id: str,
    text: str = "",
    *,
    field: str = "",
    value: Json = None,
    at: datetime | None = None,
) -> Message:
    """Store what the person typed, or tapped (`field` and `value`); the same `client_id` again answers the first.

    From here on nothing is lost. Raises Refused, and then nothing is stored.
    """
    client_id, tap = client_id_of(client_id), tap_of(field, value)
    words = _label(conversation, tap) if tap else words_of(text)
    tapped = {"field": tap.field, "value": tap.value} if tap else None
    sealed = Message.sealed(conversation.keyring, text=words, tap=tapped)
    return _add(conversation, client_id, at=at or now(), **sealed)


def change_context(conversation: Conversation, changes: Mapping[str, Json]) -> dict[str, Json]:
    """Merge the host's changes into the context by key, and answer the whole; the next turn sees it.

    A null is a value like any other. Raises Refused for one that grows too long.
    """
    changes = object_of(changes, "context")
    with transaction.atomic():
        row = _locked(conversation)
        held = row.opened("context", conversation.keyring)
        context = object_of({**(held if isinstance(held, dict) else {}), **changes}, "context")
        sealed = Conversation.sealed(conversation.keyring, context=context)
        Conversation.objects.filter(pk=row.pk).update(**sealed)
    return context


def report_event(
    conversation: Conversation, ref: str, *, name: str, payload: Mapping[str, Json], at: datetime | None = None
) -> Event:
    """Store an event of the host; the same `ref` again is the same event, as it was first told. Raises Refused."""
    ref, name = event_of(ref, name)
    sealed = Event.sealed(conversation.keyring, payload=object_of(payload, "payload"))
    with transaction.atomic():
        # the row lock orders this against a runner that is about to release (see `lease`)
        _locked(conversation)
        event, _created = Event.objects.get_or_create(
            conversation=conversation, ref=ref, defaults={"name": name, "at": at or now(), **sealed}
        )
    return event


def staff_say(conversation: Conversation, text: str, *, client_id: str, at: datetime | None = None) -> Message:
    """Store what a person of the staff answers while they have the conversation (T11); no turn comes of it.

    The same `client_id` again answers the first message. Raises Refused, and then nothing is stored.
    """
    client_id = client_id_of(client_id)
    sealed = Message.sealed(conversation.keyring, text=words_of(text))
    with transaction.atomic():
        row = _locked(conversation)
        if said := row.messages.filter(client_id=client_id).first():
            return _said_by(said, Message.Role.STAFF)
        _check_handed_off(row)
        Conversation.objects.filter(pk=row.pk).update(seq=row.seq + 1)
        staff = {"role": Message.Role.STAFF, "client_id": client_id, "at": at or now()}
        return Message.objects.create(conversation=conversation, seq=row.seq + 1, **staff, **sealed)


def give_back(conversation: Conversation, *, seen: int | None = None, at: datetime | None = None) -> Event:
    """Give a conversation back to its agent (T11): an event that the next turn takes before anything else.

    It says up to which `seq` people have read. `seen` is the last one that was shown to whoever gives it back; None:
    all of them. Raises Refused if the conversation is not handed off, or if the person wrote something behind `seen`,
    which neither people nor the agent would read.
    """
    with transaction.atomic():
        row = _locked(conversation)
        _check_handed_off(row)
        _check_seen(row, seen)
        Conversation.objects.filter(pk=row.pk).update(handed_off=False)
        return Event.objects.create(
            conversation=conversation,
            ref=f"{Event.GIVE_BACK}:{row.state_version}",  # there is at least a turn between two hand-offs
            name=Event.GIVE_BACK,
            at=at or now(),
            **Event.sealed(conversation.keyring, payload={"seq": row.seq}),
        )


def token_hash(token: str) -> str:
    """What is stored of a visitor's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _add(conversation: Conversation, client_id: str, *, at: datetime, **sealed: Any) -> Message:
    """The message with the next `seq`, in one transaction; the stored one if its `client_id` is there already."""
    message = Message(conversation=conversation, role=Message.Role.USER, client_id=client_id, at=at, **sealed)
    try:
        with transaction.atomic():
            if not statements.next_seq(conversation=conversation.pk, at=at):
                raise _gone()
            message.seq = statements.place_of(conversation=conversation.pk)[0].seq
            insert(message)
    except IntegrityError:
        return _said_by(Message.objects.get(conversation=conversation, client_id=client_id), Message.Role.USER)
    return message


def _said_by(message: Message, role: Message.Role) -> Message:
    """The message that has this `client_id` already. Raises Refused if somebody else's has it: nothing gets lost."""
    if message.role != role:
        sentence = _("Give the message another client_id: this one is in use.")
        raise Refused("taken", sentence, 409, fields=("client_id",))
    return message


def _locked(conversation: Conversation) -> Conversation:
    """The conversation as it stands, its row locked until the transaction ends. Raises Refused if it is forgotten."""
    columns = ("seq", "state_version", "handed_off", "context")
    row = Conversation.objects.select_for_update().only(*columns).filter(pk=conversation.pk).first()
    if row is None:
        raise _gone()
    return row


def _gone() -> Refused:
    """What whoever comes too late is told: the conversation was forgotten (F20)."""
    return Refused("not_found", _("There is no such conversation any more."), 404)


def _check_handed_off(conversation: Conversation) -> None:
    if not conversation.handed_off:
        message = _("Nobody asks for a person in this conversation, or it was given back already.")
        raise Refused("not_handed_off", message, 409)


def _check_seen(conversation: Conversation, seen: int | None) -> None:
    if seen is None:
        return
    if conversation.messages.filter(role=Message.Role.USER, turn=None, forgotten=False, seq__gt=seen).exists():
        raise Refused("unread", _("The person has written meanwhile. Read it before you hand back."), 409)


def _label(conversation: Conversation, tap: Tap) -> str:
    """What the button said that was tapped, for the log; the value itself if no such button is there any more."""
    asked = conversation.messages.filter(role=Message.Role.AGENT).order_by("-seq").first()
    replies: Any = asked.opened("quick_replies", conversation.keyring) if asked else None
    labels = [reply["label"] for reply in replies or () if reply["field"] == tap.field and reply["value"] == tap.value]
    return labels[0] if labels else (tap.value if isinstance(tap.value, str) else canonical(tap.value))
