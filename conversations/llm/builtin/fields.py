"""Which field each value of a message belongs to (T3 to T6). What is not clear is left out, never guessed."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from conversations.engine.effects import OfferedField, Understand, canonical
from conversations.llm.builtin.found import NUMBERS, Finder, Mention
from conversations.llm.builtin.names import beside, counts_other, people_field
from conversations.llm.builtin.words import Text
from facts.values import Json

NAMED, ASKED, ONLY, ORDER = 0.95, 0.93, 0.9, 0.7
"""Confidence of a value beside its field's name, asked for, the only one of its kind, told by order alone."""
REACH_OF_OR = 3
"""Words between two values of which one may leave open which it is: "2 people or 3 people"."""
FOUND_TYPES = ("date", "time", "datetime", "email", "phone", "url", *NUMBERS)


@dataclass(frozen=True, slots=True)
class Value:
    """A value for a field, with its place in the message and the confidence of the reading."""

    value: Json
    start: int
    end: int
    confidence: float


def read_values(finder: Finder, effect: Understand) -> dict[str, Value]:
    """The values of all fields that hold choices, numbers, dates, times or addresses."""
    values: dict[str, Value] = {}
    for fields in _kinds(effect.fields):
        values |= _assigned(finder, effect, fields)
    return {spec.id: values[spec.id] for spec in effect.fields if spec.id in values}


def _kinds(fields: Sequence[OfferedField]) -> list[list[OfferedField]]:
    """Fields between which the words of the message have to tell: of one type, or with the same choices."""
    kinds: dict[str, list[OfferedField]] = {}
    for spec in fields:
        if spec.enum and spec.type != "boolean":
            kinds.setdefault(canonical(list(spec.enum)), []).append(spec)
        elif spec.type in FOUND_TYPES:
            kinds.setdefault("number" if spec.type in NUMBERS else spec.type, []).append(spec)
    return list(kinds.values())


def _assigned(finder: Finder, effect: Understand, fields: Sequence[OfferedField]) -> dict[str, Value]:
    """Each field's value: the mentions beside its name, else those that can only be its own."""
    text = finder.text
    open_fields = [spec for spec in fields if _may_take(text, spec)]
    mentions = _settled(text, _distinct(finder, open_fields), may_span=_may_span(open_fields))
    loose: list[Mention] = []
    claims: dict[str, list[Mention]] = {}
    for mention in mentions:
        owner = _named(text, mention, mentions, open_fields)
        if owner is None:
            loose.append(mention)
        else:
            claims.setdefault(owner.id, []).append(mention)
    values = {name: value for name, found in claims.items() if (value := _one(text, found, NAMED))}
    rest = [spec for spec in open_fields if spec.id not in claims]
    return values | _loose(text, effect, rest, loose)


def _distinct(finder: Finder, fields: Sequence[OfferedField]) -> list[Mention]:
    found = {mention: None for spec in fields for mention in finder.mentions_for(spec)}
    return sorted(found, key=lambda mention: (mention.start, mention.end))


def _may_take(text: Text, spec: OfferedField) -> bool:
    """A question alone never changes what is known: "Is Friday cheaper?"."""
    is_mere_question = text.raw.rstrip().endswith("?") and not text.has(
        text.vocabulary.request + text.vocabulary.instead
    )
    return spec.known is None or spec.asked or not is_mere_question


def _named(
    text: Text, mention: Mention, mentions: Sequence[Mention], fields: Sequence[OfferedField]
) -> OfferedField | None:
    """The field whose name, or unit, stands nearest to the mention."""
    scores = [beside(text, mention, mentions, spec) for spec in fields]
    best = max(scores, default=0)
    winners = [spec for spec, score in zip(fields, scores, strict=True) if score == best]
    return winners[0] if best > 0 and len(winners) == 1 else None


def _loose(
    text: Text, effect: Understand, fields: Sequence[OfferedField], mentions: Sequence[Mention]
) -> dict[str, Value]:
    """Values with no name beside them."""
    if not fields or not mentions:
        return {}
    if _is_number(fields[0]):
        return _loose_number(text, fields, [item for item in mentions if not counts_other(text, item)])
    asked = [spec for spec in fields if spec.asked]
    if len(fields) == 1 or len(asked) == 1:
        spec = (asked or list(fields))[0]
        value = _one(text, mentions, ASKED if asked else ONLY)
        return {spec.id: value} if value else {}
    return _in_order(text, fields, mentions)


def _in_order(text: Text, fields: Sequence[OfferedField], mentions: Sequence[Mention]) -> dict[str, Value]:
    """Several values for several fields: the unknown ones are filled in the order in which the agent has them."""
    wanted = [spec for spec in fields if spec.known is None] or list(fields)
    if len(mentions) > len(wanted) or (len(mentions) == 1 and wanted[0].known is not None):
        return {}
    pairs = zip(wanted, mentions, strict=False)
    return {spec.id: Value(item.value, item.start, item.end, ORDER) for spec, item in pairs}


def _loose_number(text: Text, fields: Sequence[OfferedField], mentions: Sequence[Mention]) -> dict[str, Value]:
    """A number without a unit: the one that is asked for, of how many it is, or that corrects the only one known."""
    asked = [spec for spec in fields if spec.asked]
    known = [spec for spec in fields if spec.known is not None]
    if len(asked) == 1:
        owner, confidence = asked[0], ASKED
    elif (people := people_field(text, mentions, fields)) is not None:
        owner, confidence = people, ONLY
    elif len(known) == 1 and text.has(text.vocabulary.instead):
        owner, confidence = known[0], ONLY
    else:
        return {}
    value = _one(text, mentions, confidence)
    return {owner.id: value} if value else {}


def _one(text: Text, mentions: Sequence[Mention], confidence: float) -> Value | None:
    """The one value that the mentions agree on; the last of several only where the person corrects themselves (T9)."""
    if not mentions:
        return None
    if len({canonical(item.value) for item in mentions}) > 1 and not text.has(text.vocabulary.instead):
        return None
    last = mentions[-1]
    return Value(last.value, last.start, last.end, confidence)


def _settled(text: Text, mentions: Sequence[Mention], *, may_span: bool) -> list[Mention]:
    """The mentions without those that leave open which one holds: "2 or 3" is taken by no reading (T9)."""
    dropped: dict[Mention, None] = {}
    for one, other in pairwise(mentions):
        if _is_either(text, one.end, other.start) or (not may_span and _is_span(text, one.end, other.start)):
            dropped |= {one: None, other: None}
    return [mention for mention in mentions if mention not in dropped]


def _is_either(text: Text, start: int, end: int) -> bool:
    between = text.between(start, end)
    return 0 < len(between) <= REACH_OF_OR and any(word.folded in text.vocabulary.either for word in between)


def _is_span(text: Text, start: int, end: int) -> bool:
    between = text.between(start, end)
    if not between:
        return text.raw[start:end].strip() in ("-", "–", "—", "/")
    return all(word.folded in text.vocabulary.span for word in between)


def _may_span(fields: Sequence[OfferedField]) -> bool:
    """Whether a range can be two values: arrival and departure."""
    return len(fields) > 1 and not fields[0].enum and not _is_number(fields[0])


def _is_number(spec: OfferedField) -> bool:
    return spec.type in NUMBERS and not spec.enum
