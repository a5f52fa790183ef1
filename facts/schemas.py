"""JSON Schema with RE2 for patterns and checked formats, never reaching out for a reference. Pure."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any

import re2
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.exceptions import SchemaError
from jsonschema.validators import extend
from referencing import Registry
from referencing.exceptions import Unresolvable

from facts import contacts

# A staff expression can hang `re`; what jsonschema would match with it is therefore not offered.
_REFUSED = ("patternProperties", "unevaluatedProperties", "$dynamicRef")


def validator(schema: Mapping[str, Any]) -> Draft202012Validator:
    """The validator of a schema, kept for the next call. Raises ValueError for what is no usable schema."""
    return _validator(json.dumps(schema, sort_keys=True))


@lru_cache(maxsize=1024)
def _validator(text: str) -> Draft202012Validator:
    schema = json.loads(text)
    try:
        _Validator.check_schema(schema, format_checker=FormatChecker(()))
    except SchemaError as error:
        raise ValueError(error.message) from error
    for keyword in _keywords(schema):
        if keyword in _REFUSED:
            raise ValueError(f"{keyword} is not supported")
    checker: Draft202012Validator = _Validator(schema, format_checker=_FORMATS, registry=Registry())
    return checker


def problem(checker: Draft202012Validator, value: Any) -> tuple[str, str, Any] | None:
    """The first keyword that the value breaks, a message that does not repeat the value, and what the keyword wants.

    None if it is valid.
    """
    try:
        error = next(checker.iter_errors(value), None)
    except (Unresolvable, RecursionError):
        return "$ref", "the schema refers to what is not there, or to itself without end", None
    if error is None:
        return None
    wanted = error.validator_value
    return str(error.validator), f"{error.json_path} must satisfy {error.validator} {wanted!r}", wanted


@lru_cache(maxsize=1024)
def expression(pattern: str) -> Any:
    """The compiled RE2 expression. Raises ValueError when it does not parse."""
    try:
        return re2.compile(pattern, _OPTIONS)
    except re2.error as error:
        raise ValueError(f"not an RE2 expression: {_text(error.args[0])}") from error


def _text(message: str | bytes) -> str:
    return message.decode() if isinstance(message, bytes) else message


def _keywords(schema: Any) -> Iterator[str]:
    """Every keyword of the schema and of those inside it; names of properties are none."""
    for keyword, inside in schema.items() if isinstance(schema, dict) else ():
        yield keyword
        if keyword == "pattern":
            expression(inside)
        if keyword == "$ref" and not inside.startswith("#"):
            raise ValueError("a reference must stay within the schema")
        named = keyword in ("properties", "$defs", "dependentSchemas") and isinstance(inside, dict)
        for item in inside.values() if named else inside if isinstance(inside, list) else (inside,):
            yield from _keywords(item) if keyword not in ("enum", "const", "default", "examples") else ()


def _options() -> Any:
    options = re2.Options()
    options.log_errors = False
    return options


_OPTIONS = _options()


def _pattern(_checker: Any, pattern: str, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not expression(pattern).search(instance):
        yield ValidationError("does not match")


_Validator: Any = extend(Draft202012Validator, {"pattern": _pattern})
_FORMATS = FormatChecker(("date", "ipv4", "ipv6", "uuid"))
_TIME = re.compile(r"\d\d:\d\d:\d\d(?:\.\d+)?(?:[zZ]|[+-]\d\d:\d\d)", re.ASCII)


@_FORMATS.checks("date", raises=ValueError)
def _is_date(value: Any) -> bool:
    return not isinstance(value, str) or (len(value) == 10 and bool(date.fromisoformat(value)))


@_FORMATS.checks("date-time", raises=ValueError)
def _is_datetime(value: Any) -> bool:
    return not isinstance(value, str) or ("T" in value.upper() and datetime.fromisoformat(value).tzinfo is not None)


@_FORMATS.checks("time", raises=ValueError)
def _is_time(value: Any) -> bool:
    return not isinstance(value, str) or bool(_TIME.fullmatch(value) and datetime.fromisoformat(f"2000-01-01T{value}"))


@_FORMATS.checks("email")
def _is_email(value: Any) -> bool:
    return not isinstance(value, str) or contacts.email(value) is not None


@_FORMATS.checks("uri")
def _is_uri(value: Any) -> bool:
    return not isinstance(value, str) or bool(re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]+", value))


@_FORMATS.checks("regex", raises=ValueError)
def _is_regex(value: Any) -> bool:
    return not isinstance(value, str) or bool(expression(value))
