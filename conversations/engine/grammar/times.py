"""Times of day, as `HH:MM`: "19:00", "7pm", "um 19 Uhr", "19h30", noon (T9)."""

import re

from conversations.engine.grammar.currencies import is_amount
from conversations.engine.grammar.parsed import Parsed, Setting, is_joint
from conversations.engine.grammar.phrases import Match
from conversations.engine.grammar.sentence import Sentence
from conversations.engine.grammar.vocabulary import HalfOfDay

_COLON = re.compile(r"(\d{1,2}):(\d{2})(?::\d{2})?(?![\d:])", re.ASCII)
_DOT = re.compile(r"(\d{1,2})\.(\d{2})(?![\d.]*\d)", re.ASCII)


def time_at(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """The time of day that begins at a token, with or without the word before it ("at").

    "At 7" has no value: it may be morning or evening.
    """
    words = setting.speech.words
    start = words.at.skip(sentence, index)
    name = words.clock.at(sentence, start)
    if name is not None:
        return Parsed(name.value, name.end)
    early = words.minutes_before.at(sentence, start)
    if early is not None:
        return _early(sentence, early, setting)
    return _digits(sentence, start, setting, is_led=start > index) or _hour(
        sentence, start, setting, is_led=start > index
    )


def clock(hour: int, minute: int, half: HalfOfDay | None, *, is_marked: bool) -> str | None:
    """The time as `HH:MM`; None if an hour up to 12 may belong to either half of the day."""
    if half is None and not is_marked and 1 <= hour <= 12:
        return None
    is_late = half == "pm" or (half == "night" and hour >= 6)
    if hour == 12 and half is not None:
        hour = 12 if half == "pm" else 0
    elif is_late and hour < 12:
        hour += 12
    minutes = hour * 60 + minute
    return f"{minutes // 60:02}:{minutes % 60:02}" if 0 <= minutes < 24 * 60 else None


def _early(sentence: Sentence, early: Match[int], setting: Setting) -> Parsed | None:
    """Minutes before the hour: "half past seven"."""
    hour = _hour_number(sentence, early.end, setting)
    if hour is None:
        return None
    half = setting.speech.words.halves.at(sentence, hour[1])
    value = clock(hour[0], early.value, half and half.value, is_marked=hour[0] > 12)
    return Parsed(value, half.end if half else hour[1])


def _digits(sentence: Sentence, index: int, setting: Setting, *, is_led: bool) -> Parsed | None:
    """Hour and minute in digits: "19:30", and as an answer or with a word beside it "7.30pm" or "19.30 Uhr"."""
    words = setting.speech.words
    token = sentence.token(index)
    if token is None or token.number is None or _goes_on(sentence, index):
        return None
    colon = _COLON.match(sentence.text, token.start)
    match = colon or _DOT.match(sentence.text, token.start)
    if match is None:
        return None
    end = sentence.index_at(match.end(), index)
    if not colon and is_amount(sentence, index, end):
        return None
    mark, half = words.hour_marks.at(sentence, end), words.halves.at(sentence, end)
    is_time = colon or mark or half or not setting.is_free or (is_led and is_joint(sentence, end, setting))
    if not is_time or int(match[1]) > 23 or int(match[2]) > 59:
        return None
    last = half or mark
    value = clock(int(match[1]), int(match[2]), half and half.value, is_marked=True)
    return Parsed(value, last.end if last else end)


def _hour(sentence: Sentence, index: int, setting: Setting, *, is_led: bool) -> Parsed | None:
    """An hour with what makes it one: "7pm", "19 Uhr", "19h30", "7 heures et demie", "at 19"."""
    words = setting.speech.words
    hour = _hour_number(sentence, index, setting)
    if hour is None:
        return None
    mark = words.hour_marks.at(sentence, hour[1])
    if mark is None and (is_led or not setting.is_free):
        mark = words.spoken_hour_marks.at(sentence, hour[1])
    loose = words.loose_hour_marks.at(sentence, hour[1])
    minute, end = _minute(sentence, (mark or loose or Match(True, hour[1])).end, setting, is_marked=bool(mark))
    half = words.halves.at(sentence, end)
    is_bare = not (mark or loose or half)
    if is_bare and not (is_led and is_joint(sentence, end, setting)):
        return None
    value = clock(hour[0], minute, half and half.value, is_marked=bool(mark) or hour[0] > 12)
    return Parsed(value, half.end if half else end)


def _minute(sentence: Sentence, index: int, setting: Setting, *, is_marked: bool) -> tuple[int, int]:
    """The minutes after an hour, in digits or words, with the index after them."""
    spoken = setting.speech.words.minutes_after.at(sentence, index)
    if spoken:
        return spoken.value, spoken.end
    token = sentence.token(index)
    if is_marked and token is not None and token.number is not None and len(token.text) == 2 and token.number < 60:
        return token.number, index + 1
    return 0, index


def _hour_number(sentence: Sentence, index: int, setting: Setting) -> tuple[int, int] | None:
    token = sentence.token(index)
    if token is not None and token.number is not None:
        is_hour = len(token.text) <= 2 and token.number < 24 and not _goes_on(sentence, index)
        return (token.number, index + 1) if is_hour and not _has_fraction(sentence, index) else None
    words = setting.speech.words
    match = words.numbers.at(sentence, index) or words.articles.at(sentence, index)
    return (match.value, match.end) if match and 1 <= match.value <= 12 else None


def _has_fraction(sentence: Sentence, index: int) -> bool:
    return (
        sentence.word(index + 1) in (".", ",")
        and sentence.is_glued(index + 1)
        and _is_digits_glued(sentence, index + 2)
    )


def _is_digits_glued(sentence: Sentence, index: int) -> bool:
    return sentence.is_glued(index) and sentence.word(index).isdecimal()


def _goes_on(sentence: Sentence, index: int) -> bool:
    """Whether the token is the end of something longer: `30` in `12:30`, `4` in `A4`."""
    return sentence.is_glued(index) and (sentence.word(index - 1).isalnum() or sentence.word(index - 1) in ":.,/")
