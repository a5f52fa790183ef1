"""A definition of 200 flows and 2,000 steps: it loads once, and a turn in it should cost what it costs in a small one.

The booking flow stands alone, and among 199 others: once with these out of reach of a message, as most are in practice
(reached only from another flow, or with an `if` that does not hold), and once with all of them ready to start. What may
start on a message is put to the model (T3, T13), so there the `Understand` really grows.
"""

import gc
import json
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from agents.compile import compile_definition
from bench import booking, pure
from bench.measured import Measured, Time

FLOWS = 200
STEPS = 2000
EACH = 10
"""Steps of a flow beside the booking; as many have one more as the booking has fewer."""
LOADS = 5

Part = dict[str, Any]
Times = dict[str, list[Time]]
"""By the definition's slug."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One of the definitions that are compared."""

    slug: str
    label: str
    document: Mapping[str, Any]


def shapes() -> tuple[Shape, Shape, Shape]:
    """The booking alone, among flows out of reach, and among flows that may all start."""
    return (
        Shape("alone", "the booking alone", small("alone")),
        Shape("apart", "200 flows, 1 may start", large("apart", are_ready=False)),
        Shape("ready", "200 flows, all may start", large("ready", are_ready=True)),
    )


def small(slug: str) -> Part:
    """The hotel with its booking flow only."""
    document = booking.document()
    return {**document, "agent": slug, "flows": {"book": document["flows"]["book"]}}


def large(slug: str, *, are_ready: bool) -> Part:
    """The booking flow, in the middle of 199 others."""
    document = small(slug)
    longer = STEPS - len(document["flows"]["book"]["steps"]) - (FLOWS - 1) * EACH
    numbers = range(1, FLOWS)
    others = {f"flow_{number}": _other(number, EACH + (number <= longer), are_ready) for number in numbers}
    fields = {name: part for number in numbers for name, part in _fields(number).items()}
    before = {name: others.pop(name) for name in list(others)[: FLOWS // 2]}
    return {**document, "fields": document["fields"] | fields, "flows": {**before, **document["flows"], **others}}


def loading() -> str:
    """How long it takes to make the definition of a stored document, in a sentence."""
    text = json.dumps(large("apart", are_ready=False))
    times = []
    for _ in range(LOADS):
        gc.collect()
        start = perf_counter()
        compile_definition(json.loads(text))
        times.append((perf_counter() - start) * 1e3)
    size = f"{FLOWS} flows and {STEPS} steps, {len(text) // 1024} KiB"
    return f"A definition of {size} is loaded once a process, in {median(times):.0f} ms."


def measure(turns: int) -> list[Measured]:
    """The pure engine on each, a dialogue of the one after a dialogue of the other."""
    definitions = {shape.slug: compile_definition(shape.document, version=1) for shape in shapes()}
    times: Times = {slug: [] for slug in definitions}
    for number in range(pure.WARM_UP + -(-turns // booking.TURNS)):
        for slug, definition in definitions.items():
            taken = pure.dialogue(definition)
            times[slug] += taken if number >= pure.WARM_UP else []
    return compared("engine", times, aim=pure.AIM)


def compared(kind: str, times: Times, *, aim: float) -> list[Measured]:
    """The large ones with the small one as their floor, so that the ratio is that between the two."""
    alone, *others = shapes()
    return [Measured.of(f"{kind}, {shape.label}", times[shape.slug], times[alone.slug], aim=aim) for shape in others]


def _fields(number: int) -> Part:
    return {
        f"topic_{number}": {"type": "string", "description": f"Topic {number}", "ask": "What is it about?"},
        f"amount_{number}": {"type": "integer", "description": f"Amount {number}", "minimum": 1, "ask": "How many?"},
    }


def _other(number: int, steps: int, are_ready: bool) -> Part:
    topic, amount = _fields(number)
    return {
        "name": f"Matter {number}",
        "description": f"The guest has a matter of kind {number}.",
        "required": [topic, amount],
        **_reached(number, are_ready),
        "steps": _steps(number, steps, topic, amount),
    }


def _reached(number: int, are_ready: bool) -> Part:
    """Ready, or one half by an `if` that does not hold and the other half only from the flow before it."""
    trigger = {"on": [{"message": [f"wants matter {number}", f"asks for kind {number}"]}]}
    if are_ready:
        return trigger
    return {**trigger, "if": {"equals": {f"context.offers_{number}": True}}} if number % 2 else {}


def _steps(number: int, count: int, topic: str, amount: str) -> list[Part]:
    unsure = {"when": ["the guest is not sure"], "then": "end"}
    asking: list[Part] = [
        {"id": "ask_topic", "collect": [topic], "prompt": "Ask what it is about.", "branches": [unsure]},
        {"id": "ask_amount", "collect": [amount], "requires": [topic]},
        {"id": "is_small", "if": {"lte": {amount: 10}}},
    ]
    telling: list[Part] = [
        {"id": f"tell_{index}", "say": f"Part {index} of {{{{ data.{topic} }}}}: {{{{ data.{amount} }}}} of them."}
        for index in range(count - len(asking))
    ]
    telling[-1]["then"] = {"flow": f"flow_{number + 1}"} if number % 2 and number < FLOWS - 1 else "end"
    return [*asking, *telling]
