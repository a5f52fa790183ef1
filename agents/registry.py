"""Actions: Python functions that a flow may run, registered by name with a schema of what goes in and comes out. Pure.

    @action("quote_price", input=QuotePrice, output=Price, retry="same_key")
    def quote_price(input: QuotePrice) -> Price: ...

A function is sync or async and takes its input as one argument: an instance of the dataclass, or a mapping where
`input` is a JSON Schema. If it has a parameter `key` it gets the idempotency key, the same for every repetition (T26).
A sync function runs in a thread, which a time-out leaves behind; one that uses the database closes its connection.
"""

import asyncio
import contextvars
import dataclasses
import functools
import inspect
import json
import types
import typing
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
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

MAX_DEPTH: Final = 64
"""Lists and mappings that a result may have within each other."""
GRACE: Final = 0.5
"""Seconds that an async action has for its own tidying up once its time is over."""
_threads: Final = ThreadPoolExecutor(max_workers=32, thread_name_prefix="action")
"""Of the actions alone: one that hangs holds up neither the lookup of names nor anything else that uses threads."""


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

    `retry` says what becomes of a call whose answer was lost, or that failed and may be tried again: `same_key` calls
    again with the same key (T26, T47), `never` reports it.
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
    """Register a function as the action `name`.

    Raises ValueError when another function has the name already, jsonschema's SchemaError for a broken schema.
    """

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
            input=_checked(schema_of(input)),
            output=_checked(schema_of(output)),
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
    value = _as_json(await _in_time(spec, input, key))
    _validate(value, spec.output, "output")
    return value


async def _in_time(spec: ActionSpec, input: Mapping[str, Json], key: str) -> Any:
    """What the action answers. It is a task of its own, so that one that will not be cancelled can be left behind."""
    task = asyncio.create_task(_told(spec, input, key))
    task.add_done_callback(_seen)
    try:
        await asyncio.wait({task}, timeout=spec.timeout)
        if not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=GRACE)
            raise ActionFailed(f"{spec.name} took longer than {spec.timeout:g} s", code="timeout", retryable=True)
    finally:
        task.cancel()
    if task.cancelled():
        raise ActionFailed(f"{spec.name} cancelled itself")
    return task.result()


def _seen(task: "asyncio.Task[Any]") -> None:
    """Take note of how a task ended that was left behind: asyncio would log its error, with all that stands in it."""
    if not task.cancelled():
        task.exception()


async def _told(spec: ActionSpec, input: Mapping[str, Json], key: str) -> Any:
    """What the action answers. Raises ActionFailed for whatever it raises, by its type: its text may hold words."""
    try:
        return await _call(spec, input, key)
    except ActionFailed:
        raise
    except TimeoutError:
        raise ActionFailed(f"{spec.name} waited too long for something", code="timeout", retryable=True) from None
    except (Exception, SystemExit) as error:
        raise ActionFailed(f"{spec.name} raised {type(error).__name__}") from error


async def _call(spec: ActionSpec, input: Mapping[str, Json], key: str) -> Any:
    argument = spec.takes(**input) if spec.takes else dict(input)
    extra = {"key": key} if spec.wants_key else {}
    if inspect.iscoroutinefunction(spec.function):
        return await spec.function(argument, **extra)
    call = functools.partial(contextvars.copy_context().run, _in_thread, spec, argument, extra)
    result = await asyncio.get_running_loop().run_in_executor(_threads, call)
    return await result if inspect.isawaitable(result) else result


def _in_thread(spec: ActionSpec, argument: Any, extra: Mapping[str, str]) -> Any:
    """Call a sync function. A future cannot carry StopIteration, what `next` raises: it would never be done."""
    try:
        return spec.function(argument, **extra)
    except StopIteration:
        raise ActionFailed(f"{spec.name} raised StopIteration") from None


def _as_json(result: Any) -> dict[str, Json]:
    try:
        if dataclasses.is_dataclass(result) and not isinstance(result, type):
            result = dataclasses.asdict(result)
        value = json.loads(json.dumps(result, allow_nan=False))
    except Exception:
        raise ActionFailed("output is no JSON", code="output") from None
    if not isinstance(value, dict):
        raise ActionFailed("output is no mapping", code="output")
    if _is_deeper(value, MAX_DEPTH):
        raise ActionFailed(f"output is nested more than {MAX_DEPTH} levels deep", code="output")
    return value


def _is_deeper(value: Any, levels: int) -> bool:
    """Whether there are lists and mappings within each other on more than so many levels."""
    level = [value]
    for _ in range(levels):
        level = [inner for outer in level for inner in _inner(outer) if isinstance(inner, (dict, list))]
    return bool(level)


def _inner(value: Any) -> Any:
    return value.values() if isinstance(value, dict) else value


def _validate(value: Any, schema: Mapping[str, Any], side: str) -> None:
    """Raise ActionFailed, naming the entry and the keyword; never the value, nor a key within it: both may be words."""
    error = best_match(Draft202012Validator(schema).iter_errors(value))
    if error is not None:
        place = ".".join([side, *map(str, list(error.absolute_path)[:1])])
        raise ActionFailed(f"{place} breaks {error.validator}", code=side)


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


def _checked(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    Draft202012Validator.check_schema(schema)
    return schema


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
