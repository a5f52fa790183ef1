"""Whether a value says anything, and whether others can read it. Pure."""

import unicodedata
from collections.abc import Mapping

from facts.numerals import LARGEST
from facts.values import Json

_BLANK = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs without a shape, which Unicode does not count among spaces."""


def is_empty(value: Json) -> bool:
    """Whether a value says nothing: null, texts that nobody sees, and lists and objects of nothing else.

    `false` and `0` are values.
    """
    if isinstance(value, str):
        return all(map(_is_unseen, value))
    if isinstance(value, Mapping):
        return all(map(is_empty, value.values()))
    return value is None or (isinstance(value, list | tuple) and all(map(is_empty, value)))


def is_shared(value: Json) -> bool:
    """Whether every number in a value is of a size at which all readers of JSON keep whole numbers exact."""
    if isinstance(value, Mapping):
        return all(map(is_shared, value.values()))
    if isinstance(value, list | tuple):
        return all(map(is_shared, value))
    return not isinstance(value, (int, float)) or -LARGEST <= value <= LARGEST


def _is_unseen(char: str) -> bool:
    """Spaces, controls and what only directs the letters around it."""
    return char.isspace() or char in _BLANK or unicodedata.category(char) in ("Cc", "Cf", "Zs", "Zl", "Zp")
