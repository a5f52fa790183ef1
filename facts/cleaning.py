"""Cleaning of every text that comes in: PostgreSQL refuses what SQLite swallows (architecture.md, step 1). Pure."""

import unicodedata
from collections.abc import Mapping

from facts.values import Json

_KEPT = "\t\n"
_UNSEEN = frozenset("\u200b\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Letters that nobody sees: they turn a text around or hide in it, so that it reads as another one.

The joiners U+200C and U+200D stay, which scripts and emoji need, and the marks U+200E and U+200F, which turn nothing.
"""
_DEEPEST = 32


def clean(text: str) -> str:
    """The text in NFC, without control characters except tab and newline, lone surrogates replaced by U+FFFD.

    Nor does it keep what turns the direction of a text, or is not seen.
    """
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    normal = unicodedata.normalize("NFC", whole)
    return "".join(filter(_stays, normal))


def _stays(char: str) -> bool:
    return char in _KEPT or (char not in _UNSEEN and unicodedata.category(char) != "Cc")


def clean_json(value: Json, depth: int = 0) -> Json:
    """The value with every text in it cleaned, keys included. Raises RecursionError below 32 levels."""
    if depth > _DEEPEST:
        raise RecursionError("nested too deeply")
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(name): clean_json(item, depth + 1) for name, item in value.items()}
    return [clean_json(item, depth + 1) for item in value] if isinstance(value, list | tuple) else value
