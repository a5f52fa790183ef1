"""Where what was said and asked stands now, and whether it can be taken back."""

import pytest

from facts import actions
from facts.models import Entry
from facts.outcomes import Outcome, outcomes, outcomes_in
from tests.facts.conftest import AT, said
from tests.facts.counted import looks_at, many_values

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _keys(catalogue):
    pass


def note(person, *candidates):
    return actions.record(person, candidates, origin="conversation:4", at=AT)


def written(person, **more):
    return note(person, said(**more)).written[0].entry


def contest(person):
    written(person)
    return note(person, said(value="Basel")).contested[0].entry


def outcome(person, entry):
    return outcomes(person.pk, [entry])[entry]


def last(person):
    return Entry.objects.filter(person=person).latest("id").pk


def test_f8_what_was_noted_can_be_undone_once(ann):
    entry = written(ann)
    assert outcome(ann, entry) == Outcome("noted", entry)
    actions.undo(ann, entry)
    assert outcome(ann, entry) == Outcome("undone")


def test_f8_what_something_was_said_about_since_cannot_be_undone(ann):
    entry = written(ann)
    change = note(ann, said(value="Basel", change=True)).changed[0].entry
    assert outcome(ann, entry) == Outcome("noted")
    assert outcome(ann, change) == Outcome("noted", change)


@pytest.mark.parametrize(("answer", "state"), [("accept", "accepted"), ("reject", "rejected")])
def test_f18_a_proposal_waits_is_answered_and_waits_again_after_an_undo(ann, answer, state):
    proposal = note(ann, said(confidence=0.7)).proposed[0].entry
    assert outcome(ann, proposal) == Outcome("pending")
    getattr(actions, answer)(ann, proposal)
    assert outcome(ann, proposal) == Outcome(state, last(ann))
    actions.undo(ann, last(ann))
    assert outcome(ann, proposal) == Outcome("pending")


@pytest.mark.parametrize("choice", ["old", "new", "neither"])
def test_f7_a_contradiction_is_open_decided_and_open_again_after_an_undo(ann, choice):
    contested = contest(ann)
    assert outcome(ann, contested) == Outcome("open")
    actions.resolve(ann, contested, choice)
    assert outcome(ann, contested) == Outcome(choice, last(ann))
    actions.undo(ann, last(ann))
    assert outcome(ann, contested) == Outcome("open")


def test_f7_a_third_value_replaces_the_question(ann):
    second = contest(ann)
    third = note(ann, said(value="Geneva")).contested[0].entry
    found = outcomes(ann.pk, [second, third])
    assert found == {second: Outcome("replaced"), third: Outcome("open")}


def test_f7_what_replaced_a_question_is_undone_where_it_stands_not_from_the_question(ann):
    contested = contest(ann)
    actions.state(ann, "profile.city", "Geneva")
    assert outcomes(ann.pk, [contested, last(ann)]) == {
        contested: Outcome("replaced"),
        last(ann): Outcome("noted", last(ann)),
    }


def test_what_is_somebody_elses_is_left_out(ann, ben):
    entry = written(ann)
    assert outcomes(ben.pk, [entry, entry + 1]) == {}


def test_one_query_tells_of_all_entries_whatever_their_number(ann, django_assert_num_queries):
    entries = [contest(ann), written(ann, key="profile.email", value="a@b.ch"), written(ann, key="profile.address")]
    with django_assert_num_queries(1):
        assert len(outcomes(ann.pk, entries)) == 3
    with django_assert_num_queries(0):
        assert outcomes(ann.pk, []) == {}


def test_f19_what_takes_back_a_sensitive_value_is_sensitive_too(ann):
    written(ann, key="profile.city", sensitive=True)
    assert [noted.sensitive for noted in actions.retract(ann, "profile.city")] == [True]


def test_f7_a_contradiction_says_when_the_value_in_use_was_said(ann):
    written(ann)
    [noted] = note(ann, said(value="Basel")).contested
    assert (noted.old, noted.old_quote, noted.old_at) == ("Bern", "I live in Bern", AT)


def test_f18_where_the_entries_of_a_key_stand_is_read_in_one_pass():
    def read(lines):
        return outcomes_in(lines, {line.id for line in lines})

    few, many = (looks_at(many_values(number), read) for number in (100, 400))
    assert many < 5 * few


def test_f7_the_answer_about_a_third_value_can_be_undone_and_given_anew(ann):
    second = contest(ann)
    third = note(ann, said(value="Geneva")).contested[0].entry
    answered = actions.resolve(ann, third, "new").entry
    actions.undo(ann, answered)
    assert outcomes(ann.pk, [second, third]) == {second: Outcome("replaced"), third: Outcome("open")}
    actions.resolve(ann, third, "old")
    assert outcomes(ann.pk, [second])[second] == Outcome("replaced")
