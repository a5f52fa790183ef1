"""What people do to a conversation: start one, say something. One verb a function, shared by API, sockets and pages."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from agents.live import definition
from agents.models import Agent, Version
from conversations import statements
from conversations.clock import now
from conversations.engine.effects import canonical
from conversations.engine.turn_input import Tap
from conversations.models import Conversation, Event, Message
from facts.cleaning import clean, clean_json
from facts.keyring import keyring_of, new_keyring
from facts.models import Person
from facts.prepared import insert
from facts.timezones import is_timezone
from facts.values import Json

__all__ = ["Refused", "Started", "clean", "receive", "report_event", "start", "token_hash"]

LONGEST_TEXT = 8000
LONGEST_ID = 64


class Refused(Exception):
    """Something was not taken. `code` is stable (protocol.md), `message` is for the person, `status` is HTTP's."""

    def __init__(self, code: str, message: str | Promise, status: int = 400, fields: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.status = status
        self.fields = fields


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
        keyring = keyring_of(person) if person else new_keyring()
        conversation = Conversation.objects.create(
            agent=agent,
            version=version,
            person=person,
            keyring=keyring,
            token_hash=token_hash(token) if token else "",
            language=language[:16],
            timezone=timezone if is_timezone(timezone) else "",
            **Conversation.sealed(keyring, context=clean_json(context or {}), given=clean_json(data or {})),
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
    client_id = _client_id(client_id)
    tap = _tap(field, value)
    words = _label(conversation, tap) if tap else _words(text)
    tapped = {"field": tap.field, "value": tap.value} if tap else None
    sealed = Message.sealed(conversation.keyring, text=words, tap=tapped)
    return _add(conversation, client_id, at=at or now(), **sealed)


def report_event(
    conversation: Conversation, ref: str, *, name: str, payload: dict[str, Json], at: datetime | None = None
) -> Event:
    """Store an event of the host; the same `ref` again is the same event."""
    sealed = Event.sealed(conversation.keyring, payload=clean_json(payload))
    with transaction.atomic():
        # the row lock orders this against a runner that is about to release (see `lease`)
        Conversation.objects.select_for_update().get(pk=conversation.pk)
        event, _created = Event.objects.get_or_create(
            conversation=conversation, ref=ref, defaults={"name": clean(name), "at": at or now(), **sealed}
        )
    return event


def token_hash(token: str) -> str:
    """What is stored of a visitor's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _add(conversation: Conversation, client_id: str, *, at: datetime, **sealed: Any) -> Message:
    """The message with the next `seq`, in one transaction; the stored one if its `client_id` is there already."""
    message = Message(conversation=conversation, role=Message.Role.USER, client_id=client_id, at=at, **sealed)
    try:
        with transaction.atomic():
            statements.next_seq(conversation=conversation.pk, at=at)
            message.seq = statements.place_of(conversation=conversation.pk)[0].seq
            insert(message)
    except IntegrityError:
        return Message.objects.get(conversation=conversation, client_id=client_id)
    return message


def _client_id(client_id: str) -> str:
    if not isinstance(client_id, str) or not 0 < len(client_id) <= LONGEST_ID or client_id != clean(client_id):
        raise Refused("bad_frame", _("Give the message a client_id of 1 to 64 characters."), fields=("client_id",))
    return client_id


def _tap(field: str, value: Json) -> Tap | None:
    """The reply that was tapped, if one was. Raises Refused for a field without a value, and the other way round."""
    field = clean(field)
    if bool(field) != (value is not None):
        missing = "value" if field else "field"
        raise Refused("bad_frame", _("Send “field” and “value” together."), fields=(missing,))
    return Tap(field, clean_json(value)) if field else None


def _words(text: str) -> str:
    """The text, cleaned. Raises Refused for one that is none, is empty or is too long."""
    words = clean(text).strip() if isinstance(text, str) else ""
    if not words:
        raise Refused("bad_frame", _("Write a message first."), fields=("text",))
    if len(words) > LONGEST_TEXT:
        raise Refused("too_long", _("Shorten the message to 8,000 characters at most."), 413, fields=("text",))
    return words


def _label(conversation: Conversation, tap: Tap) -> str:
    """What the button said that was tapped, for the log; the value itself if no such button is there any more."""
    if len(canonical(tap.value)) > LONGEST_TEXT:
        raise Refused("too_long", _("Shorten the value to 8,000 characters at most."), 413, fields=("value",))
    asked = conversation.messages.filter(role=Message.Role.AGENT).order_by("-seq").first()
    replies: Any = asked.opened("quick_replies", conversation.keyring) if asked else None
    labels = [reply["label"] for reply in replies or () if reply["field"] == tap.field and reply["value"] == tap.value]
    return labels[0] if labels else (tap.value if isinstance(tap.value, str) else canonical(tap.value))
