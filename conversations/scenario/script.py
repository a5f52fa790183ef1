"""The ports of a scripted conversation: its actions, its model, its clock, and the record of what was done."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from traceback import extract_tb
from typing import Any

from agents.definition import Definition
from conversations.acting import as_written
from conversations.engine.bound import fill_bound
from conversations.engine.effects import Act, Answer, Done, Effect, Failed, Speak, Understand
from conversations.engine.literal_answer import literal_answer
from conversations.engine.offers import offer_of
from conversations.engine.report import TurnResult
from conversations.engine.turn import run_turn
from conversations.engine.turn_input import TurnInput
from conversations.engine.work import begin
from conversations.llm.builtin import Builtin
from conversations.llm.fallback import WithFallback
from conversations.llm.protocol import Model, OnDelta
from conversations.llm.scripted import BUILTIN, Scripted
from conversations.ports import Actor, Crash, Phase
from conversations.scenario.expected_reading import reading_differences
from facts.values import Json

NOT_ASKED = "an `understand` that no call asked for"
"""As `Scripted.problems` says it."""
UNNAMED = "not_in_scenario"
"""The code of an action that a scenario does not name, where none may really run."""


@dataclass(slots=True)
class Clock:
    """The scenario's clock: stands still until the scenario moves it."""

    now: datetime

    def __call__(self) -> datetime:
        """The present moment of the scenario."""
        return self.now


class NoActions:
    """The actor of a scenario in which nothing may really run: an action that comes to it fails."""

    async def run(self, effect: Act) -> Answer:
        """A failure, whatever the action."""
        return Failed(UNNAMED, message="the scenario does not name it")

    def may_repeat(self, action: str) -> bool:
        """It would fail again."""
        return False


class ScriptedActions:
    """Answers the actions that the scenario names, results in order, the last one from then on; `ran` records all.

    Other actions go to `others`, which may really run them. Scripted ones are `retry: never`.
    """

    def __init__(self, results: Mapping[str, Sequence[Mapping[str, Json]]], others: Actor) -> None:
        self._results = {name: list(given) for name, given in results.items()}
        self._others = others
        self.ran: list[Act] = []

    @property
    def unnamed(self) -> tuple[str, ...]:
        """The actions that were refused because the scenario does not name them, each once."""
        if not isinstance(self._others, NoActions):
            return ()
        return tuple(dict.fromkeys(effect.action for effect in self.ran if effect.action not in self._results))

    async def run(self, effect: Act) -> Answer:
        """The next result of the script."""
        self.ran.append(effect)
        results = self._results.get(effect.action)
        if results is None:
            return await self._others.run(effect)
        result = results.pop(0) if len(results) > 1 else results[0]
        return as_written(result, "the script's error")

    def may_repeat(self, action: str) -> bool:
        """Whether an action in doubt is called again."""
        return action not in self._results and self._others.may_repeat(action)


@dataclass(slots=True)
class Recorder:
    """The engine, with its last turn kept: the effects it asked for, its result, and where it broke if it did."""

    effects: list[Effect] = field(default_factory=list)
    result: TurnResult | None = None
    is_literal: bool = False
    """Whether the turn's message needed no model, as a literal answer, a control word or a tapped reply (T9)."""
    broke: str = ""

    def __call__(self, definition: Definition, turn_input: TurnInput) -> Generator[Effect, Answer, TurnResult]:
        """Run one turn; a turn that is resumed is kept from its beginning."""
        self.effects, self.result, self.broke = [], None, ""
        self.is_literal = needs_no_model(definition, turn_input)
        turn = run_turn(definition, turn_input)
        try:
            effect = next(turn)
            while True:
                self.effects.append(effect)
                effect = turn.send((yield effect))
        except StopIteration as stop:
            self.result = stop.value
            return self.result
        except Exception as error:
            self.broke = _told(error)
            raise


def needs_no_model(definition: Definition, turn_input: TurnInput) -> bool:
    """Whether the turn's message is understood as it stands (T9)."""
    work = begin(definition, turn_input)
    fill_bound(work)
    tapped = any(message.tap for message in turn_input.messages)
    return tapped or literal_answer(work, offer_of(work)) is not None


def _told(error: Exception) -> str:
    place = extract_tb(error.__traceback__)[-1]
    return f"the engine raised {type(error).__name__}: {error} ({place.filename}:{place.lineno})"


class Judged:
    """Another model reads, and the script's reading is what is expected of it (`--model`); the script speaks."""

    def __init__(self, reader: Model, script: Mapping[str, Any]) -> None:
        self._reader = reader
        self._expected = script.get("understand")
        self._speaker = Scripted(speaks=script.get("speak"))
        self._asked = False
        self._read: Json = None
        self.name = reader.name

    @property
    def problems(self) -> tuple[str, ...]:
        """Where the model's reading differs from the script's, and where its speech was not enough."""
        if self._expected is None:
            return self._speaker.problems
        if not self._asked:
            return (NOT_ASKED, *self._speaker.problems)
        return (*reading_differences(self._expected, self._read), *self._speaker.problems)

    async def understand(self, effect: Understand) -> Answer:
        """The other model's reading, kept."""
        self._asked = True
        answer = await self._reader.understand(effect)
        self._read = answer.value if isinstance(answer, Done) else None
        return answer

    async def speak(self, effect: Speak, on_delta: OnDelta) -> Answer:
        """The script's text."""
        return await self._speaker.speak(effect, on_delta)


def model_of(script: Mapping[str, Any], reader: Model | None) -> Scripted | Judged:
    """The model of one turn: the script, or `reader`, unless the script makes the model fail.

    Without an `understand` and a `reader` the built-in understanding reads.
    """
    if reader and not _fails(script.get("understand")):
        return Judged(reader, script)
    return Scripted(script.get("understand", BUILTIN), script.get("speak"))


def _fails(understand: Any) -> bool:
    tries = understand if isinstance(understand, list) else [understand or {}]
    return any({"error", "raw"} & set(one) for one in tries)


def standing_in(model: Model) -> Model:
    """The model as it serves users: the built-in understanding stands in when it fails (T45)."""
    return WithFallback(model, Builtin())


class CrashAt:
    """The hook that ends the process once, after an effect was performed (`during`) or journalled (`after`)."""

    def __init__(self, crash: Mapping[str, str]) -> None:
        self._left = {(phase, name) for phase, name in crash.items()}

    @property
    def is_left(self) -> bool:
        """Whether the moment has not come yet."""
        return bool(self._left)

    def __call__(self, effect: Effect, phase: Phase) -> None:
        """Raise Crash if this is the moment."""
        moment = (phase, effect.action if isinstance(effect, Act) else effect.kind)
        if moment in self._left:
            self._left.discard(moment)
            raise Crash
