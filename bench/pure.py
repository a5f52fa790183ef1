"""The pure engine, driven in memory; its floor is the smallest code that books the same room.

Two measures: the turn alone, and the turn with the conversation's state read from JSON text and written back.
"""

import gc
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from agents.compile import compile_definition
from agents.definition import Definition
from bench.booking import PRICE, Message, document, messages
from bench.measured import Measured, Time
from conversations.engine.effects import Act, Answer, Done, Effect, Said, Speak, Understand
from conversations.engine.report import TurnResult
from conversations.engine.state import State, dump, load
from conversations.engine.turn import run_turn
from conversations.engine.turn_input import TurnInput, UserMessage

NOW = "2026-03-02T09:00:00+01:00"
AIM = 0.15
WARM_UP = 20
"""Dialogues before the measuring begins."""

_MESSAGES = messages(date.fromisoformat(NOW[:10]))
_QUESTIONS = {"hotel": "Which hotel?", "guests": "How many guests?", "date": "On which day?"}


@dataclass
class _Dialogue:
    """One conversation, a message at a time."""

    definition: Definition
    state: State = field(default_factory=State)
    history: list[Said] = field(default_factory=list)

    def input(self, number: int, message: Message) -> TurnInput:
        """The input of the next turn."""
        return TurnInput(
            kind="message",
            id=str(number),
            conversation="c",
            state=self.state,
            now=NOW,
            version=1,
            messages=(UserMessage(str(number), message.text, NOW),),
            history=tuple(self.history),
        )

    def keep(self, number: int, message: Message, result: TurnResult) -> None:
        """What the next turn begins with."""
        self.state = result.state
        self.history.append(Said(str(number), "user", message.text))
        self.history.extend(Said(said.key, "agent", said.text) for said in result.messages)


def measure(turns: int) -> list[Measured]:
    """Book again and again until there are so many turns, the floor after each dialogue."""
    definition = compile_definition(document(), version=1)
    dialogues = -(-turns // len(_MESSAGES))
    gc.collect()
    gc.freeze()
    samples = [_sample(definition) for _ in range(WARM_UP + dialogues)][WARM_UP:]
    engine, stored, floor, stored_floor = ([time for sample in samples for time in sample[kind]] for kind in range(4))
    return [
        Measured.of("engine", engine, floor, aim=AIM),
        Measured.of("engine, state from and to JSON text", stored, stored_floor, aim=AIM),
    ]


def _sample(definition: Definition) -> tuple[list[Time], ...]:
    """The times of one dialogue: engine, engine with its state as text, and the floors of both."""
    return (
        dialogue(definition),
        list(_engine(definition, _stored_turn)),
        list(_floor(lambda state, reading: (state, _least(state, reading)))),
        list(_floor(_least_stored)),
    )


def dialogue(definition: Definition) -> list[Time]:
    """How long each turn of one booking took."""
    return list(_engine(definition, _turn))


def _engine(definition: Definition, turn: Callable[[Definition, TurnInput, Message], TurnResult]) -> Iterator[Time]:
    dialogue = _Dialogue(definition)
    result = None
    for number, message in enumerate(_MESSAGES, 1):
        given = dialogue.input(number, message)
        start = Time.now()
        result = turn(definition, given, message)
        yield Time.since(start)
        dialogue.keep(number, message, result)
    assert result is not None
    assert result.flow_complete, "the booking was not completed"


def _turn(definition: Definition, given: TurnInput, message: Message) -> TurnResult:
    """The turn, every effect answered at once."""
    turn = run_turn(definition, given)
    try:
        effect = next(turn)
        while True:
            effect = turn.send(_answer(effect, message))
    except StopIteration as done:
        result: TurnResult = done.value
        return result


def _stored_turn(definition: Definition, given: TurnInput, message: Message) -> TurnResult:
    result = _turn(definition, given, message)
    load(json.loads(json.dumps(dump(result.state))))
    return result


def _answer(effect: Effect, message: Message) -> Answer:
    if isinstance(effect, Understand):
        return Done({"reader": "model", **message.reading})
    if isinstance(effect, Speak):
        return Done(effect.otherwise)
    assert isinstance(effect, Act)
    return Done({"total": PRICE})


# The floor: the same data, taken, checked, asked for and told, without an engine


def _floor(turn: Callable[[Any, Mapping[str, Any]], tuple[Any, str]]) -> Iterator[Time]:
    state: Any = {"data": {}} if turn is not _least_stored else '{"data": {}}'
    said = ""
    for message in _MESSAGES:
        start = Time.now()
        state, said = turn(state, message.reading)
        yield Time.since(start)
    assert said.startswith("Booked"), "the floor did not book"


def _least_stored(state: str, reading: Mapping[str, Any]) -> tuple[str, str]:
    held = json.loads(state)
    said = _least(held, reading)
    return json.dumps(held), said


def _least(state: dict[str, Any], reading: Mapping[str, Any]) -> str:
    """Store what was read and ask for the first thing that is missing, else book."""
    data = state["data"]
    for name, read in reading["fields"].items():
        if _fits(name, read["value"]):
            data[name] = {"value": read["value"], "quote": read["quote"], "confidence": read["confidence"]}
    missing: Sequence[str] = [name for name in _QUESTIONS if name not in data]
    if missing:
        return _QUESTIONS[missing[0]]
    return f"Booked: {data['hotel']['value']}, {data['date']['value']}, {data['guests']['value']}, CHF {PRICE}."


def _fits(name: str, value: Any) -> bool:
    if name == "hotel":
        return value in ("Grand Hotel", "Lake Palace", "Bellevue")
    if name == "guests":
        return isinstance(value, int) and 1 <= value <= 10
    return date.fromisoformat(value) >= date.fromisoformat(NOW[:10])
