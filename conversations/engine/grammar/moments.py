"""Moments: a day and a time of day together, in the person's zone (T9, T10)."""

import re
from datetime import UTC, date, datetime, time

from conversations.engine.grammar.dates import day_at
from conversations.engine.grammar.parsed import Parsed, Setting
from conversations.engine.grammar.sentence import Sentence
from conversations.engine.grammar.times import time_at

_ISO = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})?(?![\w:])", re.ASCII)


def moment_at(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """The moment that begins at a token, as ISO text with offset: `2026-03-06T19:00:00+01:00`."""
    return (
        _iso(sentence, index, setting)
        or _day_then_time(sentence, index, setting)
        or _time_then_day(sentence, index, setting)
    )


def _iso(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    token = sentence.token(index)
    match = _ISO.match(sentence.text, token.start) if token else None
    if match is None:
        return None
    end = sentence.index_at(match.end(), index)
    try:
        moment = datetime.fromisoformat(match[0].upper())
    except ValueError:
        return Parsed(None, end)
    return Parsed(_written(moment if moment.tzinfo else _in_zone(moment, setting)), end)


def _day_then_time(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    day = day_at(sentence, index, setting)
    if day is None:
        return None
    start = day.end + (sentence.word(day.end) == ",")
    hour = time_at(sentence, start, setting)
    return Parsed(_joined(day, hour, setting), hour.end) if hour else None


def _time_then_day(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    hour = time_at(sentence, index, setting)
    if hour is None:
        return None
    start = hour.end + (sentence.word(hour.end) == ",")
    day = day_at(sentence, setting.speech.words.on.skip(sentence, start), setting)
    return Parsed(_joined(day, hour, setting), day.end) if day else None


def _joined(day: Parsed, hour: Parsed, setting: Setting) -> str | None:
    if not isinstance(day.value, str) or not isinstance(hour.value, str):
        return None
    return _written(_in_zone(datetime.combine(date.fromisoformat(day.value), time.fromisoformat(hour.value)), setting))


def _in_zone(moment: datetime, setting: Setting) -> datetime:
    """The moment in the person's zone; a time that the clocks skip is the one they show instead."""
    zone = setting.speech.now.tzinfo
    return moment.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
