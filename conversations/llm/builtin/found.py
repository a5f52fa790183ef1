"""Values that stand in a message, before it is known which field each belongs to."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from conversations.engine.effects import OfferedField, canonical
from conversations.engine.grammar.mentions import mentions
from conversations.engine.grammar.speech import Speech
from conversations.llm.builtin.codes import is_meant
from conversations.llm.builtin.words import Text, Word
from facts.values import Json, ValueType

NUMBERS: tuple[str, ...] = ("integer", "number")
PRICES = (
    re.compile(r"^\s*(?P<v>\d{1,7}\.\d{2})\s*$"),
    re.compile(r"(?<![\w.,])(?:chf|frs?\.?|eur|€|\$|£) ?(?P<v>\d{1,7}\.\d{2})(?![.,]?\d)", re.IGNORECASE),
    re.compile(r"(?<![\w.,])(?P<v>\d{1,7}\.\d{2}) ?(?:chf|francs?|frs?|eur|euros?|€|\$|£)(?!\w)", re.IGNORECASE),
)
REACH = 3
"""How many words before a value a negation is looked for."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A value from `start` to `end` of the text."""

    value: Json
    start: int
    end: int


@dataclass(frozen=True)
class Finder:
    """Finds values in one message, sent at `moment` in the person's zone (T10), and remembers what it found.

    What stands in the `passing` parts counts only for a field that is asked, or of a flow about the past (`past`).
    """

    text: Text
    moment: datetime
    passing: tuple[tuple[int, int], ...] = ()
    past: frozenset[str] = frozenset()
    seen: dict[str, tuple[Mention, ...]] = field(default_factory=dict)

    def mentions_for(self, spec: OfferedField) -> tuple[Mention, ...]:
        """The values that the field can hold, in order, without those that are denied."""
        found = self._all(_type(spec))
        if spec.type == "number" and not spec.enum:
            found = _longest([*found, *_prices(self.text.raw)])
        return tuple(mention for mention in found if self._counts(spec, mention))

    def _counts(self, spec: OfferedField, mention: Mention) -> bool:
        is_other_word = bool(spec.enum) and not is_meant(self.text, spec, mention.start, mention.end)
        is_passing = any(start <= mention.start < end for start, end in self.passing)
        if is_other_word or (is_passing and not self._takes_passing(spec)):
            return False
        return not is_denied(self.text, mention.start)

    def _takes_passing(self, spec: OfferedField) -> bool:
        return spec.asked or spec.prefer == "past" or any(flow in self.past for flow in spec.flows)

    def _all(self, wanted: ValueType) -> tuple[Mention, ...]:
        key = canonical([wanted.name, list(wanted.enum), dict(wanted.synonyms), wanted.prefer])
        if key not in self.seen:
            found = mentions(self.text.raw, wanted, Speech(self.text.language, self.moment))
            self.seen[key] = _longest([Mention(item.value, item.start, item.end) for item in found])
        return self.seen[key]


def _prices(text: str) -> list[Mention]:
    """Amounts with a point before two digits, which the grammar of a language with a decimal comma passes over."""
    return [
        Mention(float(found["v"]), found.start(), found.end()) for pattern in PRICES for found in pattern.finditer(text)
    ]


def _longest(mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """The mentions in order, without those that a longer one covers: "the Grand" in "the Grand Hotel"."""
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda item: item.start - item.end):
        if not overlaps(mention, kept):
            kept.append(mention)
    return tuple(sorted(kept, key=lambda item: item.start))


def is_denied(text: Text, start: int) -> bool:
    """Whether a negation stands just before, with no comma between: "not the Grand Hotel", but not "no, 3"."""
    before = [word for word in text.words if word.end <= start][-REACH:]
    for index, word in enumerate(before):
        is_apart = any(mark in text.raw[word.end : start] for mark in ",;:.!?")
        if word.folded in text.vocabulary.negation and not is_apart and not _turns(before[index + 1 :], text):
            return True
    return False


def overlaps(mention: Mention, others: Iterable[Mention]) -> bool:
    """Whether the mention shares a character with one of the others."""
    return any(mention.start < other.end and other.start < mention.end for other in others)


def _turns(between: Sequence[Word], text: Text) -> bool:
    """Whether a "but" ends what a negation denies: "not Friday but Saturday"."""
    return any(word.folded in text.vocabulary.turning for word in between)


def _type(spec: OfferedField) -> ValueType:
    return ValueType(
        name=spec.type,  # type: ignore[arg-type]
        schema=spec.schema,
        enum=spec.enum,
        synonyms=spec.synonyms,
        prefer="past" if spec.prefer == "past" else "future",
    )
