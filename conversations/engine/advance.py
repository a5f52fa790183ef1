"""One move of a turn, for whoever drives it: the runner, and what runs a past turn again. Pure."""

from collections.abc import Generator

from conversations.engine.effects import Answer, Effect
from conversations.engine.report import TurnResult


def advance(turn: Generator[Effect, Answer, TurnResult], answer: Answer | None) -> Effect | TurnResult:
    """The engine's next effect, or its result; no answer begins the turn. Raises what the engine raises."""
    try:
        return next(turn) if answer is None else turn.send(answer)
    except StopIteration as stop:
        result: TurnResult = stop.value
        return result
