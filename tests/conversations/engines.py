"""Small engines and worlds for the tests of the runner: what they do is plain to see."""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from agents.definition import Definition
from conversations.engine.effects import Act, Answer, Done, Effect, Failed, Speak, Understand
from conversations.engine.report import AgentMessage, TurnResult
from conversations.engine.state import Known, Run, State, dump
from conversations.engine.turn_input import TurnInput
from conversations.llm.protocol import OnDelta
from conversations.models import Conversation, Timer
from conversations.ports import Crash, Phase, Ports

Turn = Generator[Effect, Answer, TurnResult]


def echo(definition: Definition, turn: TurnInput) -> Turn:
    """No effects: says back what waits, and remembers how many turns there were."""
    return (yield from _end(turn, " | ".join(message.text for message in turn.messages) or turn.timer or turn.event))


def story(definition: Definition, turn: TurnInput) -> Turn:
    """One effect of each kind, in the order of a real turn; what the action answered stands in the reply."""
    yield Understand(messages=(), language="en", timezone="UTC", asking=tuple(m.id for m in turn.messages))
    paid = yield Act("charge_card", {"amount": 1}, key=f"{turn.conversation}/{turn.id}")
    spoken = yield Speak(key=f"reply#{turn.id}", flow="pay", step="thanks", otherwise="", language="en")
    assert isinstance(spoken, Done)
    what = paid.code if isinstance(paid, Failed) else paid.value
    return (yield from _end(turn, f"{spoken.value} {what}"))


def broken(definition: Definition, turn: TurnInput) -> Turn:
    """Breaks in the middle of a turn."""
    yield Understand(messages=(), language="en", timezone="UTC")
    raise ZeroDivisionError(turn.messages[0].text)


def park(conversation: Conversation, token: str, due_at: datetime) -> Timer:
    """A run that waits for a timer, as a `wait` step leaves it."""
    run = Run(id="1", flow="hello", trigger="m1", step="hi", timer=token)
    sealed = Conversation.sealed(conversation.keyring, state=dump(State(parked=(run,), runs=1)))
    Conversation.objects.filter(pk=conversation.pk).update(**sealed)
    timer: Timer = conversation.timers.create(run=run.id, kind=Timer.Kind.WAIT, due_at=due_at, token=token)
    return timer


def _end(turn: TurnInput, text: str) -> Turn:
    yield from ()
    count = turn.state.runs + 1
    state = replace(turn.state, runs=count, data={"turns": Known(count, "set")})
    message = AgentMessage(key=f"reply#{turn.id}", flow="", step="", text=text)
    return TurnResult(state=state, stopped_reason="needs_input", messages=(message,), data={"turns": count})


@dataclass
class World:
    """A model and an actor that count what is asked of them. `pieces` are the deltas of each reply."""

    pieces: tuple[str, ...] = ("Thank ", "you")
    same_key: bool = False
    acted: list[str] = field(default_factory=list)
    understood: int = 0
    spoken: int = 0
    before_speaking: Callable[[], Any] | None = None
    name: str = "world"

    async def understand(self, effect: Understand) -> Answer:
        self.understood += 1
        return Done({"reader": "scripted"})

    async def speak(self, effect: Speak, on_delta: OnDelta) -> Answer:
        self.spoken += 1
        if self.before_speaking:
            await self.before_speaking()
        for piece in self.pieces:
            await on_delta(1, piece)
        return Done("".join(self.pieces))

    async def run(self, effect: Act) -> Answer:
        self.acted.append(effect.key)
        return Done({"paid": True})

    def may_repeat(self, action: str) -> bool:
        return self.same_key

    def ports(self, engine: Any = story, **more: Any) -> Ports:
        return Ports(model=self, act=self, engine=engine, **more)


def crash_at(kind: str, phase: Phase) -> Callable[[Effect, Phase], None]:
    """A process that dies once, at that point of a turn."""
    left = [1]

    def hook(effect: Effect, now: Phase) -> None:
        if left and (effect.kind, now) == (kind, phase):
            left.pop()
            raise Crash

    return hook
