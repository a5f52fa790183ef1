"""What a turn's statements became, as the cards of the conversation's log (F5, F7, F8)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import translation

from conversations.engine.report import TurnResult
from conversations.known import origin_of
from conversations.models import Conversation, Message
from conversations.work import Work
from facts import actions, queries
from facts.actions import Noted
from facts.heard import Heard
from facts.models import Entry, Person
from facts.outcomes import Outcome, outcomes
from facts.showing import show

_WITH_CARD = ("written", "proposed", "contested", "changed", "retracted")
_WORDS = ("value", "shown", "quote", "old", "old_shown", "old_quote")
_KEY = "_fact:"
"""What the key of a card's message begins with; the card's id follows."""
_ASKING = {"proposed": "pending", "contested": "open"}
"""The state of a card that asks something, when it is new."""
LATEST = 200
"""Entries about which other screens are told, the newest first: an older card is right when it is opened."""
_there: ContextVar[UUID | None] = ContextVar("there", default=None)


@contextmanager
def telling(conversation: UUID) -> Iterator[None]:
    """Whoever writes meanwhile tells the conversation's own lines of it; `conversations.elsewhere` tells the others."""
    token = _there.set(conversation)
    try:
        yield
    finally:
        _there.reset(token)


def told_in() -> UUID | None:
    """The conversation whose lines whoever writes to the ledger now tells of it."""
    return _there.get()


def note(work: Work, result: TurnResult | None, *, at: datetime) -> dict[str, Any]:
    """Hand the turn's statements to the fact store, in the caller's transaction, and answer what it kept, by kind.

    `answered` says where every card of the conversation stands whose fact the turn spoke of, the new ones included,
    `waiting` how many questions about facts wait for the person then, wherever they came up.
    """
    if result is None or work.person is None or not (result.candidates or result.retract or result.fact_answers):
        return {}
    with translation.override(work.definition.language), telling(work.claim.conversation):
        kept, answers = _kept(work, work.person, result, at=at)
    cards = {kind: [_card(kind, noted, work.definition.language) for noted in notes] for kind, notes in kept.items()}
    new = {noted.entry: noted.key for notes in kept.values() for noted in notes}
    keys = {*new.values(), *(noted.key for noted in answers)}
    if not keys:
        return cards
    answered = states_about(work.claim.conversation, work.person.pk, keys, new)
    return {**cards, "answered": answered, "waiting": queries.waiting_count(work.person)}


def _kept(
    work: Work, person: Person, result: TurnResult, *, at: datetime
) -> tuple[dict[str, list[Noted]], list[Noted]]:
    """What gets a card, by its kind, and what answered an open question: that one's card says what became of it."""
    heard = _heard(work)
    retracted = _taken_back(person, result, heard, at=at)
    answers = list(_answered(person, result, heard, at=at))
    decisions = actions.record(person, result.candidates, origin=heard.origin, at=at, agent=work.definition.agent)
    kept = {kind: list(getattr(decisions, kind)) for kind in ("written", "proposed", "contested", "changed")}
    return {**kept, "retracted": retracted}, answers


def _heard(work: Work) -> Heard:
    """What the person typed in the turn."""
    typed = tuple((message.id, message.text) for message in work.input.messages if message.tap is None)
    return Heard(origin_of(work.claim.conversation), typed)


def _taken_back(person: Person, result: TurnResult, heard: Heard, *, at: datetime) -> list[Noted]:
    """Retract what the person took back in words (T49)."""
    keys = [actions.retract(person, key, heard=heard, at=at) for key in result.retract]
    return [noted for notes in keys for noted in notes]


def _answered(person: Person, result: TurnResult, heard: Heard, *, at: datetime) -> Iterator[Noted]:
    """Answer open questions as the person did in words (F7, F18); one that was answered meanwhile stays as it is."""
    for given in result.fact_answers:
        try:
            _question, noted = actions.answer(person, given.key, given.answer, heard=heard, at=at)
        except (actions.NotFound, actions.Overtaken):
            continue
        yield noted


def messages(work: Work, noted: Mapping[str, Any]) -> list[Message]:
    """A message for each card, so that none is lost on a reconnect."""
    return [
        Message(
            conversation_id=work.claim.conversation,
            turn_id=work.turn,
            role=Message.Role.SYSTEM,
            key=f"{_KEY}{card['id']}",
            **Message.sealed(work.keyring, text="", fact=card),
        )
        for kind in _WITH_CARD
        for card in noted.get(kind, ())
    ]


def announced(noted: Mapping[str, Any]) -> dict[str, Any]:
    """The cards as the `facts` frame tells them: of a sensitive fact neither value nor words (F19)."""
    kinds = (kind for kind in noted if kind not in ("answered", "waiting"))
    told = {kind: [without_words(card) if card["sensitive"] else card for card in noted[kind]] for kind in kinds}
    changed = [*told.get("changed", ()), *noted.get("answered", ())]
    return {"type": "facts", **told, "changed": changed, "waiting": noted.get("waiting", 0)}


def stand(person: Person, states: list[dict[str, str]]) -> dict[str, Any]:
    """The `facts` frame that says where cards stand, and how many questions wait for the person."""
    return {"type": "facts", "changed": states, "waiting": queries.waiting_count(person)}


def as_it_stands(card: Mapping[str, Any], states: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The card with its `state`, and with the entry to `undo` (empty where that is not possible).

    `states` has them by the card's id; one that is not among them is new.
    """
    asking = _ASKING.get(card["kind"])
    new = {"state": asking or "noted", "undo": "" if asking else card["id"]}
    return {**card, **states.get(card["id"], new)}


def states(person: int | None, cards: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """Where the cards of a person stand now, by the card's id, in one query (F7, F8, F18)."""
    ids = [int(card["id"]) for card in cards]
    return {} if person is None else {str(entry): _state(found) for entry, found in outcomes(person, ids).items()}


def standing_in(conversation: Conversation, seq: int) -> dict[str, Any] | None:
    """The `facts` frame for the cards of a conversation up to a number, in three queries; None if there are none."""
    keys = _cards_of(conversation.pk).filter(seq__lte=seq).values_list("key", flat=True)
    ids = [_id(key) for key in keys] if conversation.person else []
    states = _listed(outcomes(conversation.person_id or 0, ids))
    return stand(conversation.person, states) if conversation.person and states else None


def states_about(
    conversation: UUID, person: int, keys: Collection[str], more: Iterable[int] = ()
) -> list[dict[str, str]]:
    """Where the cards of a conversation about some keys stand, and `more` of them, in three queries."""
    ids = {*map(_id, _cards_of(conversation).values_list("key", flat=True)), *more}
    about = Entry.objects.filter(person=person, pk__in=ids, key__in=keys).values_list("pk", flat=True)
    return _listed(outcomes(person, about))


def latest_about(person: int, keys: Collection[str]) -> list[dict[str, str]]:
    """Where the person's latest entries about some keys stand, whichever conversation has their card; two queries."""
    if not keys:
        return []
    about = Entry.objects.filter(person=person, key__in=keys).order_by("-pk").values_list("pk", flat=True)
    return _listed(outcomes(person, about[:LATEST]))


def _cards_of(conversation: UUID) -> QuerySet[Message]:
    return Message.objects.filter(conversation=conversation, key__startswith=_KEY)


def _id(key: str | None) -> int:
    """The id of the card whose message has this key."""
    return int((key or "").removeprefix(_KEY))


def _listed(found: Mapping[int, Outcome]) -> list[dict[str, str]]:
    return [{"id": str(entry), **_state(found[entry])} for entry in sorted(found)]


def _state(outcome: Outcome) -> dict[str, str]:
    return {"state": outcome.state, "undo": "" if outcome.undo is None else str(outcome.undo)}


def _card(kind: str, noted: Noted, language: str) -> dict[str, Any]:
    """`id` is the entry's, which is the proposal's or contradiction's too; what is `shown` is in the agent's language.

    Of a fact that was taken back the card shows the value that it had. One that asks which of two values is right has
    the words and the time of both (F7).
    """
    value = noted.old if kind == "retracted" else noted.value
    contradicted = {"old_quote": noted.old_quote, "old_at": noted.old_at.isoformat() if noted.old_at else ""}
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
        "old_shown": "" if noted.old is None else show(noted.old, language),
        "sensitive": noted.sensitive,
        **(contradicted if kind == "contested" else {}),
    }


def without_words(card: Mapping[str, Any]) -> dict[str, Any]:
    """The card with neither value nor words: that there is one, and where it stands."""
    return {name: value for name, value in card.items() if name not in _WORDS}
