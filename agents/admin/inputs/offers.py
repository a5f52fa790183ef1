"""What an input may offer: names with their labels and the kind of their values. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from agents.paths import parts
from facts.values import Json

Pairs = Sequence[tuple[str, Any]]

TEXTS: Final = frozenset({"string", "email", "phone", "url", "date", "time", "datetime"})
"""The types whose values are texts."""
NUMBERS: Final = frozenset({"integer", "number"})


@dataclass(frozen=True)
class Kind:
    """The type of a value (that of a field, `map` for a mapping of anything, or none), and the values it may have."""

    type: str = ""
    choices: tuple[Json, ...] = ()
    items: str = ""
    """The type of the items of a list."""


FREE: Final = Kind()
FLAG: Final = Kind("boolean")
TEXT: Final = Kind("string")
_USER: Final = {"is_authenticated": FLAG, "language": TEXT, "timezone": TEXT}
_FLOW: Final = Kind("string", ("open", "completed"))


@dataclass(frozen=True)
class Named:
    """Something that can be chosen."""

    label: Any
    kind: Kind = FREE


class Offers(Protocol):
    """What exists on the page of an agent or a flow. `run` are the names that the actions of the flow keep."""

    @property
    def named_fields(self) -> Mapping[str, Named]:
        """The fields of the agent."""

    @property
    def named_facts(self) -> Mapping[str, Named]:
        """The keys of the catalogue."""

    @property
    def named_runs(self) -> Mapping[str, Named]:
        """What the actions of the flow keep."""

    @property
    def steps(self) -> Pairs:
        """The steps of the flow."""

    @property
    def flows(self) -> Pairs:
        """The flows of the agent."""


def kind_of(path: str, offers: Offers) -> Kind | None:
    """The kind of the values at a path; None if it names a part that does not exist."""
    root, *rest = parts(path)
    name = ".".join(rest)
    if root == "data":
        return offers.named_fields[name].kind if name in offers.named_fields else _inner(rest, offers.named_fields)
    if root == "facts":
        return offers.named_facts[name].kind if name in offers.named_facts else FREE
    if root == "run":
        return offers.named_runs[name].kind if name in offers.named_runs else _inner(rest, offers.named_runs)
    if root == "flows":
        return _FLOW if name in dict(offers.flows) else None
    return _USER.get(name, FREE) if root == "user" else FREE


def _inner(names: list[str], known: Mapping[str, Named]) -> Kind | None:
    """What is within a value may be anything."""
    return FREE if names[0] in known and len(names) > 1 else None


def kind_of_schema(schema: Any) -> Kind:
    """The kind of the values that a JSON Schema describes."""
    if not isinstance(schema, Mapping):
        return FREE
    if isinstance(schema.get("enum"), list):
        return Kind("string" if all(isinstance(one, str) for one in schema["enum"]) else "", tuple(schema["enum"]))
    name = schema.get("type")
    if name == "string":
        return Kind(schema["format"] if schema.get("format") in ("date", "time", "email") else "string")
    if name == "array":
        return Kind("list", items=kind_of_schema(schema.get("items")).type)
    if name == "object":
        return Kind("map")
    return Kind(name) if name in ("integer", "number", "boolean") else FREE
