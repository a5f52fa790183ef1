"""Errors in constants: values that their field cannot take, or a condition can never meet. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast, get_args

from agents.checks.finding import Findings, finding
from agents.checks.view import Agent, Part
from agents.checks.written import Condition
from agents.compile import FIELD_KEYS
from agents.predicate import Compare, comparisons, same
from agents.problem import Place, gettext_noop
from facts import values
from facts.values import Invalid, Json, TypeName, ValueType

EQUAL: Final = ("equals", "not_equals", "in")
ORDER: Final = ("gt", "gte", "lt", "lte")


def type_of(part: Part, *, choices: bool = True) -> ValueType:
    """The type of a field, or of free text where its type is none; without its choices if these are to be looked at."""
    kind = part.value.get("type", "string")
    enum = part.value.get("enum")
    return ValueType(
        cast(TypeName, kind) if kind in get_args(TypeName) else "string",
        {key: value for key, value in part.value.items() if key not in FIELD_KEYS},
        tuple(enum) if choices and isinstance(enum, list) else (),
    )


def value_faults(type: ValueType, value: Json) -> str:
    """Why a constant is no value of the type, in the words of `facts.values`; empty if it is one (T6)."""
    try:
        values.check(values.coerce(value, type, "en"), type)
    except Invalid as error:
        # a field whose own schema is wrong has a finding of its own
        return "" if error.code == "schema" else error.message
    return ""


# Values for fields


def given_values(agent: Agent) -> Findings:
    """A constant in `set` or in the input of a flow that fails its field's type."""
    for name, value, place in given_constants(agent):
        if reason := value_faults(type_of(agent.fields[name]), value):
            text = gettext_noop("%(value)s is no value of the field “%(field)s”: it %(reason)s.")
            yield finding("value", place, text, value=value, field=name, reason=reason)


def given_constants(agent: Agent) -> Iterator[tuple[str, Json, Place]]:
    """What a Next gives to fields that exist: field, value and place. Expressions are left out."""
    for found in agent.nexts:
        for part in (found.mapping("set"), *([found.mapping("input")] if "flow" in found.value else ())):
            for name, value in part.value.items():
                if name in agent.fields and not holds_template(value):
                    yield name, value, (*part.place, name)


def holds_template(value: Any) -> bool:
    """Whether a value has an expression in it, so that it is known only when it is rendered."""
    if isinstance(value, str):
        return "{{" in value or "{%" in value
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return any(map(holds_template, inner))


# Values in conditions


def compared_values(agent: Agent) -> Findings:
    """A comparison that can never be true, for its value is none that the field, or the flow, can have."""
    for condition in agent.conditions:
        for comparison in comparisons(condition.predicate) if condition.predicate else ():
            name = comparison.path[1]
            if comparison.path[0] == "data" and len(comparison.path) == 2 and name in agent.fields:
                yield from _compared(condition, comparison, type_of(agent.fields[name]))
            elif comparison.path[0] == "flows" and comparison.operator in EQUAL:
                yield from _compared(condition, comparison, ValueType("string", enum=("open", "completed")))


def _compared(condition: Condition, comparison: Compare, type: ValueType) -> Findings:
    for value in _expected(comparison):
        if reason := _never(comparison.operator, value, type):
            text = gettext_noop("“%(path)s” is never %(value)s, so this is never true: the value %(reason)s.")
            params = {"path": ".".join(comparison.path), "value": value, "reason": reason}
            yield finding("value", condition.place, text, **params)


def _expected(comparison: Compare) -> list[Json]:
    return cast(list[Json], comparison.expected) if comparison.operator == "in" else [comparison.expected]


def _never(operator: str, value: Json, type: ValueType) -> str:
    """Why no value of the type compares with `value` as it stands: there is no coercion in a condition."""
    if operator in ORDER and type.name not in ("boolean", "list", "object"):
        return value_faults(ValueType(type.name), value)
    if operator not in EQUAL:
        return ""
    return value_faults(type, value) or _kept_otherwise(type, value)


def _kept_otherwise(type: ValueType, value: Json) -> str:
    try:
        kept = values.coerce(value, type, "en")
    except Invalid:
        return ""
    return "" if same(kept, value) else f"is kept as {kept}"
