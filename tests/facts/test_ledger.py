"""Writers about one person take turns, and the projection never drifts from the ledger (F12, F14)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from facts import actions, queries
from facts.catalogue import load
from facts.decisions import NotFound, Overtaken
from facts.ledger import Ledger, stored
from facts.models import CurrentFact, Entry, Proposal
from facts.rebuild import rebuild
from tests.facts.conftest import AT, said


def test_f11_a_ledger_is_written_within_a_transaction_only(transactional_db, ann):
    with pytest.raises(transaction.TransactionManagementError):
        Ledger(ann, load(), keys=["profile.city"], at=AT)


@pytest.fixture
def some_facts(ann, catalogue):
    actions.record(ann, [said(), said("profile.children", 2, 0.7, "two kids")], origin="x", at=AT)
    actions.record(ann, [said(value="Basel")], origin="x", at=AT)
    actions.state(ann, "profile.languages", "French")


def rows(person):
    return stored(person)[0], sorted(CurrentFact.objects.values_list("key", "member", "entry_id", "catalogue_key"))


@pytest.mark.django_db
def test_f12_rebuilding_gives_the_same_rows(ann, some_facts, capsys):
    before = rows(ann)
    CurrentFact.objects.filter(key="profile.city").delete()
    Proposal.objects.update(state="accepted")
    with pytest.raises(CommandError):
        call_command("rebuild_facts", "--check")
    assert rows(ann) != before
    call_command("rebuild_facts")
    assert rows(ann) == before
    call_command("rebuild_facts", "--check")
    assert [line.split(", ")[-1] for line in capsys.readouterr().out.splitlines()] == [
        "2 differed from the ledger",
        "2 differed from the ledger",
        "0 differed from the ledger",
    ]


def at_once(*acts):
    """What each act, run on a connection of its own at the same time, gives or raises."""

    def run(act):
        try:
            return act()
        except (Overtaken, NotFound) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_f14_of_two_clicks_at_once_one_counts(transactional_db, ann, catalogue):
    proposal = actions.record(ann, [said(confidence=0.7)], origin="x", at=AT).proposed[0].entry
    results = at_once(*[lambda: actions.accept(ann, proposal)] * 2, *[lambda: actions.reject(ann, proposal)] * 2)
    assert sum(isinstance(result, Overtaken) for result in results) == 3
    assert Entry.objects.filter(about=proposal).count() == 1
    assert rebuild(ann).drifted == 0


def test_f14_a_turn_and_a_click_at_once_lose_nothing(transactional_db, ann, catalogue):
    proposal = actions.record(ann, [said("profile.children", 2, 0.7)], origin="x", at=AT).proposed[0].entry

    def turn(number):
        candidates = [said("profile.languages", f"language {number}"), said(value=f"city {number}")]
        return lambda: actions.record(ann, candidates, origin="x", at=AT)

    at_once(*[turn(number) for number in range(4)], lambda: actions.accept(ann, proposal))
    held = [fact.value for fact in queries.current(ann, AT) if fact.key == "profile.languages"]
    assert sorted(held) == [f"language {number}" for number in range(4)]
    assert Entry.objects.filter(key="profile.city").count() == 4
    assert len(queries.contested(ann)) == 1
    assert rebuild(ann).drifted == 0


def test_f14_a_first_keyring_made_by_two_at_once_is_one(transactional_db, ann, catalogue):
    acts = [lambda city=city: actions.state(ann, "profile.languages", city) for city in ("French", "German")]
    at_once(*acts)
    assert ann.keyrings.count() == 1
    assert len(queries.current(ann, AT)) == 2
