"""Which lines of a ledger can be undone, and what that takes (F8). Pure, over lines that hold no words."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, dropwhile, takewhile

from facts.projection import Change, Fold, Line, Projection

UNDOABLE = ("asserted", "accepted", "rejected", "corrected", "confirmed", "resolved", "retracted")
_ANSWERS = {"resolved": ("accepted", "closed")}
"""The kinds of lines that answer proposals along with a decision, where that is not `closed` alone (F6, F7)."""

Act = list[Line]
"""The lines of a key that one decision wrote: what was decided, then the proposals that it answered."""


@dataclass(frozen=True, slots=True)
class Step:
    """An entry to undo, and the entry that is in use again then, if there is one."""

    entry: int
    restores: int | None


def undoable(lines: Sequence[Line], ids: Collection[int]) -> frozenset[int]:
    """Those of some lines of a key that can be undone now. `lines` are all of the key's, in their order."""
    return frozenset(_standing(lines, min(ids, default=0))) & frozenset(ids)


def steps(lines: Sequence[Line], entry: int) -> tuple[Step, ...]:
    """What to undo, in this order, to take back an entry and all that was decided with it.

    `lines` are all of the key's, in their order. Empty if the entry is nothing to undo, was undone, or something was
    said or decided since about what it changed.
    """
    return _standing(lines, entry).get(entry, ())


def closing(lines: Iterable[Line]) -> dict[int, int]:
    """What closed each proposal that is not asked any more: the entry that decided, by the line that tells of it."""
    return {line.id: act[0].id for act in _acts(lines) for line in act[1:] if line.kind == "closed"}


def _standing(lines: Sequence[Line], start: int) -> dict[int, tuple[Step, ...]]:
    """The entries from one on that can be undone, each with what that takes; read in one pass."""
    undone = {line.about for line in lines if line.kind == "undone"}
    acts = list(dropwhile(lambda act: act[-1].id < start, _acts(lines)))
    did = dict(_unfolded(lines, acts))
    since: set[object] = set()
    found: dict[int, tuple[Step, ...]] = {}
    for act in reversed(acts):
        mine = [line.id for line in act if line.kind != "undone" and line.id not in undone]
        changed = set().union(*(did[entry].changed for entry in mine))
        if act[0].kind in UNDOABLE and not changed & since and all(did[entry].can_go for entry in mine):
            decided = [line.id for line in act if line.id in mine and line.kind in UNDOABLE]
            found |= dict.fromkeys(decided, tuple(Step(entry, did[entry].gone) for entry in reversed(mine)))
        since |= changed
    return found


def _acts(lines: Iterable[Line]) -> list[Act]:
    acts: list[Act] = []
    for line in lines:
        if acts and _goes_with(acts[-1][0], line):
            acts[-1].append(line)
        else:
            acts.append([line])
    return acts


def _goes_with(decided: Line, line: Line) -> bool:
    return line.kind in _ANSWERS.get(decided.kind, ("closed",)) and line.at == decided.at


@dataclass(frozen=True, slots=True)
class _Did:
    """What a line did: the places and entries whose standing it changed, and the value that it put out of use.

    It cannot go when it put several values out of use, as it does where the key had many until then.
    """

    changed: frozenset[object]
    gone: int | None
    can_go: bool


def _unfolded(lines: Iterable[Line], acts: Sequence[Act]) -> Iterator[tuple[int, _Did]]:
    """The lines of some acts, the last of all, each with what it did."""
    fold = Fold()
    for line in takewhile(lambda line: bool(acts) and line.id < acts[0][0].id, lines):
        fold.add(line)
    for line in chain.from_iterable(acts):
        change = fold.add(line)
        yield line.id, _did(line, change, fold.projection)


def _did(line: Line, change: Change, after: Projection) -> _Did:
    entries = {entry for place, old in change.current.items() for entry in (old, after.current.get(place)) if entry}
    disputed = {line.about} if line.kind == "contested" else set()
    changed = frozenset((*change.current, *entries, *change.proposals, *change.contested, *disputed))
    return _Did(changed, min(change.gone, default=None), len(change.gone) < 2)
