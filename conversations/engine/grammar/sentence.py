"""A message cut into tokens that know where they stand: what the whole grammar reads."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from facts.folding import fold

# Digits, letters with their accents, or any other sign but skin tones and the mark that makes an emoji colourful.
_TOKEN = re.compile(r"\d+|[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])*|[^\s\ufe0f\U0001f3fb-\U0001f3ff]")


@dataclass(frozen=True, slots=True)
class Token:
    """A run of digits, a word, or one other sign. `text` is folded; `start` and `end` are places in the message."""

    text: str
    start: int
    end: int

    @property
    def number(self) -> int | None:
        """The value of a short run of digits, else None."""
        return int(self.text) if self.text.isdecimal() and len(self.text) <= 9 else None

    @property
    def is_word(self) -> bool:
        """Whether it is made of letters."""
        return self.text[:1].isalpha()


@dataclass(frozen=True)
class Sentence:
    """A message with its tokens."""

    text: str
    tokens: tuple[Token, ...]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The folded text of each token."""
        return tuple(token.text for token in self.tokens)

    def windows(self, size: int) -> tuple[str, ...]:
        """The folded texts of all runs of so many tokens, by their first token."""
        if size not in self._windows:
            starts = range(len(self.words) - size + 1)
            self._windows[size] = tuple(" ".join(self.words[start : start + size]) for start in starts)
        return self._windows[size]

    @cached_property
    def _windows(self) -> dict[int, tuple[str, ...]]:
        return {}

    def token(self, index: int) -> Token | None:
        """The token at an index, None past either end."""
        return self.tokens[index] if 0 <= index < len(self.tokens) else None

    def word(self, index: int) -> str:
        """The folded text of the token at an index, empty past either end."""
        return self.words[index] if 0 <= index < len(self.words) else ""

    def is_glued(self, index: int) -> bool:
        """Whether no space stands between the token at an index and the one before it."""
        return 0 < index < len(self.tokens) and self.tokens[index - 1].end == self.tokens[index].start

    def index_at(self, place: int, start: int) -> int:
        """The index, from `start` on, of the first token that begins at or after a place in the text."""
        while start < len(self.tokens) and self.tokens[start].start < place:
            start += 1
        return start


@lru_cache(maxsize=1)
def cut(text: str) -> Sentence:
    """The sentence of a text. The last one is kept, for several readers look at the same message."""
    if not text.isascii():
        return Sentence(text, tuple(Token(fold(match[0]), *match.span()) for match in _TOKEN.finditer(text)))
    folded = text.lower().replace("`", "'")  # as `fold` does, and here every sign stays in its place
    places = (match.span() for match in _TOKEN.finditer(text))
    return Sentence(text, tuple(Token(folded[start:end], start, end) for start, end in places))


def parts(phrase: str) -> Sequence[str]:
    """The folded tokens of a phrase, as they stand in a sentence."""
    return tuple(fold(match[0]) for match in _TOKEN.finditer(phrase))
