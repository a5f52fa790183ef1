"""Cleaning of every text that comes in: PostgreSQL refuses what SQLite swallows (architecture.md, step 1). Pure."""

import unicodedata
from collections.abc import Mapping

from facts.values import Json

_KEPT = "\t\n"
_DEEPEST = 32


def clean(text: str) -> str:
    """The text in NFC, without control characters except tab and newline, lone surrogates replaced by U+FFFD."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    normal = unicodedata.normalize("NFC", whole)
    return "".join(char for char in normal if char in _KEPT or unicodedata.category(char) != "Cc")


def clean_json(value: Json, depth: int = 0) -> Json:
    """The value with every text in it cleaned, keys included. Raises RecursionError below 32 levels."""
    if depth > _DEEPEST:
        raise RecursionError("nested too deeply")
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(name): clean_json(item, depth + 1) for name, item in value.items()}
    return [clean_json(item, depth + 1) for item in value] if isinstance(value, list | tuple) else value
