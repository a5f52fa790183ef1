"""Types of values: parse, check, normalise, show. Pure; used for fields of agents and for values of facts.

The one path for every value, wherever it comes from (T6): `coerce` makes it the type's own, `check` holds it against
the schema, `show` writes it for people.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"

TypeName = Literal[
    "string", "integer", "number", "boolean", "date", "time", "datetime", "email", "phone", "url", "list", "object"
]


@dataclass(frozen=True, slots=True)
class ValueType:
    """What a value may be: its type, JSON Schema keywords, choices with their other words.

    `schema` has the keywords that fit the type (minLength, pattern, items, …) without minimum and maximum, which may
    be relative (T50) and are passed to `check` already resolved.
    """

    name: TypeName
    schema: Mapping[str, Json] = field(default_factory=dict)
    enum: tuple[Json, ...] = ()
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    prefer: Literal["future", "past"] = "future"


@dataclass(frozen=True, slots=True)
class Invalid(Exception):
    """A value that is not of its type or breaks its schema. `code` is `type` or the JSON Schema keyword (T6)."""

    code: str
    message: str
