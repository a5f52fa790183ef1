"""Two days of which one lends the other its month: "from 4 to 6 December", "December 4 to 6" (T10)."""

from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from conversations.engine.grammar.dates import day_number, is_longer, named_day, numeric_day, of_year, with_month
from conversations.engine.grammar.parsed import Parsed, Setting, Span, is_joint
from conversations.engine.grammar.sentence import Sentence
from conversations.engine.grammar.times import time_at


class _Opening(NamedTuple):
    """What may stand before a day: its weekday, with where the day's own words start and where its number stands."""

    weekday: int | None
    start: int
    number: int


def day_ranges(sentence: Sentence, setting: Setting, taken: Collection[int]) -> list[Span]:
    """Both days of every such range in order, the earlier one first, without tokens that belong to something else."""
    spans: list[Span] = []
    index, blocked = 0, frozenset(taken)
    while index < len(sentence.tokens):
        pair = _range_at(sentence, index, setting)
        if pair is None or any(place in blocked for place in range(index, pair[1].end)):
            index += 1
            continue
        spans += pair
        index = pair[1].end
    return spans


def _range_at(sentence: Sentence, index: int, setting: Setting) -> tuple[Span, Span] | None:
    opening = _opening(sentence, index, setting)
    return _lent_back(sentence, opening, setting) or _lent_on(sentence, opening, setting)


def _lent_back(sentence: Sentence, opening: _Opening, setting: Setting) -> tuple[Span, Span] | None:
    """The first day has the month of the second, or the one before: "4 to 6 December", "28 to 3 December"."""
    first = day_number(sentence, opening.number, setting)
    until = _until(sentence, opening.start, first[1], setting) if first else None
    if first is None or until is None:
        return None
    closing = _opening(sentence, until, setting)
    second = _second(sentence, closing, setting)
    if second is None:
        return None
    last = _day(second.value)
    begin = _on_or_before(first[0], last) if last else None
    is_plain = _agrees(begin, opening) and _agrees(last, closing)
    return (
        Span(begin.isoformat() if begin and is_plain else None, opening.start, first[1]),
        Span(second.value if begin and is_plain else None, closing.start, second.end),
    )


def _lent_on(sentence: Sentence, opening: _Opening, setting: Setting) -> tuple[Span, Span] | None:
    """The second day has the month of the first, or the one after: "December 4 to 6", "du 28 décembre au 3"."""
    first = named_day(sentence, opening.number, setting)
    begin = _day(first.value) if first else None
    until = _until(sentence, opening.start, first.end, setting) if first else None
    if first is None or begin is None or until is None:
        return None
    closing = _opening(sentence, until, setting)
    number = _plain_number(sentence, closing, setting)
    if number is None:
        return None
    second = of_year(sentence, (begin.month, number[0]), number[1], setting) if number[0] >= begin.day else None
    last = _day(second.value) if second else _on_or_after(number[0], begin)
    begin = last.replace(day=begin.day) if second and last else begin
    is_plain = last is not None and _agrees(begin, opening) and _agrees(last, closing)
    return (
        Span(begin.isoformat() if is_plain else None, opening.start, first.end),
        Span(last.isoformat() if last and is_plain else None, closing.start, second.end if second else number[1]),
    )


def _opening(sentence: Sentence, index: int, setting: Setting) -> _Opening:
    words = setting.speech.words
    weekday = words.weekdays.at(sentence, index)
    after = weekday.end + (sentence.word(weekday.end) == ",") if weekday else index
    number = words.day_articles.skip(sentence, after)
    return _Opening(weekday and weekday.value, index if weekday else number, number)


def _until(sentence: Sentence, start: int, index: int, setting: Setting) -> int | None:
    """The index after the word that leads from one day to the other."""
    words = setting.speech.words
    is_between = any(words.between.before(sentence, place) for place in (start, start - 1))
    match = (words.ands.at(sentence, index) if is_between else None) or words.till.at(sentence, index)
    return match.end if match else None


def _second(sentence: Sentence, closing: _Opening, setting: Setting) -> Parsed | None:
    number = day_number(sentence, closing.number, setting, is_second=True)
    named = with_month(sentence, number, setting) if number else None
    return named or numeric_day(sentence, closing.number, setting)


def _plain_number(sentence: Sentence, closing: _Opening, setting: Setting) -> tuple[int, int] | None:
    """A day of the month that counts nothing and is no hour: not "to 6 people", "to 6 in the evening"."""
    number = day_number(sentence, closing.number, setting, is_second=True)
    if number is None or not is_joint(sentence, number[1], setting) or is_longer(sentence, closing.number):
        return None
    return None if time_at(sentence, closing.number, setting) else number


def _agrees(day: date | None, opening: _Opening) -> bool:
    return day is None or opening.weekday is None or day.weekday() == opening.weekday


def _day(value: object) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) else None


def _on_or_before(day: int, last: date) -> date | None:
    """The last such day of a month up to a date."""
    return _of_month(last.year, last.month - (day > last.day), day)


def _on_or_after(day: int, first: date) -> date | None:
    """The first such day of a month from a date on."""
    return _of_month(first.year, first.month + (day < first.day), day)


def _of_month(year: int, month: int, day: int) -> date | None:
    """The date of a day in a month from 0, last December, to 13, next January."""
    try:
        return date(year + (month - 1) // 12, (month - 1) % 12 + 1, day)
    except ValueError:
        return None
