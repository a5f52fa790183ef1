"""Times of a turn: computed from the times in its input, never from a clock (T10, T52)."""

from datetime import UTC, datetime, timedelta

from agents.definition import Duration
from conversations.engine.work import Work

UNITS = {"s": "seconds", "m": "minutes", "h": "hours"}


def due_at(work: Work, duration: Duration) -> str:
    """When a timer of this turn is due, as ISO text."""
    return later(datetime.fromisoformat(work.input.now).astimezone(work.moment.tzinfo), duration).isoformat()


def later(at: datetime, duration: Duration) -> datetime:
    """The moment a duration after `at`: a day is the same time of a later calendar day in its zone (T52)."""
    if duration.unit == "d":
        return at + timedelta(days=duration.amount)
    moved = at.astimezone(UTC) + timedelta(**{UNITS[duration.unit]: duration.amount})
    return moved.astimezone(at.tzinfo)
