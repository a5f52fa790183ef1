"""Lanes beside a column of boxes: lines that jump to the same box share one, all others keep apart. Pure."""

from bisect import bisect_left, insort
from collections.abc import Mapping
from typing import TypeVar

Key = TypeVar("Key")
Span = tuple[float, float]
"""From where to where a line runs, from above."""

APART = 10.0
"""The least room between two lines that follow each other in a lane."""


def lanes(spans: Mapping[Key, Span]) -> dict[Key, int]:
    """The lane of each line, 0 next to the boxes. Short lines come first, so that long ones run round them."""
    taken: list[list[Span]] = []
    found: dict[Key, int] = {}
    for key, span in sorted(spans.items(), key=lambda item: (item[1][1] - item[1][0], item[1][0])):
        number = next((at for at, lane in enumerate(taken) if _is_free(lane, span)), len(taken))
        if number == len(taken):
            taken.append([])
        insort(taken[number], span)
        found[key] = number
    return found


def _is_free(lane: list[Span], span: Span) -> bool:
    """Whether a line fits between those of a lane, which are in order and do not overlap."""
    at = bisect_left(lane, span)
    is_after = at == 0 or lane[at - 1][1] + APART <= span[0]
    is_before = at == len(lane) or span[1] + APART <= lane[at][0]
    return is_after and is_before
