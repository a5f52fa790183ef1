"""A whole message as one value: what may stand around it without changing it (T9)."""

from collections.abc import Iterator

from conversations.engine.grammar.parsed import Reader, Setting
from conversations.engine.grammar.sentence import Sentence
from conversations.engine.grammar.vocabulary import Words
from facts.values import Json

CLOSING = (".", "!", ",", ";", "…")
"""Signs that may end an answer. A question mark makes it a question."""

_LEADS = 3


def whole(sentence: Sentence, setting: Setting, reader: Reader) -> Json:
    """The value that the whole sentence is, None if it is none."""
    for start in starts(sentence, setting.speech.words):
        found = reader(sentence, start, setting)
        if found is not None and found.value is not None and closes(sentence, found.end, setting.speech.words):
            return found.value
    return None


def starts(sentence: Sentence, words: Words) -> Iterator[int]:
    """Where the value may begin: at once, then after each polite or leading phrase."""
    index = 0
    yield index
    for _ in range(_LEADS):
        match = words.lead.at(sentence, index) or words.polite.at(sentence, index)
        if match is None:
            return
        index = match.end + (sentence.word(match.end) == ",")
        yield index


def closes(sentence: Sentence, index: int, words: Words) -> bool:
    """Whether nothing but polite phrases and closing signs follows."""
    return end_of(sentence, index, words) == len(sentence.tokens)


def end_of(sentence: Sentence, index: int, words: Words) -> int:
    """The index after the polite phrases and closing signs that stand at a place."""
    while index < len(sentence.tokens):
        match = words.polite.at(sentence, index)
        if match is None and sentence.word(index) not in CLOSING:
            return index
        index = match.end if match else index + 1
    return index
