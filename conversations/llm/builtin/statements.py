"""Lasting statements that people make about themselves, by patterns in English, French and Portuguese (F3 to F5)."""

from conversations.engine.effects import Understand
from conversations.llm.builtin.words import Text
from facts.values import Json


def statements(text: Text, effect: Understand) -> list[Json]:
    """The facts in the message, for the keys that are offered."""
    return []
