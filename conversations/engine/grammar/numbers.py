"""Numbers in the language's signs and words (T9)."""

import re
from typing import Any

from conversations.engine.grammar.currencies import CURRENCIES, currency_end, is_amount
from conversations.engine.grammar.parsed import Parsed, Setting
from conversations.engine.grammar.phrases import Match
from conversations.engine.grammar.sentence import Sentence
from conversations.engine.grammar.vocabulary import Words
from facts import numerals

_APOSTROPHES = "'\u2019\u2018\u02bc\u2032\u00b4`"
_SWISS = re.compile(rf"[1-9]\d{{0,2}}(?:[{_APOSTROPHES}]\d{{3}})+(?:\.\d+)?(?![\d{_APOSTROPHES}])", re.ASCII)
"""Groups parted by an apostrophe leave a point no other meaning than that of the decimal sign."""
_CENTS = re.compile(
    rf"(?:[1-9]\d{{0,2}}(?:[{_APOSTROPHES} \u00a0\u2009\u202f]\d{{3}})+|\d+)[.,]\d{{2}}(?!\d)", re.ASCII
)
"""An amount with two decimals after either sign, which only a currency beside it makes plain."""

_TWENTY = 20


def number_at(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    """The number that begins at a token, a currency beside it included.

    What only looks like one has no value: `7pm`, `A4`, `50%`, `1.2.3`, or the signs of another language.
    """
    start = currency_end(sentence, index)
    found = _digits(sentence, start, setting) or _spoken(sentence, start, setting)
    if found is None:
        return None
    unread = setting.speech.words.beyond.at(sentence, found.end)
    if unread:
        return Parsed(None, unread.end)
    scale = setting.speech.words.scales.at(sentence, found.end)
    if scale and isinstance(found.value, (int, float)):
        found = Parsed(numerals.plain(found.value * scale.value), scale.end)
    return Parsed(found.value, currency_end(sentence, found.end))


def _digits(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    is_negative = _is_minus(sentence, index)
    start = index + is_negative
    token = sentence.token(start)
    if token is None or not token.text.isdecimal():
        return None
    numeral = _numeral(sentence, start, setting)
    end = sentence.index_at(token.start + len(numeral), start) if numeral else start + 1
    if not numeral or _is_part(sentence, index, end):
        return Parsed(None, _chain_end(sentence, end))
    value = _value(numeral, setting)
    end = _after_dash(sentence, end)
    return Parsed(-value if is_negative and value else value, end)


def _numeral(sentence: Sentence, index: int, setting: Setting) -> str:
    """The digits and signs of the number at a token: in Swiss groups, as an amount, or as the language writes it."""
    place = sentence.tokens[index].start
    cents = _CENTS.match(sentence.text, place)
    if cents and is_amount(sentence, index, sentence.index_at(cents.end(), index)):
        return cents[0]
    # Where the language's own signs go further ("1'250,50"), they are the ones that were meant.
    own, swiss = (
        pattern.match(sentence.text, place) for pattern in (numerals.expression(setting.speech.language), _SWISS)
    )
    return max((match[0] for match in (own, swiss) if match), key=len, default="")


def _value(numeral: str, setting: Setting) -> int | float | None:
    value = numerals.read(numeral, setting.speech.language)
    if value is not None:
        return value
    bare = re.sub(rf"[{_APOSTROPHES}\s]", "", numeral).replace(",", ".")
    return numerals.machine(bare)


def _spoken(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    words = setting.speech.words
    end = _compound_end(sentence, index, words)
    if end is not None:
        return Parsed(None, end)
    if setting.is_free and words.ones.at(sentence, index):
        return Parsed(1, index + 1)
    match = words.numbers.at(sentence, index)
    if match is None and not setting.is_free:
        match = words.articles.at(sentence, index)
    return Parsed(match.value, match.end) if match else None


def _compound_end(sentence: Sentence, index: int, words: Words) -> int | None:
    """The index after a number of several words, which is not read; None if no such number begins here."""
    unread, single = words.beyond.at(sentence, index), words.numbers.at(sentence, index)
    if unread is None and single is None:
        return None
    start = unread.end if unread else single.end if single else index
    has_tens, end = unread is not None or (single is not None and single.value == _TWENTY), start
    while part := _next_part(sentence, end, words, has_tens=has_tens):
        has_tens, end = True, part
    return end if unread or end > start else None


def _next_part(sentence: Sentence, index: int, words: Words, *, has_tens: bool) -> int | None:
    """The index after the next word of a number of several: "one" after "twenty-", "hundred" after "two"."""
    place = words.ands.skip(sentence, index) if has_tens else index
    place += sentence.word(place) == "-"
    match: Match[Any] | None = words.beyond.at(sentence, place)
    if match is None and has_tens:
        match = words.numbers.at(sentence, place) or words.articles.at(sentence, place)
    return match.end if match else None


def _is_minus(sentence: Sentence, index: int) -> bool:
    """Whether the token is the sign of the digits after it, not a dash between two."""
    is_sign = sentence.word(index) in ("-", "−") and sentence.is_glued(index + 1)
    return is_sign and not sentence.is_glued(index)


def _is_part(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the digits belong to something longer: letters, more digits or a per cent sign stand at their edges."""
    if sentence.is_glued(start) and (sentence.word(start - 1).isalnum() or sentence.word(start - 1) in "#_:/@"):
        return True
    if sentence.word(end) == "%" or not sentence.is_glued(end):
        return sentence.word(end) == "%"
    sign = sentence.word(end)
    if sentence.tokens[end].is_word:
        return sign not in CURRENCIES
    return sign in "_°" or (sign in ".,:'" and sentence.is_glued(end + 1) and sentence.word(end + 1).isalnum())


def _chain_end(sentence: Sentence, end: int) -> int:
    """The index after all digits, letters and signs that are glued to the place."""
    while sentence.is_glued(end) and (sentence.word(end).isalnum() or _goes_on(sentence, end)):
        end += 1
    return end


def _goes_on(sentence: Sentence, index: int) -> bool:
    return sentence.word(index) in ".,:'%" and (sentence.word(index) == "%" or sentence.is_glued(index + 1))


def _after_dash(sentence: Sentence, end: int) -> int:
    """The index after the Swiss ".-" of a round sum."""
    is_round = (
        sentence.word(end) == "." and sentence.word(end + 1) in ("-", "–", "—") and not sentence.is_glued(end + 2)
    )
    return end + 2 if is_round and sentence.is_glued(end) and sentence.is_glued(end + 1) else end
