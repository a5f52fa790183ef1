"""What is known about a person, what waits for their answer, and how it came about. Reads only."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Exists, Max, OuterRef, QuerySet

from facts.catalogue import Catalogue, label_of, load
from facts.ledger import current_row, lines, share_keyrings
from facts.models import Contested, CurrentFact, Entry, Person, Proposal
from facts.prepared import Given, Select
from facts.projection import Line, apply
from facts.undoing import closing, undoable
from facts.values import Json

HISTORY_PAGE = 20

_current: Select[CurrentFact] = Select(
    lambda: CurrentFact.objects.filter(person=Given("person", models.BigIntegerField())).select_related(
        "entry__keyring", "catalogue_key"
    )
)


@dataclass(frozen=True, slots=True)
class Held:
    """A current fact (F15). `stale` when past its freshness (F17); `entry` is the line of the ledger that holds it."""

    key: str
    value: Json
    confidence: float
    quote: str
    recorded_at: datetime
    source: str
    label: str
    sensitive: bool
    stale: bool
    entry: int
    origin: str = ""
    many: bool = False

    @property
    def scope(self) -> str:
        """The scope of its key."""
        return self.key.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the ledger as it can be read back (F13): what was said, when, where and with which words.

    `id` is the entry, and of a proposal its id. `about` is the entry that it answers, disputes, takes back or undoes,
    `restores` the one that an undo brought back. `change`: it was said as a change (F8). `model` read it; `origin` and
    `message` say where it was said.
    """

    id: int
    kind: str
    key: str
    label: str
    value: Json
    quote: str
    confidence: float
    recorded_at: datetime
    source: str
    sensitive: bool
    choice: str = ""
    about: int | None = None
    origin: str = ""
    message: str = ""
    model: str = ""
    restores: int | None = None
    change: bool = False


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two values of one key that wait for the person's choice (F7). `id` is what `resolve` takes."""

    id: int
    key: str
    label: str
    sensitive: bool
    old: Said
    new: Said


@dataclass(frozen=True, slots=True)
class Timeline:
    """A page of the history of a key, the newest first. `undoable` are the ids of lines that can be undone now.

    `because` has, by the id of a line that tells of a proposal that is not asked any more, what was decided instead.
    `earlier` is the line before which the next page ends; None where there is nothing earlier.
    """

    said: list[Said]
    undoable: frozenset[int]
    because: Mapping[int, Said]
    earlier: int | None

    @property
    def sensitive(self) -> bool:
        """Whether anything on the page is: then all of it is masked (F19)."""
        return any(said.sensitive for said in (*self.said, *self.because.values()))


@dataclass(frozen=True, slots=True)
class Unused:
    """A key of which something is kept but nothing is in use and nothing waits; `entry` is its last line."""

    key: str
    entry: int


def current(person: Person, at: datetime) -> list[Held]:
    """Everything that is known about the person, by key, in one query (F15)."""
    rows = _current(person=person.pk)
    share_keyrings(row.entry for row in rows)
    return [_held(row, at) for row in sorted(rows, key=lambda row: (row.key, row.member))]


def as_of(person: Person, at: datetime) -> list[Held]:
    """What was known about the person at a moment, by key: a replay of the ledger up to it (F13).

    Labels and freshness are those of the catalogue as it is now.
    """
    catalogue, held = load(), apply(lines(person, until=at)).current
    entries = share_keyrings(Entry.objects.filter(person=person, pk__in=held.values()).select_related("keyring"))
    rows = [current_row(person, place, entries[held[place]], catalogue) for place in sorted(held)]
    return [_held(row, at) for row in rows]


def proposals(person: Person) -> list[Said]:
    """The proposals that wait for the person's answer, the oldest first (F5, F18)."""
    rows = _waiting(Proposal.objects.filter(state=Proposal.State.PENDING), person)
    return _said_all((row.entry for row in rows.select_related("entry__keyring")), load())


def contested(person: Person) -> list[Contradiction]:
    """The contradictions that wait for the person's answer, the oldest first (F7)."""
    rows = list(
        _waiting(Contested.objects.filter(state=Contested.State.OPEN), person).select_related(
            "entry__keyring", "held__keyring"
        )
    )
    share_keyrings([row.entry for row in rows] + [row.held for row in rows])
    catalogue = load()
    return [_contradiction(_said(row.held, catalogue), _said(row.entry, catalogue)) for row in rows]


def history(
    person: Person, key: str, *, until: datetime | None = None, before: int | None = None, limit: int | None = None
) -> list[Said]:
    """All that was ever said and decided about a key, the oldest first (F13).

    `until` is a moment up to which it is wanted. Of the entries before `before` the last `limit` are taken.
    """
    catalogue = load()
    rows = Entry.objects.filter(person=person, key=catalogue.normalise(key)).select_related("keyring")
    if until is not None:
        rows = rows.filter(recorded_at__lte=until)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return _said_all(rows.order_by("-id")[:limit], catalogue)[::-1]


def timeline(person: Person, key: str, *, before: int | None = None) -> Timeline:
    """A page of what was said and decided about a key, and which of it can be undone, in six queries (F13, F18)."""
    found = history(person, key, before=before, limit=HISTORY_PAGE + 1)[::-1]
    said, more = found[:HISTORY_PAGE], found[HISTORY_PAGE:]
    whole = lines(person, key)
    can_be_undone = undoable(whole, {line.id for line in said})
    return Timeline(said, can_be_undone, _because(whole, said), said[-1].id if more else None)


def _because(whole: Sequence[Line], said: Sequence[Said]) -> dict[int, Said]:
    """What closed the proposals that some lines of a key tell of; what is not among the lines is fetched."""
    listed = {line.id: line for line in said}
    deciding = {line: decided for line, decided in closing(whole).items() if line in listed}
    elsewhere = Entry.objects.filter(pk__in=set(deciding.values()) - listed.keys()).select_related("keyring")
    listed |= {line.id: line for line in (_said_all(elsewhere, load()) if deciding else ())}
    return {line: listed[decided] for line, decided in deciding.items()}


def unused(person: Person) -> list[Unused]:
    """What is kept of the person but neither in use nor asked about, the latest first, in one query (F18)."""
    of_key = {"person": person, "key": OuterRef("key")}
    pending = Proposal.objects.filter(**of_key, state=Proposal.State.PENDING)
    idle = Entry.objects.filter(~Exists(CurrentFact.objects.filter(**of_key)), ~Exists(pending), person=person)
    last = idle.values("key").annotate(last=Max("id")).order_by("-last")
    return [Unused(row["key"], row["last"]) for row in last]


def key_of(person: Person, entry: int) -> str:
    """The key of one of the person's entries; empty if it is not theirs."""
    return Entry.objects.filter(person=person, pk=entry).values_list("key", flat=True).first() or ""


def last_line(person: Person, proposal: int) -> int | None:
    """The entry that a proposal was last asked or answered by: what an undo of the answer takes back (F8)."""
    return Proposal.objects.filter(person=person, pk=proposal).values_list("line_id", flat=True).first()


def everything(person: Person) -> list[Said]:
    """All that was ever said and decided about the person, the oldest first, in three queries (F13, F18)."""
    return _said_all(Entry.objects.filter(person=person).select_related("keyring").order_by("id"), load())


def waiting_count(person: Person) -> int:
    """How many proposals and contradictions wait for the person's answer, in one query (F18)."""
    pending = Proposal.objects.filter(person=person, state=Proposal.State.PENDING).values("pk")
    open_ = Contested.objects.filter(person=person, state=Contested.State.OPEN).values("pk")
    return pending.union(open_, all=True).count()


def _waiting(rows: QuerySet[Any], person: Person) -> QuerySet[Any]:
    return rows.filter(person=person).order_by("entry_id")


def _said_all(entries: Iterable[Entry], catalogue: Catalogue) -> list[Said]:
    return [_said(entry, catalogue) for entry in share_keyrings(entries).values()]


def _held(row: CurrentFact, at: datetime) -> Held:
    entry, rule = row.entry, row.catalogue_key
    return Held(
        key=row.key,
        value=entry.read_value(),
        confidence=entry.confidence,
        quote=entry.read_quote(),
        recorded_at=entry.recorded_at,
        source=entry.source,
        label=label_of(row.key, rule),
        sensitive=entry.sensitive or bool(rule and rule.sensitive),
        stale=entry.is_stale(rule, at),
        entry=entry.pk,
        origin=entry.origin,
        many=entry.many,
    )


def _said(entry: Entry, catalogue: Catalogue) -> Said:
    rule = catalogue.key_for(entry.key)
    return Said(
        id=entry.pk,
        kind=entry.kind,
        key=entry.key,
        label=label_of(entry.key, rule),
        value=entry.read_value(),
        quote=entry.read_quote(),
        confidence=entry.confidence,
        recorded_at=entry.recorded_at,
        source=entry.source,
        sensitive=entry.sensitive or bool(rule and rule.sensitive),
        choice=entry.choice,
        about=entry.about_id,
        origin=entry.origin,
        message=entry.message,
        model=entry.model,
        restores=entry.restores_id,
        change=entry.change,
    )


def _contradiction(old: Said, new: Said) -> Contradiction:
    return Contradiction(new.id, new.key, new.label, old.sensitive or new.sensitive, old, new)
