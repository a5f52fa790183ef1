"""Whole messages that have the form of a value and yet are none: "31 February", "25:00", "foo@" (T9, T12)."""

import re
from collections.abc import Callable, Mapping
from datetime import date

from conversations.engine.grammar.currencies import currency_end
from conversations.engine.grammar.dates import day_at
from conversations.engine.grammar.literal import LONGEST, NOT_LITERAL, literal
from conversations.engine.grammar.parsed import Setting
from conversations.engine.grammar.sentence import Sentence, cut
from conversations.engine.grammar.speech import Speech
from conversations.engine.grammar.times import time_at
from conversations.engine.grammar.whole import closes, starts
from facts.values import ValueType

_LEAP_YEAR = 2000
_ISO_DAY = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(?:[Tt]\S+)?", re.ASCII)
_NUMERIC_DAY = re.compile(
    r"(?P<one>\d{1,2})(?: ?(?P<sign>[./-]) ?(?P<two>\d{1,2}) ?(?P=sign) ?(?P<year>\d{4}|\d\d)|/(?P<slash>\d{1,2})"
    r"|\.(?P<dot>\d{1,2})\.)(?!\d)",
    re.ASCII,
)
_CLOCK = re.compile(r"(\d{1,2})(?:[:.]| ?h ?)(\d{2})(?!\d)", re.ASCII)
_NUMBER = re.compile(r"[+-]?\d+(?:[.,'’]\d+)*", re.ASCII)
_EMAIL = re.compile(r"[^\s@]+@\S*|@\S+")
_PHONE = re.compile(r"\+?[\d\s().\-/]*\d[\d\s().\-/]*", re.ASCII)
_URL = re.compile(r"(?:https?:|www\.)\S*", re.IGNORECASE)

_Shape = Callable[[Sentence, int, Setting], int | None]
"""The index after what has the form of a value and is none; None if no such thing begins at a token."""


def looks_like(text: str, type: ValueType, speech: Speech) -> bool:
    """Whether the whole message has the form of a value of the type and can be none; it never raises.

    So "31 February" is no such day and "2.5" no integer. False for a literal answer, for one that is only unclear ("at
    7", "3/4"), and for choices and types that have no form of their own.
    """
    message = text.strip()
    shape = None if type.enum else _SHAPES.get(type.name)
    if shape is None or not message or len(message) > LONGEST or literal(message, type, speech) is not NOT_LITERAL:
        return False
    sentence, setting = cut(message), Setting(speech)
    ends = (shape(sentence, start, setting) for start in starts(sentence, speech.words))
    return any(end is not None and closes(sentence, end, speech.words) for end in ends)


def _no_day(sentence: Sentence, index: int, setting: Setting) -> int | None:
    words = setting.speech.words
    weekday = words.weekdays.at(sentence, index)
    start = weekday.end + (sentence.word(weekday.end) in (",", ".")) if weekday else index
    for shape in (_no_iso_day, _no_numeric_day, _no_named_day, _no_month_first, _no_ordinal):
        end = shape(sentence, start, setting)
        if end is not None:
            return end
    return None


def _no_iso_day(sentence: Sentence, index: int, setting: Setting) -> int | None:
    match = _match(_ISO_DAY, sentence, index)
    if match is None or _exists(int(match[3]), int(match[4]), int(match[1])):
        return None
    return sentence.index_at(match.end(), index)


def _no_numeric_day(sentence: Sentence, index: int, setting: Setting) -> int | None:
    """Digits that are a day in no order: "32.12.2026", "13/32"."""
    match = _match(_NUMERIC_DAY, sentence, setting.speech.words.day_articles.skip(sentence, index))
    if match is None:
        return None
    one, two = int(match["one"]), int(match["two"] or match["slash"] or match["dot"])
    year = int(match["year"]) if len(match["year"] or "") == 4 else _LEAP_YEAR
    if _exists(one, two, year) or _exists(two, one, year):
        return None
    return sentence.index_at(match.end(), index)


def _no_named_day(sentence: Sentence, index: int, setting: Setting) -> int | None:
    """A day that its month does not have: "31 February", "le 32 décembre"."""
    words = setting.speech.words
    day = _number(sentence, words.day_articles.skip(sentence, index), setting)
    month = words.months.at(sentence, words.of.skip(sentence, day[1])) if day else None
    if day is None or month is None:
        return None
    year, end = _year(sentence, month.end, setting)
    return None if _exists(month.value, day[0], year) else end


def _no_month_first(sentence: Sentence, index: int, setting: Setting) -> int | None:
    words = setting.speech.words
    month = words.months.at(sentence, index) if words.has_month_first else None
    start = month.end + (sentence.word(month.end) == ".") if month else index
    day = _number(sentence, words.day_articles.skip(sentence, start), setting) if month else None
    if day is None or month is None:
        return None
    year, end = _year(sentence, day[1], setting)
    return None if _exists(month.value, day[0], year) else end


def _no_ordinal(sentence: Sentence, index: int, setting: Setting) -> int | None:
    """A day that no month has: "the 32nd", "le 32"."""
    words = setting.speech.words
    start = words.day_articles.skip(sentence, index)
    day = _number(sentence, start, setting)
    is_day = day is not None and (day[1] > start + 1 or (start > index and words.has_plain_days))
    return day[1] if day is not None and is_day and not 1 <= day[0] <= 31 else None


def _no_time(sentence: Sentence, index: int, setting: Setting) -> int | None:
    """An hour or a minute that no clock has: "25:00", "7:60", "25 Uhr", "at 30"."""
    words = setting.speech.words
    start = words.at.skip(sentence, index)
    match, number = _match(_CLOCK, sentence, start), _number(sentence, start, setting)
    if match is None and number is None:
        return None
    hour, minute = (int(match[1]), int(match[2])) if match else (number[0] if number else 0, 0)
    end = sentence.index_at(match.end(), start) if match else start + 1
    marked = words.halves.skip(sentence, _skip_hour_mark(sentence, end, setting))
    is_time = match is not None or marked > end or start > index
    return marked if is_time and (hour > 23 or minute > 59) else None


def _skip_hour_mark(sentence: Sentence, index: int, setting: Setting) -> int:
    words = setting.speech.words
    tables = (words.hour_marks, words.spoken_hour_marks, words.loose_hour_marks)
    return max(table.skip(sentence, index) for table in tables)


def _no_moment(sentence: Sentence, index: int, setting: Setting) -> int | None:
    """A day and a time of which one is impossible, or an impossible day alone."""
    words = setting.speech.words
    no_day, day = _no_day(sentence, index, setting), day_at(sentence, index, setting)
    end = no_day if no_day is not None else day.end if day else index
    start = end + (sentence.word(end) == ",")
    no_time, time = _no_time(sentence, start, setting), time_at(sentence, start, setting)
    if no_time is not None:
        return no_time
    return time.end if no_day is not None and time and not closes(sentence, end, words) else no_day


def _no_number(sentence: Sentence, index: int, setting: Setting) -> int | None:
    """Digits with signs that are not the number asked for: "2.5" for an integer, "1.2.3"."""
    start = currency_end(sentence, index)
    match = _match(_NUMBER, sentence, start)
    if match is None or day_at(sentence, start, setting) is not None:
        return None
    return currency_end(sentence, sentence.index_at(match.end(), start))


def _no_address(pattern: re.Pattern[str]) -> _Shape:
    def read(sentence: Sentence, index: int, setting: Setting) -> int | None:
        token = sentence.token(index)
        is_shaped = token is not None and pattern.fullmatch(sentence.text[token.start :].rstrip(" .,;!…"))
        return len(sentence.tokens) if is_shaped else None

    return read


def _match(pattern: re.Pattern[str], sentence: Sentence, index: int) -> re.Match[str] | None:
    token = sentence.token(index)
    return pattern.match(sentence.text, token.start) if token else None


def _number(sentence: Sentence, index: int, setting: Setting) -> tuple[int, int] | None:
    """A number of one or two digits with its ordinal sign, and the index after them."""
    token = sentence.token(index)
    if token is None or token.number is None or len(token.text) > 2:
        return None
    signs = (*setting.speech.words.ordinal_signs, "st", "nd", "rd", "th")
    return token.number, index + 1 + (sentence.is_glued(index + 1) and sentence.word(index + 1) in signs)


def _year(sentence: Sentence, index: int, setting: Setting) -> tuple[int, int]:
    """The year that stands at a place with the index after it, else a leap year, which has every day."""
    place = setting.speech.words.of.skip(sentence, index)
    token = sentence.token(place)
    is_year = token is not None and token.number is not None and len(token.text) == 4
    return (token.number or 0, place + 1) if token and is_year else (_LEAP_YEAR, index)


def _exists(month: int, day: int, year: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


_SHAPES: Mapping[str, _Shape] = {
    "integer": _no_number,
    "number": _no_number,
    "date": _no_day,
    "time": _no_time,
    "datetime": _no_moment,
    "email": _no_address(_EMAIL),
    "phone": _no_address(_PHONE),
    "url": _no_address(_URL),
}
