"""A document held against a JSON Schema, each fault as a problem with its line. Pure.

The one door for agents, scenarios and catalogues. A schema may say in `x-hint` what is expected instead of a pattern.
"""

import difflib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from agents.document import Document
from agents.problem import Message, Place, Problem, gettext_noop

TYPES: Final[Mapping[str, str]] = {
    "string": gettext_noop("a text"),
    "integer": gettext_noop("a whole number"),
    "number": gettext_noop("a number"),
    "boolean": gettext_noop("true or false"),
    "array": gettext_noop("a list"),
    "object": gettext_noop("a mapping"),
    "null": gettext_noop("nothing"),
}

Fault = tuple[str, Message, Place]
"""The code, sentence and place (below the faulty value) of a problem."""


def validate(document: Document, schema: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Every place where the document breaks the schema, in the order of the document's lines where it has some."""
    errors = Draft202012Validator(schema).iter_errors(document.value)
    found = [problem for error in errors for problem in _problems(document, error)]
    return tuple(sorted(found, key=lambda problem: problem.line or 0))


def _problems(document: Document, error: ValidationError) -> Iterator[Problem]:
    """The problems of one error; none where the reader has said already that the value cannot be read."""
    place = tuple(error.absolute_path)
    if any(place[:length] in document.void for length in range(len(place) + 1)):
        return
    for code, said, below in _faults(error):
        yield document.problem("error", code, _with_habit(document, said, (*place, *below)), (*place, *below))


def _with_habit(document: Document, said: Message, place: Place) -> Message:
    """The sentence, and another one if a ` #` after the value may be the reason."""
    if place not in document.cut:
        return said
    return replace(said, more=Message(HABIT))


def _faults(error: Any) -> Iterator[Fault]:
    """What to say of an error; one of `propertyNames` has the key as its instance, and stands at its mapping."""
    found = FAULTS.get(str(error.validator), _other)(error)
    if "propertyNames" in error.absolute_schema_path:
        return ((code, said, (str(error.instance),)) for code, said, _ in found)
    return found


HABIT: Final = gettext_noop("A # after a space starts a comment: if it belongs to the text, put the text in quotes.")


# A sentence for each keyword. Attributes of an error may be unset for jsonschema's types; of these keywords none is.


def _type(error: Any) -> Iterator[Fault]:
    wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    params = {"wanted": tuple(Message(TYPES[name]) for name in wanted), "found": (Message(_kind(error.instance)),)}
    text = gettext_noop("Write %(wanted)s here, not %(found)s.")
    if "string" in wanted and isinstance(error.instance, (int, float)):
        text = gettext_noop("Write %(wanted)s here, not %(found)s: if it is meant as a text, put it in quotes.")
    elif error.instance is None:
        text = gettext_noop("Write %(wanted)s here; it is empty now.")
    yield "type", Message(text, params, more=_meant(wanted, error.instance)), ()


def _meant(wanted: list[str], value: Any) -> Message | None:
    """A sentence about `yes` and `no`, which other readers of YAML take for true and false."""
    if wanted == ["boolean"] and isinstance(value, str) and value.lower() in ("yes", "no", "on", "off", "y", "n"):
        return Message(gettext_noop("Write true or false: here yes and no, on and off are texts."))
    return None


def _kind(value: Any) -> str:
    for name, python in (("boolean", bool), ("string", str), ("array", list), ("object", dict), ("null", type(None))):
        if isinstance(value, python):
            return TYPES[name]
    return TYPES["number"]


def _unknown_keys(error: Any) -> Iterator[Fault]:
    known = list(error.schema.get("properties", ()))
    for key in error.instance:
        if key not in known:
            yield "unknown-key", _unknown(key, known), (key,)


def _unknown(key: str, known: list[str]) -> Message:
    if close := difflib.get_close_matches(key, known, n=1):
        text = gettext_noop("“%(key)s” is not known here; did you mean “%(close)s”?")
        return Message(text, {"key": key, "close": close[0]})
    text = gettext_noop("“%(key)s” is not known here; there are %(known)s.")
    return Message(text, {"key": key, "known": ", ".join(known)})


def _required(error: Any) -> Iterator[Fault]:
    """jsonschema gives one error for each missing key, and names it in the sentence only."""
    for key in error.validator_value:
        if error.message.startswith(repr(key)):
            yield "required", Message(gettext_noop("“%(key)s” is missing here."), {"key": key}), ()


def _enum(error: Any) -> Iterator[Fault]:
    choices = ", ".join(map(str, error.validator_value))
    text = gettext_noop("“%(value)s” is not possible here; there are %(choices)s.")
    yield "enum", Message(text, {"value": str(error.instance), "choices": choices}), ()


def _pattern(error: Any) -> Iterator[Fault]:
    if error.schema.get("x-code") == "empty":
        yield from _empty(error)
        return
    hint = error.schema.get("x-hint")
    text = gettext_noop("“%(value)s” does not fit here: %(hint)s.")
    wanted = (Message(hint),) if hint else str(error.validator_value)
    yield error.schema.get("x-code", "pattern"), Message(text, {"value": str(error.instance), "hint": wanted}), ()


def _empty(error: Any) -> Iterator[Fault]:
    yield "empty", Message(gettext_noop("This may not be empty: write something, or leave the key out.")), ()


def _bound(error: Any) -> Iterator[Fault]:
    text = {
        "minimum": gettext_noop("%(value)s is too low here: it must be at least %(bound)s."),
        "exclusiveMinimum": gettext_noop("%(value)s is too low here: it must be more than %(bound)s."),
        "maximum": gettext_noop("%(value)s is too high here: it can be at most %(bound)s."),
    }[str(error.validator)]
    params = {"value": str(error.instance), "bound": str(error.validator_value)}
    yield "range", Message(text, params), ()


def _other(error: Any) -> Iterator[Fault]:
    yield "schema", Message(gettext_noop("This does not fit here: %(reason)s."), {"reason": error.message[:200]}), ()


FAULTS: Final[Mapping[str, Callable[[Any], Iterator[Fault]]]] = {
    "type": _type,
    "additionalProperties": _unknown_keys,
    "required": _required,
    "enum": _enum,
    "const": _other,
    "pattern": _pattern,
    "minLength": _empty,
    "minItems": _empty,
    "minProperties": _empty,
    "minimum": _bound,
    "exclusiveMinimum": _bound,
    "maximum": _bound,
}
