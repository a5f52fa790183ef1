"""Understanding and speech without any model."""

from conversations.llm.builtin.adapter import Builtin
from conversations.llm.builtin.reader import read

__all__ = ["Builtin", "read"]
