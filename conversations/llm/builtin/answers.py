"""Yes and no, which only make sense to the question that was asked (T4)."""

from conversations.engine.effects import Understand
from conversations.llm.builtin.fields import Value
from conversations.llm.builtin.words import Text, Word

SHORT = 4
"""A yes or no further inside than its first word counts only in so short a message."""


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
