"""The log of a conversation: as pages of the newest messages first seen, for the chat page, and its last words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Subquery

from conversations.models import Conversation, Message
from conversations.reading import Reading
from conversations.work import Frame

PAGE = 50
"""Messages on a page."""
_ANSWERING = (Message.Role.AGENT, Message.Role.STAFF)
FIRST_WORDS = 160
"""Characters of a last message; a line shows fewer."""


@dataclass(frozen=True, slots=True)
class Page:
    """A stretch of the log, oldest first. `earlier` is the number before which there is more, or None."""

    messages: tuple[Frame, ...] = ()
    earlier: int | None = None

    @property
    def last_seq(self) -> int:
        """The number of the last message; 0 for an empty page."""
        return self.messages[-1]["seq"] if self.messages else 0

    @property
    def is_with_person(self) -> bool:
        """Whether the last to answer was a person of the staff."""
        voices = (frame["role"] for frame in reversed(self.messages))
        return next((role for role in voices if role in _ANSWERING), "") == Message.Role.STAFF

    @property
    def question(self) -> Frame | None:
        """The last message that is no fact card, nor forgotten: its quick replies are the ones to tap."""
        said = (message for message in reversed(self.messages) if "fact" not in message)
        return next((message for message in said if "forgotten" not in message), None)


def page_of(conversation: Conversation, *, before: int | None = None) -> Page:
    """The last messages, or the last ones before a number, for the person whose they are."""
    return page_for(Reading(conversation, is_own=True), before=before)


def page_for(reading: Reading, *, before: int | None = None) -> Page:
    """The last messages, or the last ones before a number, as somebody reads them."""
    rows = reading.conversation.messages.order_by("-seq")
    if before is not None:
        rows = rows.filter(seq__lt=before)
    newest = list(rows[: PAGE + 1])
    found = newest[PAGE - 1 :: -1]
    messages = tuple(_with_time(frame) for frame in reading.messages(found))
    return Page(messages, messages[0]["seq"] if len(newest) > PAGE else None)


@dataclass(frozen=True, slots=True)
class Last:
    """A conversation as the start page lists it. `words` begin its last message; `language` is theirs, if known."""

    conversation: Conversation
    words: str = ""
    language: str = ""


def last_of(conversations: Iterable[Conversation]) -> list[Last]:
    """Each conversation with its last message that is no fact card, in one more query."""
    found = list(conversations)
    said = Message.objects.filter(conversation=OuterRef("conversation"), fact__isnull=True, forgotten=False)
    latest = said.order_by("-seq")
    rows = Message.objects.filter(conversation__in=found, pk=Subquery(latest.values("pk")[:1]))
    messages = {row.conversation_id: row for row in rows}
    return [_last(conversation, messages.get(conversation.pk)) for conversation in found]


def _last(conversation: Conversation, message: Message | None) -> Last:
    if message is None:
        return Last(conversation)
    words = str(message.opened("text", conversation.keyring))[:FIRST_WORDS]
    language = conversation.agent.language if message.role == Message.Role.AGENT else ""
    return Last(conversation, " ".join(words.split()), language)


def _with_time(frame: Frame) -> Frame:
    """Templates format a moment, not its text."""
    card = frame.get("fact", {})
    timed = {"fact": {**card, "old_at": datetime.fromisoformat(card["old_at"])}} if card.get("old_at") else {}
    return {**frame, **timed, "at": datetime.fromisoformat(frame["at"])}
