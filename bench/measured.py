"""What was measured, and how it is shown."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any, NamedTuple

_ROW = "{:<64} {:>6} {:>9} {:>9} {:>9} {:>9} {:>7} {:>8}   {}"


class Time(NamedTuple):
    """A moment, or the time between two, in seconds: by the wall, and of this process's processor time."""

    wall: float
    cpu: float

    @classmethod
    def now(cls) -> "Time":
        """This moment. The wall's comes last here and first in `since`, so that looking is not part of it."""
        cpu = process_time()
        return cls(perf_counter(), cpu)

    @classmethod
    def since(cls, start: "Time") -> "Time":
        """The time that passed since then."""
        return cls(perf_counter() - start.wall, process_time() - start.cpu)


@dataclass(frozen=True, slots=True)
class Measured:
    """Times of turns in milliseconds. `floor` is the least that the same work took, in the same run.

    `cpu` is what is left of a busy machine's noise. `statements` are those of SQL that a turn ran on average.
    """

    name: str
    turns: int
    median: float
    p95: float
    cpu: float
    floor: float
    aim: float
    statements: float = 0.0

    @classmethod
    def of(
        cls, name: str, times: Sequence[Time], floor: Sequence[Time], *, aim: float, statements: float = 0.0
    ) -> "Measured":
        """The numbers of some turns and of their floor."""
        walls = [time.wall * 1e3 for time in times]
        return cls(
            name,
            turns=len(times),
            median=median(walls),
            p95=quantiles(walls, n=20)[-1],
            cpu=median(time.cpu * 1e3 for time in times),
            floor=median(time.wall * 1e3 for time in floor),
            aim=aim,
            statements=statements,
        )

    def plain(self) -> dict[str, Any]:
        """As JSON, for the way between two processes; `Measured(**document)` is the inverse."""
        return asdict(self)

    @property
    def line(self) -> str:
        """The line of the table."""
        numbers = (f"{number:.3f}" for number in (self.median, self.p95, self.cpu, self.floor))
        statements = f"{self.statements:.1f}" if self.statements else "-"
        return _ROW.format(
            self.name, self.turns, *numbers, f"{self.median / self.floor:.1f}", statements, f"{self.aim:g}"
        )


def heading(of: str = "ms a turn") -> str:
    """The first line of a table; `of` says what its times are."""
    return _ROW.format(of, "turns", "median", "p95", "cpu", "floor", "ratio", "queries", "aim")
