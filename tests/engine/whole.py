"""A whole conversation in memory, with its timers and events, as the store would keep them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from agents.definition import Definition
from conversations.engine.effects import Answer, Effect, Said
from conversations.engine.fate import fate
from conversations.engine.report import TimerRequest, TurnResult
from conversations.engine.state import State, dump, load
from conversations.engine.turn_input import Fact, TurnInput, User, UserMessage
from tests.engine.player import NOW, drive

MAIL = Fact("profile.email", "ann@example.org")
OLD_MAIL = Fact("profile.email", "ann@example.org", stale=True)


@dataclass
class Played:
    """One turn: its input, what came out, and the effects with their answers."""

    input: TurnInput
    result: TurnResult
    effects: list[Effect]
    answers: list[Answer]


@dataclass
class Whole:
    """One conversation. Each turn begins from the state that the last one left, through JSON."""

    definition: Definition
    facts: tuple[Fact, ...] = ()
    state: State = field(default_factory=State)
    now: datetime = field(default_factory=lambda: datetime.fromisoformat(NOW))
    inputs: int = 0
    timers: dict[tuple[str, str], TimerRequest] = field(default_factory=dict)
    held: list[TimerRequest] = field(default_factory=list)
    history: list[Said] = field(default_factory=list)

    def play(self, what: str, answer: Callable[[Effect], Answer]) -> Played | None:
        """One entry of a script: `timer`, `event <name>`, `give_back`, or the words of a message. None: no turn."""
        self.inputs += 1
        self.now += timedelta(minutes=1)
        if self.state.handed_off != (what == "give_back"):
            return None
        given = self._timer() if what == "timer" else self._input(what)
        return None if given is None else self._run(given, answer)

    def _input(self, what: str) -> TurnInput:
        kind, _, name = what.partition(" ")
        if what == "give_back":
            return self._of("give_back")
        if kind == "event":
            return self._of("event", event=name, payload={"amount": 1})
        at = self.now.isoformat()
        return self._of("message", messages=(UserMessage(f"m{self.inputs}", what, at),))

    def _of(self, kind: Any, **more: Any) -> TurnInput:
        return TurnInput(
            kind=kind,
            id=f"m{self.inputs}",
            conversation="c",
            state=load(dump(self.state)),
            now=self.now.isoformat(),
            version=1,
            user=User(is_authenticated=True),
            facts=self.facts,
            history=tuple(self.history[-8:]),
            **more,
        )

    def _timer(self) -> TurnInput | None:
        """The input of the next timer, if it is one when it comes due."""
        if not self.timers:
            return None
        key = min(self.timers, key=lambda name: (datetime.fromisoformat(self.timers[name].due_at), name))
        timer = self.timers.pop(key)
        self.now = max(self.now, datetime.fromisoformat(timer.due_at))
        given = self._of("timer", timer=timer.token)
        found = fate(self.definition, given)
        if found.verdict == "put_off":
            assert datetime.fromisoformat(found.until) > self.now, "T52: what is put off comes later"
            self.timers[key] = TimerRequest(timer.run, timer.kind, found.until, timer.token)
        elif found.verdict == "held":
            self.held.append(timer)
        return given if found.verdict == "fires" else None

    def _run(self, given: TurnInput, answer: Callable[[Effect], Answer]) -> Played:
        answers: list[Answer] = []

        def answered(effect: Effect) -> Answer:
            answers.append(answer(effect))
            return answers[-1]

        result, effects = drive(self.definition, given, answered)
        self._keep(given, result)
        return Played(given, result, effects, answers)

    def _keep(self, given: TurnInput, result: TurnResult) -> None:
        for key in [key for key, timer in self.timers.items() if timer.token in result.cancelled_timers]:
            del self.timers[key]
        again = () if result.state.muted else self.held
        self.held = self.held if result.state.muted else []
        for timer in (*again, *result.timers):
            self.timers[timer.run, timer.kind] = timer
        self.state = result.state
        self.history += [Said(message.id, "user", message.text, message.at) for message in given.messages]
        self.history += [Said(said.key, "agent", said.text, self.now.isoformat()) for said in result.messages]
