"""What the ledger amounts to: a pure fold over its lines, which hold no words (F12).

The writer folds each new line into what stands, the rebuild folds the whole ledger; both by `apply`, so that they
cannot drift apart.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

Current = Mapping[tuple[str, int], int]


@dataclass(frozen=True, slots=True)
class Line:
    """What a ledger entry says without its words; the attributes as in the entry. `id` orders the lines."""

    id: int
    kind: str
    key: str
    about: int | None = None
    choice: str = ""
    many: bool = False
    restores: int | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A proposal or a contradiction: its key, where it stands, and (for a contradiction) the entry it disputes.

    `line` is the last entry about it: what asked it, answered or replaced it, or undid that; an answer is about it.
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
    return _settle(replace(projection, current=current), line)


def _member(current: Current, line: Line) -> int:
    """The place of the value that the line is about, or that it says again; else one of its own."""
    replaced = (
        member for (key, member), entry in current.items() if key == line.key and entry in (line.about, line.restores)
    )
    return next(replaced, line.id)


def _settle(projection: Projection, line: Line) -> Projection:
    """A contradiction that was open is closed by what was said since."""
    open_ = {
        entry: replace(asked, state="replaced", line=line.id)
        for entry, asked in projection.contested.items()
        if asked.key == line.key and asked.state == "open"
    }
    return replace(projection, contested={**projection.contested, **open_}) if open_ else projection


def _propose(projection: Projection, line: Line) -> Projection:
    return replace(projection, proposals={**projection.proposals, line.id: Asked(line.key, "pending", line.id)})


def _answer(questions: Mapping[int, Asked], line: Line, state: str) -> Mapping[int, Asked]:
    """The questions, with the one whose last word the line is about in another state by it."""
    answered = {
        entry: replace(asked, state=state, line=line.id)
        for entry, asked in questions.items()
        if asked.line == line.about
    }
    return {**questions, **answered} if answered else questions


def _accept(projection: Projection, line: Line) -> Projection:
    return _hold(replace(projection, proposals=_answer(projection.proposals, line, "accepted")), line)


def _reject(projection: Projection, line: Line) -> Projection:
    return replace(projection, proposals=_answer(projection.proposals, line, "rejected"))


def _contest(projection: Projection, line: Line) -> Projection:
    settled = _settle(projection, line)
    opened = Asked(line.key, "open", line.id, line.about)
    return replace(settled, contested={**settled.contested, line.id: opened})


def _resolve(projection: Projection, line: Line) -> Projection:
    """`old` and `new` hold the value that was chosen, `neither` drops the old one (F7)."""
    open_ = (asked for asked in projection.contested.values() if asked.line == line.about and asked.state == "open")
    question = next(open_, None)
    if question is None:
        return projection
    projection = replace(projection, contested=_answer(projection.contested, line, "resolved"))
    return _drop(projection, question.held, line.key) if line.choice == "neither" else _hold(projection, line)


def _retract(projection: Projection, line: Line) -> Projection:
    return _settle(_drop(projection, line.about, line.key), line)


def _undo(projection: Projection, line: Line) -> Projection:
    """The undone line's value goes, the one before it is in use again, and what it answered is open again (F8)."""
    place = next((place for place, held in projection.current.items() if held == line.about), None)
    current = {at: held for at, held in projection.current.items() if at != place}
    if line.restores is not None:
        current[place or (line.key, line.restores if line.many else 0)] = line.restores
    proposals = _answer(projection.proposals, line, "pending")
    contested = _answer(projection.contested, line, "open")
    if contested is not projection.contested:
        contested = _answer(_settle(projection, line).contested, line, "open")
    return Projection(current, proposals, contested)


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
