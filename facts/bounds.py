"""Relative bounds of dates and times (T50). Pure: the moment is given."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

_RELATIVE = re.compile(r"(today|now)(?:\s*([+-])\s*(\d{1,6})\s*([smhdw]))?", re.IGNORECASE | re.ASCII)
_SECONDS = {"s": 1, "m": 60, "h": 3600}
_DAYS = {"d": 1, "w": 7}

Moment = Literal["date", "time", "datetime"]


def relative(expression: str, type_name: Moment, at: datetime) -> str | None:
    """What `today`, `now`, `today+7d` or `now-2h` stands for at a moment in the person's zone, None for no such text.

    `d` and `w` are calendar days and weeks, `s`, `m`, `h` exact (T52). A time that would leave the day stops at its
    edge. Raises ValueError for a combination without sense, OverflowError beyond the calendar.
    """
    match = _RELATIVE.fullmatch(expression.strip())
    if match is None:
        return None
    anchor, amount, unit = match[1].lower(), int(f"{match[2] or ''}{match[3] or 0}"), (match[4] or "d").lower()
    if anchor == "today" and (unit in _SECONDS or type_name == "time"):
        raise ValueError("today counts in days")
    if type_name == "date" and unit in _DAYS:
        return (at.date() + timedelta(days=amount * _DAYS[unit])).isoformat()
    start = at if anchor == "now" else datetime.combine(at.date(), time(), at.tzinfo)
    return _written(_moved(start, amount, unit), type_name, at.date())


def _moved(start: datetime, amount: int, unit: str) -> datetime:
    if unit in _DAYS:
        moved = start + timedelta(days=amount * _DAYS[unit])
        return moved.astimezone(UTC).astimezone(start.tzinfo)
    return (start.astimezone(UTC) + timedelta(seconds=amount * _SECONDS[unit])).astimezone(start.tzinfo)


def _written(moment: datetime, type_name: Moment, day: date) -> str:
    if type_name == "date":
        return moment.date().isoformat()
    if type_name == "datetime":
        return moment.isoformat(timespec="seconds")
    if moment.date() != day:
        return "00:00" if moment.date() < day else "23:59"
    return moment.time().isoformat("minutes")


def precedes(first: object, second: object) -> bool:
    """Whether the first of two numbers, days, times or moments comes earlier; False if they cannot be compared."""
    if isinstance(first, (int, float)) and isinstance(second, (int, float)):
        return first < second
    if not isinstance(first, str) or not isinstance(second, str):
        return False
    if "T" in first and "T" in second:
        one, other = datetime.fromisoformat(first), datetime.fromisoformat(second)
        # A moment without an offset is in the zone of the other.
        return one.replace(tzinfo=one.tzinfo or other.tzinfo) < other.replace(tzinfo=other.tzinfo or one.tzinfo)
    return first < second
