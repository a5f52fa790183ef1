"""The one way out of the ledger (F20): only while an erasure is open, only what it is for, and nothing is left."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models.signals import post_save
from django.test.utils import CaptureQueriesContext

from facts import actions, erasing, queries, triggers
from facts.catalogue import import_catalogue
from facts.decisions import NotFound
from facts.keyring import keyring_of
from facts.models import Contested, Counter, CurrentFact, Entry, Erasure, Keyring, Look, Person, Proposal, WikiEntry
from facts.rebuild import rebuild
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(ann, catalogue):
    """A held city that is contested, a proposal, and a salary said in the same breath as the city."""
    actions.record(ann, [said()], origin="conversation:1", at=AT)
    actions.record(ann, [said(value="Basel", quote="Basel, I said")], origin="conversation:1", at=AT)
    actions.record(ann, [said("profile.children", 2, 0.7, "two kids")], origin="conversation:2", at=AT)
    actions.record(ann, [said("profile.salary", 5000, 0.9, "5000 here in Bern")], origin="conversation:2", at=AT)
    return ann


@pytest.fixture
def ben_too(ben, catalogue):
    actions.record(ben, [said()], origin="conversation:3", at=AT)
    return ben


def counts():
    return [model.objects.count() for model in (Entry, CurrentFact, Proposal, Contested, Counter, Keyring)]


def test_f20_a_key_goes_with_its_history_its_questions_and_nothing_else(told, ben_too):
    before = queries.history(ben_too, "profile.city")
    erased = erasing.erase_key(told, "Profile.City")
    assert (erased.key, erased.lines) == ("profile.city", 2)
    assert erased.places == {("conversation:1", "message 1")}
    assert erased.words.stand_in("Basel")
    assert queries.history(told, "profile.city") == []
    assert queries.contested(told) == []
    assert [fact.key for fact in queries.current(told, AT)] == ["profile.salary"]
    assert [asked.key for asked in queries.proposals(told)] == ["profile.children"]
    assert queries.history(ben_too, "profile.city") == before
    assert rebuild(told, write=False).drifted == 0


def test_f20_a_quote_of_another_fact_that_holds_the_words_goes_and_the_fact_stays(told):
    [held] = Entry.objects.filter(person=told, key="profile.salary")
    erasing.erase_key(told, "profile.city")
    [left] = Entry.objects.filter(person=told, key="profile.salary")
    assert (left.pk, left.read_value(), left.read_quote()) == (held.pk, 5000, "")
    assert left.recorded_at == held.recorded_at
    assert [said.quote for said in queries.proposals(told)] == ["two kids"]


def test_f20_lines_that_lose_their_quote_are_written_at_once_and_nobody_hears_of_them(told):
    heard = []
    for number in range(4):
        actions.record(told, [said("preference.x", number, 0.9, f"{number} in bern")], origin="conversation:1", at=AT)

    def hear(instance, **signal):
        heard.append(instance.key)

    post_save.connect(hear, sender=Entry)
    try:
        with CaptureQueriesContext(connection) as asked:
            erasing.erase_key(told, "profile.city")
    finally:
        post_save.disconnect(hear, sender=Entry)
    assert heard == []
    assert len([query for query in asked if query["sql"].startswith('INSERT INTO "facts_entry"')]) == 1
    assert not [line for line in Entry.objects.filter(person=told, key="preference.x") if line.read_quote()]
    assert rebuild(told, write=False).drifted == 0


def test_f20_what_is_not_kept_cannot_be_forgotten(told, ben_too):
    with pytest.raises(NotFound):
        erasing.erase_key(told, "profile.languages")
    with pytest.raises(NotFound):
        erasing.erase_key(ben_too, "profile.salary")
    assert not Erasure.objects.exists()


def test_f20_a_person_goes_with_their_key_and_gets_a_new_one(told, ben_too):
    old = keyring_of(told).pk
    actions.record(told, [said("profile.other.x", 1, 0.9, "x")], origin="", at=AT)
    look = Look.objects.create(by=ben_too, person=told, entry=1)
    assert Counter.objects.filter(person=told).exists()
    rows = erasing.erase_person(told)
    assert rows == 4 + 2 + 1 + 1 + 1 + 1 + 1  # entries, facts, proposal, contested, counter, look, key
    assert counts() == [1, 1, 0, 0, 0, 1]
    look.refresh_from_db()
    assert look.person is None
    assert Person.objects.filter(pk=told.pk).exists()
    assert keyring_of(told).pk != old


def test_f20_outside_an_erasure_the_ledger_refuses_as_ever(told, ben_too):
    erasing.erase_key(told, "profile.city")
    assert not Erasure.objects.exists()
    for rows in (Entry.objects.filter(person=told), Entry.objects.filter(person=ben_too)):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            erasing.remove(rows)


def test_f20_an_erasure_lets_only_its_own_key_and_person_through(told, ben_too):
    for rows in (Entry.objects.filter(key="profile.salary"), Entry.objects.filter(person=ben_too)):
        with (
            pytest.raises(DatabaseError, match="append-only"),
            transaction.atomic(),
            erasing._opened(told, "profile.city"),
        ):
            erasing.remove(rows)
    assert not Erasure.objects.exists()


def test_f20_it_is_done_within_the_transaction_of_whoever_forgets(settings):
    with pytest.raises(transaction.TransactionManagementError):
        _outside_a_transaction(lambda: erasing.erase_person(Person(pk=0)))


def _outside_a_transaction(doing):
    held, connection.in_atomic_block = connection.in_atomic_block, False
    try:
        doing()
    finally:
        connection.in_atomic_block = held


def test_f21_a_review_goes_when_too_few_people_are_left_who_share_the_value(settings, catalogue):
    import_catalogue({"catalogue": [{"key": "merchant.*.default", "label": "Booking of *", "shareable": True}]})
    settings.WIKI_PEOPLE = 5
    people = [Person.objects.create_user(f"p{number}") for number in range(6)]
    for person in people:
        stated = said("merchant.adobe.default", "pro/6570", quote="Adobe is pro/6570")
        actions.record(person, [stated], origin="", at=AT)
    review = WikiEntry.objects.create(key="merchant.adobe.default", value='"pro/6570"', state="approved")
    erasing.erase_key(people[0], "merchant.adobe.default")
    assert WikiEntry.objects.filter(pk=review.pk).exists()
    erasing.erase_person(people[1])
    assert not WikiEntry.objects.exists()


def test_f20_an_erasure_that_was_left_open_stops_the_start(ann):
    assert triggers.problem() == ""
    Erasure.objects.create(person=ann)
    assert "facts_erasure" in triggers.problem()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's")
def test_f20_a_database_that_does_not_overwrite_what_is_deleted_stops_the_start():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete = OFF")
        try:
            assert "secure_delete=ON" in triggers.problem()
        finally:
            cursor.execute("PRAGMA secure_delete = ON")
    assert triggers.problem() == ""
