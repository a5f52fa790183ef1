"""A conversation as somebody reads it: the person whole, anybody else without what is sensitive in it (F18, F19).

The only way out for what others read, so that no door has to think of it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from conversations import cards, frames
from conversations.models import Conversation, Message
from conversations.understood import sensitive_fields
from conversations.work import Frame
from facts import catalogue
from facts.sensitivity import sensitive_keys
from facts.values import Json

_BY_FIELD = ("data", "changed")
_CARDS = ("written", "proposed", "contested", "changed", "retracted")


@dataclass(frozen=True)
class Reading:
    """A conversation that somebody may read. `is_own` if it is with them."""

    conversation: Conversation
    is_own: bool

    @cached_property
    def masked(self) -> frozenset[str]:
        """The fields that the reader is not told."""
        return frozenset() if self.is_own else sensitive_fields(self.conversation)

    def data(self, values: Mapping[str, Json]) -> dict[str, Json]:
        """Values by field, as far as the reader is told them."""
        return {name: value for name, value in values.items() if name not in self.masked}

    def messages(self, rows: Iterable[Message]) -> list[Frame]:
        """Messages of the conversation as they stand now."""
        found = frames.messages(rows, self.conversation.keyring)
        if self.is_own:
            return found
        hidden = self._hidden(frame["fact"] for frame in found if "fact" in frame)
        return [self._message(frame, hidden) for frame in found]

    def report(self, report: Mapping[str, Any]) -> dict[str, Any]:
        """The report of a turn of the conversation, or a part of one."""
        if self.is_own:
            return dict(report)
        told: dict[str, Any] = {
            name: self.data(value) if name in _BY_FIELD else value for name, value in report.items()
        }
        if "messages" in told:
            told["messages"] = [self._replies(message) for message in told["messages"]]
        if "collected" in told:
            told["collected"] = [name for name in told["collected"] if name not in self.masked]
        if "invalid" in told:
            told["invalid"] = [wrong for wrong in told["invalid"] if wrong["field"] not in self.masked]
        if "facts" in told:
            told["facts"] = self._facts(told["facts"])
        return told

    def _message(self, frame: Frame, hidden: Collection[str]) -> Frame:
        card = {"fact": _card(frame["fact"], hidden)} if "fact" in frame else {}
        return {**self._replies(frame), **card}

    def _replies(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """The message without buttons that name a value."""
        replies = message.get("quick_replies") or ()
        return {**message, "quick_replies": [reply for reply in replies if reply["field"] not in self.masked]}

    def _facts(self, noted: Mapping[str, Any]) -> dict[str, Any]:
        hidden = self._hidden(card for kind in _CARDS for card in noted.get(kind, ()))
        return {
            kind: [_card(card, hidden) for card in found] if kind in _CARDS else found for kind, found in noted.items()
        }

    def _hidden(self, told: Iterable[Mapping[str, Any]]) -> set[str]:
        """The keys of cards that are sensitive now, whatever they were when the card was made."""
        keys = {card["key"] for card in told}
        return sensitive_keys(self.conversation.person, keys, catalogue.load()) if keys else set()


def _card(card: Mapping[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    if card["key"] in hidden or card["sensitive"]:
        return {**cards.without_words(card), "sensitive": True}
    return dict(card)
