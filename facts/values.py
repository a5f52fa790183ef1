"""Types of values: parse, check, normalise. Pure; used for fields of agents and for values of facts.

The one path for every value, wherever it comes from (T6): `coerce` makes it the type's own, `check` holds it against
the schema; `facts.showing.show` writes it for people.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias, cast, get_args

from jsonschema import Draft202012Validator

from facts import bounds, schemas
from facts.folding import fold
from facts.forms import FORMS
from facts.numerals import LARGEST

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

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


class Invalid(Exception):
    """A value that is not of its type or breaks its schema. `code` is `type` or the JSON Schema keyword (T6).

    `wanted` is what the type or the keyword asks for, if that is known: `facts.refusals` says it to people.
    """

    def __init__(self, code: str, message: str, wanted: Json = None) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.wanted = wanted


def coerce(raw: Json, type: ValueType, language: str) -> Json:
    """The value as one of its type (T6): a choice by folded equality, numeric text as a number, times from ISO.

    A value that is no choice of its `enum` comes back in its type's form, for `check` to refuse. Raises
    Invalid("type") for all that is not of the type.
    """
    if type.name == "list":
        return _list(raw, type, language)
    if type.name == "object":
        return _object(raw, type, language)
    if type.enum and isinstance(raw, (str, int, float)) and (key := _choice_key(raw)) in choices(type):
        return choices(type)[key]
    try:
        return cast(Json, FORMS[type.name](raw, language))
    except ValueError as error:
        raise Invalid("type", str(error), type.name) from error


def check(value: Json, type: ValueType, minimum: Json = None, maximum: Json = None) -> None:
    """Hold a coerced value against its type's keywords and the resolved bounds; None binds nothing (T6, T50).

    Raises Invalid with the JSON Schema keyword that is broken, `schema` if the type's own schema cannot be used.
    """
    if type.schema or type.enum:
        _refuse(schemas.problem(_compiled(type).validator, value))
    if minimum is not None and bounds.precedes(value, minimum):
        raise Invalid("minimum", f"must be at least {minimum}", minimum)
    if maximum is not None and bounds.precedes(maximum, value):
        raise Invalid("maximum", f"must be at most {maximum}", maximum)


def check_schema(value: Json, schema: Mapping[str, Json]) -> None:
    """Hold a value against a full JSON Schema: patterns by RE2, formats checked (F2).

    Raises Invalid with the keyword that is broken, or `schema` if the schema itself cannot be used.
    """
    _refuse(schemas.problem(_schema_validator(schema), value))


def choices(type: ValueType) -> Mapping[str, Json]:
    """The members of an `enum` by their folded text, synonyms included; a word that two share is left out."""
    return _compiled(type).choices


def item_type(type: ValueType) -> ValueType:
    """The type of a list's items, by the keyword `items` (free text if it says none), with the list's synonyms."""
    return _compiled(type).items


def json_schema(type: ValueType) -> dict[str, Any]:
    """The JSON Schema that a model's structured output has to follow for a value of this type."""
    return {**_JSON_TYPES[type.name], **_keywords(type)}


def bound(expression: Json, type_name: TypeName, at: datetime) -> Json:
    """What a bound stands for at a moment (T50): `today`, `now`, `today+7d`, `now-2h`, or a constant of the type.

    `at` is aware and in the person's zone. Raises Invalid("type") for nonsense, and for a type that has no order.
    """
    if type_name not in ("integer", "number", "date", "time", "datetime"):
        raise Invalid("type", f"{type_name} has no bounds")
    try:
        if isinstance(expression, str) and type_name in ("date", "time", "datetime"):
            resolved = bounds.relative(expression, type_name, at)
            if resolved is not None:
                return resolved
        return cast(Json, FORMS[type_name](expression, "en"))
    except (ValueError, OverflowError) as error:
        raise Invalid("type", str(error)) from error


def is_bound(expression: Json, type_name: TypeName) -> bool:
    """Whether `bound` understands the expression for this type; `{field: …}` is for the caller to look at."""
    try:
        bound(expression, type_name, datetime(2026, 1, 1, 12, tzinfo=UTC))
    except Invalid:
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Compiled:
    """What is made of a type once. It holds the type, so that the id it is kept under is not given out again."""

    type: ValueType
    validator: Draft202012Validator
    choices: Mapping[str, Json]
    items: ValueType
    properties: Mapping[str, ValueType]


# By identity: a type holds mappings, which have no hash, and is made once for each compiled definition.
_kept: dict[int, _Compiled] = {}
_KEPT_AT_MOST = 1024


def _compiled(type: ValueType) -> _Compiled:
    kept = _kept.get(id(type))
    if kept is None or kept.type is not type:
        if len(_kept) >= _KEPT_AT_MOST:
            _kept.clear()
        kept = _kept[id(type)] = _compile(type)
    return kept


def _compile(type: ValueType) -> _Compiled:
    properties = type.schema.get("properties")
    return _Compiled(
        type=type,
        validator=_schema_validator(_keywords(type)),
        choices=_choices(type),
        items=_typed(type.schema.get("items"), type.synonyms),
        properties={name: _typed(inside) for name, inside in properties.items()}
        if isinstance(properties, Mapping)
        else {},
    )


def _choices(type: ValueType) -> dict[str, Json]:
    members = {fold(str(member)): member for member in type.enum}
    words = [(fold(word), member) for member in type.enum for word in type.synonyms.get(str(member), ())]
    # A word of two choices is a word of neither (T9: a tie is no match).
    meant = {word: [member for other, member in words if other == word] for word, _member in words}
    return {**{word: found[0] for word, found in meant.items() if all(one == found[0] for one in found)}, **members}


def _choice_key(raw: str | int | float) -> str:
    # The decimal text of a huge int is refused by Python itself; no choice is one.
    return fold(str(raw)) if isinstance(raw, str) or -LARGEST <= raw <= LARGEST else ""


def _refuse(broken: tuple[str, str, Any] | None) -> None:
    if broken:
        raise Invalid(*broken)


def _schema_validator(schema: Mapping[str, Json]) -> Draft202012Validator:
    try:
        return schemas.validator(schema)
    except ValueError as error:
        raise Invalid("schema", str(error)) from error


def _list(raw: Json, type: ValueType, language: str) -> Json:
    if not isinstance(raw, (list, tuple)):
        raise Invalid("type", "must be a list", "list")
    return [coerce(item, item_type(type), language) for item in raw]


def _object(raw: Json, type: ValueType, language: str) -> Json:
    if not isinstance(raw, Mapping) or not all(isinstance(name, str) for name in raw):
        raise Invalid("type", "must be an object", "object")
    known = _compiled(type).properties
    return {name: coerce(item, known[name], language) if name in known else _json(item) for name, item in raw.items()}


def _json(raw: Any) -> Json:
    """A value of unknown type, if it is JSON; numbers in their one form."""
    if raw is None or isinstance(raw, (bool, str)):
        return raw
    if isinstance(raw, (list, tuple)):
        return [_json(item) for item in raw]
    if isinstance(raw, Mapping):
        return {str(name): _json(item) for name, item in raw.items()}
    return coerce(raw, _NUMBER, "en")


_NUMBER = ValueType("number")


_JSON_TYPES: Mapping[TypeName, Mapping[str, Json]] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "date": {"type": "string", "format": "date"},
    "time": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
    "datetime": {"type": "string", "format": "date-time"},
    "email": {"type": "string", "format": "email"},
    "phone": {"type": "string"},
    "url": {"type": "string", "format": "uri"},
    "list": {"type": "array"},
    "object": {"type": "object"},
}
_OTHER_NAMES: Mapping[str, TypeName] = {"array": "list", "date-time": "datetime", "uri": "url"}


def _typed(schema: Json, synonyms: Mapping[str, tuple[str, ...]] | None = None) -> ValueType:
    """The type that an inner schema describes, in our names (`date`) or JSON Schema's (`string` with a `format`)."""
    inner = dict(schema) if isinstance(schema, Mapping) else {}
    name, form, enum = inner.pop("type", "string"), inner.pop("format", None), inner.pop("enum", None)
    name = form if name == "string" and form is not None else name
    name = _OTHER_NAMES.get(str(name), name)
    if name not in get_args(TypeName):
        raise Invalid("schema", f"unknown type {name!r}")
    return ValueType(cast(TypeName, name), inner, tuple(enum) if isinstance(enum, list) else (), synonyms or {})


def _keywords(type: ValueType) -> dict[str, Any]:
    keywords = {name: _nested(name, inside) for name, inside in type.schema.items()}
    return {**keywords, "enum": list(type.enum)} if type.enum else keywords


def _nested(keyword: str, inside: Json) -> Any:
    """A keyword's value with the types inside it in JSON Schema's own names."""
    if keyword == "items":
        return json_schema(_typed(inside))
    if keyword == "properties" and isinstance(inside, Mapping):
        return {name: json_schema(_typed(schema)) for name, schema in inside.items()}
    return inside
