"""What the ledger amounts to: a pure fold over its lines, which hold no words (F12).

The writer folds each new line into what stands, the rebuild folds the whole ledger; both by `apply`, so that they
cannot drift apart.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

Current = Mapping[tuple[str, int], int]


@dataclass(frozen=True, slots=True)
class Line:
    """What the projection needs of a ledger entry; the attributes as in the entry. `id` orders the lines."""

    id: int
    kind: str
    key: str
    about: int | None = None
    choice: str = ""
    many: bool = False
    restores: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A proposal or a contradiction: its key, where it stands, and (for a contradiction) the entry it disputes.

    `line` is the last entry about it: what asked it, answered it, or undid the answer; an answer is about that line.
    """

    key: str
    state: str
    line: int
    held: int | None = None


@dataclass(frozen=True, slots=True)
class Projection:
    """What stands for one person.

    `current` maps (key, member) to the entry that holds the value, `proposals` and `contested` map the entry that
    opened the question to it.
    """

    current: Current = field(default_factory=dict)
    proposals: Mapping[int, Asked] = field(default_factory=dict)
    contested: Mapping[int, Asked] = field(default_factory=dict)


EMPTY = Projection()


def apply(lines: Iterable[Line], start: Projection = EMPTY) -> Projection:
    """The projection after the lines, in their order."""
    for line in lines:
        fold = _FOLDS.get(line.kind)
        start = fold(start, line) if fold else start
    return start


def _hold(projection: Projection, line: Line) -> Projection:
    """The line's value is in use from now on, alone; of a `many` key in place of the one it is about, or beside all."""
    if line.many:
        current = {**projection.current, (line.key, _member(projection.current, line)): line.id}
    else:
        others = {place: entry for place, entry in projection.current.items() if place[0] != line.key}
        current = {**others, (line.key, 0): line.id}
    return _settle(replace(projection, current=current), line.key)


def _member(current: Current, line: Line) -> int:
    replaced = (member for (key, member), entry in current.items() if key == line.key and entry == line.about)
    return next(replaced, line.id)


def _settle(projection: Projection, key: str) -> Projection:
    """A contradiction that was open is closed by what was said since."""
    open_ = {
        entry: replace(asked, state="replaced")
        for entry, asked in projection.contested.items()
        if asked.key == key and asked.state == "open"
    }
    return replace(projection, contested={**projection.contested, **open_}) if open_ else projection


def _propose(projection: Projection, line: Line) -> Projection:
    return replace(projection, proposals={**projection.proposals, line.id: Asked(line.key, "pending", line.id)})


def _answer(projection: Projection, line: Line, state: str) -> Projection:
    """The proposal that the line is about is answered by it."""
    answered = {
        entry: replace(asked, state=state, line=line.id)
        for entry, asked in projection.proposals.items()
        if asked.line == line.about
    }
    return replace(projection, proposals={**projection.proposals, **answered})


def _accept(projection: Projection, line: Line) -> Projection:
    return _hold(_answer(projection, line, "accepted"), line)


def _reject(projection: Projection, line: Line) -> Projection:
    return _answer(projection, line, "rejected")


def _contest(projection: Projection, line: Line) -> Projection:
    settled = _settle(projection, line.key)
    opened = Asked(line.key, "open", line.id, line.about)
    return replace(settled, contested={**settled.contested, line.id: opened})


def _resolve(projection: Projection, line: Line) -> Projection:
    """`old` and `new` hold the value that was chosen, `neither` drops the old one (F7)."""
    found = next((item for item in projection.contested.items() if item[1].line == line.about), None)
    if found is None:
        return projection
    entry, question = found
    contested = {**projection.contested, entry: replace(question, state="resolved", line=line.id)}
    projection = replace(projection, contested=contested)
    return _drop(projection, question.held, line.key) if line.choice == "neither" else _hold(projection, line)


def _retract(projection: Projection, line: Line) -> Projection:
    return _settle(_drop(projection, line.about, line.key), line.key)


def _undo(projection: Projection, line: Line) -> Projection:
    """What the undone line did is taken back: its value goes, the one before it is in use again (F8).

    A question that it answered is open again.
    """
    if line.about is None:
        return projection
    place = next((place for place, held in projection.current.items() if held == line.about), None)
    current = {at: held for at, held in projection.current.items() if at != place}
    if line.restores is not None:
        current[place or (line.key, line.restores if line.many else 0)] = line.restores
    return replace(
        projection,
        current=current,
        proposals=_reopened(projection.proposals, line, "pending"),
        contested=_reopened(projection.contested, line, "open"),
    )


def _reopened(questions: Mapping[int, Asked], line: Line, state: str) -> Mapping[int, Asked]:
    """The questions with the one that the undone line answered open again."""
    opened = {
        entry: replace(asked, state=state, line=line.id)
        for entry, asked in questions.items()
        if asked.line == line.about and asked.state in ("accepted", "rejected", "resolved")
    }
    return {**questions, **opened}


def _drop(projection: Projection, entry: int | None, key: str) -> Projection:
    current = {place: held for place, held in projection.current.items() if not (held == entry and place[0] == key)}
    return replace(projection, current=current)


_FOLDS: Mapping[str, Callable[[Projection, Line], Projection]] = {
    "asserted": _hold,
    "corrected": _hold,
    "confirmed": _hold,
    "proposed": _propose,
    "accepted": _accept,
    "rejected": _reject,
    "contested": _contest,
    "resolved": _resolve,
    "retracted": _retract,
    "undone": _undo,
}
