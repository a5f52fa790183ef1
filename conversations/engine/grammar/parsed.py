"""The result of every reader of the grammar."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from conversations.engine.grammar.sentence import Sentence
from conversations.engine.grammar.speech import Speech
from facts.values import Json


@dataclass(frozen=True, slots=True)
class Parsed:
    """What stands at a place: its value, and the index of the token after it.

    `value` is None for what has the shape but no one meaning ("at 7"): its tokens belong to no other value either.
    """

    value: Json
    end: int


@dataclass(frozen=True, slots=True)
class Span:
    """A value from one token to another; None for what only keeps its tokens from other values."""

    value: Json
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Setting:
    """How to read: the speech, which way a date without a year goes (T50), and whether the answer is the whole message.

    What stands in free text has to be told more plainly than an answer, save that a numeric date has the language's
    order there (T10).
    """

    speech: Speech
    prefers_past: bool = False
    is_free: bool = False


Reader: TypeAlias = Callable[[Sentence, int, Setting], Parsed | None]
"""Reads a value that begins at a token; None if none does."""


def longest(sentence: Sentence, index: int, setting: Setting, readers: tuple[Reader, ...]) -> Parsed | None:
    """The longest of what the readers find at a place; of equals the first reader's."""
    best: Parsed | None = None
    for reader in readers:
        found = reader(sentence, index, setting)
        if found is not None and (best is None or found.end > best.end):
            best = found
    return best


def is_joint(sentence: Sentence, index: int, setting: Setting) -> bool:
    """Whether a bare number before the index may end there: in free text no noun may follow."""
    token = sentence.token(index)
    if not setting.is_free or token is None or not (token.is_word or token.number is not None):
        return True
    return setting.speech.words.joints.at(sentence, index) is not None
