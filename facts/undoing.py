"""Which lines of a ledger can be undone (F8). Pure, over lines that hold no words."""

from collections.abc import Collection, Sequence

from facts.projection import EMPTY, Line, Projection, apply

UNDOABLE = ("asserted", "accepted", "rejected", "corrected", "confirmed", "resolved", "retracted")


def undoable(lines: Sequence[Line], ids: Collection[int]) -> frozenset[int]:
    """Those of some lines of a key that can be undone now. `lines` are all of the key's, in their order."""
    asked = [line for line in lines if line.id in ids and line.kind in UNDOABLE]
    around, now = _around(lines, {line.id for line in asked})
    return frozenset(line.id for line in asked if still_stands(now, *around[line.id], line.id))


def still_stands(now: Projection, before: Projection, after: Projection, entry: int) -> bool:
    """Whether what an entry changed is as it left it, and no contradiction waits that would lose its ground."""
    touched = [place for place in {**before.current, **after.current} if _differ(before, after, place)]
    asked = [(now.proposals, after.proposals), (now.contested, after.contested)]
    answered = [(current, id) for current, then in asked for id, question in then.items() if question.line == entry]
    is_waiting = any(question.state == "open" for question in now.contested.values())
    return (
        (bool(touched) or bool(answered))
        and not is_waiting
        and not any(_differ(now, after, place) for place in touched)
        and all(current[id].line == entry for current, id in answered)
    )


def _around(lines: Sequence[Line], ids: Collection[int]) -> tuple[dict[int, tuple[Projection, Projection]], Projection]:
    """What stood before and after each of some lines, and what stands after all of them; read in one pass."""
    around = {}
    now = EMPTY
    for line in lines:
        before, now = now, apply([line], now)
        if line.id in ids:
            around[line.id] = (before, now)
    return around, now


def _differ(one: Projection, other: Projection, place: tuple[str, int]) -> bool:
    return one.current.get(place) != other.current.get(place)
