"""Every value of a type that a free text names, for the understanding without a model (T10)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from conversations.engine.grammar import addresses
from conversations.engine.grammar.answers import leading_answer
from conversations.engine.grammar.choices import named_choices
from conversations.engine.grammar.dates import day_at
from conversations.engine.grammar.moments import moment_at
from conversations.engine.grammar.numbers import number_at
from conversations.engine.grammar.parsed import Reader, Setting, Span
from conversations.engine.grammar.ranges import day_ranges
from conversations.engine.grammar.sentence import Sentence, cut
from conversations.engine.grammar.settled import may_be_open, settled
from conversations.engine.grammar.speech import Speech
from conversations.engine.grammar.sums import unit_at
from conversations.engine.grammar.times import time_at
from facts.values import Json, ValueType

LONGEST = 4000
"""Characters of a text that are read for mentions."""


@dataclass(frozen=True, slots=True)
class Found:
    """A value with its place: `text[start:end]` are the words it was read from.

    `unit` is the noun right after a number, folded ("nights"), empty if none stands there.
    """

    value: Json
    start: int
    end: int
    unit: str = ""


def mentions(text: str, type: ValueType, speech: Speech) -> list[Found]:
    """Every mention of a value of the type in a free text, in order; it never raises.

    Numbers do not count what belongs to a date, a time or an address, nor a range or an alternative ("2 or 3"), nor
    the parts of a sum ("2 adults and 2 children"). Which of several mentions is meant is for the caller to tell. Free
    text, lists and objects have no mentions.
    """
    sentence = cut(text[:LONGEST])
    setting = Setting(speech, type.prefer == "past", is_free=True)
    if type.enum and type.name not in ("list", "object", "integer", "number"):
        return [_found(sentence, *named[:3]) for named in named_choices(sentence, type, speech.words)]
    finder = _FINDERS.get(type.name)
    found = list(finder(sentence, setting)) if finder else []
    return [item for item in found if not type.enum or item.value in type.enum]


def is_open(value: Json, text: str, speech: Speech, names: Collection[str] = ()) -> bool:
    """Whether a number stands in the text only where it is left open, which no reading takes silently (T9).

    That is within a range, an alternative or a sum; a part of a sum is not open to a field that counts just that part,
    as its `names`, folded, say. False for a number that does not stand there at all: it is derived, and its quote has
    to prove it.
    """
    sentence, setting = cut(text[:LONGEST]), Setting(speech, is_free=True)
    if not may_be_open(sentence, speech.words):
        return False
    spans = _number_spans(sentence, setting)
    is_named = any(_is_number(span.value, value) for span in spans)
    return is_named and not any(_is_number(span.value, value) for span in settled(sentence, spans, setting, names))


def _is_number(one: Json, other: Json) -> bool:
    return one is not None and not isinstance(other, bool) and one == other


def _days(sentence: Sentence, setting: Setting) -> Iterator[Found]:
    return _values(sentence, _day_spans(sentence, setting, _addresses(sentence)))


def _times(sentence: Sentence, setting: Setting) -> Iterator[Found]:
    taken = _taken(_day_spans(sentence, setting, _addresses(sentence)))
    return _values(sentence, _scan(sentence, setting, time_at, taken + _addresses(sentence)))


def _moments(sentence: Sentence, setting: Setting) -> Iterator[Found]:
    return _values(sentence, _scan(sentence, setting, moment_at, _addresses(sentence)))


def _numbers(sentence: Sentence, setting: Setting) -> Iterator[Found]:
    spans = settled(sentence, _number_spans(sentence, setting), setting)
    words = setting.speech.words
    return (
        replace(_found(sentence, span.value, span.start, span.end), unit=unit_at(sentence, span.end, words))
        for span in spans
    )


def _integers(sentence: Sentence, setting: Setting) -> Iterator[Found]:
    return (found for found in _numbers(sentence, setting) if isinstance(found.value, int))


def _booleans(sentence: Sentence, setting: Setting) -> Iterator[Found]:
    found = leading_answer(sentence, setting)
    if found is not None and found.value is not None:
        yield _found(sentence, found.value, 0, found.end)


def _number_spans(sentence: Sentence, setting: Setting) -> list[Span]:
    taken = _addresses(sentence)
    taken += _taken(_day_spans(sentence, setting, taken))
    taken += _taken(_scan(sentence, setting, time_at, taken))
    return _scan(sentence, setting, number_at, taken)


def _day_spans(sentence: Sentence, setting: Setting, taken: Sequence[int]) -> list[Span]:
    """Every day in order, those of ranges that share a month first of all (T10)."""
    ranges = day_ranges(sentence, setting, taken)
    others = _scan(sentence, setting, day_at, [*taken, *_taken(ranges)])
    return sorted([*ranges, *others], key=lambda span: span.start)


def _scan(sentence: Sentence, setting: Setting, reader: Reader, taken: Sequence[int]) -> list[Span]:
    """What the reader finds from left to right, without a token that belongs to something else."""
    spans, index, blocked = [], 0, frozenset(taken)
    while index < len(sentence.tokens):
        found = None if index in blocked else reader(sentence, index, setting)
        if found is None or any(place in blocked for place in range(index, found.end)):
            index += 1
            continue
        spans.append(Span(found.value, index, found.end))
        index = found.end
    return spans


def _taken(spans: Sequence[Span]) -> list[int]:
    return [index for span in spans for index in range(span.start, span.end)]


def _addresses(sentence: Sentence) -> list[int]:
    """The tokens of e-mail addresses, web addresses and phone numbers."""
    places = [place for find in (addresses.emails, addresses.urls, addresses.phones) for place in find(sentence.text)]
    return [
        index
        for index, token in enumerate(sentence.tokens)
        if any(start < token.end and token.start < end for _value, start, end in places)
    ]


def _values(sentence: Sentence, spans: Sequence[Span]) -> Iterator[Found]:
    return (_found(sentence, span.value, span.start, span.end) for span in spans if span.value is not None)


def _found(sentence: Sentence, value: Json, start: int, end: int) -> Found:
    return Found(value, sentence.tokens[start].start, sentence.tokens[end - 1].end)


def _address(find: Callable[[str], Iterator[addresses.Place]]) -> Callable[[Sentence, Setting], Iterator[Found]]:
    return lambda sentence, _setting: (Found(*place) for place in find(sentence.text))


_FINDERS: Mapping[str, Callable[[Sentence, Setting], Iterator[Found]]] = {
    "boolean": _booleans,
    "integer": _integers,
    "number": _numbers,
    "date": _days,
    "time": _times,
    "datetime": _moments,
    "email": _address(addresses.emails),
    "phone": _address(addresses.phones),
    "url": _address(addresses.urls),
}
