"""Plays a script through the engine, in memory: no database, no model, the state through JSON between two turns."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from agents.definition import Definition
from bench.sgd.script import NOW, Move
from conversations.engine.effects import Answer, Done, Effect, Said, Speak, Understand
from conversations.engine.report import TurnResult
from conversations.engine.state import State, dump, load
from conversations.engine.turn import run_turn
from conversations.engine.turn_input import TurnInput, UserMessage
from facts.values import Json

REMEMBERED = 8
"""Messages of history that a turn is given."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move, the effects that the engine asked for, in order, and its report."""

    move: Move
    effects: tuple[Effect, ...]
    result: TurnResult

    def count(self, kind: type) -> int:
        """How many of the effects are of a kind."""
        return sum(isinstance(effect, kind) for effect in self.effects)

    @property
    def is_literal(self) -> bool:
        """Whether the engine read the message by itself, without an `Understand` (T9)."""
        return not self.count(Understand)

    @property
    def asked(self) -> tuple[str, ...]:
        """The fields that the turn asks for: in words, and by what the run then waits for."""
        spoken = [
            wanted.id
            for effect in self.effects
            if isinstance(effect, Speak)
            for section in effect.sections
            for wanted in section.wanted
        ]
        floor = self.result.state.floor
        return tuple(dict.fromkeys((*spoken, *(floor.asking if floor else ()))))


@dataclass(slots=True)
class _Conversation:
    """A conversation as it stands between two turns."""

    definition: Definition
    strict: bool
    state: State = field(default_factory=State)
    history: list[Said] = field(default_factory=list)

    def play(self, move: Move) -> Played:
        """One turn; the next begins from what it leaves."""
        message = UserMessage(str(move.turn.number), move.turn.text, NOW.isoformat())
        result, effects = _run(self.definition, self._input(message), move.reading(strict=self.strict))
        self.state = load(json.loads(json.dumps(dump(result.state))))
        self.history.append(Said(message.id, "user", message.text))
        self.history.extend(Said(said.key, "agent", said.text) for said in result.messages)
        return Played(move, effects, result)

    def _input(self, message: UserMessage) -> TurnInput:
        return TurnInput(
            kind="message",
            id=message.id,
            conversation="c",
            state=self.state,
            now=NOW.isoformat(),
            version=1,
            messages=(message,),
            history=tuple(self.history[-REMEMBERED:]),
        )


def play(definition: Definition, moves: Iterable[Move], *, strict: bool = False) -> Iterator[Played]:
    """Play the moves in order, each turn from the state that the one before it left.

    A `strict` understanding is held to the words of the message, as a real model is (T5).
    """
    conversation = _Conversation(definition, strict)
    for move in moves:
        yield conversation.play(move)


def _run(
    definition: Definition, turn_input: TurnInput, reading: Mapping[str, Json]
) -> tuple[TurnResult, tuple[Effect, ...]]:
    turn = run_turn(definition, turn_input)
    effects: list[Effect] = []
    try:
        effect = next(turn)
        while True:
            effects.append(effect)
            effect = turn.send(_answer(effect, reading))
    except StopIteration as done:
        return done.value, tuple(effects)


def _answer(effect: Effect, reading: Mapping[str, Json]) -> Answer:
    if isinstance(effect, Understand):
        return Done(dict(reading))
    assert isinstance(effect, Speak), "these agents have no actions"
    return Done(effect.otherwise)
