"""Writers about one person take turns, and the projection never drifts from the ledger (F12, F14)."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from facts import actions, queries
from facts.catalogue import load
from facts.decisions import NotFound, Overtaken
from facts.ledger import Ledger, stored
from facts.models import CurrentFact, Entry, Person, Proposal
from facts.projection import apply
from facts.rebuild import lines, rebuild
from tests.facts.conftest import AT, said


def test_f11_a_ledger_is_written_within_a_transaction_only(transactional_db, ann):
    with pytest.raises(transaction.TransactionManagementError):
        Ledger(ann, load(), keys=["profile.city"], at=AT)


KEYS = st.sampled_from(["profile.city", "profile.languages", "profile.address", "preference.floor"])
VALUES = st.sampled_from(["a", "b", "c"])
ACTS = st.one_of(
    st.tuples(st.just("say"), KEYS, VALUES, st.sampled_from([0.5, 0.7, 0.9]), st.booleans()),
    st.tuples(st.just("type"), KEYS, VALUES),
    st.tuples(st.just("accept"), st.integers(0, 3)),
    st.tuples(st.just("reject"), st.integers(0, 3)),
    st.tuples(st.just("resolve"), st.integers(0, 3), st.sampled_from(["old", "new", "neither"])),
    st.tuples(st.just("correct"), st.integers(0, 3), VALUES),
    st.tuples(st.just("retract"), KEYS),
)


@pytest.mark.django_db
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(ACTS, max_size=12))
def test_f12_the_projection_equals_the_replay_of_the_ledger_after_anything(catalogue, acts):
    with transaction.atomic():
        person = Person.objects.create_user("someone")
        for number, act in enumerate(acts):
            _perform(person, act, AT + timedelta(days=20 * number))
            assert stored(person)[0] == apply(lines(person))
        assert rebuild(person).drifted == 0
        transaction.set_rollback(True)


def _perform(person, act, at):
    verb, *given = act
    if verb == "say":
        key, value, confidence, change = given
        candidate = said(key, value, confidence, change=change)
        actions.record(person, [candidate, said("preference.floor", value, 0.7)], origin="x", at=at)
    elif verb == "type":
        actions.state(person, *given, at=at)
    elif verb == "retract":
        actions.retract(person, *given, at=at)
    else:
        _answer(person, verb, given, at)


def _answer(person, verb, given, at):
    number, *rest = given
    ids = {
        "accept": [row.id for row in queries.proposals(person)],
        "reject": [row.id for row in queries.proposals(person)],
        "resolve": [row.id for row in queries.contested(person)],
        "correct": [fact.entry for fact in queries.current(person, at)],
    }[verb]
    if number < len(ids):
        getattr(actions, verb)(person, ids[number], *rest, at=at)


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
