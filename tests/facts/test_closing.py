"""What is not asked any more, because something else was chosen, said for certain or typed (F6, F7, F10, F22)."""

from datetime import timedelta
from itertools import count

import pytest

from facts import actions, queries
from facts.decisions import Overtaken
from facts.heard import Heard
from facts.models import Counter, Entry, Proposal
from facts.rebuild import rebuild
from tests.facts.conftest import AT, said

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
    return AT + timedelta(days=next(_days))


def note(person, *candidates):
    return actions.record(person, candidates, origin="conversation:4", at=moment())


def proposed(person, *values, key="profile.city", **more):
    return [note(person, said(key, value, 0.7, **more)).proposed[0].entry for value in values]


def states(person):
    return list(Proposal.objects.filter(person=person).order_by("pk").values_list("state", flat=True))


def last(person):
    return Entry.objects.filter(person=person).order_by("-id")[0]


def said_of(person, key="profile.city"):
    return [(line.kind, line.value, line.quote, line.source) for line in queries.history(person, key)]


def change(person):
    return note(person, said(value="Geneva", quote="I moved to Geneva", change=True)).changed[0]


def state(person):
    return actions.state(person, "profile.city", "Geneva", at=moment())


def onboard(person):
    return actions.state(person, "profile.city", "Geneva", source="onboarding", at=moment())


def correct(person):
    return actions.correct(person, queries.current(person, AT)[0].entry, "Geneva", at=moment())


@pytest.mark.parametrize("overtake", [change, state, onboard, correct])
def test_f8_f10_a_change_and_what_is_typed_close_what_was_proposed_and_are_undone_with_it(ann, overtake):
    note(ann, said())
    proposals = proposed(ann, "Zug", "Basel")
    noted = overtake(ann)
    assert noted.closed == tuple(proposals)
    assert (states(ann), queries.waiting_count(ann)) == (["closed", "closed"], 0)
    actions.undo(ann, noted.entry, at=moment())
    assert (states(ann), queries.waiting_count(ann)) == (["pending", "pending"], 2)
    assert [fact.value for fact in queries.current(ann, AT)] == ["Bern"]


def test_f6_a_certain_statement_closes_what_was_proposed_less_certainly(ann):
    proposals = proposed(ann, "Zug", "Basel")
    assert note(ann, said()).written[0].closed == tuple(proposals)
    assert states(ann) == ["closed", "closed"]


def test_f6_a_certain_statement_of_a_proposed_value_accepts_it_and_closes_the_others(ann):
    proposed(ann, "Bern", "Basel")
    note(ann, said())
    assert states(ann) == ["accepted", "closed"]


def test_f6_what_is_said_again_decides_nothing(ann):
    note(ann, said())
    proposed(ann, "Basel")
    assert note(ann, said()).counted == {"repeated": 1}
    assert states(ann) == ["pending"]


def test_f7_a_contradiction_decides_nothing_until_it_is_answered(ann):
    note(ann, said())
    proposed(ann, "Chur")
    question = note(ann, said(value="Basel")).contested[0].entry
    assert states(ann) == ["pending"]
    actions.resolve(ann, question, "old", at=moment())
    assert states(ann) == ["closed"]


def test_f7_neither_closes_what_is_proposed_of_the_two_and_leaves_a_third_value_open(ann):
    note(ann, said())
    proposed(ann, "Chur", "Basel")
    question = note(ann, said(value="Basel")).contested[0].entry
    actions.resolve(ann, question, "neither", at=moment())
    assert states(ann) == ["pending", "closed"]


def test_f1_of_several_values_none_closes_another(ann):
    proposed(ann, "French", key="profile.languages")
    note(ann, said("profile.languages", "German"))
    actions.state(ann, "profile.languages", "Italian", at=moment())
    assert states(ann) == ["pending"]


def test_f6_what_was_closed_is_proposed_again_when_it_is_said_again_and_what_was_refused_is_not(ann):
    zug, basel = proposed(ann, "Zug", "Basel")
    actions.reject(ann, basel, at=moment())
    state(ann)
    again = note(ann, said(value="Zug", confidence=0.7), said(value="Basel", confidence=0.7))
    assert [(item.value, item.entry == zug) for item in again.proposed] == [("Zug", False)]
    assert again.counted == {"refused": 1}


@pytest.mark.parametrize("then", ["wait", "reject"])
def test_f6_an_undo_does_not_ask_again_about_what_was_proposed_anew_since(ann, then):
    zug, _basel = proposed(ann, "Zug", "Basel")
    typed = state(ann)
    (anew,) = proposed(ann, "zug")
    if then == "reject":
        actions.reject(ann, anew, at=moment())
    actions.undo(ann, typed.entry, at=moment())
    assert Proposal.objects.get(pk=zug).state == "closed"
    assert states(ann) == ["closed", "pending", "pending" if then == "wait" else "rejected"]


def test_f14_what_is_not_asked_any_more_takes_no_answer(ann):
    (zug,) = proposed(ann, "Zug")
    state(ann)
    for answer in (actions.accept, actions.reject):
        with pytest.raises(Overtaken):
            answer(ann, zug)


def test_f13_the_history_tells_the_value_and_what_was_decided_instead(ann):
    zug, basel = proposed(ann, "Zug", "Basel")
    accepted = actions.accept(ann, zug, at=moment())
    closed = last(ann)
    assert said_of(ann)[-1] == ("closed", "Basel", "", "")
    timeline = queries.timeline(ann, "profile.city")
    assert {line: (by.id, by.value) for line, by in timeline.because.items()} == {closed.pk: (accepted.entry, "Zug")}
    assert closed.pk not in timeline.undoable
    assert (closed.about_id, closed.sensitive) == (basel, False)


def test_f13_what_was_decided_is_told_from_another_page_of_the_history_too(ann):
    proposals = proposed(ann, *map(str, range(queries.HISTORY_PAGE + 3)))
    accepted = actions.accept(ann, proposals[0], at=moment())
    first = queries.timeline(ann, "profile.city")
    assert accepted.entry not in [line.id for line in first.said]
    assert {by.value for by in first.because.values()} == {"0"}
    assert len(first.because) == queries.HISTORY_PAGE


def test_f19_what_tells_of_a_sensitive_proposal_is_sensitive(ann):
    proposed(ann, "Zug", sensitive=True)
    state(ann)
    assert last(ann).sensitive
    assert queries.timeline(ann, "profile.city").sensitive


def test_f6_a_refusal_by_a_click_tells_its_value_and_no_place(ann):
    (zug,) = proposed(ann, "Zug")
    actions.reject(ann, zug, at=moment())
    assert said_of(ann)[-1] == ("rejected", "Zug", "", "")


def test_f6_a_denial_refuses_in_the_words_of_the_person(ann):
    proposed(ann, "Zug")
    heard = Heard("conversation:5", (("message 9", "Hello. No, I don't live in Zug."),))
    actions.answer(ann, "profile.city", "reject", heard=heard, at=moment())
    assert said_of(ann)[-1] == ("rejected", "Zug", "No, I don't live in Zug.", "chat")
    assert (last(ann).message, last(ann).origin) == ("message 9", "conversation:5")
    assert note(ann, said(value="Zug", confidence=0.7)).counted == {"refused": 1}


def test_f6_a_bare_no_has_a_place_and_no_words(ann):
    proposed(ann, "Zug")
    heard = Heard("conversation:5", (("message 9", "no"),))
    actions.answer(ann, "profile.city", "reject", heard=heard, at=moment())
    assert (said_of(ann)[-1], last(ann).message) == (("rejected", "Zug", "", "chat"), "")


def test_t49_what_is_taken_back_in_words_has_them_and_by_a_click_its_place(ann):
    note(ann, said("profile.salary", 90000, quote="I earn 90000"))
    heard = Heard("conversation:5", (("message 9", "Forget that I earn 90'000. I live in Zug."),))
    taken = actions.retract(ann, "profile.salary", heard=heard, at=moment())[0]
    assert said_of(ann, "profile.salary")[-1] == ("retracted", None, "Forget that I earn 90'000.", "chat")
    assert last(ann).sensitive
    actions.undo(ann, taken.entry, at=moment())
    assert said_of(ann, "profile.salary")[-1] == ("undone", None, "", "")
    actions.retract(ann, "profile.salary", at=moment())
    assert said_of(ann, "profile.salary")[-1] == ("retracted", None, "", "revision")


@pytest.mark.parametrize(("heard", "source"), [(None, ""), (Heard("conversation:5"), "chat")])
def test_f7_neither_is_told_with_the_place_where_it_was_said(ann, heard, source):
    note(ann, said())
    question = note(ann, said(value="Basel")).contested[0].entry
    actions.resolve(ann, question, "neither", heard=heard, at=moment())
    assert said_of(ann)[-1] == ("resolved", None, "", source)


def test_f8_undoing_a_refusal_tells_of_no_value_that_went(ann):
    note(ann, said())
    (zug,) = proposed(ann, "Zug")
    actions.reject(ann, zug, at=moment())
    (undone,) = actions.undo(ann, last(ann).pk, at=moment())
    assert (undone.old, undone.value) == (None, "Bern")


def test_f6_texts_that_differ_in_case_spaces_and_unicode_form_are_one_value(ann):
    note(ann, said(value="Zürich"))
    spellings = ("zürich", " ZÜRICH ", "Zu\u0308rich")
    for spelling in spellings:
        assert note(ann, said(value=spelling)).counted == {"repeated": 1}
        assert note(ann, said(value=spelling, confidence=0.7)).counted == {"repeated": 1}
    assert Counter.objects.filter(person=ann, what="repeated").count() == len(spellings) * 2
    assert [fact.value for fact in queries.current(ann, AT)] == ["Zürich"]


def test_f10_a_spelling_that_the_person_types_replaces_the_other(ann):
    note(ann, said(value="zürich"))
    (typed,) = [actions.state(ann, "profile.city", "Zürich", at=moment())]
    assert (typed.old, typed.value) == ("zürich", "Zürich")
    actions.correct(ann, typed.entry, "ZÜRICH", at=moment())
    assert [fact.value for fact in queries.current(ann, AT)] == ["ZÜRICH"]
    assert [kind for kind, *_rest in said_of(ann)] == ["asserted", "corrected", "corrected"]
