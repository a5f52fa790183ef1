"""Numbers that are parts of a sum which nobody has told: "2 adults and 2 children" (T9); the nouns they count."""

from collections.abc import Collection, Sequence
from typing import Any

from conversations.engine.grammar.parsed import Setting, Span
from conversations.engine.grammar.phrases import Phrases
from conversations.engine.grammar.sentence import Sentence
from conversations.engine.grammar.speech import words_of
from conversations.engine.grammar.vocabulary import Words

_NOUN_WORDS = 2
_STEM = 4
"""Letters that two forms of a noun have in common: "adult", "adults"."""


def unit_at(sentence: Sentence, index: int, words: Words) -> str:
    """The folded noun that stands at a place, right after a number; empty if none does."""
    return sentence.word(index) if _is_noun(sentence, index, words) else ""


def parts_of_sums(
    sentence: Sentence, spans: Sequence[Span], setting: Setting, names: Collection[str] = ()
) -> list[Span]:
    """The numbers that another with a noun of its own is added to; not the one whose noun alone is one of the names."""
    words = setting.speech.words
    parts: list[Span] = []
    for index in range(len(spans) - 1, -1, -1):
        span, after = spans[index], spans[index + 1] if index + 1 < len(spans) else None
        is_more = after is not None and after in parts
        if after is not None and _is_added(sentence, span, after, words, is_more=is_more):
            parts += [span] if is_more else [after, span]
        elif _has_minor(sentence, span, words):
            parts.append(span)
    called = [span for span in parts if _is_called(unit_at(sentence, span.end, words), names, words)]
    return [span for span in parts if span not in called] if len(called) == 1 else parts


def _is_added(sentence: Sentence, span: Span, after: Span, words: Words, *, is_more: bool) -> bool:
    """Whether a noun and a word that adds stand between two numbers, and a noun after the second."""
    end = _noun_end(sentence, span.end, words)
    if end is None or _noun_end(sentence, after.end, words) is None:
        return False
    if is_more and sentence.word(end) == "," and end + 1 == after.start:
        return True
    start = end + (sentence.word(end) == ",")
    added = words.additions.at(sentence, start)
    if added is None and _has_any(words.minors, sentence, after.end):
        added = words.withs.at(sentence, start)
    return added is not None and added.end == after.start


def _has_minor(sentence: Sentence, span: Span, words: Words) -> bool:
    """Whether one of those who may not be counted comes with it: "2 adults and a child"."""
    end = _noun_end(sentence, span.end, words)
    added = (words.additions.at(sentence, end) or words.withs.at(sentence, end)) if end is not None else None
    article = words.articles.at(sentence, added.end) if added else None
    return article is not None and _has_any(words.minors, sentence, article.end)


def _noun_end(sentence: Sentence, index: int, words: Words) -> int | None:
    """The index after the noun that is counted, with one adjective; None if there is none, or its number is apart."""
    end = index
    while end < index + _NOUN_WORDS and _is_noun(sentence, end, words):
        if words.apart.at(sentence, end):
            return None
        end += 1
    return end if end > index else None


def _is_noun(sentence: Sentence, index: int, words: Words) -> bool:
    """Whether a word stands there that no table of the language takes for something else."""
    token = sentence.token(index)
    return token is not None and token.is_word and not any(table.at(sentence, index) for table in _no_nouns(words))


def _no_nouns(words: Words) -> tuple[Phrases[Any], ...]:
    links = (words.joints, words.ands, words.additions, words.withs, words.alternatives, words.spans, words.till)
    times = (words.on, words.at, words.ahead, words.coming, words.days, words.weekdays, words.months, words.halves)
    return (*links, *times, words.of, words.day_articles, words.lead, words.polite, words.open_ends, words.articles)


def _has_any(table: Phrases[bool], sentence: Sentence, index: int) -> bool:
    """Whether one of the nouns stands there, or after an adjective."""
    return any(table.at(sentence, place) for place in (index, index + 1))


def _is_called(noun: str, names: Collection[str], words: Words) -> bool:
    """Whether a field of these names counts what the noun says."""
    if not noun:
        return False
    known = _minor_words(words)
    return any(
        name == noun or (len(name) >= _STEM <= len(noun) and name[:_STEM] == noun[:_STEM]) for name in names
    ) or (noun in known and any(name in known for name in names))


def _minor_words(words: Words) -> frozenset[str]:
    """The words for children, in English too, for fields have English names in agents of any language."""
    return frozenset(words.minors.first_words | words_of("en").minors.first_words)
