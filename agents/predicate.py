"""Conditions as data: JSON that is compiled to a tree and judged over a scope; nothing is ever evaluated as code. Pure.

The operators are those of agent-format.md, "Predicates". `parse` refuses what is no condition, `holds` never raises.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import re2

from agents.paths import MISSING, Scope, is_empty, parts, reach
from agents.problem import Malformed, Place, gettext_noop
from facts.values import Json

MAX_DEPTH: Final = 32
"""How deep conditions, and the values in them, may be nested."""

Judge = Callable[[Any, Any], bool]


class PredicateError(Malformed):
    """A document that is no condition. `where` is the place of the fault within it."""

    def __init__(self, text: str, where: Place, /, **params: object) -> None:
        super().__init__(text, **params)
        self.where = where


@dataclass(frozen=True, slots=True)
class AllOf:
    """Holds when all of its parts do."""

    parts: "tuple[Predicate, ...]"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Holds when at least one of its parts does."""

    parts: "tuple[Predicate, ...]"


@dataclass(frozen=True, slots=True)
class Not:
    """Holds when its part does not."""

    part: "Predicate"


@dataclass(frozen=True, slots=True)
class Compare:
    """A value at a path held against a constant by `operator`. `judge` is made from these, `matches` compiled once."""

    operator: str
    path: tuple[str, ...]
    expected: Json
    judge: Judge = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Known:
    """Holds when the value at the path is there and not empty."""

    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """Holds when the value at the path is not there, or empty."""

    path: tuple[str, ...]


Predicate: TypeAlias = AllOf | AnyOf | Not | Compare | Known | Missing


def holds(predicate: Predicate, scope: Scope) -> bool:
    """Whether the condition is true of the scope. A comparison with a missing or wrongly typed value is false."""
    match predicate:
        case Compare():
            value = reach(scope, predicate.path)
            return value is not MISSING and value is not None and predicate.judge(value, predicate.expected)
        case AllOf():
            return all(holds(part, scope) for part in predicate.parts)
        case AnyOf():
            return any(holds(part, scope) for part in predicate.parts)
        case Not():
            return not holds(predicate.part, scope)
        case Known():
            return not is_empty(reach(scope, predicate.path))
        case Missing():
            return is_empty(reach(scope, predicate.path))


def paths(predicate: Predicate) -> tuple[str, ...]:
    """Every path that the condition reads, with its root (`data.guests`), each once, first seen first."""
    return tuple(dict.fromkeys(".".join(path) for path in _read(predicate)))


def comparisons(predicate: Predicate) -> tuple[Compare, ...]:
    """Every comparison in the condition, in written order."""
    match predicate:
        case Compare():
            return (predicate,)
        case AllOf() | AnyOf():
            return tuple(found for part in predicate.parts for found in comparisons(part))
        case Not():
            return comparisons(predicate.part)
    return ()


def _read(predicate: Predicate) -> list[tuple[str, ...]]:
    match predicate:
        case AllOf() | AnyOf():
            return [path for part in predicate.parts for path in _read(part)]
        case Not():
            return _read(predicate.part)
    return [predicate.path]


# How a value is judged


def same(value: Any, expected: Any) -> bool:
    """Whether two JSON values are equal without coercion: `1` is `1.0`, but neither `true` nor `"1"`."""
    if isinstance(expected, (list, tuple)):
        return isinstance(value, (list, tuple)) and len(value) == len(expected) and all(map(same, value, expected))
    if isinstance(expected, Mapping):
        return (
            isinstance(value, Mapping)
            and value.keys() == expected.keys()
            and all(same(value[name], item) for name, item in expected.items())
        )
    return _alike(value, expected) and bool(value == expected)


def _alike(value: Any, expected: Any) -> bool:
    """Whether two values are of one JSON type."""
    return _json_type(value) == _json_type(expected)


def _json_type(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, (list, tuple)):
        return "list"
    return "object" if isinstance(value, Mapping) else "null"


def _differs(value: Any, expected: Any) -> bool:
    return _alike(value, expected) and not same(value, expected)


def _is_in(value: Any, expected: Any) -> bool:
    return any(same(value, choice) for choice in expected)


def _contains(value: Any, expected: Any) -> bool:
    if isinstance(value, str):
        return isinstance(expected, str) and expected in value
    return isinstance(value, (list, tuple)) and any(same(item, expected) for item in value)


def _ordered(compare: Callable[[Any, Any], bool]) -> Judge:
    """Numbers with numbers and texts with texts: ISO dates and times are in order as texts."""

    def judge(value: Any, expected: Any) -> bool:
        return _json_type(value) in ("number", "string") and _alike(value, expected) and compare(value, expected)

    return judge


JUDGES: Final[Mapping[str, Judge]] = {
    "equals": same,
    "not_equals": _differs,
    "in": _is_in,
    "gt": _ordered(operator.gt),
    "gte": _ordered(operator.ge),
    "lt": _ordered(operator.lt),
    "lte": _ordered(operator.le),
    "contains": _contains,
}

OPERATORS: Final = (*JUDGES, "matches", "known", "missing", "all", "any", "not")


def regex(expression: str) -> Any:
    """The compiled RE2 expression, which searches in linear time. Raises `re2.error`."""
    options = re2.Options()
    options.log_errors = False
    return re2.compile(expression, options=options)


def _matching(expression: str) -> Judge:
    compiled = regex(expression)

    def judge(value: Any, _expected: Any) -> bool:
        try:
            return isinstance(value, str) and compiled.search(value) is not None
        except UnicodeEncodeError:
            return False

    return judge


# How a document is read


def parse(document: Any) -> Predicate:
    """The condition that a JSON document states. Raises PredicateError."""
    return _parse(document, (), 0)


def _parse(document: Any, where: Place, depth: int) -> Predicate:
    if depth > MAX_DEPTH:
        raise PredicateError(gettext_noop("This condition is nested too deeply."), where)
    if not isinstance(document, Mapping) or not document:
        raise PredicateError(
            gettext_noop("A condition is a mapping with an operator, such as {equals: {guests: 2}}."), where
        )
    found = [part for name, operand in document.items() for part in _operation(name, operand, (*where, name), depth)]
    return found[0] if len(found) == 1 else AllOf(tuple(found))


def _operation(name: Any, operand: Any, where: Place, depth: int) -> list[Predicate]:
    if name in ("all", "any"):
        items = _list(operand, where)
        inner = tuple(_parse(item, (*where, index), depth + 1) for index, item in enumerate(items))
        return [AllOf(inner) if name == "all" else AnyOf(inner)]
    if name == "not":
        return [Not(_parse(operand, where, depth + 1))]
    if name in ("known", "missing"):
        kind = Known if name == "known" else Missing
        return [kind(_path(path, (*where, index))) for index, path in enumerate(_list(operand, where))]
    if name in JUDGES or name == "matches":
        return [_compare(name, path, expected, where) for path, expected in _mapping(operand, where)]
    raise PredicateError(
        gettext_noop("“%(name)s” is no operator; there are %(operators)s."),
        where,
        name=name,
        operators=", ".join(OPERATORS),
    )


def _compare(name: str, path: Any, expected: Any, where: Place) -> Compare:
    where = (*where, path)
    _check_depth(expected, where, 0)
    if name == "in" and not isinstance(expected, (list, tuple)):
        raise PredicateError(gettext_noop("“in” needs a list of values."), where)
    if name in ("gt", "gte", "lt", "lte") and _json_type(expected) not in ("number", "string"):
        raise PredicateError(gettext_noop("“%(name)s” needs a number, a date or a text."), where, name=name)
    return Compare(name, _path(path, where), expected, _judge(name, expected, where))


def _judge(name: str, expected: Any, where: Place) -> Judge:
    if name != "matches":
        return JUDGES[name]
    if not isinstance(expected, str):
        raise PredicateError(gettext_noop("“matches” needs a regular expression as a text."), where)
    try:
        return _matching(expected)
    except (re2.error, UnicodeEncodeError) as error:
        raise PredicateError(
            gettext_noop("“%(expression)s” is no regular expression that RE2 knows: %(reason)s"),
            where,
            expression=expected,
            reason=_reason(error),
        ) from None


def _reason(error: Exception) -> str:
    """What RE2 says is wrong; it says it in bytes."""
    said = error.args[0] if error.args else ""
    return said.decode(errors="replace") if isinstance(said, bytes) else str(said)


def _check_depth(value: Any, where: Place, depth: int) -> None:
    """Refuse a value that `same` could not compare within the stack."""
    if depth > MAX_DEPTH:
        raise PredicateError(gettext_noop("This condition is nested too deeply."), where)
    if isinstance(value, Mapping):
        value = list(value.values())
    for item in value if isinstance(value, (list, tuple)) else ():
        _check_depth(item, where, depth + 1)


def _list(operand: Any, where: Place) -> list[Any]:
    if isinstance(operand, (list, tuple)) and operand:
        return list(operand)
    raise PredicateError(gettext_noop("“%(name)s” needs a list with at least one entry."), where, name=where[-1])


def _mapping(operand: Any, where: Place) -> list[tuple[Any, Any]]:
    if isinstance(operand, Mapping) and operand:
        return list(operand.items())
    raise PredicateError(
        gettext_noop("“%(name)s” needs a mapping from a path to a value, such as {guests: 2}."), where, name=where[-1]
    )


def _path(path: Any, where: Place) -> tuple[str, ...]:
    if isinstance(path, str) and all(part and part == part.strip() for part in path.split(".")):
        return parts(path)
    raise PredicateError(
        gettext_noop("“%(path)s” is no path: it is a field, or starts with data., facts., context. and the like."),
        where,
        path=path,
    )
