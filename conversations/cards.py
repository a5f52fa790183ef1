"""What a turn's statements became, as the cards of the conversation's log (F5, F8)."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils import translation

from conversations.engine.report import TurnResult
from conversations.models import Message
from conversations.work import Work
from facts import actions
from facts.models import Proposal
from facts.showing import show

_WITH_CARD = ("written", "proposed", "changed")
"""A contradiction is recorded; what asks about it is the profile page."""
_WORDS = ("value", "shown", "quote", "old")


def note(work: Work, result: TurnResult | None, *, at: datetime) -> dict[str, list[dict[str, Any]]]:
    """Hand the turn's statements to the fact store, in the caller's transaction, and answer what it kept, by kind."""
    if result is None or work.person is None or not result.candidates:
        return {}
    origin = f"conversation:{work.claim.conversation}"
    language = work.definition.language
    with translation.override(language):
        decisions = actions.record(work.person, result.candidates, origin=origin, at=at)
    return {
        kind: [_card(kind, noted, language) for noted in getattr(decisions, kind)]
        for kind in ("written", "proposed", "contested", "changed")
    }


def messages(work: Work, noted: dict[str, list[dict[str, Any]]]) -> list[Message]:
    """A message for each card, so that none is lost on a reconnect."""
    return [
        Message(
            conversation_id=work.claim.conversation,
            turn_id=work.turn,
            role=Message.Role.SYSTEM,
            key=f"_fact:{card['id']}",
            **Message.sealed(work.keyring, text="", fact=card),
        )
        for kind in _WITH_CARD
        for card in noted.get(kind, ())
    ]


def announced(noted: Mapping[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """The cards as the `facts` frame tells them: of a sensitive fact neither value nor words (F19)."""
    return {kind: [_without_words(card) if card["sensitive"] else card for card in noted[kind]] for kind in noted}


def states(cards: Iterable[dict[str, Any]]) -> dict[str, str]:
    """Where each proposal among the cards stands now (`pending`, `accepted`, `rejected`), by the card's id."""
    proposed = [card["id"] for card in cards if card["kind"] == "proposed"]
    if not proposed:
        return {}
    return {str(pk): state for pk, state in Proposal.objects.filter(pk__in=proposed).values_list("pk", "state")}


def _card(kind: str, noted: actions.Noted, language: str) -> dict[str, Any]:
    """`id` is the entry's, which is the proposal's too; `label` and `shown` are in the agent's language."""
    return {
        "kind": kind,
        "id": str(noted.entry),
        "entry": str(noted.entry),
        "key": noted.key,
        "label": noted.title,
        "value": noted.value,
        "shown": show(noted.value, language),
        "quote": noted.quote,
        "old": noted.old,
        "sensitive": noted.sensitive,
    }


def _without_words(card: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in card.items() if name not in _WORDS}
