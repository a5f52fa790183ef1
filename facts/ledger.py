"""The ledger of one person, open for writing: the one place where entries are made (F11, F12, F14)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from facts.catalogue import Catalogue
from facts.decisions import Overtaken
from facts.keyring import locked_keyring_of, seal
from facts.models import CatalogueKey, Contested, CurrentFact, Entry, Person, Proposal
from facts.policy import Standing, Stored
from facts.projection import Asked, Change, Fold, Line, Projection
from facts.sharing import shared
from facts.values import Json

Question = type[Proposal] | type[Contested]
_WAIT = (Proposal.State.PENDING, Contested.State.OPEN)
LINE = ("id", "kind", "key", "about_id", "choice", "many", "restores_id", "recorded_at")
"""The columns that make a `Line`, in its order."""


@dataclass
class Ledger:
    """A person's ledger, locked until the transaction ends, with what stands for the given keys.

    Of the questions about them those that wait are at hand; of those that were answered, however many over the years,
    only what was `refused` under some keys (F6), the `asked` entry, and what `read` fetches for an undo. `at` is when
    what is written was said, `agent` the slug of the agent that it was said to, empty for none.
    """

    person: Person
    catalogue: Catalogue
    keys: Iterable[str]
    at: datetime
    agent: str = ""
    refused: Collection[str] = ()
    asked: int | None = None
    projection: Projection = field(init=False)
    entries: dict[int, Entry] = field(init=False)

    def __post_init__(self) -> None:
        if not transaction.get_connection().in_atomic_block:
            raise transaction.TransactionManagementError("A ledger is written within a transaction.")
        self.keyring = locked_keyring_of(self.person)
        wanted = Q(state__in=_WAIT) | Q(pk=self.asked) | Q(state=Proposal.State.REJECTED, key__in=self.refused)
        found, self.entries = stored(self.person, keys=set(self.keys), asked=wanted)
        self._fold = Fold(found)
        self.projection = self._fold.projection

    def standing(self, key: str) -> Standing:
        """What the store has for a key; what was refused only where it was asked for."""
        rule = self.catalogue.key_for(key)
        proposals, contested = self.projection.proposals, self.projection.contested
        held = sorted(item for (held_key, _member), item in self.projection.current.items() if held_key == key)
        return Standing(
            held=tuple(self._stored(item, rule) for item in held),
            challenger=next((self._stored(item) for item in _asked(contested, key, Contested.State.OPEN)), None),
            pending=tuple(self._stored(item) for item in _asked(proposals, key, Proposal.State.PENDING)),
            refused=tuple(self._stored(item) for item in _asked(proposals, key, Proposal.State.REJECTED)),
            many=bool(rule and rule.many),
        )

    def write(self, kind: Entry.Kind, key: str, *, value: Json = None, quote: str = "", **columns: Any) -> Entry:
        """Add an entry and bring the projection after it. Raises `Overtaken`."""
        entry = Entry.objects.create(
            person=self.person,
            keyring=self.keyring,
            kind=kind,
            scope=key.partition(".")[0],
            key=key,
            value=None if value is None else seal(self.keyring, value, Entry.VALUE),
            quote=seal(self.keyring, quote, Entry.QUOTE) if quote else None,
            recorded_at=self.at,
            agent=self.agent,
            **columns,
        )
        self.entries[entry.pk] = entry
        self._store(self._fold.add(line_of(entry)))
        return entry

    def copy(self, origin: Entry, kind: Entry.Kind, **columns: Any) -> Entry:
        """Add an entry with the value and the words of another one, said where that was said."""
        return self.write(
            kind,
            origin.key,
            value=origin.read_value(),
            quote=origin.read_quote(),
            source=origin.source,
            message=origin.message,
            origin=origin.origin,
            model=origin.model,
            sensitive=origin.sensitive,
            **columns,
        )

    def read(self, ids: Collection[int]) -> None:
        """Have the entries with these ids at hand, too, and the questions that they were the last word about."""
        self.entries.update(share_keyrings(Entry.objects.filter(pk__in=ids).select_related("keyring")))
        answered, entries = _questions(Q(person=self.person, line__in=ids))
        self._fold.know(answered)
        self.entries.update(share_keyrings(entries))

    def _stored(self, entry_id: int, rule: CatalogueKey | None = None) -> Stored:
        entry = self.entries[entry_id]
        return Stored(entry_id, entry.read_value(), entry.confidence, stale=entry.is_stale(rule, self.at))

    def _store(self, change: Change) -> None:
        now = self.projection
        for place, old in change.current.items():
            self._store_current(place, old, now.current.get(place))
        for model, before, after in (
            (Proposal, change.proposals, now.proposals),
            (Contested, change.contested, now.contested),
        ):
            # The older first: only one contradiction of a key may be open, so it is closed before the next one opens.
            for entry in sorted(before):
                self._store_asked(model, entry, before[entry], after[entry])

    def _store_current(self, place: tuple[str, int], old: int | None, new: int | None) -> None:
        if old is None and new is not None:
            current_row(self.person, place, self.entries[new], self.catalogue).save(force_insert=True)
            return
        rows = CurrentFact.objects.filter(person=self.person, key=place[0], member=place[1], entry_id=old or 0)
        _exactly_one(rows.delete()[0] if new is None else rows.update(**self._held(place[0], new)))

    def _held(self, key: str, entry: int) -> dict[str, Any]:
        """The columns of a current fact's row that follow the entry it points at."""
        return {"entry_id": entry, "shared": shared(self.entries[entry], self.catalogue.key_for(key), self.person)}

    def _store_asked(self, model: Question, entry: int, old: Asked | None, new: Asked) -> None:
        if old is None:
            question_row(model, self.person, entry, new).save(force_insert=True)
        else:
            rows = model.objects.filter(pk=entry, person=self.person, state=old.state, line_id=old.line)
            _exactly_one(rows.update(state=new.state, line_id=new.line))


def stored(person: Person, keys: set[str] | None = None, asked: Q | None = None) -> tuple[Projection, dict[int, Entry]]:
    """The projection as its rows have it, for some keys or for all, and the entries it points at.

    `asked` says which questions are wanted, where not all are.
    """
    chosen = Q(person=person) if keys is None else Q(person=person, key__in=keys)
    facts = list(CurrentFact.objects.filter(chosen).select_related("entry__keyring"))
    questions, entries = _questions(chosen & asked if asked else chosen)
    current = {(row.key, row.member): row.entry_id for row in facts}
    return replace(questions, current=current), share_keyrings([*(row.entry for row in facts), *entries])


def _questions(wanted: Q) -> tuple[Projection, list[Entry]]:
    """Proposals and contradictions, and the entries that they point at."""
    proposals = list(Proposal.objects.filter(wanted).select_related("entry__keyring"))
    contested = list(Contested.objects.filter(wanted).select_related("entry__keyring", "held__keyring"))
    projection = Projection(
        proposals={row.entry_id: Asked(row.key, row.state, row.line_id) for row in proposals},
        contested={row.entry_id: Asked(row.key, row.state, row.line_id, row.held_id) for row in contested},
    )
    sides = (entry for row in contested for entry in (row.entry, row.held))
    return projection, [*(row.entry for row in proposals), *sides]


def share_keyrings(entries: Iterable[Entry]) -> dict[int, Entry]:
    """The entries by id, with one keyring object for each keyring, so that its key is unwrapped once."""
    keyrings: dict[Any, Any] = {}
    found = {}
    for entry in entries:
        entry.keyring = keyrings.setdefault(entry.keyring_id, entry.keyring)
        found[entry.pk] = entry
    return found


def line_of(entry: Entry) -> Line:
    """An entry without its words."""
    return Line(
        id=entry.pk,
        kind=str(entry.kind),
        key=entry.key,
        about=entry.about_id,
        choice=str(entry.choice),
        many=entry.many,
        restores=entry.restores_id,
        at=entry.recorded_at,
    )


def lines(person: Person, key: str = "", *, until: datetime | None = None) -> list[Line]:
    """The ledger of a person, or of one of their keys, without its words, in the order of its entries."""
    rows = Entry.objects.filter(person=person, **({"key": key} if key else {}))
    if until is not None:
        rows = rows.filter(recorded_at__lte=until)
    return [Line(*row) for row in rows.order_by("id").values_list(*LINE)]


def current_row(person: Person, place: tuple[str, int], entry: Entry, catalogue: Catalogue) -> CurrentFact:
    """The row for a value that is in use."""
    key, member = place
    rule = catalogue.key_for(key)
    return CurrentFact(
        person=person,
        scope=key.partition(".")[0],
        key=key,
        member=member,
        entry=entry,
        shared=shared(entry, rule, person),
        catalogue_key=rule,
    )


def question_row(model: Question, person: Person, entry: int, asked: Asked) -> Proposal | Contested:
    """The row of a proposal or of a contradiction."""
    held = {} if asked.held is None else {"held_id": asked.held}
    return model(person=person, entry_id=entry, line_id=asked.line, key=asked.key, state=asked.state, **held)


def _asked(questions: Mapping[int, Asked], key: str, state: str) -> list[int]:
    return sorted(entry for entry, asked in questions.items() if asked.key == key and asked.state == state)


def _exactly_one(rows: int) -> None:
    if rows != 1:
        raise Overtaken
