"""What a runner needs of the world: the model, the actions, the clock. Scenarios and tests pass their own."""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from agents.definition import Definition
from conversations.clock import Clock, now
from conversations.engine.effects import Act, Answer, Effect
from conversations.engine.report import TurnResult
from conversations.engine.turn_input import TurnInput
from conversations.llm.protocol import Model
from conversations.models import Event, Message, Timer

Phase = Literal["during", "after"]
"""`during`: the effect ran and its answer is not journalled yet; `after`: it is."""

Input: TypeAlias = Message | Timer | Event
Engine = Callable[[Definition, TurnInput], Generator[Effect, Answer, TurnResult]]


class Crash(BaseException):
    """Raised by `Ports.after_effect` in place of a process that dies: the runner leaves everything as it is."""


class Actor(Protocol):
    """Runs registered actions."""

    async def run(self, effect: Act) -> Answer:
        """The action's result, or `Failed`. Never raises for the action's faults."""
        ...

    def may_repeat(self, action: str) -> bool:
        """Whether the action is registered `retry="same_key"`, so that one in doubt is called again (T47)."""
        ...


def input_id(item: Input) -> str:
    """The engine's id of an input (T29): a message's `seq`, `t<timer>`, `e<event>`."""
    if isinstance(item, Message):
        return str(item.seq)
    return f"t{item.pk}" if isinstance(item, Timer) else f"e{item.ref}"


def nothing(effect: Effect, phase: Phase) -> None:
    """The hook that does nothing."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything that a runner reaches out to, the database and the sockets aside."""

    model: Model
    act: Actor
    engine: Engine
    clock: Clock = now
    input_id: Callable[[Any], str] = input_id
    after_effect: Callable[[Effect, Phase], None] = field(default=nothing)


def default_ports() -> Ports:
    """The ports that serve users: the configured model and the registered actions."""
    from conversations.acting import RegisteredActions
    from conversations.engine.turn import run_turn
    from conversations.llm.configured import model

    return Ports(model=model(), act=RegisteredActions(), engine=run_turn)
