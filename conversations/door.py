"""The door of a conversation: who is speaking, whether they may, and how much they may send (architecture.md, step 1).

Sockets and HTTP come through here; both say it in their own words (an error frame, a status).
"""

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hmac import compare_digest
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.core.cache import cache
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from conversations import attending, cards, statements
from conversations.actions import Refused, receive, token_hash
from conversations.models import Conversation, Message
from conversations.pretending import moment_of, trial_of
from conversations.reading import Reading
from conversations.visitors import token_of
from conversations.work import Frame
from facts import actions as facts
from facts.models import Person
from facts.outcomes import outcomes
from facts.values import Json

Session = MutableMapping[str, Any]
LONGEST_NUMBER = 19
"""Digits from which a number is none of the database's."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who knocks: a signed-in person, or a visitor with the token of one conversation."""

    person: Person | None = None
    token: str = ""


def speaker_of(session: Session | None, conversation: UUID, token: str = "") -> Speaker:
    """Whoever the session stands for now: read from the database anew, so that a right that ended is seen (4401)."""
    if session is None:
        return Speaker(token=token)
    person = Person.objects.filter(pk=session[SESSION_KEY], is_active=True).first() if SESSION_KEY in session else None
    if person and not constant_time_compare(session.get(HASH_SESSION_KEY, ""), person.get_session_auth_hash()):
        person = None
    return Speaker(person, token or token_of(session, conversation))


def enter(speaker: Speaker, conversation: UUID) -> Conversation:
    """The conversation, if it is theirs. Raises Refused: what is someone else's is not there at all."""
    found = _find(conversation)
    if found is None or not is_theirs(speaker, found):
        raise Refused("not_found", _("There is no such conversation, or it is not yours."), 404)
    return found


def look_in(speaker: Speaker, conversation: UUID) -> Reading:
    """The conversation as they may read it: if it is theirs, or if a person is asked for and they are one (T11).

    Raises Refused.
    """
    found = _find(conversation)
    if found is not None and found.handed_off and may_read(speaker.person):
        return _read_by_staff(speaker, found)
    return reading(speaker, enter(speaker, conversation))


def _read_by_staff(speaker: Speaker, conversation: Conversation) -> Reading:
    found = reading(speaker, conversation)
    if not found.is_own:
        attending.looked(speaker.person, conversation)
    return found


def reading(speaker: Speaker, conversation: Conversation) -> Reading:
    """The conversation of one who has entered as they may read it (F18, F19): only the person is told all."""
    return Reading(conversation, is_theirs(speaker, conversation))


def enter_as(may: Callable[[Person | None], bool], speaker: Speaker, conversation: UUID) -> Conversation:
    """Any conversation, for a person who `may` (`is_host`, `is_staff`, `may_answer`).

    Raises Refused: to the one whose conversation it is this is not allowed, to others it is not there.
    """
    found = _find(conversation) if may(speaker.person) else None
    if found is not None:
        return found
    enter(speaker, conversation)
    raise Refused("not_allowed", _("Only the site itself and its staff may do this."), 403)


def is_host(person: Person | None) -> bool:
    """Whether the person speaks for the site itself: may send context, given data and events."""
    return is_staff(person) or (person is not None and person.has_perm("conversations.act_as_host"))


def is_staff(person: Person | None) -> bool:
    """Whether the person works for the site, and may end a hand-off (T11)."""
    return person is not None and person.is_active and person.is_staff


def may_read(person: Person | None) -> bool:
    """Whether the person is one of the staff who read what people write to them, as in the admin (T11)."""
    return is_staff(person) and person is not None and person.has_perm("conversations.view_conversation")


def may_answer(person: Person | None) -> bool:
    """Whether the person is one of the staff who answer, as in the admin (T11)."""
    return is_staff(person) and person is not None and person.has_perm("conversations.change_conversation")


def is_theirs(speaker: Speaker, conversation: Conversation) -> bool:
    """Whether the conversation is with whoever speaks; a trial is with whoever began it."""
    if trial := trial_of(conversation):
        return speaker.person is not None and speaker.person.is_staff and speaker.person.pk == trial.by_id
    if conversation.person_id is not None:
        return speaker.person is not None and speaker.person.pk == conversation.person_id
    return bool(speaker.token) and compare_digest(token_hash(speaker.token), conversation.token_hash)


def say(conversation: Conversation, client_id: str, *, text: str = "", field: str = "", value: Json = None) -> Message:
    """Take a message of whoever has entered. Raises Refused, and then nothing is stored."""
    _count(conversation)
    return receive(conversation, client_id, text, field=field, value=value, at=moment_of(conversation))


def answer_fact(conversation: Conversation, action: str, card: str) -> Frame:
    """Answer the question of a fact card, or undo what it tells (F7, F8, F18); how the cards beside it stand now.

    `action` is `accept` or `reject`, `old`, `new` or `neither`, or `undo`. Raises Refused.
    """
    person, number = conversation.person, _number(card)
    if action not in _ANSWERS:
        raise Refused("bad_frame", _("Answer a card with one of: %(choices)s.") % {"choices": ", ".join(_ANSWERS)})
    if person is None or number is None:
        raise Refused("not_found", _("There is no such question."), 404)
    try:
        with cards.telling(conversation.pk):
            key = _ANSWERS[action](person, number, at=moment_of(conversation)).key
    except facts.NotFound:
        raise Refused("not_found", _("There is no such question, or it is not yours."), 404) from None
    except facts.Overtaken:
        raise Refused("not_found", _TOO_LATE if action == "undo" else _ANSWERED, 404) from None
    return cards.stand(person, cards.states_about(conversation.pk, person.pk, [key], [number]))


def standing(conversation: Conversation, card: str) -> Frame | None:
    """How a card of whoever has entered stands: for one who answered what others had answered before."""
    number = _number(card)
    found = cards.states(conversation.person_id, [{"id": card}] if number is not None else [])
    states = [{"id": id, **state} for id, state in found.items()]
    return cards.stand(conversation.person, states) if conversation.person and states else None


def _number(card: str) -> int | None:
    return int(card) if card.isascii() and card.isdecimal() and len(card) < LONGEST_NUMBER else None


def _undo(person: Person, card: int, *, at: datetime) -> facts.Noted:
    """Undo the last word about a card. Raises `NotFound`, or `Overtaken` if that is no longer possible."""
    found = outcomes(person.pk, [card]).get(card)
    if found is None:
        raise facts.NotFound
    if found.undo is None:
        raise facts.Overtaken
    return facts.undo(person, found.undo, at=at)[0]


_ANSWERS: Mapping[str, Callable[..., facts.Noted]] = {
    "accept": facts.accept,
    "reject": facts.reject,
    "old": partial(facts.resolve, choice="old"),
    "new": partial(facts.resolve, choice="new"),
    "neither": partial(facts.resolve, choice="neither"),
    "undo": _undo,
}
_ANSWERED = _("This was answered or replaced meanwhile.")
_TOO_LATE = _("This can no longer be undone: something was said or decided since.")


def _find(conversation: UUID) -> Conversation | None:
    found = statements.conversation_at_door(conversation=conversation)
    return found[0] if found else None


def _count(conversation: Conversation) -> None:
    """Count a message against the person's minute, or the visitor's conversation's. Raises Refused."""
    key = f"messages:{conversation.person_id or conversation.pk}"
    cache.add(key, 0, timeout=60)
    if cache.incr(key) > settings.MESSAGES_PER_MINUTE:
        raise Refused("rate_limited", _("That was a lot at once. Wait a minute and send it again."), 429)
