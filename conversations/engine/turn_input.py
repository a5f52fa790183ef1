"""All that a turn depends on: row 0 of its journal. A resumed turn reads this and never the database again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from conversations.engine.effects import FactQuestion, OfferedFact, Said, Suggestion, plain
from conversations.engine.state import State
from conversations.engine.state import dump as dump_state
from conversations.engine.state import load as load_state
from facts.values import Json


@dataclass(frozen=True, slots=True)
class Tap:
    """A tapped quick reply: the field it answers and the value (T54)."""

    field: str
    value: Json


@dataclass(frozen=True, slots=True)
class UserMessage:
    """A message of the user that waits. `at` is when it was sent, ISO 8601 with offset."""

    id: str
    text: str
    at: str
    tap: Tap | None = None


@dataclass(frozen=True, slots=True)
class User:
    """Who speaks. `timezone` is an IANA name, empty if not known (then the agent's counts)."""

    is_authenticated: bool = False
    language: str = ""
    timezone: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A current fact of the person (F15). `stale` when past its freshness (F17)."""

    key: str
    value: Json
    confidence: float = 1.0
    stale: bool = False
    sensitive: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class TurnInput:
    """One input: user message(s), a timer that is due, or an event.

    `id` is the input's id (T29), `now` is ISO 8601 with offset. `given` is data of the host (T18), on the first turn
    only. `catalogue` and `open_scopes` say which facts may be read; both are empty without an account (F3). `payload`
    is an event's, `timer` a timer's token. `give_back` is a colleague's, who ends a hand-off (T11).
    """

    kind: Literal["message", "timer", "event", "give_back"]
    id: str
    conversation: str
    state: State
    now: str
    version: int
    messages: tuple[UserMessage, ...] = ()
    user: User = User()
    facts: tuple[Fact, ...] = ()
    catalogue: tuple[OfferedFact, ...] = ()
    open_scopes: tuple[str, ...] = ()
    fact_questions: tuple[FactQuestion, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    """What others usually say under keys of which nothing is known of the person (F21)."""
    context: Mapping[str, Json] = field(default_factory=dict)
    given: Mapping[str, Json] = field(default_factory=dict)
    history: tuple[Said, ...] = ()
    event: str = ""
    payload: Mapping[str, Json] = field(default_factory=dict)
    timer: str = ""
    heard: str = ""
    """When the person last wrote to the colleague who gives back, ISO 8601; empty if they wrote nothing (T11)."""


def dump(turn_input: TurnInput) -> dict[str, Any]:
    """The input as JSON, for row 0 of the journal."""
    document = {name: getattr(turn_input, name) for name in TurnInput.__slots__}
    document["state"] = dump_state(turn_input.state)
    for name in ("messages", "facts", "catalogue", "fact_questions", "suggestions", "history"):
        document[name] = plain(document[name])
    document["user"] = plain(turn_input.user)
    document["open_scopes"] = list(turn_input.open_scopes)
    return document


def load(document: Mapping[str, Any]) -> TurnInput:
    """The input that `dump` wrote."""
    return TurnInput(
        **{
            **document,
            "state": load_state(document["state"]),
            "messages": tuple(
                UserMessage(**{**item, "tap": Tap(**item["tap"]) if item["tap"] else None})
                for item in document["messages"]
            ),
            "user": User(**document["user"]),
            "facts": tuple(Fact(**item) for item in document["facts"]),
            "catalogue": tuple(OfferedFact(**item) for item in document["catalogue"]),
            "fact_questions": tuple(FactQuestion(**item) for item in document["fact_questions"]),
            "suggestions": tuple(Suggestion(**item) for item in document.get("suggestions", ())),
            "history": tuple(Said(**item) for item in document["history"]),
            "open_scopes": tuple(document["open_scopes"]),
        }
    )
