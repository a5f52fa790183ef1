"""Yes and no, which only make sense to the question that was asked (T4)."""

from datetime import datetime
from typing import cast

from conversations.engine.effects import OfferedField, Understand
from conversations.engine.grammar.control import counts_people, is_one_person
from conversations.engine.grammar.shapes import looks_like
from conversations.engine.grammar.speech import Speech
from conversations.llm.builtin.fields import Value
from conversations.llm.builtin.found import NUMBERS
from conversations.llm.builtin.names import names_of
from conversations.llm.builtin.words import Text, Word
from facts.values import TypeName, ValueType

SHORT = 4
"""A yes or no further inside than its first word counts only in so short a message."""
LONGEST = 6
"""Words of a message that says no more than that nobody else comes."""


ALONE = {
    "english": ("just me", "only me", "just myself", "only myself", "me alone", "by myself", "on my own"),
    "french": ("seulement moi", "juste moi", "que moi", "moi seul", "moi seule", "tout seul", "toute seule"),
    "portuguese": ("so eu", "apenas eu", "somente eu", "eu sozinho", "eu sozinha"),
    "german": ("nur ich", "ich allein", "ich alleine"),
    "spanish": ("solo yo", "yo solo", "yo sola", "solamente yo"),
    "italian": ("solo io", "io solo", "io sola", "soltanto io"),
}
"""What a person says who comes with nobody, folded."""


def alone(text: Text, effect: Understand) -> dict[str, Value]:
    """One, for the one count of people that is being asked: "just me", but not "just me and my wife"."""
    asked = [spec for spec in effect.fields if spec.asked and spec.type in NUMBERS and _counts_people(spec, text)]
    if len(asked) == 1 and is_one_person(text.raw, effect.language):
        return {asked[0].id: Value(1, text.words[0].start, text.words[-1].end, 0.93)}
    phrases = ALONE.get(text.vocabulary.stemmer, ())
    if len(asked) != 1 or len(text.words) > LONGEST or not text.has(phrases) or _adds(text):
        return {}
    return {asked[0].id: Value(1, text.words[0].start, text.words[-1].end, 0.93)}


def _counts_people(spec: OfferedField, text: Text) -> bool:
    is_named = "people" in names_of(spec.id, spec.description, text.language).units
    return is_named or counts_people(f"{spec.id} {spec.description}", text.language)


def _adds(text: Text) -> bool:
    """Whether there is more than a polite word: another person, a denial."""
    spoken = text.vocabulary
    return any(word.folded in spoken.joining | spoken.negation for word in text.words)


def impossible(text: Text, effect: Understand, at: datetime) -> dict[str, Value]:
    """The whole message for the one asked field whose form it has, though it can be none: "31 February".

    It fails its type (T6), so the person is told what was wrong rather than asked the same again.
    """
    asked = [spec for spec in effect.fields if spec.asked]
    if len(asked) != 1:
        return {}
    kind = ValueType(cast(TypeName, asked[0].type), enum=asked[0].enum)
    if not looks_like(text.raw, kind, Speech(effect.language, at)):
        return {}
    words = text.raw.strip()
    start = text.raw.index(words)
    return {asked[0].id: Value(words, start, start + len(words), 0.93)}


def yes_or_no(text: Text, effect: Understand) -> dict[str, Value]:
    """The value of the one boolean that is being asked; "yes, but …" leaves it open."""
    asked = [spec for spec in effect.fields if spec.asked and spec.type == "boolean"]
    if len(asked) != 1 or not text.words or text.has(text.vocabulary.unsure) or _takes_back(text):
        return {}
    found = _opening(text)
    if found is None:
        return {}
    word, value = found
    return {asked[0].id: Value(value, word.start, word.end, 0.93)}


def _opening(text: Text) -> tuple[Word, bool] | None:
    spoken = text.vocabulary
    candidates = text.words if len(text.words) <= SHORT else text.words[:1]
    is_denied = any(word.folded in spoken.negation and word.folded not in spoken.no for word in text.words[:SHORT])
    for word in candidates:
        if word.folded in spoken.no:
            return word, False
        if word.folded in spoken.yes:
            return word, not is_denied
    return None


def _takes_back(text: Text) -> bool:
    return text.has(text.vocabulary.instead) or any(word.folded in text.vocabulary.turning for word in text.words)
