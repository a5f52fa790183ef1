"""Single changes to a document, each with what a comparison has to say of it."""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agents.compare.walk import DEFAULTS
from agents.document import at
from agents.problem import Place

LISTS = ("steps", "on", "branches", "instructions")
MAPPINGS = ("fields", "flows")


@dataclass(frozen=True)
class Mutation:
    """A document with one change; `place` is where it was made, `kind` what it is."""

    kind: str
    place: Place
    document: dict[str, Any]


def plain(value: Any) -> Any:
    """A document without the defaults that it writes out, as `draft.document_of` gives it."""
    if isinstance(value, list):
        return list(map(plain, value))
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if key not in DEFAULTS or DEFAULTS[key] != item}
    return value


def keys(value: Any, place: Place = ()) -> Iterator[Place]:
    """The places of all keys whose values are compared as a whole."""
    if not isinstance(value, Mapping):
        return
    for key, inner in value.items():
        here = (*place, key)
        if key in LISTS and place[:1] != ("fields",):
            for index, item in enumerate(inner):
                yield from keys(item, (*here, index))
        elif (key in MAPPINGS and not place) or place in (("fields",), ("flows",)) or here == ("people",):
            yield from keys(inner, here)
        elif key != "id":
            yield here


def entries(value: Any) -> Iterator[Place]:
    """The places of all fields, flows, steps, triggers, branches and instructions."""
    yield from (("fields", name) for name in value.get("fields", {}))
    for name, flow in value.get("flows", {}).items():
        yield ("flows", name)
        for key in ("on", "instructions", "steps"):
            for index, item in enumerate(flow.get(key, ())):
                yield ("flows", name, key, index)
                for inner in ("branches", "instructions"):
                    yield from (("flows", name, key, index, inner, one) for one in range(len(item.get(inner, ()))))
    yield from (("instructions", index) for index in range(len(value.get("instructions", ()))))


def lists(value: Any) -> dict[Place, int]:
    """The places of all lists of entries, with their lengths."""
    found: dict[Place, int] = {}
    for place in entries(value):
        found[place[:-1]] = found.get(place[:-1], 0) + 1
    return found


def set_key(document: Any, place: Place, value: Any) -> Mutation:
    changed = copy.deepcopy(document)
    at(changed, place[:-1])[place[-1]] = value  # type: ignore[index, call-overload]
    return Mutation("changed", place, changed)


def without(document: Any, place: Place) -> Mutation:
    changed = copy.deepcopy(document)
    del at(changed, place[:-1])[place[-1]]  # type: ignore[union-attr, arg-type]
    has_default = place[-1] in DEFAULTS
    return Mutation("changed" if has_default else "removed", place, changed)


def with_entry(document: Any, place: Place, index: int, name: str) -> Mutation:
    """An entry that is like no other, put into a list or mapping at `index`."""
    changed = copy.deepcopy(document)
    held: Any = at(changed, place)
    key = place[-1]
    if isinstance(held, list):
        new = {"steps": {"id": name, "say": name}, "on": {"event": name}, "branches": {"when": [name], "then": name}}
        held.insert(index, new.get(str(key), {"must": name}))
        return Mutation("added", (*place, index), changed)
    items = list(held.items())
    items.insert(index, (name, {"type": "string", "ask": name} if key == "fields" else {"name": name, "steps": []}))
    held.clear()
    held.update(items)
    return Mutation("added", (*place, name), changed)


def swapped(document: Any, place: Place, first: int, second: int) -> Mutation:
    changed = copy.deepcopy(document)
    held: Any = at(changed, place)
    items = list(held) if isinstance(held, list) else list(held.items())
    items[first], items[second] = items[second], items[first]
    if isinstance(held, list):
        held[:] = items
    else:
        held.clear()
        held.update(items)
    return Mutation("moved", place, changed)
