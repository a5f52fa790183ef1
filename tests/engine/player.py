"""Plays turns in memory: the engine driven with scripted answers, no database and no model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agents.compile import compile_definition
from agents.definition import Definition
from conversations.engine.effects import Act, Answer, Done, Effect, Failed, Said, Speak, Understand
from conversations.engine.report import TurnResult
from conversations.engine.state import State, dump, load
from conversations.engine.turn import run_turn
from conversations.engine.turn_input import Fact, Tap, TurnInput, User, UserMessage

NOW = "2026-03-02T09:00:00+01:00"

ActionResults = Mapping[str, Any]


@dataclass
class Player:
    """One conversation with an agent document; `effects` are those of the last turn."""

    definition: Definition
    user: User = field(default_factory=User)
    actions: ActionResults = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    context: Mapping[str, Any] = field(default_factory=dict)
    state: State = field(default_factory=State)
    turns: int = 0
    history: list[Said] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def say(self, text: str, understand: Any = None, *, speak: Any = "(speak)", tap: Tap | None = None) -> TurnResult:
        """A message of the user, with the reading that the model gives and what it says."""
        self.turns += 1
        message = UserMessage(f"m{self.turns}", text, NOW, tap)
        turn_input = self._input(message)

        def answer(effect: Effect) -> Answer:
            return self._answer(effect, understand, speak)

        result, self.effects = drive(self.definition, turn_input, answer)
        self._keep(message, result)
        return result

    def _input(self, message: UserMessage) -> TurnInput:
        return TurnInput(
            kind="message",
            id=message.id,
            conversation="c",
            state=load(dump(self.state)),
            now=NOW,
            version=1,
            messages=(message,),
            user=self.user,
            facts=self.facts,
            context=self.context,
            history=tuple(self.history[-8:]),
        )

    def _answer(self, effect: Effect, understand: Any, speak: Any) -> Answer:
        if isinstance(effect, Understand):
            return understand if isinstance(understand, Failed) else Done({"reader": "scripted", **(understand or {})})
        if isinstance(effect, Speak):
            return speak if isinstance(speak, Failed) else Done(speak if speak is not None else effect.otherwise)
        assert isinstance(effect, Act)
        result = self.actions.get(effect.action, {})
        return result if isinstance(result, Failed) else Done(result)

    def _keep(self, message: UserMessage, result: TurnResult) -> None:
        self.state = result.state
        self.history.append(Said(message.id, "user", message.text))
        self.history.extend(Said(said.key, "agent", said.text) for said in result.messages)
        self.keys.extend(said.key for said in result.messages)


def drive(
    definition: Definition, turn_input: TurnInput, answer: Callable[[Effect], Answer]
) -> tuple[TurnResult, list[Effect]]:
    """Run a turn to its end, answering each effect; the result and the effects in order."""
    turn = run_turn(definition, turn_input)
    effects: list[Effect] = []
    try:
        effect = next(turn)
        while True:
            effects.append(effect)
            effect = turn.send(answer(effect))
    except StopIteration as done:
        return done.value, effects


def player(document: Mapping[str, Any], **values: Any) -> Player:
    """A player of an agent given by its flows, fields and whatever else differs from a small default."""
    return Player(
        compile_definition({"agent": "test", "name": "Test", "language": "en", **document}, version=1), **values
    )
