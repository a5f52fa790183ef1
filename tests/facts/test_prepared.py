"""Statements that are compiled once do what the ORM's own do."""

from typing import Any

import pytest
from django.db import IntegrityError, models, transaction
from django.db.models import F, QuerySet, Value
from django.test import TestCase

from facts.keyring import keyring_of
from facts.models import CatalogueKey, CurrentFact, Entry, Keyring, Person, Scope
from facts.prepared import Given, Select, Update, insert

pytestmark = pytest.mark.django_db

NAME = Given("name", models.CharField())


@pytest.fixture
def ann() -> Person:
    return Person.objects.create_user("ann")


def entry_of(person: Person, **columns: Any) -> Entry:
    return Entry(person=person, keyring=keyring_of(person), kind="asserted", key="profile.name", **columns)


def columns_of(row: models.Model) -> dict[str, Any]:
    return {name: value for name, value in vars(row).items() if name != "_state"}


def test_a_selected_row_is_as_the_queryset_makes_it() -> None:
    CatalogueKey.objects.create(pattern="profile.canton", label="Canton", schema={"enum": ["VD"]}, write=0.9)
    CatalogueKey.objects.create(pattern="profile.name", label="Name")
    queryset = CatalogueKey.objects.order_by("pattern")
    found = Select(queryset.all)()
    assert [columns_of(row) for row in found] == [columns_of(row) for row in queryset]
    assert not found[0]._state.adding


def test_what_is_given_is_given_anew_each_time(ann: Person) -> None:
    person_named = Select(lambda: Person.objects.filter(username=NAME))
    assert person_named(name="ann") == [ann]
    assert person_named(name="ben") == []


def test_related_rows_and_annotations_come_along_and_may_be_none(ann: Person) -> None:
    entry = entry_of(ann)
    insert(entry)
    CurrentFact.objects.create(person=ann, key="profile.name", entry=entry)
    select = Select(
        lambda: (
            CurrentFact.objects.filter(key=NAME)
            .select_related("entry__keyring", "catalogue_key")
            .annotate(one=Value(1))
        )
    )
    [row] = select(name="profile.name")
    with TestCase().assertNumQueries(0):
        related = (row.entry, row.entry.keyring, row.catalogue_key, vars(row)["one"])
    assert related == (entry, keyring_of(ann), None, 1)


def test_only_the_named_columns_are_read(ann: Person) -> None:
    [row] = Select(lambda: Person.objects.filter(username=NAME).only("language"))(name="ann")
    assert row.get_deferred_fields() >= {"email", "timezone"}
    assert row.username == "ann"


def test_a_queryset_is_built_once() -> None:
    built = []

    def build() -> QuerySet[Scope]:
        built.append(True)
        return Scope.objects.filter(name=NAME)

    select = Select(build)
    assert (select(name="a"), select(name="b"), len(built)) == ([], [], 1)


def test_an_update_changes_its_rows_and_counts_them(ann: Person) -> None:
    rename = Update(lambda: (Person.objects.filter(username=NAME), {"last_name": F("username"), "language": NAME}))
    assert (rename(name="ann"), rename(name="ben")) == (1, 0)
    ann.refresh_from_db()
    assert (ann.last_name, ann.language) == ("ann", "ann")


def test_an_inserted_row_has_its_id_and_is_stored_whole(ann: Person) -> None:
    first, second = entry_of(ann, value=b"\x00\xff", confidence=0.7), entry_of(ann)
    insert(first)
    insert(second)
    stored = Entry.objects.get(pk=first.pk)
    assert second.pk > first.pk
    assert (bytes(stored.value or b""), stored.confidence, stored.recorded_at) == (b"\x00\xff", 0.7, first.recorded_at)
    assert stored.keyring_id == Keyring.objects.get(owner=ann).pk
    assert not first._state.adding


def test_an_insert_that_breaks_a_constraint_raises_and_stores_nothing() -> None:
    insert(Scope(name="health"))
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(Scope(name="health"))
    assert Scope.objects.filter(name="health").count() == 1
