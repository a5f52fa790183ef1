"""A turn run again over what was answered then, as a dry run: nothing is asked of a model, no action runs. Pure.

Against the version that it ran on, a turn comes out as it did. Against another definition it goes as far as that one
asks the same: the first effect that is another, or that nobody answered, is where the two part.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.definition import Definition
from conversations.engine.advance import advance
from conversations.engine.effects import Answer, Effect, fingerprint
from conversations.engine.report import TurnResult
from conversations.engine.turn import run_turn
from conversations.engine.turn_input import TurnInput

Answered = tuple[str, Answer | None]
"""The fingerprint of an effect as it was journalled, and its answer; None for an action that is in doubt."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An effect and what was answered to it."""

    effect: Effect
    answer: Answer


@dataclass(frozen=True, slots=True)
class Replayed:
    """A turn that was run again. `parted` is the effect at which it parts from the journal, `broke` the engine's fault.

    With neither there is a `result`. `left` counts the answers of the journal that were not asked for.
    """

    asked: tuple[Asked, ...] = ()
    result: TurnResult | None = None
    parted: Effect | None = None
    broke: str = ""
    left: int = 0

    @property
    def agrees(self) -> bool:
        """Whether everything was asked as it was then, and nothing else."""
        return self.result is not None and not self.left


def replay(definition: Definition, given: TurnInput, journal: Sequence[Answered]) -> Replayed:
    """Run the turn over the answers of its journal, in order, until the two part."""
    turn, asked = run_turn(definition, given), list[Asked]()
    try:
        step = advance(turn, None)
        while not isinstance(step, TurnResult):
            answer = _answer(step, journal, len(asked))
            if answer is None:
                return Replayed(tuple(asked), parted=step, left=len(journal) - len(asked))
            asked.append(Asked(step, answer))
            step = advance(turn, answer)
    except Exception as error:
        return Replayed(tuple(asked), broke=type(error).__name__, left=len(journal) - len(asked))
    return Replayed(tuple(asked), result=step, left=len(journal) - len(asked))


def _answer(effect: Effect, journal: Sequence[Answered], place: int) -> Answer | None:
    """What was answered to this very effect at this place."""
    print_of, answer = journal[place] if place < len(journal) else ("", None)
    return answer if print_of == fingerprint(effect) else None
