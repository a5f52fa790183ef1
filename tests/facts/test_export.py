"""The file with everything that is kept about a person (F18)."""

import json
from datetime import timedelta

import pytest

from facts import actions
from facts.export import FORMAT, export
from facts.models import Entry, Look, Receipt
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _keys(catalogue):
    pass


def note(person, *candidates, at=AT):
    return actions.record(person, candidates, origin="conversation:4", at=at, agent="chat")


def exported(person):
    """The export as the file has it."""
    return json.loads(json.dumps(export(person, AT + timedelta(days=1))))


@pytest.fixture
def everything(ann, ben):
    """A row of each kind about one person, and one about another."""
    first = note(ann, said(), said("profile.email", "a@b.ch", 0.1)).written[0].entry
    proposal = note(ann, said("profile.children", 2, 0.7, "two kids")).proposed[0].entry
    question = note(ann, said(value="Basel", quote="I live in Basel")).contested[0].entry
    Receipt.objects.create(what="key", rows=3, at=AT, person=ann)
    Look.objects.create(by=ben, person=ann, entry=first, at=AT)
    note(ben, said(value="Zurich"), said("profile.email", "b@b.ch", 0.1))
    Receipt.objects.create(what="key", rows=9, at=AT, person=ben)
    return first, proposal, question


def test_f18_the_export_holds_everything_that_is_kept(ann, everything):
    first, proposal, question = everything
    document = exported(ann)
    assert (document["format"], document["exported_at"]) == (FORMAT, "2026-03-03T09:00:00+00:00")
    assert document["account"] == {
        "username": "ann",
        "first_name": "",
        "last_name": "",
        "email": "",
        "language": "en",
        "timezone": "Europe/Zurich",
    }
    assert [(fact["key"], fact["value"], fact["entry"]) for fact in document["facts"]] == [
        ("profile.city", "Bern", first)
    ]
    assert [(line["id"], line["kind"], line["value"], line["quote"]) for line in document["history"]] == [
        (first, "asserted", "Bern", "I live in Bern"),
        (proposal, "proposed", 2, "two kids"),
        (question, "contested", "Basel", "I live in Basel"),
    ]
    assert document["proposals"] == [{"id": proposal, "key": "profile.children", "state": "pending"}]
    assert document["contradictions"] == [{"id": question, "key": "profile.city", "state": "open", "held": first}]
    assert document["counters"] == [{"day": "2026-03-02", "agent": "chat", "what": "ignored", "count": 1}]
    assert document["looks"] == [{"entry": first, "at": "2026-03-02T09:00:00+00:00"}]
    assert document["receipts"] == [
        {"what": "key", "rows": 3, "at": "2026-03-02T09:00:00+00:00", "because": "asked"},
    ]


def test_f18_the_export_says_where_and_how_each_line_was_said(ann, everything):
    line = exported(ann)["history"][0]
    assert line == {
        "id": everything[0],
        "kind": "asserted",
        "key": "profile.city",
        "label": "City",
        "value": "Bern",
        "quote": "I live in Bern",
        "confidence": 0.9,
        "recorded_at": "2026-03-02T09:00:00+00:00",
        "source": "chat",
        "sensitive": False,
        "choice": "",
        "about": None,
        "origin": "conversation:4",
        "message": "message 1",
        "model": "",
        "restores": None,
        "change": False,
    }


def test_f18_nothing_about_anybody_else_is_in_the_export(ben, everything):
    document = exported(ben)
    assert [line["value"] for line in document["history"]] == ["Zurich"]
    assert [
        len(document[part]) for part in ("facts", "proposals", "contradictions", "counters", "looks", "receipts")
    ] == [
        1,
        0,
        0,
        1,
        0,
        1,
    ]


def test_f18_a_person_of_whom_nothing_is_kept_gets_an_empty_export(ann):
    document = exported(ann)
    assert all(document[part] == [] for part in ("facts", "history", "proposals", "contradictions", "counters"))


def test_f18_a_long_ledger_takes_no_more_queries_than_a_short_one(ann, django_assert_num_queries):
    note(ann, said())
    with django_assert_num_queries(9):
        export(ann, AT)
    columns = {"person": ann, "keyring": Entry.objects.get().keyring, "scope": "profile", "key": "profile.city"}
    Entry.objects.bulk_create(
        Entry(kind="rejected", source="chat", about_id=None, recorded_at=AT, **columns) for _ in range(2000)
    )
    with django_assert_num_queries(9):
        assert len(export(ann, AT)["history"]) == 2001
