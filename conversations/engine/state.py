"""The state of a conversation between two turns: plain immutable values that round-trip through JSON.

A turn reads one `State` and returns another. `dump` and `load` are exact inverses; `FORMAT` is raised when the shape
changes, and `load` then knows how to read the older one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Literal

from facts.values import Json

FORMAT = 1

Source = Literal["reading", "literal", "tap", "given", "fact", "set", "input"]


@dataclass(frozen=True, slots=True)
class Known:
    """The value of one field, with where it came from.

    `message` is the id of the message, `quote` its words, `fact` the key of the fact that filled it (F15). `asked` says
    that a step asked for it.
    """

    value: Json
    source: Source
    quote: str = ""
    message: str = ""
    fact: str = ""
    confidence: float | None = None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """One pass through a flow.

    `trigger` is the id of the input that started it (T29). `step` is where it stands, empty before its first step and
    `_required` once it asks for what is missing after its last step (T31). `asking` are the fields its last question
    asked for, `stands` the asking steps of that question's batch, in step order (T23).
    """

    id: str
    flow: str
    trigger: str
    step: str = ""
    visits: Mapping[str, int] = field(default_factory=dict)
    asking: tuple[str, ...] = ()
    stands: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    """Fields that this run asked for and got, in order (T53)."""
    attempts: int = 0
    declined: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    """Fields that `clear`, a correction or `cancel` took away: facts do not fill them again in this run (F15)."""
    saved: Mapping[str, Json] = field(default_factory=dict)
    event: Mapping[str, Json] = field(default_factory=dict)
    spoke: str = ""
    """The talk step that spoke last (T34)."""
    staying: str = ""
    """The reason it had when it began to stay (`on_end: stay`), else empty."""
    timer: str = ""
    """The token of the timer it is parked at, else empty."""


_names = tuple(spec.name for spec in fields(Run))
_values = attrgetter(*_names)
_places = {name: index for index, name in enumerate(_names)}


def changed(run: Run, values: Mapping[str, Any]) -> Run:
    """The run with some values changed: `dataclasses.replace` in half its time, for what a turn changes often."""
    held = list(_values(run))
    for name, value in values.items():
        held[_places[name]] = value
    return Run(*held)


@dataclass(frozen=True, slots=True)
class Queued:
    """A flow that waits for the floor (T14), with the input that asked for it."""

    flow: str
    trigger: str
    input: Mapping[str, Json] = field(default_factory=dict)
    event: Mapping[str, Json] = field(default_factory=dict)
    """The payload of the event that asked for it (T42)."""


@dataclass(frozen=True, slots=True)
class State:
    """All that a conversation remembers. `completed` are the flows that ended with `complete` or `end` (T32)."""

    data: Mapping[str, Known] = field(default_factory=dict)
    floor: Run | None = None
    paused: tuple[Run, ...] = ()
    queued: tuple[Queued, ...] = ()
    parked: tuple[Run, ...] = ()
    completed: tuple[str, ...] = ()
    runs: int = 0
    """How many runs were started so far; the next one's id is one more."""
    muted: bool = False
    """Whether the person wants nothing written to them until they write again (T51)."""
    handed_off: bool = False
    """Whether a person of the staff has the conversation (T11)."""
    silence: str = ""
    """The input from which the present silence is counted, by its id (T42)."""
    since: str = ""
    """When the person wrote last, as ISO text."""
    broken: tuple[str, ...] = ()
    """The silences that were broken since then, by their names: each is so once."""
    seen: Mapping[str, Json] = field(default_factory=dict)
    """Of fields that are bound to facts, the value that the person gave here or read in a verbatim text last (T8)."""

    @property
    def open_runs(self) -> tuple[Run, ...]:
        """Every run that has not ended: the floor's first, then the paused, then the parked ones."""
        return (*((self.floor,) if self.floor else ()), *self.paused, *self.parked)


def dump(state: State) -> dict[str, Any]:
    """The state as JSON values. Only what differs from a default is written, so a small state stays small."""
    return {"format": FORMAT, **_plain(state)}


def load(document: Mapping[str, Any]) -> State:
    """The state that `dump` wrote. Raises ValueError for a format this code does not know."""
    if document.get("format", FORMAT) != FORMAT:
        raise ValueError(f"state format {document['format']!r} is not known")
    values = {name: value for name, value in document.items() if name != "format"}
    return State(
        **{
            **values,
            "data": {name: Known(**known) for name, known in values.get("data", {}).items()},
            "floor": _run(values["floor"]) if values.get("floor") else None,
            "paused": tuple(_run(run) for run in values.get("paused", ())),
            "parked": tuple(_run(run) for run in values.get("parked", ())),
            "queued": tuple(Queued(**queued) for queued in values.get("queued", ())),
            "completed": tuple(values.get("completed", ())),
            "broken": tuple(values.get("broken", ())),
        }
    )


def _run(document: Mapping[str, Any]) -> Run:
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in document.items()
    }
    return Run(**values)


def _plain(value: Any) -> Any:
    """A frozen value as a mapping of what differs from its defaults."""
    result = {}
    for spec in fields(value):
        held = getattr(value, spec.name)
        default = spec.default_factory() if callable(spec.default_factory) else spec.default
        if held != default:
            result[spec.name] = _json(held)
    return result


def _json(held: Any) -> Any:
    if isinstance(held, (Known, Run, Queued)):
        return _plain(held)
    if isinstance(held, tuple):
        return [_json(item) for item in held]
    if isinstance(held, Mapping):
        return {key: _json(item) for key, item in held.items()}
    return held
