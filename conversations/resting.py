"""Conversations whose words cannot be read: they are left alone for a while, and each time for longer (F19).

Nothing can be done about one until somebody sets the missing key or repairs the row, so a worker that tried again each
second would do so for ever. What is remembered is this process's own: a restart, as with another key, begins anew.
"""

import time
from uuid import UUID

FIRST = 60.0
LONGEST = 3600.0
"""Seconds."""

_resting: dict[UUID, tuple[float, float]] = {}
"""Until when, by the monotonic clock, and how many seconds that was."""


def begin(conversation: UUID) -> float:
    """Let it rest, twice as long as the last time; for how many seconds."""
    _until, before = _resting.get(conversation, (0.0, FIRST / 2))
    seconds = min(before * 2, LONGEST)
    _resting[conversation] = (time.monotonic() + seconds, seconds)
    return seconds


def end(conversation: UUID) -> None:
    """It could be read."""
    _resting.pop(conversation, None)


def resting() -> list[UUID]:
    """Those that are not to be tried now."""
    now = time.monotonic()
    return [conversation for conversation, (until, _seconds) in _resting.items() if until > now]
