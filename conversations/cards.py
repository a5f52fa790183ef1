"""What a turn's statements became, as the cards of the conversation's log (F5, F8)."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.utils import translation

from conversations.engine.report import TurnResult
from conversations.known import origin_of
from conversations.models import Message
from conversations.work import Work
from facts import actions
from facts.models import Person, Proposal
from facts.showing import show

_WITH_CARD = ("written", "proposed", "changed", "retracted")
"""A contradiction is recorded; what asks about it is the profile page."""
_WORDS = ("value", "shown", "quote", "old")


def note(work: Work, result: TurnResult | None, *, at: datetime) -> dict[str, list[dict[str, Any]]]:
    """Hand the turn's statements to the fact store, in the caller's transaction, and answer what it kept, by kind."""
    if result is None or work.person is None or not (result.candidates or result.retract or result.fact_answers):
        return {}
    origin = origin_of(work.claim.conversation)
    language = work.definition.language
    with translation.override(language):
        kept: dict[str, list[Any]] = {"retracted": _taken_back(work.person, result, origin=origin, at=at)}
        answers = list(_answered(work.person, result, at=at))
        decisions = actions.record(work.person, result.candidates, origin=origin, at=at, agent=work.definition.agent)
    for kind in ("written", "proposed", "contested", "changed"):
        kept[kind] = list(getattr(decisions, kind))
    for choice, _question, noted in answers:
        if choice in _CARD_OF_CHOICE:
            kept[_CARD_OF_CHOICE[choice]].append(noted)
    cards = {kind: [_card(kind, noted, language) for noted in notes] for kind, notes in kept.items()}
    return {**cards, "answered": [state for answer in answers for state in _states_after(*answer)]}


_CARD_OF_CHOICE = {"new": "changed", "neither": "retracted"}
"""The card that tells what became of a contradiction; the old value that stays needs none."""
_STATE_OF_ANSWER = {"accept": "accepted", "reject": "rejected"}


def _taken_back(person: Person, result: TurnResult, *, origin: str, at: datetime) -> list[actions.Noted]:
    """Retract what the person took back in words (T49)."""
    keys = [actions.retract(person, key, source="chat", origin=origin, at=at) for key in result.retract]
    return [noted for notes in keys for noted in notes]


def _answered(person: Person, result: TurnResult, *, at: datetime) -> Iterator[tuple[str, int, actions.Noted]]:
    """Answer open questions as the person did in words (F7, F18); one that was answered meanwhile stays as it is."""
    for given in result.fact_answers:
        try:
            yield given.answer, *actions.answer(person, given.key, given.answer, at=at)
        except (actions.NotFound, actions.Overtaken):
            continue


def _states_after(choice: str, proposal: int, noted: actions.Noted) -> Iterator[dict[str, Any]]:
    """Where proposals stand once they are answered, for the cards in the log."""
    if choice in _STATE_OF_ANSWER:
        yield {"id": str(proposal), "state": _STATE_OF_ANSWER[choice], "sensitive": False}
        yield from ({"id": str(rival), "state": "rejected", "sensitive": False} for rival in noted.closed)


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
    told = {kind: [_without_words(card) if card["sensitive"] else card for card in noted[kind]] for kind in noted}
    answered = told.pop("answered", [])
    return {**told, "changed": [*told.get("changed", ()), *answered]}


def states(cards: Iterable[dict[str, Any]]) -> dict[str, str]:
    """Where each proposal among the cards stands now (`pending`, `accepted`, `rejected`), by the card's id."""
    proposed = [card["id"] for card in cards if card["kind"] == "proposed"]
    if not proposed:
        return {}
    return {str(pk): state for pk, state in Proposal.objects.filter(pk__in=proposed).values_list("pk", "state")}


def _card(kind: str, noted: actions.Noted, language: str) -> dict[str, Any]:
    """`id` is the entry's, which is the proposal's too; `label` and `shown` are in the agent's language.

    Of a fact that was taken back the card shows the value that it had.
    """
    value = noted.old if kind == "retracted" else noted.value
    return {
        "kind": kind,
        "id": str(noted.entry),
        "entry": str(noted.entry),
        "key": noted.key,
        "label": noted.title,
        "value": value,
        "shown": show(value, language),
        "quote": noted.quote,
        "old": noted.old,
        "sensitive": noted.sensitive,
    }


def _without_words(card: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in card.items() if name not in _WORDS}
