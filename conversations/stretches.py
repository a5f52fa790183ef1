"""Stretches of a scale: how numbers that are only counted still have a median. Pure.

Four to each doubling, from 8 on: whatever is read from them is at most a tenth off.
"""

from bisect import bisect_right
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

_EACH: Final = 4
_FIRST: Final = 12
"""2 to the power of 12/4 is 8: below it there are no stretches that whole numbers tell apart."""
BOUNDS: Final = (0, *(round(2 ** (step / _EACH)) for step in range(_FIRST, _EACH * 53)))
"""Where they begin; each ends where the next begins, and the last has no end."""
_NEXT: Final = dict(pairwise(BOUNDS))


def low(number: float) -> int:
    """The beginning of the stretch that a number lies in; 0 for a negative one, as a clock that was set back gives."""
    return BOUNDS[max(0, bisect_right(BOUNDS, number) - 1)]


def quantile(counts: Mapping[int, int], part: float) -> float | None:
    """The number below which a part (0 to 1) of those counted lie; None for none. Even within a stretch."""
    left = part * sum(counts.values())
    if not any(counts.values()):
        return None
    for begin in sorted(counts):
        if left <= counts[begin]:
            return _between(begin, left / counts[begin] if counts[begin] else 0.0)
        left -= counts[begin]
    return float(max(counts))


def _between(begin: int, part: float) -> float:
    """So far into a stretch. Nothing is known within the first, most of which is nothing at all."""
    return begin + part * (_NEXT.get(begin, begin) - begin) if begin else 0.0
