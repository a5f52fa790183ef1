"""Actions: Python functions that a flow may run, registered by name with a schema of what goes in and comes out. Pure.

    @action("quote_price", input=QuotePrice, output=Price, retry="same_key")
    def quote_price(input: QuotePrice) -> Price: ...

A function is sync or async and takes its input as one argument: an instance of the dataclass, or a mapping where
`input` is a JSON Schema. If it has a parameter `key` it gets the idempotency key, the same for every repetition (T26).
A sync function runs in a thread, which a time-out leaves behind; one that uses the database closes its connection.
"""

import asyncio
import dataclasses
import inspect
import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from facts.values import Json

Retry = Literal["same_key", "never"]
Shape = type | Mapping[str, Any]
Function = TypeVar("Function", bound=Callable[..., Any])

_JSON_TYPES: Final = {str: "string", int: "integer", float: "number", bool: "boolean", dict: "object", list: "array"}
_registered: Final[dict[str, "ActionSpec"]] = {}


class ActionFailed(Exception):
    """An action did not succeed. `message` is for staff and holds no words of a person.

    `code` is `error`, `timeout`, `input`, `output` or `unknown`; `retryable` says whether another try may help.
    """

    def __init__(self, message: str, *, code: str = "error", retryable: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.retryable = retryable


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """A registered action. `input` and `output` are JSON Schemas of objects, `timeout` is in seconds.

    `retry` says what recovery does with a call whose answer was lost: `same_key` calls again, `never` reports it.
    """

    name: str
    function: Callable[..., Any]
    input: Mapping[str, Any]
    output: Mapping[str, Any]
    retry: Retry
    timeout: float
    label: str
    takes: type | None
    """The dataclass to make of the input, or None for a mapping."""
    wants_key: bool


def registered() -> Mapping[str, ActionSpec]:
    """Every registered action by its name."""
    return types.MappingProxyType(_registered)


def action(
    name: str, *, input: Shape, output: Shape, retry: Retry = "never", timeout: float = 10.0, label: str = ""
) -> Callable[[Function], Function]:
    """Register a function as the action `name`. Raises ValueError when another function has the name already."""

    def register(function: Function) -> Function:
        held = _registered.get(name)
        if held and (held.function.__module__, held.function.__qualname__) != (
            function.__module__,
            function.__qualname__,
        ):
            raise ValueError(
                f"the action {name} is registered twice: {held.function.__module__}, {function.__module__}"
            )
        _registered[name] = ActionSpec(
            name=name,
            function=function,
            input=schema_of(input),
            output=schema_of(output),
            retry=retry,
            timeout=timeout,
            label=label or name,
            takes=input if isinstance(input, type) else None,
            wants_key="key" in inspect.signature(function).parameters,
        )
        return function

    return register


async def perform(name: str, input: Mapping[str, Json], key: str) -> dict[str, Json]:
    """Run an action with a time-out and check what goes in and comes out (T26). Raises ActionFailed, nothing else."""
    spec = _registered.get(name)
    if spec is None:
        raise ActionFailed(f"there is no action {name}", code="unknown")
    _validate(input, spec.input, "input")
    try:
        result = await asyncio.wait_for(_call(spec, input, key), spec.timeout)
    except ActionFailed:
        raise
    except TimeoutError:
        raise ActionFailed(f"{name} took longer than {spec.timeout:g} s", code="timeout", retryable=True) from None
    except Exception as error:
        # only the type: the text of an error may hold a person's words
        raise ActionFailed(f"{name} raised {type(error).__name__}") from error
    value = _as_json(result)
    _validate(value, spec.output, "output")
    return value


async def _call(spec: ActionSpec, input: Mapping[str, Json], key: str) -> Any:
    argument = spec.takes(**input) if spec.takes else dict(input)
    extra = {"key": key} if spec.wants_key else {}
    if inspect.iscoroutinefunction(spec.function):
        return await spec.function(argument, **extra)
    return await asyncio.to_thread(spec.function, argument, **extra)


def _as_json(result: Any) -> dict[str, Json]:
    if dataclasses.is_dataclass(result) and not isinstance(result, type):
        result = dataclasses.asdict(result)
    try:
        value = json.loads(json.dumps(result, allow_nan=False))
    except (TypeError, ValueError):
        raise ActionFailed("output is no JSON", code="output") from None
    if not isinstance(value, dict):
        raise ActionFailed("output is no mapping", code="output")
    return value


def _validate(value: Any, schema: Mapping[str, Any], side: str) -> None:
    """Raise ActionFailed, naming the place and the keyword, never the value."""
    error = best_match(Draft202012Validator(schema).iter_errors(value))
    if error is not None:
        raise ActionFailed(f"{side}{error.json_path.removeprefix('$')} breaks {error.validator}", code=side)


# Schemas


def schema_of(shape: Shape) -> Mapping[str, Any]:
    """The JSON Schema of a dataclass; a schema stands for itself. Raises TypeError for a type that JSON has not."""
    if not isinstance(shape, type):
        return shape
    hints = typing.get_type_hints(shape)
    return {
        "type": "object",
        "properties": {field.name: _schema(hints[field.name]) for field in dataclasses.fields(shape)},
        "required": [field.name for field in dataclasses.fields(shape) if _is_required(field)],
        "additionalProperties": False,
    }


def _is_required(field: "dataclasses.Field[Any]") -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _schema(hint: Any) -> dict[str, Any]:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is types.NoneType:
        return {"type": "null"}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [_schema(argument) for argument in arguments]}
    if origin is list:
        return {"type": "array", "items": _schema(arguments[0])}
    if (origin or hint) in _JSON_TYPES:
        return {"type": _JSON_TYPES[origin or hint]}
    raise TypeError(f"{hint} has no JSON Schema; declare one as a mapping")
