"""How the agent file lies in the rows: for each row its keys, in the order in which the file has them.

`written(row)` gives a part of the canonical document, `columns_of_*(part)` the columns that hold it. A key whose value
is the default is left out of the document. A step writes only the keys of its kind.
"""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.db import models

from facts.values import Json

Part: TypeAlias = Mapping[str, Any]
Columns: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the document, the column that holds its value, and the value that is left out. `always`: none is."""

    name: str
    column: str
    default: Json = ""
    always: bool = False


def _keys(names: str, default: Json = "") -> tuple[Key, ...]:
    return tuple(Key(name, name, default) for name in names.split())


AGENT: Final = (
    Key("agent", "slug", always=True),
    Key("name", "name"),
    Key("language", "language", "en", always=True),
    Key("timezone", "timezone", "UTC", always=True),
    Key("visitors", "visitors", False),
    Key("retention", "retention"),
    *_keys("persona fallback"),
    Key("onboarding", "onboarding", []),
)
QUIET: Final = (Key("from", "quiet_from"), Key("to", "quiet_to"))
PEOPLE: Final = (Key("hours", "people_hours"), Key("asked", "people_asked"), Key("away", "people_away"))
FIELD: Final = (
    Key("type", "type", "string", always=True),
    *_keys("description"),
    Key("enum", "enum", []),
    Key("synonyms", "synonyms", {}),
    *_keys("ask"),
    *_keys("minimum maximum", None),
    *_keys("prefer extract"),
    Key("stale_on_change", "stale_on_change", False),
    *_keys("fact"),
)
FLOW: Final = (
    Key("name", "name"),
    *_keys("description"),
    Key("if", "condition", None),
    *_keys("required optional", []),
    *_keys("complete_when completion completion_say"),
    Key("reentrant", "reentrant", False),
    Key("batch", "batch", 1),
    Key("max_attempts", "max_attempts", 3),
    Key("on_stuck", "on_stuck", None),
    Key("max_steps", "max_steps", 50),
)
INSTRUCTION: Final = (Key("when", "when"), Key("if", "condition", None))
BRANCH: Final = (
    Key("when", "when", []),
    Key("not", "vetoes", []),
    Key("if", "condition", None),
    Key("label", "label"),
    Key("then", "then", None, always=True),
)

_THEN: Final = Key("then", "then", None)
_ELSE: Final = Key("else", "else_then", None)
_ENTERING: Final = (*_keys("requires", []), Key("skip_if", "skip_if", None))
STEP: Final[Mapping[str, tuple[Key, ...]]] = {
    "talk": (
        Key("collect", "collect", []),
        *_ENTERING,
        *_keys("need prompt otherwise"),
        *_keys("prepare finalize", []),
        _THEN,
    ),
    "say": (Key("say", "say", always=True), *_ENTERING, _THEN),
    "do": (
        Key("do", "action", always=True),
        *_ENTERING,
        Key("input", "input", {}),
        Key("save", "saves", {}),
        Key("on_fail", "on_fail", None),
        _THEN,
    ),
    "if": (Key("if", "condition", None, always=True), _THEN, _ELSE),
    "wait": (_THEN, _ELSE),
}
"""The keys of each kind of step, beside `id`, `name`, `wait`, `branches` and `instructions`."""


def write(row: models.Model, keys: Sequence[Key]) -> dict[str, Any]:
    """The keys of the document that differ from their defaults, with the row's values."""
    values = ((key, getattr(row, key.column)) for key in keys)
    return {key.name: value for key, value in values if key.always or value != key.default}


def read(part: Part, keys: Sequence[Key]) -> Columns:
    """The columns of `keys`, from a part of the document."""
    return {key.column: copy.deepcopy(part.get(key.name, key.default)) for key in keys}


def defaults(keys: Sequence[Key]) -> Columns:
    """The columns of `keys`, empty."""
    return read({}, keys)


def duration(value: Any) -> str:
    """A duration as text; a bare number is seconds."""
    return f"{value}s" if isinstance(value, int) else str(value or "")
