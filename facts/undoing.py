"""Which lines of a ledger can be undone, and what that takes (F8). Pure, over lines that hold no words."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from facts.projection import Line, Projection, apply

UNDOABLE = ("asserted", "accepted", "rejected", "corrected", "confirmed", "resolved", "retracted")
_CLOSES = {"accepted": ("rejected",), "resolved": ("accepted", "rejected")}
"""The kinds of lines that close a proposal along with a decision, by the kind of the decision (F6, F7)."""

Act = list[Line]
"""The lines of a key that one decision wrote: what was decided, then the proposals that it closed."""


@dataclass(frozen=True, slots=True)
class Step:
    """An entry to undo, and the entry that is in use again then, if there is one."""

    entry: int
    restores: int | None


def undoable(lines: Sequence[Line], ids: Collection[int]) -> frozenset[int]:
    """Those of some lines of a key that can be undone now. `lines` are all of the key's, in their order."""
    return frozenset(line.id for line in lines if line.id in ids and steps(lines, line.id))


def steps(lines: Sequence[Line], entry: int) -> tuple[Step, ...]:
    """What to undo, in this order, to take back an entry and all that was decided with it.

    `lines` are all of the key's, in their order. Empty if the entry is nothing to undo, was undone, or something was
    said or decided since about what it changed.
    """
    undone = {line.about for line in lines if line.kind == "undone"}
    act = next((act for act in _acts(lines) if entry in (line.id for line in act)), [])
    mine = [line.id for line in act if line.kind in UNDOABLE and line.id not in undone]
    if entry not in mine:
        return ()
    changed: set[object] = set()
    since: set[object] = set()
    found: list[Step] = []
    for line, before, after in _unfolded(lines, act[0].id):
        if line.id in mine:
            changed |= _changes(line, before, after)
            found += (Step(line.id, gone) for gone in _gone(before, after))
        elif line.kind != "undone" and line.id not in undone:
            since |= _changes(line, before, after)
    # Several values that went at once cannot be brought back by one line: the key had many values until then.
    return () if changed & since or len(found) > len(mine) else tuple(reversed(found))


def _acts(lines: Iterable[Line]) -> list[Act]:
    acts: list[Act] = []
    for line in lines:
        if acts and _goes_with(acts[-1][0], line):
            acts[-1].append(line)
        else:
            acts.append([line])
    return acts


def _goes_with(decided: Line, line: Line) -> bool:
    return line.kind in _CLOSES.get(decided.kind, ()) and line.at == decided.at and not decided.many


def _unfolded(lines: Sequence[Line], start: int) -> Iterable[tuple[Line, Projection, Projection]]:
    """The lines from one on, each with what stood before it and after it."""
    now = apply(line for line in lines if line.id < start)
    for line in lines:
        if line.id >= start:
            before, now = now, apply([line], now)
            yield line, before, now


def _changes(line: Line, before: Projection, after: Projection) -> set[object]:
    """The places and entries whose standing a line changed; a value that it disputes is one of them."""
    current = chain.from_iterable(before.current.items() ^ after.current.items())
    proposals = (entry for entry, _asked in before.proposals.items() ^ after.proposals.items())
    contested = (entry for entry, _asked in before.contested.items() ^ after.contested.items())
    disputed = [line.about] if line.kind == "contested" else []
    return {*current, *proposals, *contested, *disputed}


def _gone(before: Projection, after: Projection) -> Collection[int | None]:
    """The entries that went out of use; None if none did."""
    return set(before.current.values()) - set(after.current.values()) or [None]
