"""Which branches a message fires (T36): only where it holds nearly all words of a phrase, and denies what it denies."""

from conversations.engine.effects import OfferedCondition, Understand
from conversations.llm.builtin.flows import overlap
from conversations.llm.builtin.words import Text, phrase

ENOUGH = 0.7
"""Share of a phrase's weight that a message has to hold: a branch must not fire by chance."""


def verdicts(text: Text, effect: Understand) -> dict[str, list[bool]]:
    """One verdict per `when`, then per `not`, of every condition."""
    asked = frozenset(
        word.stem
        for spec in effect.fields
        if spec.asked
        for word in phrase(f"{spec.id.replace('_', ' ')} {spec.description}", text.language).words
    )
    return {condition.id: _verdicts(text, condition, asked) for condition in effect.conditions}


def _verdicts(text: Text, condition: OfferedCondition, asked: frozenset[str]) -> list[bool]:
    return [_holds(text, phrase(entry, text.language), asked) for entry in (*condition.when, *condition.vetoes)]


def _holds(text: Text, entry: Text, asked: frozenset[str]) -> bool:
    """Words of the asked field weigh little: a message that answers it holds them anyway."""
    unsure = text.vocabulary.unsure
    if entry.has(unsure):
        return text.has(unsure)
    if _denies(entry) != _denies(text):
        return False
    return overlap(text.content, entry, asked)[0] >= ENOUGH


def _denies(text: Text) -> bool:
    return any(word.folded in text.vocabulary.negation for word in text.words)
