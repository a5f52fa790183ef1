"""Ids that count how often they are looked at, so that a test can tell linear from quadratic without a clock."""

from collections.abc import Callable

from facts.projection import Line


class Id(int):
    """An id of the ledger. `looks` counts how often any was hashed or compared."""

    looks = 0

    def __hash__(self) -> int:
        Id.looks += 1
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        Id.looks += 1
        return super().__eq__(other)


def looks_at(lines: list[Line], reading: Callable[[list[Line]], object]) -> int:
    """How often the ids of the lines are looked at while they are read."""
    Id.looks = 0
    reading(lines)
    return Id.looks


def many_values(number: int) -> list[Line]:
    """A key of many values that were proposed and accepted, so many times; every tenth was corrected since."""
    lines: list[Line] = []
    for _ in range(number):
        proposed, accepted = Id(len(lines) + 1), Id(len(lines) + 2)
        lines += [
            Line(proposed, "proposed", "k.a", many=True),
            Line(accepted, "accepted", "k.a", about=proposed, many=True),
        ]
        if accepted % 20 == 0:
            lines.append(Line(Id(accepted + 1), "corrected", "k.a", about=accepted, many=True))
    return lines
