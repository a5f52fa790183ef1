"""What the store and the runner hand each other."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

from agents.definition import Definition
from conversations.engine.effects import Answer
from conversations.engine.report import AgentMessage, TurnResult
from conversations.engine.turn_input import TurnInput
from conversations.pretending import Pretence
from facts.models import Keyring, Person

Frame = dict[str, Any]
"""What goes over the wire (protocol.md)."""


class LeaseLost(Exception):
    """Another runner has the conversation. Whoever gets this stops, and changes nothing more."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to run a conversation, as long as its epoch is the conversation's and the lease runs."""

    conversation: UUID
    epoch: int


@dataclass(frozen=True, slots=True)
class Journalled:
    """A row of the journal that a crash left behind. `answer` is None for an intent: it is in doubt (T47)."""

    n: int
    fingerprint: str
    message: AgentMessage | None = None
    """What a `Speak` had said."""
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """An open turn with all that is needed to run it. `journal` is not empty only when it is resumed."""

    claim: Claim
    turn: int
    number: int
    version: int
    definition: Definition
    input: TurnInput
    keyring: Keyring
    person: Person | None
    pretence: Pretence | None = None
    """That of a trial."""
    resumed: bool = False
    journal: tuple[Journalled, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How a turn is closed. `result` is None when it diverged or the engine broke; the state is kept as it was then."""

    status: Literal["done", "diverged", "failed"]
    stopped_reason: str
    messages: tuple[AgentMessage, ...] = ()
    result: TurnResult | None = None

    @classmethod
    def of(cls, result: TurnResult) -> "Ending":
        """The ending of a turn that ran through."""
        return cls("done", result.stopped_reason, result.messages, result)


@dataclass(frozen=True, slots=True)
class Committed:
    """What a commit wrote. `released`: nothing waits any more and the conversation was given up."""

    released: bool
    messages: tuple[Frame, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    report: Mapping[str, Any] = field(default_factory=dict)
