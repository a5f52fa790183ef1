"""The report of a turn (turns.md, "The report"): what came out of it, for the store, the API and the inspector."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from conversations.engine.effects import Call
from conversations.engine.state import State
from facts.policy import Candidate
from facts.values import Json

Status = Literal["ok", "asked", "skipped", "waiting", "failed"]
ErrorType = Literal[
    "pre_extraction",
    "skip_if_evaluation",
    "prepare_hook",
    "action",
    "llm_call",
    "data_validation",
    "finalize_hook",
]


@dataclass(frozen=True, slots=True)
class QuickReply:
    """A button under a question: tapping it answers `field` with `value` (T54)."""

    field: str
    label: str
    value: Json


@dataclass(frozen=True, slots=True)
class AgentMessage:
    """A message of the agent. `key` is unique in the conversation (T29)."""

    key: str
    flow: str
    step: str
    text: str
    quick_replies: tuple[QuickReply, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one step did, and where its run went next (`next`: a step id, `end`, `flow:<id>`, or empty)."""

    run: str
    flow: str
    step: str
    visit: int
    kind: str
    status: Status
    code: str = ""
    next: str = ""


@dataclass(frozen=True, slots=True)
class InvalidValue:
    """A value that was not stored. `code` is `unquoted`, `type` or the JSON Schema keyword (T6)."""

    field: str
    value: Json
    message: str
    code: str


@dataclass(frozen=True, slots=True)
class TurnError:
    """A typed error of the turn; `details` never holds a person's words."""

    type: ErrorType
    message: str
    step: str = ""
    details: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FactAnswerGiven:
    """The person's answer in words to an open question about a fact (F7, F18)."""

    key: str
    answer: Literal["old", "new", "neither", "accept", "reject"]


@dataclass(frozen=True, slots=True)
class TimerRequest:
    """A timer that the turn sets: `kind` is `wait` or `silence`, `due_at` ISO with offset.

    `run` is the run that waits; for a silence it is the flow that it would start.
    """

    run: str
    kind: str
    due_at: str
    token: str


@dataclass(frozen=True, slots=True)
class Position:
    """Where the run on the floor stands."""

    flow: str
    step: str


@dataclass(frozen=True, slots=True)
class RunMoved:
    """A run that started, or that ended with `reason` (T19)."""

    run: str
    flow: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """All that a turn decided. `state` is the conversation's next state; the store commits both together."""

    state: State
    stopped_reason: str
    messages: tuple[AgentMessage, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    at: Position | None = None
    started: tuple[RunMoved, ...] = ()
    ended: tuple[RunMoved, ...] = ()
    muted: bool = False
    flow_complete: bool = False
    collected: tuple[str, ...] = ()
    changed: Mapping[str, tuple[Json, Json]] = field(default_factory=dict)
    """Field to (old, new); new is None for a value that was taken back (T49)."""
    invalid: tuple[InvalidValue, ...] = ()
    data: Mapping[str, Json] = field(default_factory=dict)
    errors: tuple[TurnError, ...] = ()
    calls: tuple[Call, ...] = ()
    instructions: tuple[str, ...] = ()
    degraded: bool = False
    candidates: tuple[Candidate, ...] = ()
    fact_answers: tuple[FactAnswerGiven, ...] = ()
    retract: tuple[str, ...] = ()
    questions_avoided: tuple[str, ...] = ()
    """Fields whose `already-known` is owed to a fact (F22)."""
    timers: tuple[TimerRequest, ...] = ()
    cancelled_timers: tuple[str, ...] = ()
    missing_paths: tuple[str, ...] = ()
    """Paths that a template named and that had no value."""

    @property
    def executed_steps(self) -> tuple[tuple[str, str], ...]:
        """(flow, step) of every outcome that is not `skipped`."""
        return tuple((outcome.flow, outcome.step) for outcome in self.outcomes if outcome.status != "skipped")
