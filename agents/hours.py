"""Opening hours of people (T11), quiet hours (T52), and what a time of day is where clocks are changed. Pure.

Everything here goes by the wall clock of the zone that the given moment is in.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final

from agents.problem import Malformed, gettext_noop

DAYS: Final = ("mo", "tu", "we", "th", "fr", "sa", "su")
DAY: Final = 24 * 60
"""Minutes of a day."""

_DAY_NAME: Final = "|".join(DAYS)
_PART: Final = re.compile(
    rf"(?:(?P<first>{_DAY_NAME})(?:\s*[-–]\s*(?P<last>{_DAY_NAME}))?(?![a-z]))?\s*"
    r"(?:(?P<start>\d{1,2}:\d\d)\s*[-–]\s*(?P<end>\d{1,2}:\d\d))?",
    re.IGNORECASE | re.ASCII,
)


class HoursError(Malformed):
    """A text that gives no opening hours."""


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` to before `end`, in minutes from the midnight at which `weekday` (0: Monday) begins.

    An `end` beyond 24 hours lies on the next day.
    """

    weekday: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Hours:
    """When people are there. No spans: no hours were given, and they always are."""

    spans: tuple[Span, ...] = ()


ALWAYS: Final = Hours()


# Opening hours


def parse(text: str) -> Hours:
    """The hours that a text such as `Mo-Fr 08:00-12:00, 13:00-18:00; Sa 09:00-12:00` gives (T11).

    Days are English, of two letters; several days, ranges of days and times are parted by commas or semicolons. Times
    without days are those of the days before them, or of every day; days without times are whole. A range of days may
    go over the end of the week, one of times over midnight. Raises HoursError for anything else.
    """
    return Hours(tuple(span for group in text.split(";") if group.strip() for span in _spans(group)))


def _spans(group: str) -> Iterator[Span]:
    """The spans of what stands between semicolons: days, then their times, then other days."""
    days: list[int] = []
    times: list[tuple[int, int]] = []
    for part in group.split(","):
        named, span = _part(part)
        if named and times:
            yield from _each(days, times)
            days, times = [], []
        days += named
        times += [span] if span else []
    yield from _each(days, times)


def _each(days: list[int], times: list[tuple[int, int]]) -> Iterator[Span]:
    for day in dict.fromkeys(days or range(7)):
        yield from (Span(day, start, end) for start, end in times or [(0, DAY)])


def _part(part: str) -> tuple[list[int], tuple[int, int] | None]:
    """The days and the time that stand between commas; one of them may be left out."""
    match = _PART.fullmatch(part.strip())
    if match is None or not match[0]:
        text = gettext_noop("“%(part)s” gives no opening hours: write them like Mo-Fr 08:00-18:00.")
        raise HoursError(text, part=part.strip())
    return _days(match["first"], match["last"]), _time(match["start"], match["end"])


def _days(first: str | None, last: str | None) -> list[int]:
    if first is None:
        return []
    start = DAYS.index(first.lower())
    count = (DAYS.index((last or first).lower()) - start) % 7
    return [(start + day) % 7 for day in range(count + 1)]


def _time(start: str | None, end: str | None) -> tuple[int, int] | None:
    if start is None or end is None:
        return None
    opens, closes = _minutes(start, DAY - 1), _minutes(end, DAY)
    return opens, closes if closes > opens else closes + DAY


def _minutes(clock: str, latest: int) -> int:
    hour, minute = map(int, clock.split(":"))
    if minute > 59 or hour * 60 + minute > latest:
        raise HoursError(gettext_noop("“%(clock)s” is no time of day here."), clock=clock)
    return hour * 60 + minute


def is_open(hours: Hours, at: datetime) -> bool:
    """Whether people are there at a moment, given in the agent's zone (T11)."""
    minute = at.hour * 60 + at.minute
    today, yesterday = at.weekday(), (at.weekday() - 1) % 7
    return not hours.spans or any(
        span.start <= now < span.end
        for span in hours.spans
        for day, now in ((today, minute), (yesterday, minute + DAY))
        if span.weekday == day
    )


# Quiet hours


def quiet_until(quiet: tuple[str, str], at: datetime) -> datetime | None:
    """The end of the quiet hours if `at`, an aware moment in the person's zone, lies in them, else None (T52).

    `quiet` is two times `HH:MM`: from the first, inclusive, to the second, exclusive, over midnight where that comes
    earlier. Equal times: never quiet.
    """
    start, end = map(time.fromisoformat, quiet)
    over_midnight = timedelta(days=end < start)
    for day in (at.date() - over_midnight, at.date()):
        begins = first_moment(datetime.combine(day, start, at.tzinfo))
        ends = first_moment(datetime.combine(day + over_midnight, end, at.tzinfo))
        # Moments of one zone are compared by the wall clock, which shows some times twice.
        if begins.astimezone(UTC) <= at.astimezone(UTC) < ends.astimezone(UTC):
            return ends
    return None


def first_moment(wall: datetime) -> datetime:
    """The first moment at which the clock of its zone shows this time or a later one (T52).

    A time that is shown twice is the first of the two, one that is left out is the moment at which clocks go forward.
    """
    wall = wall.replace(fold=0)
    while wall.astimezone(UTC).astimezone(wall.tzinfo).replace(fold=0) != wall:
        wall = (wall + timedelta(minutes=1)).replace(second=0, microsecond=0)
    return wall
