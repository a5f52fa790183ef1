"""What the inputs of a page offer in tests, and every value of the agents that are in files."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from agents.admin.inputs.composite import CompositeWidget, Typed, typed_in
from agents.admin.inputs.offers import Kind, Named
from agents.admin.inputs.parts import Shape
from agents.reader import read
from tests.agents.browsing import posted

ROOT = Path(__file__).resolve().parents[3]
FIELDS = {
    "hotel": Named("hotel – Name of the hotel", Kind("string", ("Grand Hotel", "Lake “&” <Palace>"))),
    "guests": Named("guests", Kind("integer")),
    "price": Named("price", Kind("number")),
    "date": Named("date", Kind("date")),
    "at": Named("at", Kind("time")),
    "agreed": Named("agreed", Kind("boolean")),
    "wishes": Named("wishes", Kind("string")),
    "tags": Named("tags", Kind("list", items="string")),
    "floor": Named("floor", Kind("integer", (1, 2, 3))),
}
OFFERS: Any = SimpleNamespace(
    named_fields=FIELDS,
    named_facts={"profile.email": Named("E-mail", Kind("email")), "merchant.*.default": Named("Merchant")},
    named_runs={"price": Named("price – quote_price", Kind("integer"))},
    steps=[("ask_date", "ask_date"), ("done", "Done (done)")],
    flows=[("book", "Book (book)")],
)
SCHEMAS = {
    "quote": SimpleNamespace(
        input={
            "type": "object",
            "properties": {
                "hotel": {"type": "string", "description": "Which house"},
                "guests": {"type": "integer"},
                "path": {"type": "object"},
                "method": {"enum": ["GET", "POST"]},
                "when": {"type": "string", "format": "date"},
                "quiet": {"type": "boolean"},
            },
            "required": ["hotel"],
            "additionalProperties": False,
        },
        output={"type": "object", "properties": {"total": {"type": "integer"}}, "additionalProperties": False},
    ),
    "open": SimpleNamespace(input={}, output={}),
}


def html(shape: Shape, value: Any, name: str = "it") -> str:
    """The input as a page shows it."""
    return str(CompositeWidget(shape, "step.it", "It").render(name, value, {"id": f"id_{name}"}))


def unchanged(shape: Shape, value: Any) -> Typed:
    """What a browser posts of an input that nobody touched."""
    return typed_in(posted(html(shape, value)), "it")


@cache
def documents() -> tuple[Mapping[str, Any], ...]:
    """Every agent in a file: the examples, and those that scenarios bring along."""
    files = [*(ROOT / "agents" / "examples").glob("*.yaml"), *(ROOT / "tests" / "scenarios").rglob("*.yaml")]
    found = [read(file.read_text()).value for file in sorted(files)]
    return tuple(agent for one in found for agent in _agents(one))


def _agents(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict) and "flows" in value:
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _agents(inner)


def values_under(*names: str) -> list[Any]:
    """Every value that stands under one of these keys in an agent of a file."""
    return [value for document in documents() for value in _under(document, names)]


def _under(part: Any, names: tuple[str, ...]) -> Iterator[Any]:
    if isinstance(part, dict):
        for name, value in part.items():
            if name in names:
                yield value
            yield from _under(value, names)
    elif isinstance(part, list):
        for item in part:
            yield from _under(item, names)
