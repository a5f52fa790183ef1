"""Days: ISO and numeric dates, weekdays, relative days, day and month names, ordinal days (T9, T10, T50)."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from conversations.engine.grammar.currencies import is_amount
from conversations.engine.grammar.parsed import Parsed, Setting, is_joint, longest
from conversations.engine.grammar.sentence import Sentence

_ISO = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d-])", re.ASCII)
_WITH_YEAR = re.compile(r"(\d{1,2}) ?([./-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})(?!\d|[/-]\d)", re.ASCII)
_WITHOUT_YEAR = re.compile(r"(\d{1,2})([./]) ?(\d{1,2})(\2(?!\d))?(?!\d|[./-]\d)", re.ASCII)
_LONGER = re.compile(r"\d{1,2}(?:[.,/:]\d| ?([./-]) ?\d{1,2} ?\1 ?\d)", re.ASCII)
"""Digits that go on as a numeric date, a time or an amount: no day of the month by themselves ("le 12/06/2026")."""
_LEAP_YEAR = 2000


def day_at(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """The day that begins at a token, as ISO text."""
    return longest(sentence, index, setting, (_relative, _counted, _weekday, *_CALENDAR))


def _iso(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    match = _number_chain(_ISO, sentence, index)
    if match is None:
        return None
    day = _date(int(match[1]), int(match[3]), int(match[4]))
    return Parsed(_iso_text(day), sentence.index_at(match.end(), index))


def _numeric(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """A numeric date with a year: in the language's order, or the one order that it can have."""
    match = _number_chain(_WITH_YEAR, sentence, index)
    if match is None:
        return None
    pairs = _pairs(int(match[1]), int(match[3]), setting)
    end = sentence.index_at(match.end(), index)
    if len(match[4]) == 2:
        is_plain = match[2] != "-" and (setting.is_free or len(pairs) == 1)
        return Parsed(_two_digit_year(pairs[0], int(match[4]), setting) if is_plain and pairs else None, end)
    days = [day for month, number in pairs if (day := _date(int(match[4]), month, number))]
    return Parsed(days[0].isoformat() if days else None, end)


def _yearless_numeric(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """A numeric date without a year: as an answer only if day and month cannot be swapped (T9)."""
    match = _number_chain(_WITHOUT_YEAR, sentence, index)
    if match is None:
        return None
    has_dots = match[2] == "." and not match[4]
    end = sentence.index_at(match.end(), index)
    pairs = _pairs(int(match[1]), int(match[3]), setting)
    is_date = pairs and setting.speech.words.has_dotted_days and not is_amount(sentence, index, end)
    if has_dots and not is_date:
        return None
    is_plain = len(pairs) == 1 or (pairs and setting.is_free)
    return Parsed(_yearless(*pairs[0], setting) if is_plain else None, end)


def _named(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """Day and month name: "the 6th of March", "6. März 2026"."""
    words = setting.speech.words
    day = day_number(sentence, words.day_articles.skip(sentence, index), setting)
    return None if day is None else with_month(sentence, day, setting)


def with_month(sentence: Sentence, day: tuple[int, int], setting: Setting) -> Parsed | None:
    """The date of a day of the month, given with the index after it, if its month stands there."""
    words = setting.speech.words
    month = words.months.at(sentence, words.of.skip(sentence, day[1]))
    return of_year(sentence, (month.value, day[0]), month.end, setting) if month else None


def numeric_day(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """The day that begins at a token in digits alone: "6.12.", "6/12/2026"."""
    return longest(sentence, index, setting, (_numeric, _yearless_numeric))


def named_day(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """The day that begins at a token with its month's name: "6 March", "March 6"."""
    return longest(sentence, index, setting, (_named, _month_first))


def _month_first(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """Month name and day: "March 6, 2026"; not "in March 2 people"."""
    words = setting.speech.words
    month = words.months.at(sentence, index) if words.has_month_first else None
    if month is None or (setting.is_free and words.ahead.before(sentence, index)):
        return None
    after = month.end + (sentence.word(month.end) == ".")
    day = day_number(sentence, words.day_articles.skip(sentence, after), setting)
    return of_year(sentence, (month.value, day[0]), day[1], setting) if day else None


def _ordinal(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """A day of the month by its ordinal: "the 6th", "le 6", "am 6."."""
    words = setting.speech.words
    start = words.day_articles.skip(sentence, index)
    day = day_number(sentence, start, setting)
    if day is None or not is_joint(sentence, day[1], setting) or is_longer(sentence, start):
        return None
    last = sentence.word(day[1] - 1)
    is_ordinal = last in words.ordinal_signs and last != "."
    has_article = start > index and (words.has_plain_days or not last.isdecimal())
    return Parsed(_day_of_month(day[0], setting), day[1]) if has_article or is_ordinal else None


def _relative(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """Today, tomorrow and their like."""
    match = setting.speech.words.days.at(sentence, index)
    if match is None:
        return None
    return Parsed(None if match.value is None else _after(match.value, setting), match.end)


def _counted(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """In n days, n days ago."""
    words = setting.speech.words
    ahead, ago = words.ahead.skip(sentence, index), words.ago_before.skip(sentence, index)
    count = _count(sentence, max(ahead, ago), setting)
    unit = words.units.at(sentence, count[1]) if count else None
    if count is None or unit is None:
        return None
    end = words.ago_after.skip(sentence, unit.end)
    if max(ahead, ago) == index and end == unit.end:
        return None
    sign = 1 if ahead > index and end == unit.end else -1
    return Parsed(_after(sign * count[0] * unit.value, setting), end)


def _weekday(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """A weekday, alone, with "next" or "last", or before the date it belongs to."""
    words = setting.speech.words
    is_repeated = words.every.at(sentence, index)
    lead = is_repeated or words.coming.at(sentence, index) or words.gone.at(sentence, index)
    start = lead.end if lead else index
    is_marked = bool(lead) or not setting.is_free or words.on.before(sentence, index)
    weekday = words.weekdays.at(sentence, start) or (words.short_weekdays.at(sentence, start) if is_marked else None)
    if weekday is None:
        return None
    whole = _weekday_date(sentence, weekday.value, weekday.end, setting)
    if whole is not None:
        return whole
    tail = words.coming.at(sentence, weekday.end) or words.gone.at(sentence, weekday.end)
    end = tail.end if tail else weekday.end
    if is_repeated or words.weeks.at(sentence, end) or words.weeks.before(sentence, index):
        return Parsed(None, max(end, words.weeks.skip(sentence, end)))
    is_gone = any(words.gone.at(sentence, place) for place in (index, weekday.end))
    is_back = is_gone or (setting.prefers_past and not _is_ahead(sentence, index, weekday.end, setting))
    return Parsed(_next_weekday(weekday.value, setting, is_back=is_back), end)


def _is_ahead(sentence: Sentence, index: int, after: int, setting: Setting) -> bool:
    """Whether a word for what is coming stands before or after the weekday."""
    coming = setting.speech.words.coming
    return coming.at(sentence, index) is not None or coming.at(sentence, after) is not None


def _weekday_date(sentence: Sentence, weekday: int, index: int, setting: Setting) -> Parsed | None:
    """The date after a weekday's name, without a value if it falls on another weekday."""
    start = index + (sentence.word(index) in (",", "."))
    found = longest(sentence, start, setting, _CALENDAR)
    if found is None or not isinstance(found.value, str):
        return found
    return found if date.fromisoformat(found.value).weekday() == weekday else Parsed(None, found.end)


def day_number(sentence: Sentence, index: int, setting: Setting, *, is_second: bool = False) -> tuple[int, int] | None:
    """A day of a month as number or ordinal, with the index after it and its sign.

    `is_second` lets it follow the dash of a range: "4-6 December".
    """
    words = setting.speech.words
    ordinal = words.ordinals.at(sentence, index)
    if ordinal:
        return ordinal.value, ordinal.end
    token = sentence.token(index)
    if token is None or token.number is None or not 1 <= token.number <= 31:
        return None
    if not is_second and _is_in_chain(sentence, index):
        return None
    has_sign = sentence.word(index + 1) in words.ordinal_signs and sentence.is_glued(index + 1)
    return token.number, index + 1 + has_sign


def is_longer(sentence: Sentence, index: int) -> bool:
    """Whether the digits at a token go on as a numeric date, a time or an amount."""
    token = sentence.token(index)
    return token is not None and _LONGER.match(sentence.text, token.start) is not None


def of_year(sentence: Sentence, month_day: tuple[int, int], index: int, setting: Setting) -> Parsed:
    """The date of a month and day, with the year that follows or the next such day."""
    start = index + (sentence.word(index) == "." and sentence.is_glued(index))
    place = setting.speech.words.of.skip(sentence, start)
    token = sentence.token(place)
    # After a comma four digits may count something else: "on 6 March, 2000 people".
    is_apart = place > start and sentence.word(start) == "," and not is_joint(sentence, place + 1, setting)
    if token is not None and token.number is not None and len(token.text) == 4 and not is_apart:
        day = _date(token.number, *month_day)
        return Parsed(_iso_text(day), place + 1)
    return Parsed(_yearless(*month_day, setting), index)


def _count(sentence: Sentence, index: int, setting: Setting) -> tuple[int, int] | None:
    token, words = sentence.token(index), setting.speech.words
    if token is not None and token.number is not None and len(token.text) <= 4:
        return token.number, index + 1
    match = words.numbers.at(sentence, index) or words.articles.at(sentence, index)
    return (match.value, match.end) if match else None


def _number_chain(pattern: re.Pattern[str], sentence: Sentence, index: int) -> re.Match[str] | None:
    """The pattern's match at a token, unless the token goes on from other digits, as in an address."""
    token = sentence.token(index)
    if token is None or token.number is None or _is_in_chain(sentence, index):
        return None
    return pattern.match(sentence.text, token.start)


def _is_in_chain(sentence: Sentence, index: int) -> bool:
    """Whether digits and a sign stand directly before the token: `168` in `192.168`."""
    if not sentence.is_glued(index):
        return False
    return sentence.word(index - 1).isalpha() or (
        sentence.word(index - 1) in "./-:,'" and sentence.is_glued(index - 1) and sentence.word(index - 2).isdecimal()
    )


def _pairs(first: int, second: int, setting: Setting) -> list[tuple[int, int]]:
    """The (month, day) pairs that two numbers can be, the language's order first, each once."""
    ordered = [(second, first), (first, second)]
    if setting.speech.is_month_first:
        ordered.reverse()
    return [pair for pair in dict.fromkeys(ordered) if _date(_LEAP_YEAR, *pair)]


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _iso_text(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _after(days: int, setting: Setting) -> str | None:
    try:
        return (setting.speech.today + timedelta(days=days)).isoformat()
    except OverflowError:
        return None


def _next_weekday(weekday: int, setting: Setting, *, is_back: bool) -> str | None:
    """The first such day strictly after the message's day (T10), or the last strictly before it."""
    today = setting.speech.today.weekday()
    return _after(-((today - weekday - 1) % 7 + 1) if is_back else (weekday - today - 1) % 7 + 1, setting)


def _yearless(month: int, day: int, setting: Setting) -> str | None:
    """The next such day, today included, or with `prefer: past` the last one (T50)."""
    return _nearest(((year, month, day) for year in _years(setting)), setting)


def _day_of_month(day: int, setting: Setting) -> str | None:
    step = -1 if setting.prefers_past else 1
    today = setting.speech.today
    months = (today.year * 12 + today.month - 1 + step * count for count in range(13))
    return _nearest(((month // 12, month % 12 + 1, day) for month in months), setting)


def _years(setting: Setting) -> range:
    year = setting.speech.today.year
    return range(year, year - 9, -1) if setting.prefers_past else range(year, year + 9)


def _nearest(dates: Iterator[tuple[int, int, int]], setting: Setting) -> str | None:
    """The first of the dates that exists and lies on the preferred side of today."""
    for numbers in dates:
        day = _date(*numbers)
        if day and (day <= setting.speech.today if setting.prefers_past else day >= setting.speech.today):
            return day.isoformat()
    return None


def _two_digit_year(month_day: tuple[int, int], year: int, setting: Setting) -> str | None:
    """A year of two digits is of this century, or with `prefer: past` the last such year."""
    century = setting.speech.today.year // 100 * 100
    day = _date(century + year, *month_day)
    if setting.prefers_past and (day is None or day > setting.speech.today):
        day = _date(century - 100 + year, *month_day)
    return _iso_text(day)


_CALENDAR = (_iso, _numeric, _named, _month_first, _yearless_numeric, _ordinal)
