"""Which entry of a list was which before, and which of them left their place. Pure."""

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from agents.compare.texts import canonical

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Pair:
    """The indexes of an entry in the old and the new list; None where it is not there. `moved`: past its like."""

    old: int | None
    new: int | None
    moved: bool = False


def by_id(old: Sequence[T], new: Sequence[T]) -> list[Pair]:
    """Pairs of equal ids; of an id that stands twice the first is the first."""
    places = {key: index for index, key in enumerate(_counted(old))}
    return _ordered(
        {index: places[key] for index, key in enumerate(_counted(new)) if key in places}, len(old), len(new)
    )


def _counted(ids: Iterable[T]) -> list[tuple[T, int]]:
    seen: Counter[T] = Counter()
    found = []
    for one in ids:
        seen[one] += 1
        found.append((one, seen[one]))
    return found


def by_likeness(old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]) -> list[Pair]:
    """Pairs of entries without an id: what is equal at both ends, what is equal in between, then what is most alike."""
    texts = [canonical(one) for one in old], [canonical(one) for one in new]
    found = _ends(*texts)
    rest = [index for index in range(len(old)) if index not in found.values()]
    for index in (index for index in range(len(new)) if index not in found):
        match = next((one for one in rest if texts[0][one] == texts[1][index]), None)
        if match is not None:
            found[index] = match
            rest.remove(match)
    left = [index for index in range(len(new)) if index not in found]
    return _ordered(found | _alike(old, new, rest, left), len(old), len(new))


def _ends(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """The equal entries with which both lists begin and end."""
    most = min(len(old), len(new))
    head = next((index for index in range(most) if old[index] != new[index]), most)
    tail = next((index for index in range(most - head) if old[-1 - index] != new[-1 - index]), most - head)
    begins = {index: index for index in range(head)}
    return begins | {len(new) - 1 - index: len(old) - 1 - index for index in range(tail)}


def _alike(
    old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]], rest: list[int], left: list[int]
) -> dict[int, int]:
    """Pairs of what is left, the most alike first, and of those the nearest; what shares no key is another thing."""
    scored = [
        (-likeness, abs(one - index), index, one)
        for index in left
        for one in rest
        if (likeness := _likeness(old[one], new[index]))
    ]
    found: dict[int, int] = {}
    for _likest, _distance, index, one in sorted(scored):
        if index not in found and one not in found.values():
            found[index] = one
    return found


def _likeness(old: Mapping[str, Any], new: Mapping[str, Any]) -> int:
    """How many keys both have, and twice how many of them say the same."""
    shared = old.keys() & new.keys()
    return len(shared) + 2 * sum(canonical(old[key]) == canonical(new[key]) for key in shared)


def _ordered(matches: Mapping[int, int], old: int, new: int) -> list[Pair]:
    """All pairs in the new order; what is gone stands behind what it stood behind before."""
    gone: defaultdict[int | None, deque[Pair]] = defaultdict(deque)
    kept, before = set(matches.values()), None
    for index in range(old):
        if index in kept:
            before = index
        else:
            gone[before].append(Pair(index, None))
    stayed = _longest_rise([matches[index] for index in sorted(matches)])
    found = [*gone[None]]
    for index in range(new):
        one = matches.get(index)
        found.append(Pair(one, index, moved=one is not None and one not in stayed))
        found += gone[one] if one is not None else ()
    return found


def _longest_rise(places: Sequence[int]) -> set[int]:
    """The longest subsequence that rises: of entries with one place each it is the longest common one."""
    tails: list[int] = []
    before: dict[int, int | None] = {}
    for place in places:
        at = bisect_left(tails, place)
        before[place] = tails[at - 1] if at else None
        tails[at : at + 1] = [place]
    found, last = set(), tails[-1] if tails else None
    while last is not None:
        found.add(last)
        last = before[last]
    return found
