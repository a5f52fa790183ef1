"""Paths: how conditions and templates name a value. Pure.

A scope maps each root to its values: `data`, `context`, `run`, `event`, `user` to JSON mappings, `facts` to a flat
mapping by full key (`profile.email`), `flows` to `open` or `completed` by flow id. Only items of mappings and lists are
reached, never attributes or methods.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

Scope = Mapping[str, Any]

ROOTS: Final = ("data", "facts", "context", "run", "event", "user", "flows")


class Missing:
    """The one value that stands for "there is none"; it is false."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


def parts(path: str) -> tuple[str, ...]:
    """The parts of a path, its root first. What starts with no root is a field: `guests` is `data.guests`.

    >>> parts("guests"), parts("facts.profile.email")
    (('data', 'guests'), ('facts', 'profile', 'email'))
    """
    found = tuple(path.split("."))
    return found if len(found) > 1 and found[0] in ROOTS else ("data", *found)


def lookup(scope: Scope, path: str) -> Any:
    """The JSON value at `path`, or MISSING. Never raises."""
    return reach(scope, parts(path))


def reach(scope: Scope, path: Sequence[str]) -> Any:
    """The JSON value at a path that is already split, or MISSING. Never raises.

    The rest of a `facts` path is one key, for facts are flat.
    """
    value = scope.get(path[0], MISSING)
    if len(path) == 2 and type(value) is dict:
        return value.get(path[1], MISSING)
    if path[0] == "facts" and len(path) > 1:
        return value.get(".".join(path[1:]), MISSING) if isinstance(value, (dict, Mapping)) else MISSING
    for name in path[1:]:
        value = item(value, name)
    return value


def item(value: Any, name: str) -> Any:
    """The item of a mapping by its key, or of a list by its index from 0, or MISSING."""
    if isinstance(value, (dict, Mapping)):
        return value.get(name, MISSING)
    if isinstance(value, (list, tuple)) and name.isascii() and name.isdigit() and len(name) < 8:
        return value[int(name)] if int(name) < len(value) else MISSING
    return MISSING


def is_empty(value: Any) -> bool:
    """Whether a value counts as none: MISSING, null, `""`, only spaces, `[]`, `{}`. `false` and `0` are values."""
    if isinstance(value, str):
        return not value.strip()
    return value is None or value is MISSING or (isinstance(value, (list, tuple, dict, Mapping)) and not value)
