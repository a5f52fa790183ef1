"""The projection made anew from the ledger (F12): the proof that nothing has drifted, and the cure if it has."""

from dataclasses import dataclass

from django.db import transaction

from facts.catalogue import Catalogue, load
from facts.keyring import locked_keyring_of
from facts.ledger import current_row, lines, question_row, stored
from facts.models import Contested, CurrentFact, Person, Proposal
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
        drifted = _difference(wanted, found)
        if drifted and write:
            _replace(person, wanted, load())
    return Rebuilt(_size(wanted), drifted)


def _difference(wanted: Projection, found: Projection) -> int:
    pairs = (
        (wanted.current, found.current),
        (wanted.proposals, found.proposals),
        (wanted.contested, found.contested),
    )
    return sum(len({place for place in {*one, *other} if one.get(place) != other.get(place)}) for one, other in pairs)


def _size(projection: Projection) -> int:
    return len(projection.current) + len(projection.proposals) + len(projection.contested)


def _replace(person: Person, projection: Projection, catalogue: Catalogue) -> None:
    for model in (CurrentFact, Proposal, Contested):
        model.objects.filter(person=person).delete()
    CurrentFact.objects.bulk_create(
        current_row(person, place, entry, catalogue) for place, entry in projection.current.items()
    )
    for entry, asked in projection.proposals.items():
        question_row(Proposal, person, entry, asked).save(force_insert=True)
    for entry, asked in projection.contested.items():
        question_row(Contested, person, entry, asked).save(force_insert=True)
