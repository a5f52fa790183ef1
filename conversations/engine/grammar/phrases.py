"""Tables of words and phrases that are looked up at a place in a sentence."""

from collections.abc import Mapping, Set
from typing import Any, Generic, NamedTuple, TypeVar

from conversations.engine.grammar.sentence import Sentence, parts

T = TypeVar("T")


class Match(NamedTuple, Generic[T]):
    """What a phrase stands for, and the index of the token after it."""

    value: T
    end: int


class Phrases(Generic[T]):
    """Phrases with what each stands for; the longest that stands at a place wins."""

    def __init__(self, entries: Mapping[str, T]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], T]]] = {}
        for phrase, value in entries.items():
            words = tuple(parts(phrase))
            self._by_first.setdefault(words[0], []).append((words, value))
        for found in self._by_first.values():
            found.sort(key=lambda entry: -len(entry[0]))

    @property
    def first_words(self) -> Set[str]:
        """The words that phrases begin with."""
        return self._by_first.keys()

    def at(self, sentence: Sentence, index: int) -> Match[T] | None:
        """The longest phrase that begins at the index, or None."""
        for words, value in self._by_first.get(sentence.word(index), ()):
            if sentence.words[index : index + len(words)] == words:
                return Match(value, index + len(words))
        return None

    def before(self, sentence: Sentence, index: int) -> bool:
        """Whether a phrase ends just before the index."""
        return any(
            (match := self.at(sentence, start)) and match.end == index for start in range(max(0, index - 4), index)
        )

    def skip(self, sentence: Sentence, index: int) -> int:
        """The index after the phrase that stands there; the index itself if none does."""
        match = self.at(sentence, index)
        return match.end if match else index


NONE: Phrases[Any] = Phrases({})
"""No phrases at all."""


def table(entries: Mapping[T, str]) -> Phrases[T]:
    """Phrases, parted by `|`, by what they stand for: `{1: "one | a"}`."""
    pairs = ((phrase, value) for value, phrases in entries.items() for phrase in phrases.split("|"))
    return Phrases({phrase: value for phrase, value in pairs if phrase.strip()})


def listed(phrases: str) -> Phrases[bool]:
    """Phrases, parted by `|`, that only have to be there."""
    return table({True: phrases})


def counted(phrases: str, start: int = 0) -> Phrases[int]:
    """Phrases that stand for their place, counted from `start`: places parted by `,`, the phrases of one by `|`."""
    return table(dict(enumerate(phrases.split(","), start)))
