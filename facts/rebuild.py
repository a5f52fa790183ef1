"""The projection made anew from the ledger (F12): the proof that nothing has drifted, and the cure if it has."""

from dataclasses import dataclass

from django.db import transaction

from facts.catalogue import Catalogue, load
from facts.keyring import locked_keyring_of
from facts.ledger import current_row, lines, question_row, share_keyrings, stored
from facts.models import Contested, CurrentFact, Entry, Person, Proposal
from facts.projection import Projection, apply


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """How many rows the projection of a person should have, and how many in the database were not as they should."""

    rows: int
    drifted: int


def rebuild(person: Person, *, write: bool = True) -> Rebuilt:
    """Hold the projection of a person against their ledger, and write it anew where they differ."""
    with transaction.atomic():
        locked_keyring_of(person)
        wanted = apply(lines(person))
        found, _entries = stored(person)
        rows = _rows(person, wanted, load())
        drifted = _difference(wanted, found) + _shared_otherwise(person, rows)
        if drifted and write:
            _replace(person, wanted, rows)
    return Rebuilt(_size(wanted), drifted)


def _difference(wanted: Projection, found: Projection) -> int:
    pairs = (
        (wanted.current, found.current),
        (wanted.proposals, found.proposals),
        (wanted.contested, found.contested),
    )
    return sum(len({place for place in {*one, *other} if one.get(place) != other.get(place)}) for one, other in pairs)


def _rows(person: Person, projection: Projection, catalogue: Catalogue) -> list[CurrentFact]:
    """The rows that current facts should have."""
    held = Entry.objects.filter(person=person, pk__in=projection.current.values()).select_related("keyring")
    entries = share_keyrings(held)
    return [current_row(person, place, entries[entry], catalogue) for place, entry in projection.current.items()]


def _shared_otherwise(person: Person, rows: list[CurrentFact]) -> int:
    """How many rows point at the right entry and have not its value in clear, or have it and should not (F21)."""
    found = dict(CurrentFact.objects.filter(person=person).values_list("entry_id", "shared"))
    return sum(row.entry_id in found and found[row.entry_id] != row.shared for row in rows)


def _size(projection: Projection) -> int:
    return len(projection.current) + len(projection.proposals) + len(projection.contested)


def _replace(person: Person, projection: Projection, rows: list[CurrentFact]) -> None:
    for model in (CurrentFact, Proposal, Contested):
        model.objects.filter(person=person).delete()
    CurrentFact.objects.bulk_create(rows, batch_size=1000)  # PostgreSQL takes 65,535 values a statement
    for entry, asked in projection.proposals.items():
        question_row(Proposal, person, entry, asked).save(force_insert=True)
    for entry, asked in projection.contested.items():
        question_row(Contested, person, entry, asked).save(force_insert=True)
