"""What became of entries of the ledger (answered, replaced, undone), and what of it can be undone (F7, F8, F18)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from facts.ledger import LINE
from facts.models import Entry
from facts.projection import Asked, Line, apply
from facts.undoing import undoable

_BY_ANOTHER = ("closed", "replaced")
"""States of a question that something else answered, which tells of it and can be undone where it stands."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where an entry stands now.

    `state` is of a proposal `pending`, `accepted`, `rejected` or `closed`; of a contradiction `open`, `replaced`, or
    what was chosen: `old`, `new`, `neither`; of any other entry `noted` or `undone`. `undo` is the entry to undo where
    the last word about it can be taken back, else None; what closed or replaced a question has an undo of its own.
    """

    state: str
    undo: int | None = None


def outcomes(person: int, entries: Iterable[int]) -> dict[int, Outcome]:
    """Where entries of the person stand, in one query whatever their number; what is not theirs is left out."""
    wanted = frozenset(entries)
    if not wanted:
        return {}
    keys = Entry.objects.filter(person=person, pk__in=wanted).values("key")
    rows = Entry.objects.filter(person=person, key__in=keys).order_by("key", "id").values_list(*LINE)  # as their index
    lines: defaultdict[str, list[Line]] = defaultdict(list)
    for line in (Line(*row) for row in rows):
        lines[line.key].append(line)
    return {entry: found for key in lines.values() for entry, found in outcomes_in(key, wanted).items()}


def outcomes_in(lines: Sequence[Line], entries: Collection[int]) -> dict[int, Outcome]:
    """Where entries stand by all lines of their key, which come in their order."""
    now = apply(lines)
    asked = {**now.proposals, **now.contested}
    by_id = {line.id: line for line in lines}
    undone = {line.about for line in lines if line.kind == "undone"}
    last = {entry: by_id[asked[entry].line if entry in asked else entry] for entry in by_id if entry in entries}
    states = {entry: _state(line, asked.get(entry), undone) for entry, line in last.items()}
    own = {entry: line.id for entry, line in last.items() if states[entry] not in _BY_ANOTHER}
    can = undoable(lines, own.values())
    return {entry: Outcome(state, own[entry] if own.get(entry) in can else None) for entry, state in states.items()}


def _state(last: Line, asked: Asked | None, undone: Collection[int | None]) -> str:
    if asked is None:
        return "undone" if last.id in undone else "noted"
    return last.choice if asked.state == "resolved" else asked.state
