"""Lists of wordings that a model judges: what a message may say, and what it may not. Pure."""

from collections.abc import Mapping
from typing import Any


def listed(value: Any) -> list[Any]:
    """A single entry, or a list of them, as a list; nothing as an empty one."""
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def wordings(part: Mapping[str, Any], name: str) -> tuple[list[Any], list[Any]]:
    """The entries under `name`, and those under `not`, to which an entry with a leading `!` belongs as well."""
    said: list[Any] = []
    vetoes = listed(part.get("not"))
    for entry in listed(part.get(name)):
        negated = isinstance(entry, str) and entry.startswith("!")
        (vetoes if negated else said).append(entry[1:].strip() if negated else entry)
    return said, vetoes
