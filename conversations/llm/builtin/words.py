"""A message as words: where each stands, its folded form and its stem."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import snowballstemmer  # type: ignore[import-untyped]

from conversations.llm.builtin.vocabulary import Vocabulary, vocabulary

WORD = re.compile(r"[^\W_]+")
INVERTED = re.compile(r"\w-(?:t-)?(?:je|tu|il|elle|on|ils|elles)\b")
LONGEST = 3900
"""Characters of a message that are read: of a longer one its beginning and its end, where requests stand."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text, from `start` to `end`."""

    folded: str
    stem: str
    start: int
    end: int


@dataclass(frozen=True)
class Text:
    """A message, or an author's phrase, in a language (`en`, `pt-BR`)."""

    raw: str
    language: str

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of its language."""
        return vocabulary(self.language)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Its words, in order."""
        return tuple(
            Word(folded(found.group()), stem(found.group(), self.vocabulary.stemmer), found.start(), found.end())
            for found in WORD.finditer(self.raw)
        )

    @cached_property
    def flat(self) -> str:
        """Its folded words with one space around each, so that a phrase is found by `in`."""
        return f" {' '.join(word.folded for word in self.words)} "

    @cached_property
    def is_question(self) -> bool:
        """Whether it ends with a question mark, begins with a question word, or asks by inversion ("dois-je")."""
        if self.raw.rstrip().endswith(("?", "？")) or INVERTED.search(self.raw):
            return True
        return bool(self.words) and self.words[0].folded in self.vocabulary.question

    def has(self, phrases: Iterable[str]) -> bool:
        """Whether one of the folded phrases stands in it, at word boundaries."""
        return any(f" {phrase} " in self.flat for phrase in phrases)

    def between(self, start: int, end: int) -> tuple[Word, ...]:
        """The words that stand wholly between two places."""
        return tuple(word for word in self.words if start <= word.start and word.end <= end)

    @cached_property
    def content(self) -> tuple[Word, ...]:
        """The words that carry meaning: neither stop words nor an author's framing."""
        spoken = self.vocabulary
        return tuple(word for word in self.words if word.folded not in spoken.stop and word.folded not in spoken.author)


def readable(text: str) -> str:
    """The text, or the first and the last half of what is read of a longer one, cut between words."""
    if len(text) <= LONGEST:
        return text
    head, tail = text[: LONGEST // 2], text[-(LONGEST // 2) + 2 :]
    return f"{head.rsplit(maxsplit=1)[0] if ' ' in head else head}\n\n{tail.partition(' ')[2] or tail}"


@lru_cache(maxsize=20_000)
def folded(word: str) -> str:
    """Lower case without accents."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


@lru_cache(maxsize=20_000)
def stem(word: str, language: str) -> str:
    """The folded stem of a word; `language` is a name that snowball knows (`english`)."""
    # A stemmer holds the word it works on, so threads must not share one; the cache makes a new one cheap enough.
    return folded(snowballstemmer.stemmer(language).stemWord(unicodedata.normalize("NFC", word.lower())))


@lru_cache(maxsize=2_000)
def phrase(text: str, language: str) -> Text:
    """An author's phrase, kept, since the same ones are compared with every message."""
    return Text(text[:LONGEST], language)
