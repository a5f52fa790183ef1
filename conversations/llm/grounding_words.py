"""How far the words of a message bear out what a model read in them about the person (F3, F4, F5).

Whatever a model says, it is not believed for words that the built-in understanding surely knows to state nothing of the
person; where the words may be meant otherwise, the person is asked.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from conversations.engine.effects import OfferedFact, Understand
from conversations.llm.builtin.amounts import whole_amount
from conversations.llm.builtin.codes import is_code
from conversations.llm.builtin.hedges import hedged, is_doubtful
from conversations.llm.builtin.own_words import own_words
from conversations.llm.builtin.places import canton_of, same_place
from conversations.llm.builtin.sentences import HEDGED, NEGATION, SENTENCE, clauses, plainly
from conversations.llm.builtin.subjects import own_statements, trimmed
from facts.folding import fold, stands
from facts.values import Json

NOT, FULL = 0.0, 1.0
REACH = 12
"""Signs beside a quote that are looked at: enough for " or in "."""
MOST = 5
"""Places of one quote that are looked at."""
LONGEST_NAME = 3
"""Words of the longest names of places."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ASSENT = _words(
    "yes yeah yep ok okay sure right exactly correct true that this it one the first second last same is was s there "
    "oui si ouais voila exact exactement c est ca cela celui celle la le ci meme premier premiere deuxieme "
    "ja genau stimmt richtig das dies der die erste zweite gleiche sim isso esse essa mesmo e o a primeiro primeira "
    "segundo eso ese esa mismo primero claro esatto quello quella stesso primo please por favor bitte merci thanks"
)
"""Words by which a person points at what somebody else said, and states nothing."""
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Signs that show a text in another order than it is written in."""
_WORD = re.compile(r"[^\W_]+")
_FORMER = r"\b(?:former|retired|ex|ancien|ancienne|ehemaliger?|ehemaligen|fruherer?|antig[oa]|antigu[oa])"
"""Before a value: it is one no more."""

Place = tuple[int, int]


def belief(value: Json, quote: str, fact: OfferedFact, text: str, effect: Understand) -> float:
    """The most confidence that a message allows a value quoted from it: 0, that of a hedged statement, or 1."""
    if _is_disguised(value) or _is_of_others(value, fact, text, effect):
        return NOT
    own = own_words(text)
    return max((_at(value, place, text, own) for place in places_of(quote, text)), default=NOT)


def places_of(quote: str, text: str) -> Iterator[Place]:
    """Where the words of the quote first stand in the message, whatever signs stand between them."""
    words = [re.escape(word) for word in _WORD.findall(plainly(quote))]
    if words:
        pattern = r"(?<![^\W_])" + r"[\W_]+".join(words) + r"(?![^\W_])"
        yield from (found.span() for found in islice(re.finditer(pattern, plainly(text)), MOST))


def own_sentences(quote: str, text: str) -> Iterator[str]:
    """The sentences that hold the quote, folded, without what states nothing of the person."""
    own = own_words(text)
    for start, end in places_of(quote, text):
        parts = [found.group() for found in SENTENCE.finditer(own) if found.start() < end and start < found.end()]
        yield plainly(" ".join(parts))


def own_quote(value: Json, quote: str, text: str) -> str:
    """The words of the quote's one statement that names the value, with its doubt; the quote where that is not one.

    What a person says beside it, "I work as a lawyer and I think I live in Sion", has no part in the fact (F4).
    """
    for place in places_of(quote, text):
        said = [*_cut(text, place, own_statements)]
        named = [part for part in said if is_named(value, text[slice(*part)])]
        if len(named) == 1 < len(said):
            words = trimmed(text, plainly(text), named[0])
            return text[slice(*(hedged(text, *words) or words))]
    return quote


def with_time(quote: str, text: str) -> str:
    """The quote of an amount, widened to the words that say in what and for which time it is: "per month" (F4)."""
    for start, end in places_of(quote, text):
        sentence = next(found for found in SENTENCE.finditer(text) if found.start() <= start < found.end())
        first = sentence.start()
        whole = whole_amount(plainly(sentence.group()), (start - first, end - first))
        return text[first + whole[0] : first + whole[1]]
    return quote


def is_named(value: Json, words: str) -> bool:
    """Whether words name the value: it stands there, or a place of that canton, or a town by another name."""
    if stands(value, words) or (isinstance(value, str) and fold(value) and stands(fold(value), fold(words))):
        return True
    return any(canton_of(place) == value or same_place(place, value) for place in _names(words))


def _at(value: Json, place: Place, text: str, own: str) -> float:
    said, kept = text[slice(*place)], own[slice(*place)]
    if is_named(value, kept):
        if _is_denied(value, place, own) or _is_part(value, place, own):
            return NOT
        limit = FULL
    elif is_named(value, said) or not kept.strip():
        return NOT
    else:
        limit = FULL if kept.split() == said.split() else HEDGED
    return min(limit, HEDGED) if _is_doubted(value, place, text) else limit


def _is_doubted(value: Json, place: Place, text: str) -> bool:
    """Whether every clause of the place that names the value is said in doubt; the place where none names it (F5)."""
    named = [part for part in _cut(text, place, clauses) if is_named(value, text[slice(*part)])]
    return all(is_doubtful(text, *part) for part in named or [place])


def _is_denied(value: Json, place: Place, own: str) -> bool:
    """Whether every clause of the place that names the value denies it; "pas assujetti" is a denial itself."""
    if isinstance(value, str) and NEGATION.search(plainly(value)):
        return False
    named = [clause for clause in _clauses(own, place) if is_named(value, clause)]
    return bool(named) and all(_denies(clause, value) for clause in named)


def _is_part(value: Json, place: Place, own: str) -> bool:
    """Whether the value is past ("a former plumber"), said of something else, or one of two that may hold (T9)."""
    if not isinstance(value, str):
        return False
    words = re.escape(plainly(value))
    around = plainly(own[max(0, place[0] - REACH) : place[1] + REACH])
    if re.search(rf"{_FORMER}[ -](?:\w+ )?{words}\b", around):
        return True
    return re.search(rf"\b{words}(?:'s\b| (?:or|ou|oder) \w)|\w (?:or|ou|oder) (?:\w+ )?{words}\b", around) is not None


def _denies(clause: str, value: Json) -> bool:
    """Whether a negation stands before the value."""
    found = NEGATION.search(clause)
    return found is not None and is_named(value, clause[found.end() :])


def _clauses(own: str, place: Place) -> Iterator[str]:
    for sentence in SENTENCE.finditer(own):
        for start, end in clauses(plainly(sentence.group())):
            if sentence.start() + start < place[1] and place[0] < sentence.start() + end:
                yield plainly(own[sentence.start() + start : sentence.start() + end])


def _cut(text: str, place: Place, cut: Callable[[str], Iterable[Place]]) -> Iterator[Place]:
    """The parts that sentences are cut into, as far as they lie within the place."""
    for sentence in SENTENCE.finditer(text):
        for start, end in cut(plainly(sentence.group())):
            part = max(sentence.start() + start, place[0]), min(sentence.start() + end, place[1])
            if text[slice(*part)].strip():
                yield part


def _is_of_others(value: Json, fact: OfferedFact, text: str, effect: Understand) -> bool:
    """Whether the value stands in what was said or known before, and the message only points at it (F3)."""
    if is_named(value, text):
        return False
    if all(word in ASSENT for word in _WORD.findall(plainly(text))):
        return True
    if fact.schema.get("enum") and not (isinstance(value, str) and is_code(value)):
        return False
    known = [item.known for item in effect.facts if item.known is not None]
    return value in known or any(is_named(value, said.text) for said in effect.history)


def _is_disguised(value: Json) -> bool:
    return isinstance(value, str) and _BIDI.search(value) is not None


def _names(words: str) -> Iterator[str]:
    parts = re.findall(r"[\w.'-]+", plainly(words))
    for size in range(1, LONGEST_NAME + 1):
        for start in range(len(parts) - size + 1):
            yield " ".join(parts[start : start + size]).rstrip(".")
