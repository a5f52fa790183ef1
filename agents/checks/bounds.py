"""Bounds that bind no value, or leave none over, and constants beyond them (T50). Pure."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Final

from agents.checks.constants import given_constants, type_of, value_faults
from agents.checks.finding import Findings, finding
from agents.checks.loops import circles
from agents.checks.names import unknown
from agents.checks.view import Agent, Part
from agents.problem import Place, gettext_noop
from facts import values
from facts.bounds import precedes
from facts.values import Invalid, Json, TypeName, ValueType, is_bound

ORDERED: Final = ("integer", "number", "date", "time", "datetime")
KEYWORDS: Final = ("minimum", "maximum")
EARLY, LATE = datetime(2000, 1, 1, 12, tzinfo=UTC), datetime(2100, 12, 31, 13, 30, tzinfo=UTC)
"""Two moments: what holds of relative bounds at both holds always."""


def bounds_fit(agent: Agent) -> Findings:
    """A bound that is no value of the field's type, nor relative, nor another field that can be compared (T50)."""
    for part, key in _bounds(agent):
        yield from _bound(agent, part, key)


def _bounds(agent: Agent) -> Iterator[tuple[Part, str]]:
    for part in agent.fields.values():
        for key in KEYWORDS if type_of(part).name in ORDERED else ():
            if key in part.value:
                yield part, key


def _bound(agent: Agent, part: Part, key: str) -> Findings:
    written, place = part.value[key], (*part.place, key)
    kind = type_of(part).name
    if isinstance(written, Mapping):
        yield from _other_field(agent, part, key)
    elif not is_bound(written, kind):
        text = gettext_noop(
            "“%(value)s” is no bound of type %(type)s: write a value, for dates also today or today+7d."
        )
        yield finding("bound", place, text, value=written, type=kind)


def _other_field(agent: Agent, part: Part, key: str) -> Findings:
    written, place = part.value[key], (*part.place, key)
    other, kind = written.get("field"), type_of(part).name
    if set(written) != {"field"} or not isinstance(other, str):
        text = gettext_noop("A bound is a value, or {field: id} for the value of another field.")
        yield finding("bound", place, text)
    elif other not in agent.fields:
        text = gettext_noop("There is no field “%(name)s”.")
        yield unknown("unknown-field", (*place, "field"), text, other, agent.fields)
    elif not _comparable(kind, type_of(agent.fields[other]).name):
        text = gettext_noop("The field “%(name)s” cannot be compared with a value of type %(type)s.")
        yield finding("bound", (*place, "field"), text, name=other, type=kind)


def _comparable(kind: str, other: str) -> bool:
    numbers, days = ("integer", "number"), ("date", "datetime")
    return kind == other or (kind in numbers and other in numbers) or (kind in days and other in days)


# Bounds that leave nothing over


def bounds_in_a_circle(agent: Agent) -> Findings:
    """Fields of which each has to be at least the next, round and round, or a field that bounds itself.

    A minimum that says the same as the other field's maximum is no circle.
    """
    at_most: dict[str, set[str]] = {}
    for part, key in _bounds(agent):
        name, other = str(part.place[-1]), part.mapping(key).text("field")
        lower, upper = (other, name) if key == "minimum" else (name, other)
        if other in agent.fields:
            at_most.setdefault(lower, set()).add(upper)
    for circle in circles(at_most):
        part, key = [one for one in _bounds(agent) if _stands_in(circle, *one)][-1]
        text = gettext_noop("These fields bound each other in a circle: %(fields)s. Take one of the bounds away.")
        names = ", ".join(name for name in agent.fields if name in circle)
        yield finding("bound", (*part.place, key, "field"), text, fields=names)


def _stands_in(circle: set[str], part: Part, key: str) -> bool:
    return part.place[-1] in circle and part.mapping(key).text("field") in circle


def bounds_leave_values(agent: Agent) -> Findings:
    """A minimum above its maximum, so that the field can have no value; for lengths as well."""
    for part in agent.fields.values():
        for low, high in (KEYWORDS, ("minLength", "maxLength"), ("minItems", "maxItems")):
            least, most = part.value.get(low), part.value.get(high)
            if _crossed(least, most, type_of(part).name if low == "minimum" else "integer"):
                text = gettext_noop("No value can be at least %(least)s and at most %(most)s.")
                yield finding("bound", (*part.place, high), text, least=least, most=most)


def _crossed(least: Json, most: Json, kind: TypeName) -> bool:
    """Whether one bound is beyond the other at all times; one that cannot be read has a finding of its own."""
    if any(bound is None or isinstance(bound, Mapping) for bound in (least, most)):
        return False
    try:
        return all(precedes(values.bound(most, kind, at), values.bound(least, kind, at)) for at in (EARLY, LATE))
    except Invalid:
        return False


# Constants and bounds


def constants_within_bounds(agent: Agent) -> Findings:
    """A choice, or a constant in `set` or in the input of a flow, beyond a bound that is the same at all times.

    A warning: of its field's type it is, so it is held against the bounds in the turn, like any other value (T28).
    """
    for name, value, place in (*_choices(agent), *given_constants(agent)):
        field = agent.fields[name]
        if not value_faults(type_of(field), value) and (reason := _beyond(field, value)):
            text = gettext_noop("The field “%(field)s” never takes %(value)s: it %(reason)s.")
            yield finding("out-of-bounds", place, text, value=value, field=name, reason=reason)


def _choices(agent: Agent) -> Iterator[tuple[str, Json, Place]]:
    for name, part in agent.fields.items():
        enum = part.value.get("enum")
        for index, choice in enumerate(enum if isinstance(enum, list) else ()):
            yield name, choice, (*part.place, "enum", index)


def _beyond(field: Part, value: Json) -> str:
    """Why a value of the field's type breaks its bounds; empty if it does not."""
    type = type_of(field)
    try:
        kept = values.coerce(value, type, "en")
        values.check(kept, ValueType(type.name), _fixed(field, "minimum"), _fixed(field, "maximum"))
    except Invalid as error:
        return error.message
    return ""


def _fixed(field: Part, key: str) -> Json:
    """A bound of a field if it is the same at all times, else None."""
    written = field.value.get(key)
    if written is None or isinstance(written, Mapping):
        return None
    try:
        early, late = (values.bound(written, type_of(field).name, at) for at in (EARLY, LATE))
    except Invalid:
        return None
    return early if early == late else None
