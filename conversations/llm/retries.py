"""T46 for every adapter: an answer that does not parse or does not fit is asked for once more, then it is a failure."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from conversations.engine.effects import Answer, Call, Done, Failed
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

    `ask` is called with the number of the try, from 0. A `Failed` ends it at once unless it says that a retry may help.
    """
    calls: tuple[Call, ...] = ()
    failed = Failed("schema")
    for attempt in range(TRIES):
        reply = await ask(attempt)
        calls += reply.calls
        if isinstance(reply, Read):
            return Done(reply.value, calls)
        if isinstance(reply, Failed) and not reply.retryable:
            return Failed(reply.code, False, reply.message, calls)
        failed = Failed(reply.code, isinstance(reply, Failed), "the model gave no usable reading", calls)
    return failed


def parsed(text: str) -> dict[str, Json] | None:
    """The JSON object in a model's answer, or None; a code fence around it is forgiven."""
    try:
        document = json.loads(_unfenced(text))
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def _unfenced(text: str) -> str:
    text = text.strip()
    if not text.startswith("```"):
        return text
    return text.strip("`").removeprefix("json").strip()
