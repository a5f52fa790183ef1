"""T46 for every adapter: an answer that does not parse or does not fit is asked for once more, then it is a failure."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

from conversations.engine.effects import Answer, Call, Done, Failed
from facts import strict_json
from facts.values import Json

TRIES = 2
"""How often a reading is asked for: once, and once more when the answer was unusable (T46)."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """The model answered, but with nothing that is a reading. `code` is `not_json` or `schema`."""

    code: str
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """The model answered with a reading, as JSON."""

    value: dict[str, Json] = field(default_factory=dict)
    calls: tuple[Call, ...] = ()


Try = Callable[[int], Awaitable[Read | Unusable | Failed]]


async def reading_of(ask: Try) -> Answer:
    """The first usable reading of at most two tries (T46), with the calls of all of them.

    `ask` is called with the number of the try, from 0. A `Failed` ends it: the adapter has made its own retries then.
    """
    calls: tuple[Call, ...] = ()
    code = ""
    for attempt in range(TRIES):
        reply = await ask(attempt)
        calls += reply.calls
        if isinstance(reply, Read):
            return Done(reply.value, calls)
        if isinstance(reply, Failed):
            return replace(reply, calls=calls)
        code = reply.code
    return Failed(code, retryable=True, message="the model gave no usable reading", calls=calls)


def fits(document: Mapping[str, Json], schema: Mapping[str, Json]) -> bool:
    """Whether the document is a reading at all: one of the schema's parts, each a list or a mapping where it should be.

    What is inside a part is held against the offer later, value by value (T6, T7).
    """
    properties = schema["properties"]
    assert isinstance(properties, Mapping)
    shared = [name for name in properties if name in document]
    return bool(shared) and all(_has_shape(name, document[name], properties[name]) for name in shared)


def _has_shape(name: str, value: Json, schema: Json) -> bool:
    """Whether it is a list or a mapping where the schema says so; fields may come as a mapping, as models like."""
    kind = schema.get("type") if isinstance(schema, Mapping) else None
    shapes: dict[Json, type] = {"object": dict, "array": list}
    if value is None or kind not in shapes or (name == "fields" and isinstance(value, dict)):
        return True
    return isinstance(value, shapes[kind])


def parsed(text: str) -> dict[str, Json] | None:
    """The JSON object in a model's answer, or None; a code fence around it is forgiven."""
    try:
        document = strict_json.read_loosely(_unfenced(text))
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def _unfenced(text: str) -> str:
    text = text.strip()
    if not text.startswith("```"):
        return text
    return text.strip("`").removeprefix("json").strip()
