"""Undo (F8): what an entry did is taken back, and what it answered is asked again."""

from datetime import timedelta
from itertools import count

import pytest
from django.db import transaction
from django.db.utils import DatabaseError

from facts import actions, queries
from facts.catalogue import import_catalogue
from facts.decisions import NotFound, Overtaken
from facts.models import Contested, Entry, Proposal
from facts.rebuild import rebuild
from tests.facts.conftest import AT, CATALOGUE, said

pytestmark = pytest.mark.django_db
_days = count()


@pytest.fixture(autouse=True)
def _keys(catalogue):
    pass


@pytest.fixture(autouse=True)
def _in_step(ann):
    """After each test the rows are what the ledger says (F12)."""
    yield
    assert rebuild(ann, write=False).drifted == 0


def moment():
    """A moment later than any before: what is done at one moment is one deed."""
    return AT + timedelta(days=next(_days))


def note(person, *candidates):
    return actions.record(person, candidates, origin="conversation:4", at=moment())


def written(person, *candidates):
    return [noted.entry for noted in note(person, *candidates).written]


def proposed(person, *values, key="profile.city"):
    return [note(person, said(key, value, 0.7)).proposed[0].entry for value in values]


def disputed(person, value="Basel"):
    return note(person, said(value=value)).contested[0].entry


def known(person, key="profile.city"):
    return [fact.value for fact in queries.current(person, AT) if fact.key == key]


def waiting(person):
    return [said.id for said in queries.proposals(person)]


def undo(person, entry):
    return actions.undo(person, entry, at=moment())


def test_f8_an_explicit_change_is_undone_and_the_value_before_it_is_in_use(ann):
    (first,) = written(ann, said())
    changed = note(ann, said(value="Geneva", quote="I moved to Geneva", change=True)).changed[0]
    (noted,) = undo(ann, changed.entry)
    assert (noted.old, noted.old_quote, noted.old_entry) == ("Geneva", "I moved to Geneva", changed.entry)
    assert (noted.value, noted.quote) == ("Bern", "I live in Bern")
    (held,) = queries.current(ann, AT)
    assert (held.entry, held.value, held.confidence) == (first, "Bern", 0.9)
    line = Entry.objects.get(pk=noted.entry)
    assert (line.kind, line.about_id, line.restores_id, line.value) == ("undone", changed.entry, first, None)


def test_f8_undoing_what_was_said_first_leaves_nothing(ann):
    (first,) = written(ann, said())
    (noted,) = undo(ann, first)
    assert (noted.old, noted.value) == ("Bern", None)
    assert known(ann) == []
    assert note(ann, said()).written


def test_f8_undoing_step_by_step_goes_back_through_the_values(ann):
    (first,) = written(ann, said())
    second = actions.state(ann, "profile.city", "Basel", at=moment()).entry
    third = actions.correct(ann, second, "Chur", at=moment()).entry
    for entry, city in ((third, ["Basel"]), (second, ["Bern"]), (first, [])):
        undo(ann, entry)
        assert known(ann) == city


def test_f17_undoing_a_confirmation_gives_the_older_certainty_back(ann):
    (first,) = written(ann, said())
    confirmed = actions.state(ann, "profile.city", "Bern", at=moment()).entry
    assert queries.current(ann, AT)[0].confidence == 1.0
    undo(ann, confirmed)
    assert [(held.entry, held.confidence) for held in queries.current(ann, AT)] == [(first, 0.9)]


def test_f6_undoing_an_acceptance_asks_again_and_it_can_be_answered_again(ann):
    written(ann, said())
    (proposal,) = proposed(ann, "Basel")
    for answered in (actions.accept, actions.reject, actions.accept):
        noted = answered(ann, proposal, at=moment())
        assert waiting(ann) == []
        entry = Entry.objects.filter(person=ann, kind__in=["accepted", "rejected"]).latest("id").pk
        assert noted.entry in (entry, proposal)
        (undone,) = undo(ann, entry)
        assert undone.value == "Bern"
        assert (waiting(ann), known(ann)) == ([proposal], ["Bern"])
    actions.accept(ann, proposal, at=moment())
    assert known(ann) == ["Basel"]


def test_f14_the_database_refuses_a_second_answer_to_a_question_asked_again(ann):
    (proposal,) = proposed(ann, "Basel")
    undo(ann, actions.accept(ann, proposal, at=moment()).entry)
    actions.accept(ann, proposal, at=moment())
    line = Entry.objects.filter(kind="accepted").latest("id")
    columns = {"person": ann, "keyring": line.keyring, "scope": "profile", "key": line.key, "source": "chat"}
    for kind in ("accepted", "rejected", "closed", "resolved", "undone"):
        with pytest.raises(DatabaseError), transaction.atomic():
            Entry.objects.create(kind=kind, about_id=line.about_id, **columns)


def test_f5_undoing_an_acceptance_asks_again_for_the_proposals_closed_with_it(ann):
    bern, basel, chur = proposed(ann, "Bern", "Basel", "Chur")
    refused = actions.reject(ann, chur, at=moment())
    accepted = actions.accept(ann, basel, at=moment())
    assert refused.entry == chur
    first, *others = undo(ann, accepted.entry)
    assert (first.old, first.old_entry, first.value) == ("Basel", accepted.entry, None)
    assert [other.old for other in others] == [None]
    assert waiting(ann) == [bern, basel]
    actions.accept(ann, bern, at=moment())
    assert known(ann) == ["Bern"]


def test_f5_what_was_closed_is_undone_where_it_was_decided(ann):
    _bern, basel = proposed(ann, "Bern", "Basel")
    actions.accept(ann, basel, at=moment())
    with pytest.raises(NotFound):
        undo(ann, Entry.objects.get(kind="closed").pk)
    assert (waiting(ann), known(ann)) == ([], ["Basel"])


def test_f6_what_a_certain_statement_accepted_is_proposed_again(ann):
    bern, basel = proposed(ann, "Bern", "Basel")
    (accepted,) = written(ann, said(value="Basel"))
    assert waiting(ann) == []
    undo(ann, accepted)
    assert (waiting(ann), known(ann)) == ([bern, basel], [])


@pytest.mark.parametrize("choice", ["old", "new", "neither"])
def test_f7_undoing_a_decision_asks_again_between_the_same_two_values(ann, choice):
    (first,) = written(ann, said())
    question = disputed(ann)
    decided = actions.resolve(ann, question, choice, at=moment()).entry
    (noted,) = undo(ann, decided)
    assert noted.value == "Bern"
    (asked,) = queries.contested(ann)
    assert (asked.id, asked.old.id, asked.old.value, asked.new.value) == (question, first, "Bern", "Basel")
    assert queries.current(ann, AT)[0].entry == first
    actions.resolve(ann, question, "new", at=moment())
    assert (known(ann), queries.waiting_count(ann)) == (["Basel"], 0)


@pytest.mark.parametrize("choice", ["old", "new"])
def test_f7_undoing_a_decision_asks_again_for_the_proposal_closed_with_it(ann, choice):
    written(ann, said())
    (proposal,) = proposed(ann, "Basel")
    question = disputed(ann)
    decided = actions.resolve(ann, question, choice, at=moment()).entry
    entry = queries.current(ann, AT)[0].entry if choice == "new" else decided
    first, other = undo(ann, entry)
    assert (first.old_entry, first.value) == (decided, "Bern")
    assert other.old_entry != decided
    assert waiting(ann) == [proposal]
    assert [asked.id for asked in queries.contested(ann)] == [question]
    assert known(ann) == ["Bern"]


@pytest.mark.parametrize("settle", ["state", "retract"])
def test_f7_what_settled_a_contradiction_opens_it_again_when_undone(ann, settle):
    written(ann, said())
    question = disputed(ann)
    if settle == "state":
        entry = actions.state(ann, "profile.city", "Chur", at=moment()).entry
    else:
        entry = actions.retract(ann, "profile.city", at=moment())[0].entry
    assert Contested.objects.get().state == "replaced"
    undo(ann, entry)
    assert [asked.id for asked in queries.contested(ann)] == [question]
    assert known(ann) == ["Bern"]


def test_f7_a_value_that_is_disputed_since_cannot_be_undone(ann):
    (first,) = written(ann, said())
    question = disputed(ann)
    with pytest.raises(Overtaken):
        undo(ann, first)
    actions.resolve(ann, question, "old", at=moment())
    with pytest.raises(Overtaken):
        undo(ann, first)
    assert known(ann) == ["Bern"]


def test_t49_what_was_taken_back_is_in_use_again(ann):
    written(ann, said("profile.salary", 90000, quote="90000"))
    (taken,) = actions.retract(ann, "profile.salary", at=moment())
    (noted,) = undo(ann, taken.entry)
    assert (noted.old, noted.value, noted.sensitive) == (None, 90000, True)
    assert known(ann, "profile.salary") == [90000]


def test_t49_what_was_taken_back_twice_is_undone_once_each(ann):
    written(ann, said())
    for _ in range(2):
        (taken,) = actions.retract(ann, "profile.city", at=moment())
        undo(ann, taken.entry)
        with pytest.raises(Overtaken):
            undo(ann, taken.entry)
    assert known(ann) == ["Bern"]


def test_t49_what_was_taken_back_stays_so_when_another_value_came_and_went_since(ann):
    written(ann, said())
    (taken,) = actions.retract(ann, "profile.city", at=moment())
    actions.state(ann, "profile.city", "Basel", at=moment())
    actions.retract(ann, "profile.city", at=moment())
    with pytest.raises(Overtaken):
        undo(ann, taken.entry)
    assert known(ann) == []


def test_f1_of_many_values_the_one_that_was_meant_is_undone(ann):
    languages = [said("profile.languages", name) for name in ("French", "German", "Italian")]
    french, german, _italian = written(ann, *languages)
    undo(ann, french)
    assert known(ann, "profile.languages") == ["German", "Italian"]
    corrected = actions.correct(ann, german, "Dutch", at=moment()).entry
    with pytest.raises(Overtaken):
        undo(ann, german)
    undo(ann, corrected)
    assert known(ann, "profile.languages") == ["German", "Italian"]
    taken = actions.retract(ann, "profile.languages", at=moment())
    for noted in taken:
        undo(ann, noted.entry)
    assert sorted(known(ann, "profile.languages")) == ["German", "Italian"]
    undo(ann, german)
    assert known(ann, "profile.languages") == ["Italian"]


def test_f1_a_value_among_many_that_was_said_again_does_not_come_back_a_second_time(ann):
    (french,) = written(ann, said("profile.languages", "French"))
    (taken,) = actions.retract(ann, "profile.languages", entry=french, at=moment())
    written(ann, said("profile.languages", "french"))
    with pytest.raises(Overtaken):
        undo(ann, taken.entry)
    assert known(ann, "profile.languages") == ["french"]


def _single_languages():
    keys = [key | {"many": False} if key["key"] == "profile.languages" else key for key in CATALOGUE["catalogue"]]
    import_catalogue({"catalogue": keys})


def test_f1_what_replaced_many_values_at_once_cannot_be_undone(ann):
    written(ann, said("profile.languages", "French"), said("profile.languages", "German"))
    _single_languages()
    replaced = actions.state(ann, "profile.languages", "Dutch", at=moment()).entry
    assert known(ann, "profile.languages") == ["Dutch"]
    with pytest.raises(Overtaken):
        undo(ann, replaced)


def test_f1_a_key_that_has_one_value_now_gets_no_second_one_by_an_undo(ann):
    (french,) = written(ann, said("profile.languages", "French"))
    (taken,) = actions.retract(ann, "profile.languages", entry=french, at=moment())
    _single_languages()
    written(ann, said("profile.languages", "German"))
    with pytest.raises(Overtaken):
        undo(ann, taken.entry)


def test_f8_what_was_replaced_or_undone_since_cannot_be_undone(ann):
    (first,) = written(ann, said())
    second = actions.state(ann, "profile.city", "Basel", at=moment()).entry
    with pytest.raises(Overtaken):
        undo(ann, first)
    undo(ann, second)
    with pytest.raises(Overtaken):
        undo(ann, second)


def test_f8_a_proposal_made_since_stands_in_no_ones_way(ann):
    written(ann, said())
    changed = note(ann, said(value="Geneva", change=True)).changed[0].entry
    (proposal,) = proposed(ann, "Chur")
    undo(ann, changed)
    assert (known(ann), waiting(ann)) == (["Bern"], [proposal])


def test_f18_nothing_else_and_nobody_elses_can_be_undone(ann, ben):
    (first,) = written(ann, said())
    (proposal,) = proposed(ann, "Chur")
    question = disputed(ann)
    (children,) = written(ann, said("profile.children", 2))
    (undone,) = undo(ann, children)
    for entry in (proposal, question, undone.entry, 10**12):
        with pytest.raises(NotFound):
            undo(ann, entry)
    with pytest.raises(NotFound):
        undo(ben, first)
    assert Proposal.objects.get().state == "pending"


def test_f11_undo_adds_lines_and_changes_none(ann):
    bern, basel = proposed(ann, "Bern", "Basel")
    accepted = actions.accept(ann, basel, at=moment()).entry
    before = list(Entry.objects.order_by("id").values_list())
    undo(ann, accepted)
    after = list(Entry.objects.order_by("id").values_list())
    assert after[: len(before)] == before
    assert [row.kind for row in Entry.objects.order_by("id")[len(before) :]] == ["undone", "undone"]
    assert bern in waiting(ann)
