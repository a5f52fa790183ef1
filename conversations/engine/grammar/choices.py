"""Choices of an `enum`: exact, by a unique beginning, by a unique slip of the keys; where a text names them (T9)."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple, TypeAlias

from conversations.engine.grammar.sentence import Sentence, cut, parts
from conversations.engine.grammar.speech import Speech
from conversations.engine.grammar.vocabulary import Words
from conversations.engine.grammar.whole import CLOSING, closes, starts
from facts.folding import fold
from facts.nearness import forgiven, is_near, slips
from facts.values import Json, ValueType, choices


class NotLiteral(Enum):
    """The one value that says: this is no literal answer. None is a value of JSON, so it cannot say it."""

    NOT_LITERAL = "NOT_LITERAL"


NOT_LITERAL = NotLiteral.NOT_LITERAL

Literal: TypeAlias = "Json | NotLiteral"

_SHORTEST = 2
_SIGNS = "".join(CLOSING) + " "
_REACH = 5


def exact_choice(text: str, type: ValueType) -> Literal:
    """The choice that the whole message is by folded equality, synonyms included; NOT_LITERAL if it is none."""
    if not type.enum or type.name in ("list", "object"):
        return NOT_LITERAL
    table, folded = choices(type), fold(text)
    for form in (folded, folded.strip(_SIGNS)):
        if form in table:
            return table[form]
    return NOT_LITERAL


def choice(text: str, type: ValueType, speech: Speech) -> Literal:
    """The choice that the whole message is: exact, a unique beginning, or a unique slip of one edit per five letters.

    A tie or a negation is none.
    """
    exact = exact_choice(text, type)
    if exact is not NOT_LITERAL or not type.enum:
        return exact
    forms = tuple(_forms(cut(text), speech.words))
    table = choices(type)
    for form in forms:
        if form in table:
            return table[form]
    if any(word in speech.words.negations for word in parts(text)):
        return NOT_LITERAL
    for form in forms:
        found = _only(member for key, member in table.items() if _begins(key, form))
        found = _only(member for key, member in table.items() if is_near(form, key)) if found is None else found
        if found is not None:
            return found.value
    return NOT_LITERAL


class Named(NamedTuple):
    """A choice that a text names, from one token to another."""

    value: Json
    start: int
    end: int
    slips: int


def named_choices(sentence: Sentence, type: ValueType, words: Words) -> list[Named]:
    """Every choice that the text names by whole words, in order; the better match wins where two overlap.

    One that is denied ("not the Grand Hotel"), or that may as well be another, is left out.
    """
    found = [named for key, member in choices(type).items() for named in _places(sentence, key, member)]
    found.sort(key=lambda named: (named.slips, named.start - named.end, named.start))
    kept: list[Named] = []
    for named in found:
        kept = _kept_with(kept, named)
    clear = [
        named for named in kept if named.value is not None and not is_denied(sentence, named.start, named.end, words)
    ]
    return sorted(clear, key=lambda named: named.start)


def is_denied(sentence: Sentence, start: int, end: int, words: Words) -> bool:
    """Whether a negation stands before the tokens in the same clause, or just after them ("is not", "nicht")."""
    for index in range(start - 1, max(start - 1 - _REACH, -1), -1):
        word = sentence.word(index)
        if word in words.turns or word in (",", ".", ";", ":", "!", "?"):
            break
        if word in words.negations:
            return True
    following = sentence.words[end : end + 2]
    return following[:1] not in ((",",), (".",)) and any(word in words.late_negations for word in following)


def _forms(sentence: Sentence, words: Words) -> Iterator[str]:
    """The folded message without what may stand around an answer, the longest form first."""
    for start in starts(sentence, words):
        end = next(end for end in range(start, len(sentence.tokens) + 1) if closes(sentence, end, words))
        if start < end:
            yield fold(sentence.text[sentence.tokens[start].start : sentence.tokens[end - 1].end])


class _Only(NamedTuple):
    value: Json


def _only(members: Iterator[Json]) -> _Only | None:
    """The one member that all are, None for none or several."""
    found: list[Json] = []
    for member in members:
        if member not in found:
            found.append(member)
    return _Only(found[0]) if len(found) == 1 else None


def _begins(key: str, form: str) -> bool:
    """Whether the key begins with the form, which does not break off inside a number."""
    if len(form) < _SHORTEST or not key.startswith(form):
        return False
    return not (form[-1].isdecimal() and key[len(form) : len(form) + 1].isdecimal())


def _places(sentence: Sentence, key: str, member: Json) -> Iterator[Named]:
    """Where the text names a choice: the same tokens, or one more or less of them with few enough slips."""
    words = parts(key)
    wanted = " ".join(words)
    allowed = forgiven(wanted)
    for size in range(max(1, len(words) - bool(allowed)), len(words) + 1 + bool(allowed)):
        for start, window in enumerate(sentence.windows(size)):
            # Most windows are out by their length alone; asking that here keeps long texts fast.
            if abs(len(window) - len(wanted)) <= allowed and (window == wanted or is_near(window, wanted)):
                yield Named(member, start, start + size, slips(window, wanted))


def _kept_with(kept: list[Named], named: Named) -> list[Named]:
    """The choices with one more that is no better: alone it is added, over its own kind it widens, a tie voids both."""
    rivals = [other for other in kept if other.start < named.end and named.start < other.end]
    if not rivals:
        return [*kept, named]
    return [_against(other, named) if other in rivals else other for other in kept]


def _against(other: Named, named: Named) -> Named:
    if _is_tie(named, other):
        return other._replace(value=None)
    if named.value == other.value and named.slips == other.slips:
        return other._replace(start=min(other.start, named.start), end=max(other.end, named.end))
    return other


def _is_tie(one: Named, other: Named) -> bool:
    return (one.slips, one.end - one.start) == (other.slips, other.end - other.start) and one.value != other.value
