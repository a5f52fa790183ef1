"""How a scenario that is kept with an agent stands for the draft as it is now: pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

PATIENCE: Final = timedelta(seconds=30)
"""How long a scenario waits before its page doubts that a worker runs."""


class State(StrEnum):
    """What there is to say of a scenario."""

    PASSED = "passed"
    FAILED = "failed"
    OUTDATED = "outdated"
    """The draft was changed after it was played."""
    NEVER = "never"
    ASKED = "asked"
    """It is to be played, and nobody plays it yet."""
    PLAYING = "playing"

    @property
    def waits(self) -> bool:
        """Whether a result is on its way."""
        return self in (State.ASKED, State.PLAYING)


@dataclass(frozen=True, slots=True)
class Last:
    """The last result of a scenario, and what is under way: the columns of the same names, `revision` as played."""

    passed: bool | None
    revision: int | None
    asked_at: datetime | None = None
    held_until: datetime | None = None


def state(last: Last, revision: int, now: datetime) -> State:
    """How it stands for the draft of a revision."""
    if last.asked_at is not None:
        is_held = last.held_until is not None and last.held_until > now
        return State.PLAYING if is_held else State.ASKED
    if last.passed is None:
        return State.NEVER
    if last.revision != revision:
        return State.OUTDATED
    return State.PASSED if last.passed else State.FAILED


def is_forlorn(last: Last, now: datetime) -> bool:
    """Whether it has waited for so long that no worker seems to run."""
    return state(last, 0, now) is State.ASKED and last.asked_at is not None and now - last.asked_at > PATIENCE
