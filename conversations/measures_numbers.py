"""The arithmetic of the measures (F22): periods and their parts, bands of confidence, rates. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from math import sqrt
from typing import Literal

Unit = Literal["day", "week", "month"]

LONGEST = 3660
"""Days of the longest period: some ten years."""
_DAYS_ONE_BY_ONE = 31
_DAYS_BY_WEEK = 184
_CERTAINTY = 1.96
"""Standard deviations that 95 of 100 outcomes of chance lie within."""


@dataclass(frozen=True, slots=True)
class Period:
    """The days from `first` to `last`, both included. A day is a day in UTC, as the store counts them."""

    first: date
    last: date

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.last - self.first).days + 1

    @property
    def begin(self) -> datetime:
        """Its first moment."""
        return datetime.combine(self.first, time(), UTC)

    @property
    def end(self) -> datetime:
        """The first moment after it."""
        return datetime.combine(self.last + timedelta(1), time(), UTC)

    @property
    def before(self) -> "Period":
        """The period of the same length that ends where this one begins."""
        return Period(self.first - timedelta(self.days), self.first - timedelta(1))

    @property
    def unit(self) -> Unit:
        """The parts in which it is shown: few enough to be told apart."""
        if self.days <= _DAYS_ONE_BY_ONE:
            return "day"
        return "week" if self.days <= _DAYS_BY_WEEK else "month"

    def parts(self) -> tuple[date, ...]:
        """The first day of every part, in order; weeks begin on Monday."""
        days = (self.first + timedelta(number) for number in range(self.days))
        return tuple(dict.fromkeys(self.part_of(day) for day in days))

    def part_of(self, day: date) -> date:
        """The first day of the part that a day lies in; the first part begins with the period."""
        begins = {"day": day, "week": day - timedelta(day.weekday()), "month": day.replace(day=1)}
        return max(begins[self.unit], self.first)


def days_up_to(last: date, days: int) -> Period:
    """The period of so many days that ends with `last`."""
    return Period(last - timedelta(days - 1), last)


def edges(*thresholds: float) -> tuple[float, ...]:
    """Where bands of confidence meet: at the thresholds, and at every 0.05 between the lowest and the highest (F5)."""
    low, high = min(thresholds), max(thresholds)
    steps = (round(number * 0.05, 2) for number in range(1, 20))
    return tuple(sorted({*thresholds, *(step for step in steps if low < step < high)}))


@dataclass(frozen=True, slots=True)
class Band:
    """The proposals of a band of confidence, by what became of them. `low` is in it, `high` is not; None: open.

    `closed` are those that something else answered: they tell nothing of the reading, and are in no rate. `confidence`
    is the sum over those that were answered.
    """

    low: float | None
    high: float | None
    accepted: int = 0
    rejected: int = 0
    pending: int = 0
    closed: int = 0
    confidence: float = 0.0

    @property
    def answered(self) -> int:
        """How many the person answered; an answer that was undone is none."""
        return self.accepted + self.rejected

    @property
    def rate(self) -> float | None:
        """The part of the answered that was accepted; None where nothing was."""
        return share(self.accepted, self.answered)

    @property
    def mean(self) -> float | None:
        """The mean confidence of the answered."""
        return share(self.confidence, self.answered)

    @property
    def margin(self) -> tuple[float, float]:
        """Where the rate would lie, 19 times of 20, if many more had been asked: Wilson's interval."""
        return wilson(self.accepted, self.answered)


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95% interval of a rate, by Wilson's score; (0, 1) for no trial."""
    if not of:
        return 0.0, 1.0
    rate, square = hits / of, _CERTAINTY**2
    middle = (rate + square / (2 * of)) / (1 + square / of)
    half = _CERTAINTY * sqrt(rate * (1 - rate) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def share(part: float, whole: float) -> float | None:
    """A part of a whole; None where there is no whole."""
    return part / whole if whole else None


@dataclass(frozen=True, slots=True)
class Talk:
    """What the turns of a time came to (F22). An exchange is a turn that a person's message began.

    `asked` counts the turns that ended with a question, `avoided` the questions that facts made unnecessary. `cost` is
    that of all turns, `spent` that of the exchanges alone.
    """

    exchanges: int = 0
    asked: int = 0
    avoided: int = 0
    cost: float = 0.0
    spent: float = 0.0

    def __add__(self, other: "Talk") -> "Talk":
        return Talk(
            self.exchanges + other.exchanges,
            self.asked + other.asked,
            self.avoided + other.avoided,
            self.cost + other.cost,
            self.spent + other.spent,
        )

    @property
    def per_exchange(self) -> float | None:
        """The cost of an exchange; None if there was none."""
        return share(self.spent, self.exchanges)

    @property
    def per_hundred(self) -> float | None:
        """Questions avoided for each hundred that were asked; None if none was asked."""
        return share(100 * self.avoided, self.asked)


@dataclass(frozen=True, slots=True)
class Contradictions:
    """The contradictions that arose in a period, and where they stand now (F7)."""

    open: int = 0
    replaced: int = 0
    old: int = 0
    new: int = 0
    neither: int = 0

    @property
    def resolved(self) -> int:
        """How many the person decided."""
        return self.old + self.new + self.neither

    @property
    def asked(self) -> int:
        """How many there were."""
        return self.open + self.replaced + self.resolved


@dataclass(frozen=True, slots=True)
class Measures:
    """All that the page of measures tells of a period; numbers only, no word of a person (F22).

    `parts` has the talk of every part of the period by its first day. `kinds` counts the lines of the ledger by kind,
    `counted` the statements that were not kept by reason, `effects` the readings and replies of the exchanges.
    """

    period: Period
    parts: dict[date, Talk]
    before: Talk
    effects: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)
    bands: tuple[Band, ...] = ()
    contradictions: Contradictions = Contradictions()

    @property
    def talk(self) -> Talk:
        """The whole period."""
        return total(self.parts.values())

    @property
    def written(self) -> int:
        """Facts that were written, in whichever way (F5 to F8, F10)."""
        return sum(self.kinds.get(kind, 0) for kind in WRITTEN)

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all happened."""
        return not (self.kinds or self.counted or self.contradictions.asked or self.talk != Talk())


WRITTEN = ("asserted", "accepted", "corrected", "confirmed")
"""The kinds of entries that write a fact."""


def total(talks: Iterable[Talk]) -> Talk:
    """Their sum."""
    return sum(talks, Talk())
