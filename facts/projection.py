"""What the ledger amounts to: a pure fold over its lines, which hold no words (F12).

The writer folds each new line into what stands, the rebuild folds the whole ledger; both by `apply`, so that they
cannot drift apart.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

Current = Mapping[tuple[str, int], int]


@dataclass(frozen=True, slots=True)
class Line:
    """What the projection needs of a ledger entry. `about` and `choice` as in the entry; `id` orders them."""

    id: int
    kind: str
    key: str
    about: int | None = None
    choice: str = ""
    many: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A proposal or a contradiction: its key, where it stands, and (for a contradiction) the entry it disputes."""

    key: str
    state: str
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
    return replace(projection, proposals={**projection.proposals, line.id: Asked(line.key, "pending")})


def _answer(projection: Projection, line: Line, state: str) -> Projection:
    if line.about is None:
        return projection
    return replace(projection, proposals={**projection.proposals, line.about: Asked(line.key, state)})


def _accept(projection: Projection, line: Line) -> Projection:
    return _hold(_answer(projection, line, "accepted"), line)


def _reject(projection: Projection, line: Line) -> Projection:
    return _answer(projection, line, "rejected")


def _contest(projection: Projection, line: Line) -> Projection:
    settled = _settle(projection, line.key)
    return replace(settled, contested={**settled.contested, line.id: Asked(line.key, "open", line.about)})


def _resolve(projection: Projection, line: Line) -> Projection:
    """`old` and `new` hold the value that was chosen, `neither` drops the old one (F7)."""
    question = projection.contested.get(line.about) if line.about is not None else None
    if question is None or line.about is None:
        return projection
    contested = {**projection.contested, line.about: replace(question, state="resolved")}
    projection = replace(projection, contested=contested)
    return _drop(projection, question.held, line.key) if line.choice == "neither" else _hold(projection, line)


def _retract(projection: Projection, line: Line) -> Projection:
    return _settle(_drop(projection, line.about, line.key), line.key)


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
}
