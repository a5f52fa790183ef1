"""A person who is spoken of or asked for, not counted: "a person from your company called me" gives no number (T11)."""

from collections.abc import Mapping

from conversations.engine.effects import OfferedField, Understand
from conversations.llm.builtin.fields import Value
from conversations.llm.builtin.signals import Cue
from conversations.llm.builtin.words import Text, Word


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PERSON = _words("person human personne humain pessoa humano mensch persona umano")
COUNTING = _words(
    "for only just are re be is pour seulement sommes sera serons para so somos apenas seremos fur nur sind "
    "solo sera seremos per siamo saremo soltanto"
)
"""Words before a number that say how many come."""
AIMS = _words(
    "for on in at next tomorrow today from pour le demain a du dans para em no na amanha de am fur morgen vom el "
    "manana per il domani dal and et e und y please"
)
"""Words behind a count of people that go on with the order: "one person on Friday"."""
WITH = _words("with to avec com mit con")


def said_of_the_person(
    text: Text, effect: Understand, values: Mapping[str, Value], cue: Cue | None
) -> dict[str, Value]:
    """The values but for those of a signal's own words, and for "one person" who is spoken of, not counted (T11)."""
    kinds = {spec.id: spec for spec in effect.fields}
    return {
        name: value
        for name, value in values.items()
        if not (cue and kinds[name].type != "boolean" and cue.covers(value))
        and not _is_someone(text, kinds[name], value)
    }


def _is_someone(text: Text, spec: OfferedField, value: Value) -> bool:
    """Whether an unasked 1 is a person who does something: "a person from your company called me"."""
    words = text.between(value.start, value.end)
    following = text.between(value.end, len(text.raw))
    is_person = any(word.folded in PERSON for word in (*words, *following[:1]))
    if value.value != 1 or spec.asked or not is_person or text.raw[value.start].isdigit():
        return False
    after = text.between(words[-1].end, len(text.raw))
    after = after[1:] if after and after[0].folded in PERSON else after
    is_subject = bool(after) and after[0].folded not in AIMS and not _is_apart(text, words[-1], after[0])
    is_object = any(word.folded in WITH for word in text.between(0, value.start)[-1:])
    return is_object or (is_subject and not _is_counted(text, value))


def _is_apart(text: Text, word: Word, after: Word) -> bool:
    return any(mark in text.raw[word.end : after.start] for mark in ",;:.!?")


def _is_counted(text: Text, value: Value) -> bool:
    """Whether a word before the number says that it counts: "for one person", "we are one person"."""
    return any(word.folded in COUNTING for word in text.between(0, value.start)[-1:])
