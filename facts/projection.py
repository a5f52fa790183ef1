"""What the ledger amounts to: a fold over its lines, which hold no words (F12).

The writer folds each new line into what stands, the rebuild folds the whole ledger; both by `Fold`, so that they
cannot drift apart. A line costs what it touches, however much stands beside it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

Place = tuple[str, int]
"""A key, and which of its values: 0 for the one of a single key."""
Current = Mapping[Place, int]


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
    """The projection after the lines, in their order. Pure: `start` stays as it is."""
    fold = Fold(start)
    for line in lines:
        fold.add(line)
    return fold.projection


@dataclass(frozen=True, slots=True)
class Change:
    """What a line changed: for each place and each question what was there before, None where nothing was.

    `gone` are the entries that hold no value any more.
    """

    current: Mapping[Place, int | None]
    proposals: Mapping[int, Asked | None]
    contested: Mapping[int, Asked | None]
    gone: tuple[int, ...]


class Fold:
    """What stands while lines are added one by one. `projection` is a view of it, and changes with it."""

    def __init__(self, start: Projection = EMPTY) -> None:
        self.values = _Values(start.current)
        self.proposals, self.contested = _Questions(start.proposals), _Questions(start.contested)
        self.projection = Projection(self.values.held, self.proposals.asked, self.contested.asked)

    def add(self, line: Line) -> Change:
        """Add a line; what it changed."""
        fold = _FOLDS.get(line.kind)
        if fold:
            fold(self, line)
        values, gone = self.values.changes()
        return Change(values, self.proposals.changes(), self.contested.changes(), gone)

    def know(self, more: Projection) -> None:
        """Have questions that were answered before, too."""
        for questions, known in ((self.proposals, more.proposals), (self.contested, more.contested)):
            for entry in known.keys() - questions.asked.keys():
                questions.put(entry, known[entry])
            questions.changes()


class _Values:
    """The values in use, found by place, by key and by the entry that holds them."""

    def __init__(self, current: Current) -> None:
        self.held: dict[Place, int] = {}
        self._of_key: defaultdict[str, set[Place]] = defaultdict(set)
        self._of_entry: defaultdict[int, set[Place]] = defaultdict(set)
        self._before: dict[Place, int | None] = {}
        for place, entry in current.items():
            self.put(place, entry)
        self.changes()

    def put(self, place: Place, entry: int) -> None:
        """Let the entry hold the value of the place."""
        self.drop(place)
        self.held[place] = entry
        self._of_key[place[0]].add(place)
        self._of_entry[entry].add(place)

    def drop(self, place: Place) -> None:
        """Leave the place without a value."""
        entry = self.held.pop(place, None)
        self._before.setdefault(place, entry)
        if entry is not None:
            self._of_key[place[0]].discard(place)
            self._of_entry[entry].discard(place)

    def of_key(self, key: str) -> list[Place]:
        """The places of a key."""
        return list(self._of_key.get(key, ()))

    def of_entry(self, entry: int | None) -> list[Place]:
        """The places whose value the entry holds, in their order."""
        return sorted(self._of_entry.get(entry, ())) if entry is not None else []

    def changes(self) -> tuple[dict[Place, int | None], tuple[int, ...]]:
        """What was in the places that changed since this was last asked, and the entries that hold none any more."""
        before, self._before = self._before, {}
        changed = {place: entry for place, entry in before.items() if self.held.get(place) != entry}
        lost = {entry for entry in changed.values() if entry is not None and not self._of_entry.get(entry)}
        return changed, tuple(sorted(lost))


class _Questions:
    """Proposals or contradictions, found by their entry, by the last line about them, and those open by their key."""

    def __init__(self, asked: Mapping[int, Asked]) -> None:
        self.asked: dict[int, Asked] = {}
        self._of_line: defaultdict[int, set[int]] = defaultdict(set)
        self._open: defaultdict[str, set[int]] = defaultdict(set)
        self._before: dict[int, Asked | None] = {}
        for entry, question in asked.items():
            self.put(entry, question)
        self.changes()

    def put(self, entry: int, question: Asked) -> None:
        """Let a question stand so."""
        old = self.asked.get(entry)
        self._before.setdefault(entry, old)
        if old:
            self._of_line[old.line].discard(entry)
            self._open[old.key].discard(entry)
        self.asked[entry] = question
        self._of_line[question.line].add(entry)
        if question.state == "open":
            self._open[question.key].add(entry)

    def of_line(self, line: int | None) -> list[int]:
        """The questions whose last word a line is."""
        return sorted(self._of_line.get(line, ())) if line is not None else []

    def open_of(self, key: str) -> list[int]:
        """The contradictions of a key that wait."""
        return sorted(self._open.get(key, ()))

    def answer(self, entries: Iterable[int], line: Line, state: str) -> None:
        """Let questions be in another state by the line."""
        for entry in entries:
            self.put(entry, replace(self.asked[entry], state=state, line=line.id))

    def changes(self) -> dict[int, Asked | None]:
        """What was known of the questions that changed since this was last asked."""
        before, self._before = self._before, {}
        return {entry: old for entry, old in before.items() if self.asked[entry] != old}


def _hold(fold: Fold, line: Line) -> None:
    """The line's value is in use from now on, alone; of a `many` key in place of the one it is about, or beside all."""
    if line.many:
        fold.values.put((line.key, _member(fold.values, line)), line.id)
    else:
        for place in fold.values.of_key(line.key):
            fold.values.drop(place)
        fold.values.put((line.key, 0), line.id)
    _settle(fold, line)


def _member(values: _Values, line: Line) -> int:
    """The place of the value that the line is about, or that it says again; else one of its own."""
    places = (*values.of_entry(line.about), *values.of_entry(line.restores))
    return next((member for key, member in places if key == line.key), line.id)


def _settle(fold: Fold, line: Line) -> None:
    """A contradiction that was open is closed by what was said since."""
    fold.contested.answer(fold.contested.open_of(line.key), line, "replaced")


def _propose(fold: Fold, line: Line) -> None:
    fold.proposals.put(line.id, Asked(line.key, "pending", line.id))


def _accept(fold: Fold, line: Line) -> None:
    fold.proposals.answer(fold.proposals.of_line(line.about), line, "accepted")
    _hold(fold, line)


def _reject(fold: Fold, line: Line) -> None:
    fold.proposals.answer(fold.proposals.of_line(line.about), line, "rejected")


def _close(fold: Fold, line: Line) -> None:
    fold.proposals.answer(fold.proposals.of_line(line.about), line, "closed")


def _contest(fold: Fold, line: Line) -> None:
    _settle(fold, line)
    fold.contested.put(line.id, Asked(line.key, "open", line.id, line.about))


def _resolve(fold: Fold, line: Line) -> None:
    """`old` and `new` hold the value that was chosen, `neither` drops the old one (F7).

    The contradiction that this one had replaced may share its last line, and stays replaced.
    """
    asked = fold.contested.asked
    question = next((entry for entry in fold.contested.of_line(line.about) if asked[entry].state == "open"), None)
    if question is None:
        return
    fold.contested.answer([question], line, "resolved")
    if line.choice == "neither":
        _drop(fold.values, asked[question].held, line.key)
    else:
        _hold(fold, line)


def _retract(fold: Fold, line: Line) -> None:
    _drop(fold.values, line.about, line.key)
    _settle(fold, line)


def _undo(fold: Fold, line: Line) -> None:
    """The undone line's value goes, the one before it is in use again, and what it answered is open again (F8)."""
    place = next(iter(fold.values.of_entry(line.about)), None)
    if place:
        fold.values.drop(place)
    if line.restores is not None:
        fold.values.put(place or (line.key, line.restores if line.many else 0), line.restores)
    fold.proposals.answer(fold.proposals.of_line(line.about), line, "pending")
    if fold.contested.of_line(line.about):
        _settle(fold, line)
        fold.contested.answer(fold.contested.of_line(line.about), line, "open")


def _drop(values: _Values, entry: int | None, key: str) -> None:
    for place in values.of_entry(entry):
        if place[0] == key:
            values.drop(place)


_FOLDS: Mapping[str, Callable[[Fold, Line], None]] = {
    "asserted": _hold,
    "corrected": _hold,
    "confirmed": _hold,
    "proposed": _propose,
    "accepted": _accept,
    "rejected": _reject,
    "closed": _close,
    "contested": _contest,
    "resolved": _resolve,
    "retracted": _retract,
    "undone": _undo,
}
