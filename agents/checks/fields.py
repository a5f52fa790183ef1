"""Errors in fields: keywords that do not fit the type, choices, bounds, schemas. Pure."""

from collections.abc import Mapping
from typing import Any, Final, get_args

from agents.checks.constants import type_of, value_faults
from agents.checks.finding import Findings, finding
from agents.checks.names import unknown
from agents.checks.view import Agent, Part
from agents.problem import gettext_noop
from facts.folding import fold
from facts.schemas import expression
from facts.values import Invalid, TypeName, check_schema

TEXTS: Final = ("string", "email", "phone", "url")
ORDERED: Final = ("integer", "number", "date", "time", "datetime")
CHOSEN: Final = ("string", "integer", "number", "date", "time", "datetime", "email", "phone", "url")

FITTING: Final[Mapping[str, tuple[str, ...]]] = {
    "minLength": TEXTS,
    "maxLength": TEXTS,
    "pattern": TEXTS,
    "minimum": ORDERED,
    "maximum": ORDERED,
    "multipleOf": ("integer", "number"),
    "enum": CHOSEN,
    "synonyms": (*CHOSEN, "list"),
    "prefer": ("date", "datetime"),
    "items": ("list",),
    "minItems": ("list",),
    "maxItems": ("list",),
    "uniqueItems": ("list",),
    "properties": ("object",),
    "required": ("object",),
}
"""The types that each keyword fits."""


def keywords_fit(agent: Agent) -> Findings:
    """A keyword that the field's type does not have, such as minLength of a number."""
    for part in agent.fields.values():
        kind = part.value.get("type", "string")
        for key in part.value if kind in get_args(TypeName) else ():
            if kind not in FITTING.get(key, (kind,)):
                text = gettext_noop("“%(key)s” does not fit a field of type %(type)s; it fits %(types)s.")
                params = {"key": key, "type": kind, "types": ", ".join(FITTING[key])}
                yield finding("unfit-keyword", (*part.place, key), text, **params)


def schema_parses(agent: Agent) -> Findings:
    """A pattern that RE2 does not know, or an inner schema that is none."""
    for part in agent.fields.values():
        pattern = part.value.get("pattern")
        if isinstance(pattern, str):
            try:
                expression(pattern)
            except (ValueError, UnicodeEncodeError) as error:
                text = gettext_noop("“%(pattern)s” is no regular expression that RE2 knows: %(reason)s")
                yield finding("regex", (*part.place, "pattern"), text, pattern=pattern, reason=error)
        for key, schema in _inner_schemas(part):
            try:
                check_schema(None, schema)
            except Invalid as error:
                if error.code == "schema":
                    text = gettext_noop("This is no JSON Schema: %(reason)s")
                    yield finding("field-schema", (*part.place, *key), text, reason=error.message)


def _inner_schemas(part: Part) -> list[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """The schemas of items and properties, with the types that JSON Schema does not have by their names there."""
    found: list[tuple[tuple[str, ...], Mapping[str, Any]]] = []
    if isinstance(part.value.get("items"), Mapping):
        found.append((("items",), _plain(part.value["items"])))
    for name, schema in part.mapping("properties").value.items():
        if isinstance(schema, Mapping):
            found.append((("properties", name), _plain(schema)))
    return found


def _plain(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: value for key, value in schema.items() if key != "type" or value not in get_args(TypeName)}


# Choices


def choices_typed(agent: Agent) -> Findings:
    """A choice that is not of the field's type."""
    for part in agent.fields.values():
        enum = part.value.get("enum")
        for index, choice in enumerate(enum if isinstance(enum, list) else ()):
            if reason := value_faults(type_of(part, choices=False), choice):
                text = gettext_noop("The choice %(value)s is no value of this field: it %(reason)s.")
                yield finding("value", (*part.place, "enum", index), text, value=choice, reason=reason)


def choices_differ(agent: Agent) -> Findings:
    """Choices, or other words for them, that are equal when case, accents and spaces do not count."""
    for part in agent.fields.values():
        taken: dict[str, str] = {}
        enum = part.value.get("enum")
        for index, choice in enumerate(enum if isinstance(enum, list) else ()):
            if (word := fold(str(choice))) in taken:
                text = gettext_noop(
                    "“%(value)s” and “%(other)s” are the same once case, accents and spaces are left out."
                )
                params = {"value": choice, "other": taken[word]}
                yield finding("equal-choices", (*part.place, "enum", index), text, **params)
            taken.setdefault(word, str(choice))
        yield from _synonyms_differ(part, taken)


def _synonyms_differ(part: Part, taken: dict[str, str]) -> Findings:
    synonyms = part.mapping("synonyms")
    for choice in synonyms.value:
        for synonym, place in synonyms.names(choice):
            if taken.setdefault(fold(synonym), choice) != choice:
                text = gettext_noop("“%(value)s” stands for both “%(choice)s” and “%(other)s”.")
                params = {"value": synonym, "choice": choice, "other": taken[fold(synonym)]}
                yield finding("equal-choices", place, text, **params)


def synonyms_of_choices(agent: Agent) -> Findings:
    """Other words for a choice that the field does not have; a list has its choices in `items`."""
    for part in agent.fields.values():
        held = part.mapping("items") if part.value.get("type") == "list" else part
        enum = held.value.get("enum")
        known = [str(choice) for choice in enum] if isinstance(enum, list) else []
        for choice in part.mapping("synonyms").value:
            if choice not in known:
                text = gettext_noop("The field has no choice “%(name)s”.")
                yield unknown("unknown-choice", (*part.place, "synonyms", choice), text, choice, known)
