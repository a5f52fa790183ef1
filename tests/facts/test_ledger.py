"""Writers about one person take turns, and the projection never drifts from the ledger (F12, F14)."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F

from facts import actions, queries
from facts.catalogue import import_catalogue, load
from facts.decisions import NotFound, Overtaken
from facts.ledger import Ledger, stored
from facts.models import Contested, CurrentFact, Entry, Proposal
from facts.rebuild import rebuild
from tests.facts.conftest import AT, said


def test_f11_a_ledger_is_written_within_a_transaction_only(transactional_db, ann):
    with pytest.raises(transaction.TransactionManagementError):
        Ledger(ann, load(), keys=["profile.city"], at=AT)


@pytest.fixture
def some_facts(ann, catalogue):
    """Facts, questions that wait, and answers that were undone and given again."""
    import_catalogue({"catalogue": [{"key": "profile.trade", "label": "Trade", "shareable": True}]})
    noted = actions.record(ann, [said(), said("profile.children", 2, 0.7, "two kids")], origin="x", at=AT)
    actions.record(ann, [said(value="Basel")], origin="x", at=AT)
    actions.state(ann, "profile.languages", "French")
    actions.state(ann, "profile.trade", "baker")
    actions.undo(ann, actions.state(ann, "profile.trade", "cook").entry)
    actions.undo(ann, actions.accept(ann, noted.proposed[0].entry).entry)


def rows(person):
    columns = ("key", "member", "entry_id", "catalogue_key", "shared")
    return stored(person)[0], sorted(CurrentFact.objects.values_list(*columns), key=str)


@pytest.mark.django_db
def test_f12_rebuilding_gives_the_same_rows(ann, some_facts, capsys):
    before = rows(ann)
    assert ("profile.trade", '"baker"') in {(key, shared) for key, *_more, shared in before[1]}
    CurrentFact.objects.filter(key="profile.city").delete()
    CurrentFact.objects.filter(key="profile.trade").update(shared='"cook"')
    Proposal.objects.update(line=F("entry"))
    Contested.objects.update(state="resolved")
    with pytest.raises(CommandError):
        call_command("rebuild_facts", "--check")
    assert rows(ann) != before
    call_command("rebuild_facts")
    assert rows(ann) == before
    call_command("rebuild_facts", "--check")
    assert [line.split(", ")[-1] for line in capsys.readouterr().out.splitlines()] == [
        "4 differed from the ledger",
        "4 differed from the ledger",
        "0 differed from the ledger",
    ]


def at_once(*acts):
    """What each act, run on a connection of its own at the same time, gives or raises."""

    together = Barrier(len(acts))

    def run(act):
        try:
            together.wait()
            return act()
        except (Overtaken, NotFound) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def kinds(person, key="profile.city"):
    return list(Entry.objects.filter(person=person, key=key).order_by("id").values_list("kind", flat=True))


def in_step(person):
    """The rows are what the ledger says, and no answer was given twice (F12)."""
    answered = Entry.objects.filter(person=person, kind__in=["accepted", "rejected", "resolved", "undone"])
    about = list(answered.values_list("about", flat=True))
    return rebuild(person, write=False).drifted == 0 and len(about) == len(set(about))


def test_f14_of_two_clicks_at_once_one_counts(transactional_db, ann, catalogue):
    proposal = actions.record(ann, [said(confidence=0.7)], origin="x", at=AT).proposed[0].entry
    results = at_once(*[lambda: actions.accept(ann, proposal)] * 2, *[lambda: actions.reject(ann, proposal)] * 2)
    assert sum(isinstance(result, Overtaken) for result in results) == 3
    assert Entry.objects.filter(about=proposal).count() == 1
    assert in_step(ann)


@pytest.mark.parametrize("round_", range(2))
def test_f14_two_tabs_that_accept_at_once_accept_once(transactional_db, ann, catalogue, round_):
    proposal = actions.record(ann, [said(confidence=0.7)], origin="x", at=AT).proposed[0].entry
    results = at_once(*[lambda: actions.accept(ann, proposal)] * 2)
    assert sorted(isinstance(result, Overtaken) for result in results) == [False, True]
    assert kinds(ann) == ["proposed", "accepted"]
    assert in_step(ann)


@pytest.mark.parametrize("round_", range(2))
def test_f14_a_decision_and_a_third_value_at_once_lose_neither(transactional_db, ann, catalogue, round_):
    """Whichever is first: the third value is then disputed by what was decided, or the click was too late."""
    actions.record(ann, [said()], origin="x", at=AT)
    question = actions.record(ann, [said(value="Basel")], origin="x", at=AT).contested[0].entry
    decided, third = at_once(
        lambda: actions.resolve(ann, question, "new"),
        lambda: actions.record(ann, [said(value="Chur")], origin="x", at=AT),
    )
    held = queries.current(ann, AT)[0].value
    (asked,) = queries.contested(ann)
    assert (asked.new.value, len(third.contested)) == ("Chur", 1)
    if isinstance(decided, Overtaken):
        assert (kinds(ann), held) == (["asserted", "contested", "contested"], "Bern")
    else:
        assert (kinds(ann), held) == (["asserted", "contested", "resolved", "contested"], "Basel")
    assert asked.old.value == held
    assert in_step(ann)


@pytest.mark.parametrize("round_", range(2))
def test_f14_an_undo_and_a_new_value_at_once_lose_neither(transactional_db, ann, catalogue, round_):
    actions.state(ann, "profile.city", "Bern")
    changed = actions.state(ann, "profile.city", "Basel").entry
    undone, again, _stated = at_once(
        lambda: actions.undo(ann, changed),
        lambda: actions.undo(ann, changed),
        lambda: actions.state(ann, "profile.city", "Chur"),
    )
    refused = [isinstance(result, Overtaken) for result in (undone, again)]
    assert kinds(ann).count("undone") == refused.count(False) <= 1
    assert queries.current(ann, AT)[0].value == "Chur"
    assert in_step(ann)


def test_f14_many_writers_at_once_leave_a_ledger_in_order(transactional_db, ann, catalogue):
    """Turns, tabs and programs, all about one person: no entry is lost, and the rows follow the ledger."""
    values = ("Bern", "Basel", "Chur")
    proposals = [
        actions.record(ann, [said(value=value, confidence=0.7)], origin="x", at=AT).proposed[0].entry
        for value in values
    ]

    def turn(number):
        candidates = [said("profile.languages", f"language {number}"), said(value=values[number % 3])]
        return lambda: actions.record(ann, candidates, origin="x", at=AT)

    clicks = [lambda proposal=proposal: actions.accept(ann, proposal) for proposal in proposals]
    clicks += [lambda proposal=proposal: actions.reject(ann, proposal) for proposal in proposals]
    results = at_once(*clicks, *[turn(number) for number in range(6)])
    answered = [result for result in results[: len(clicks)] if not isinstance(result, Overtaken)]
    assert len(answered) <= len(proposals)
    held = [fact.value for fact in queries.current(ann, AT) if fact.key == "profile.languages"]
    assert sorted(held) == [f"language {number}" for number in range(6)]
    assert in_step(ann)


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
    assert in_step(ann)


def test_f14_a_first_keyring_made_by_two_at_once_is_one(transactional_db, ann, catalogue):
    acts = [lambda city=city: actions.state(ann, "profile.languages", city) for city in ("French", "German")]
    at_once(*acts)
    assert ann.keyrings.count() == 1
    assert len(queries.current(ann, AT)) == 2


@pytest.fixture
def answered_often(ann, catalogue):
    """Five proposals of one key that were accepted, each after another, and one that was refused."""
    for value in ("Bern", "Basel", "Geneva", "Zug", "Olten"):
        [proposal] = actions.record(ann, [said(value=value, confidence=0.7)], origin="x", at=AT).proposed
        actions.accept(ann, proposal.entry)
    [refused] = actions.record(ann, [said(value="Chur", confidence=0.7)], origin="x", at=AT).proposed
    actions.reject(ann, refused.entry)


@pytest.mark.django_db
def test_f14_a_writer_reads_what_stands_and_not_all_that_was_ever_answered(ann, answered_often):
    with transaction.atomic():
        ledger = Ledger(ann, load(), keys=["profile.city"], at=AT)
        assert [entry.read_value() for entry in ledger.entries.values()] == ["Olten"]
        asked = Proposal.objects.earliest("entry_id").pk
        assert set(Ledger(ann, load(), ["profile.city"], at=AT, asked=asked).projection.proposals) == {asked}


@pytest.mark.django_db
def test_f6_what_was_refused_is_read_where_it_is_asked_for(ann, answered_often):
    with transaction.atomic():
        ledger = Ledger(ann, load(), keys=["profile.city"], at=AT, refused=["profile.city"])
        assert [item.value for item in ledger.standing("profile.city").refused] == ["Chur"]
    assert actions.record(ann, [said(value="Chur", confidence=0.7)], origin="x", at=AT).counted == {"refused": 1}


@pytest.mark.django_db
def test_f8_an_answer_that_the_writer_has_not_read_is_undone_all_the_same(ann, answered_often):
    last = Entry.objects.filter(kind="rejected").latest("id")
    actions.undo(ann, last.pk)
    assert [said.value for said in queries.proposals(ann)] == ["Chur"]
    assert rebuild(ann, write=False).drifted == 0
