"""Lasting statements that people make about themselves, for the keys of the catalogue that are offered (F3 to F5)."""

from collections.abc import Callable

from conversations.engine.effects import OfferedFact, Understand
from conversations.llm.builtin import patterns
from conversations.llm.builtin.fields import Value
from conversations.llm.builtin.hedges import as_hedged, is_doubtful
from conversations.llm.builtin.own_words import Sentence, own_words, statements_in
from conversations.llm.builtin.sentences import HEDGED, is_change
from conversations.llm.builtin.stated import (
    Stated,
    account,
    address,
    amount,
    by_choice,
    canton,
    car_use,
    name,
    own_name,
    town,
    trade,
    vat,
)
from conversations.llm.builtin.words import Text, folded
from facts.values import Json

Reader = Callable[[Sentence, OfferedFact], Stated | None]

READERS: dict[str, Reader] = {
    "canton": canton,
    "city": town,
    "town": town,
    "residence": town,
    "trade": trade,
    "profession": trade,
    "occupation": trade,
    "job": trade,
    "email": address,
    "name": own_name,
    "company": lambda sentence, fact: name(sentence, patterns.COMPANY),
    "employer": lambda sentence, fact: name(sentence, patterns.COMPANY),
    "car_use": car_use,
    "salary": amount,
    "income": amount,
    "legal_form": by_choice,
    "vat": vat,
}
"""By the last part of a key. A key with a part for the merchant is read by `account`."""

FIELDS = frozenset(
    {"canton", "trade", "profession", "occupation", "company", "employer", "car_use", "legal_form", "vat"}
)
"""Ids of fields that statements fill as they do facts; where someone lives says nothing of a destination."""


def statements(text: Text, effect: Understand) -> list[Json]:
    """The facts that the message states, each with its quote; none where no key is offered (F3)."""
    if not effect.facts:
        return []
    own = own_words(text.raw)
    found: list[Json] = []
    for sentence in statements_in(text.raw):
        for fact in effect.facts:
            stated = _reader(fact.key)(sentence, fact)
            if stated is not None and stated.quote:
                found.append(_document(text.raw, own, fact, sentence, stated))
    return found


def stated_values(text: Text, effect: Understand) -> dict[str, Value]:
    """The values of fields that ask about the person, where the message states them: "je suis plombier"."""
    values: dict[str, Value] = {}
    for sentence in statements_in(text.raw):
        for spec in effect.fields:
            if spec.id in FIELDS and spec.type == "string":
                schema: dict[str, Json] = {"enum": list(spec.enum)} if spec.enum else {}
                stated = READERS[spec.id](sentence, OfferedFact(spec.id, spec.id, schema=schema))
                values |= _value(text, spec.id, stated)
    return values


def _value(text: Text, field: str, stated: Stated | None) -> dict[str, Value]:
    if stated is None or stated.quote not in text.raw:
        return {}
    start = text.raw.index(stated.quote)
    return {field: Value(stated.value, start, start + len(stated.quote), stated.confidence)}


def _reader(key: str) -> Reader:
    return account if "*" in key else READERS.get(_last_part(key), _none)


def _none(sentence: Sentence, fact: OfferedFact) -> None:
    return None


def _last_part(key: str) -> str:
    return key.rpartition(".")[2]


def _document(text: str, own: str, fact: OfferedFact, sentence: Sentence, stated: Stated) -> Json:
    start = sentence.start + sentence.whole.find(stated.quote)
    end = start + len(stated.quote)
    quote, confidence = as_hedged(text, stated.quote, stated.confidence, start)
    return {
        "key": fact.key.replace("*", folded(stated.subject).replace(".", "_").replace(" ", "_")),
        "value": stated.value,
        "confidence": min(confidence, HEDGED) if is_doubtful(text, start, end) else confidence,
        "quote": quote,
        "change": is_change(own, start, end),
        "sensitive": fact.sensitive,
    }
