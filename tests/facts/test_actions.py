"""What changes when something is said, answered, corrected or taken back."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import override_settings

from facts import actions, queries
from facts.decisions import NotFound, Overtaken
from facts.heard import Heard
from facts.models import CatalogueKey, Counter, CurrentFact, Entry, Proposal
from facts.rebuild import rebuild
from facts.values import Invalid
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _keys(catalogue):
    pass


def note(person, *candidates, at=AT):
    return actions.record(person, candidates, origin="conversation:4", at=at)


def known(person):
    return {fact.key: fact.value for fact in queries.current(person, AT)}


def kinds(person):
    return list(Entry.objects.filter(person=person).order_by("id").values_list("kind", flat=True))


def counted(person):
    return dict(Counter.objects.filter(person=person).values_list("what", "count"))


def test_f5_a_certain_statement_is_written_with_its_words_and_where_they_come_from(ann):
    noted = note(ann, said(model="gpt")).written[0]
    entry = Entry.objects.get(pk=noted.entry)
    assert (noted.key, noted.label, noted.value, noted.quote) == ("profile.city", "City", "Bern", "I live in Bern")
    assert (entry.message, entry.origin, entry.model, entry.source) == ("message 1", "conversation:4", "gpt", "chat")
    assert known(ann) == {"profile.city": "Bern"}


def test_f5_an_uncertain_statement_is_proposed_and_not_used(ann):
    decisions = note(ann, said(confidence=0.60))
    assert [item.value for item in decisions.proposed] == ["Bern"]
    assert known(ann) == {}


def test_f5_below_the_bounds_only_a_counter_is_kept(ann):
    decisions = note(ann, said(confidence=0.59), said("profile.email", "a@b.ch", 0.1))
    assert decisions.counted == {"ignored": 2}
    assert not Entry.objects.exists()
    assert counted(ann) == {"ignored": 2}


def test_f5_the_thresholds_of_the_key_and_of_the_site_count(ann):
    assert note(ann, said("profile.canton", "VD", 0.9)).proposed
    with override_settings(FACT_WRITE=0.95, FACT_PROPOSE=0.9):
        assert note(ann, said(confidence=0.9)).proposed
        assert note(ann, said("profile.email", "a@b.ch", 0.85)).counted == {"ignored": 1}


def test_f4_a_statement_without_a_quote_is_counted_and_dropped(ann):
    assert note(ann, said(quote="", confidence=1.0)).counted == {"unquoted": 1}
    assert known(ann) == {}


def test_f1_a_key_outside_the_catalogue_is_kept_only_in_an_open_scope(ann):
    decisions = note(ann, said("profile.shoe_size", 44), said("preference.Hotel floor", "high"))
    assert decisions.counted == {"unknown": 1}
    assert known(ann) == {"preference.hotel_floor": "high"}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("profile.children", -1),
        ("profile.children", "two"),
        ("profile.canton", "XX"),
        ("profile.city", None),
        ("profile.city", "x" * 3000),
        ("profile.city", float("nan")),
        ("profile.city", "\ud800"),
    ],
)
def test_f2_a_value_that_breaks_its_schema_is_dropped_and_counted(ann, key, value):
    assert note(ann, said(key, value, 1.0)).counted == {"invalid": 1}
    assert not Entry.objects.exists()


def test_f2_one_thing_has_one_key(ann):
    note(ann, said("merchant.Café Zürich.default", "6570"))
    assert note(ann, said("MERCHANT.cafe zurich.default", "6570")).counted == {"repeated": 1}
    assert known(ann) == {"merchant.cafe_zurich.default": "6570"}
    assert queries.current(ann, AT)[0].label == "How purchases at cafe zurich are booked"


def test_f6_what_is_held_is_not_written_again(ann):
    note(ann, said())
    assert note(ann, said(value="bern", quote="bern is home")).counted == {"repeated": 1}
    assert kinds(ann) == ["asserted"]


def test_f6_a_proposal_refused_is_not_made_again_but_a_certain_statement_writes_it(ann):
    proposal = note(ann, said(confidence=0.7)).proposed[0].entry
    assert note(ann, said(confidence=0.7)).counted == {"pending": 1}
    actions.reject(ann, proposal)
    assert note(ann, said(confidence=0.7)).counted == {"refused": 1}
    assert note(ann, said(confidence=0.85)).written
    assert known(ann) == {"profile.city": "Bern"}


def test_f6_a_certain_statement_closes_the_proposal_of_its_value_as_accepted(ann):
    proposal = note(ann, said(confidence=0.7)).proposed[0].entry
    note(ann, said(confidence=0.9, quote="Bern it is"))
    assert Proposal.objects.get(pk=proposal).state == "accepted"
    held = queries.current(ann, AT)[0]
    assert (held.value, held.confidence, held.quote) == ("Bern", 0.9, "Bern it is")


def test_f6_an_accepted_proposal_of_another_value_supersedes_the_one_held(ann):
    note(ann, said())
    proposal = note(ann, said(value="Basel", confidence=0.7, quote="soon Basel")).proposed[0].entry
    noted = actions.accept(ann, proposal)
    assert (noted.value, noted.old) == ("Basel", "Bern")
    held = queries.current(ann, AT)[0]
    assert (held.value, held.confidence, held.quote) == ("Basel", 1.0, "soon Basel")


def test_f5_accepting_one_of_several_proposals_for_a_single_value_closes_the_others(ann):
    bern, basel, geneva = [
        note(ann, said(value=value, confidence=0.7)).proposed[0].entry for value in ("Bern", "Basel", "Geneva")
    ]
    noted = actions.accept(ann, basel)
    assert known(ann) == {"profile.city": "Basel"}
    assert noted.closed == (bern, geneva)
    assert kinds(ann)[-3:] == ["accepted", "closed", "closed"]
    assert dict(Proposal.objects.values_list("pk", "state")) == {
        bern: "closed",
        basel: "accepted",
        geneva: "closed",
    }
    assert rebuild(ann).drifted == 0


def test_f5_accepting_one_of_several_values_of_a_key_of_many_leaves_the_others_open(ann):
    languages = [said("profile.languages", language, 0.7) for language in ("German", "French")]
    german, french = note(ann, *languages).proposed
    assert actions.accept(ann, german.entry).closed == ()
    assert Proposal.objects.get(pk=french.entry).state == "pending"


def test_f7_a_contradiction_overwrites_nothing_and_keeps_both_quotes(ann):
    note(ann, said())
    disputed = note(ann, said(value="Basel", quote="I live in Basel")).contested[0]
    assert (disputed.old, disputed.old_quote) == ("Bern", "I live in Bern")
    assert known(ann) == {"profile.city": "Bern"}
    question = queries.contested(ann)[0]
    assert (question.old.quote, question.new.quote) == ("I live in Bern", "I live in Basel")


def test_f7_the_second_of_two_values_in_one_call_is_contested(ann):
    decisions = note(ann, said(), said(value="Basel"))
    assert (len(decisions.written), len(decisions.contested)) == (1, 1)


@pytest.mark.parametrize(("choice", "city"), [("old", "Bern"), ("new", "Basel"), ("neither", None)])
def test_f7_the_person_decides(ann, choice, city):
    note(ann, said())
    disputed = note(ann, said(value="Basel", quote="I live in Basel")).contested[0].entry
    actions.resolve(ann, disputed, choice)
    held = {fact.key: fact for fact in queries.current(ann, AT)}.get("profile.city")
    assert (held and held.value) == city
    assert held is None or held.confidence == 1.0
    assert queries.waiting_count(ann) == 0


def test_f7_a_third_value_replaces_the_new_one_and_an_old_click_is_refused(ann):
    note(ann, said())
    first = note(ann, said(value="Basel")).contested[0].entry
    second = note(ann, said(value="Chur")).contested[0].entry
    with pytest.raises(Overtaken):
        actions.resolve(ann, first, "new")
    assert [question.id for question in queries.contested(ann)] == [second]
    actions.resolve(ann, second, "new")
    assert known(ann) == {"profile.city": "Chur"}


@pytest.mark.parametrize(("choice", "state"), [("new", "accepted"), ("old", "closed")])
def test_f7_a_proposal_of_the_disputed_value_is_answered_with_it(ann, choice, state):
    note(ann, said())
    proposal = note(ann, said(value="Basel", confidence=0.7)).proposed[0].entry
    disputed = note(ann, said(value="Basel")).contested[0].entry
    actions.resolve(ann, disputed, choice)
    assert Proposal.objects.get(pk=proposal).state == state
    assert queries.waiting_count(ann) == 0
    assert known(ann) == {"profile.city": "Basel" if choice == "new" else "Bern"}


def test_f8_an_explicit_change_supersedes_and_says_what_it_replaced(ann):
    note(ann, said())
    changed = note(ann, said(value="Basel", change=True)).changed[0]
    assert (changed.old, changed.value) == ("Bern", "Basel")
    assert known(ann) == {"profile.city": "Basel"}


def test_f1_a_key_with_many_values_keeps_them_all(ann):
    note(ann, said("profile.languages", "French"), said("profile.languages", "German"))
    assert note(ann, said("profile.languages", "french")).counted == {"repeated": 1}
    values = [fact.value for fact in queries.current(ann, AT)]
    assert values == ["French", "German"]
    first = queries.current(ann, AT)[0]
    actions.correct(ann, first.entry, "Italian")
    assert [fact.value for fact in queries.current(ann, AT)] == ["Italian", "German"]
    actions.retract(ann, "profile.languages", entry=queries.current(ann, AT)[1].entry)
    assert [fact.value for fact in queries.current(ann, AT)] == ["Italian"]


def test_f6_of_many_values_none_stands_twice(ann):
    note(ann, said("profile.languages", "french"), said("profile.languages", "German"))
    assert actions.state(ann, "profile.languages", "French").old == "french"
    german = next(fact.entry for fact in queries.current(ann, AT) if fact.value == "German")
    with pytest.raises(Invalid) as refused:
        actions.correct(ann, german, "french")
    assert refused.value.code == "held"
    assert [fact.value for fact in queries.current(ann, AT)] == ["French", "German"]
    assert rebuild(ann).drifted == 0


def test_f6_a_proposal_of_a_value_in_use_among_many_takes_its_place_once_accepted(ann):
    proposal = note(ann, said("profile.languages", "French", 0.7)).proposed[0].entry
    refused = actions.reject(ann, proposal)
    note(ann, said("profile.languages", "french"), said("profile.languages", "German"))
    held = queries.current(ann, AT)
    actions.undo(ann, Entry.objects.get(kind="rejected").pk)
    assert refused.entry == proposal
    accepted = actions.accept(ann, proposal).entry
    assert [fact.value for fact in queries.current(ann, AT)] == ["French", "German"]
    actions.undo(ann, accepted)
    assert queries.current(ann, AT) == held
    assert rebuild(ann).drifted == 0


def test_f10_what_a_person_types_has_confidence_one_and_is_never_contested(ann):
    note(ann, said())
    noted = actions.state(ann, "Profile.City", "Basel")
    assert (noted.old, noted.confidence) == ("Bern", 1.0)
    assert kinds(ann) == ["asserted", "corrected"]


def test_f10_typing_what_is_known_already_answers_with_it(ann):
    first = actions.state(ann, "profile.city", "Bern")
    again = actions.state(ann, "profile.city", "Bern")
    assert again.entry == first.entry
    assert kinds(ann) == ["asserted"]


def test_f10_typing_settles_what_is_contested(ann):
    note(ann, said())
    note(ann, said(value="Basel"))
    actions.state(ann, "profile.city", "Chur")
    assert queries.waiting_count(ann) == 0
    assert known(ann) == {"profile.city": "Chur"}


@pytest.mark.parametrize(
    ("key", "value"), [("profile.shoe_size", 44), ("profile.children", -1), ("", "x"), ("city", "x")]
)
def test_f2_what_the_catalogue_does_not_allow_cannot_be_typed(ann, key, value):
    with pytest.raises(Invalid):
        actions.state(ann, key, value)
    assert not Entry.objects.exists()


def test_f16_a_field_and_a_statement_of_the_same_in_one_call_are_one_fact(ann):
    decisions = note(ann, said(confidence=0.95, quote="Bern"), said(value="bern", confidence=0.7))
    assert len(decisions.written) == 1
    assert decisions.counted == {}
    assert kinds(ann) == ["asserted"]


def test_f17_a_value_past_its_freshness_is_confirmed_anew(ann):
    note(ann, said("profile.address", "Rue du Lac 3"))
    later = AT + timedelta(days=31)
    assert [fact.stale for fact in queries.current(ann, later)] == [True]
    note(ann, said("profile.address", "Rue du Lac 3", 1.0, "yes"), at=later)
    held = queries.current(ann, later)[0]
    assert (held.stale, held.confidence) == (False, 1.0)
    assert kinds(ann) == ["asserted", "confirmed"]


def test_t49_a_fact_is_taken_back(ann):
    note(ann, said())
    heard = Heard("conversation:5", (("message 9", "Forget that I live in Bern."),))
    taken = actions.retract(ann, "Profile.City", heard=heard, at=AT)
    assert [item.old for item in taken] == ["Bern"]
    assert known(ann) == {}
    assert actions.retract(ann, "profile.city") == ()
    assert actions.retract(ann, "no key") == ()
    assert note(ann, said()).written


def test_a_question_is_answered_in_words_by_its_key(ann):
    note(ann, said("profile.children", 2, 0.7, "two kids"), said())
    note(ann, said(value="Basel"))
    heard = Heard("conversation:4", (("message 2", "yes, and Basel"),))
    actions.answer(ann, "profile.children", "accept", heard=heard, at=AT)
    actions.answer(ann, "profile.city", "new", heard=heard, at=AT)
    assert known(ann) == {"profile.children": 2, "profile.city": "Basel"}
    for given in ("accept", "reject", "old"):
        with pytest.raises(NotFound):
            actions.answer(ann, "profile.city", given, heard=heard)


def test_f14_a_proposal_is_answered_once(ann):
    proposal = note(ann, said(confidence=0.7)).proposed[0].entry
    actions.accept(ann, proposal)
    for again in (actions.accept, actions.reject):
        with pytest.raises(Overtaken):
            again(ann, proposal)
    assert kinds(ann) == ["proposed", "accepted"]


def test_f14_what_was_replaced_meanwhile_cannot_be_corrected(ann):
    entry = note(ann, said()).written[0].entry
    actions.state(ann, "profile.city", "Basel")
    with pytest.raises(Overtaken):
        actions.correct(ann, entry, "Chur")


def test_f18_nobody_answers_for_another_person(ann, ben):
    entry = note(ann, said()).written[0].entry
    proposal = note(ann, said("profile.children", 2, 0.7, "two kids")).proposed[0].entry
    disputed = note(ann, said(value="Basel")).contested[0].entry
    for act in (
        lambda: actions.accept(ben, proposal),
        lambda: actions.reject(ben, proposal),
        lambda: actions.resolve(ben, disputed, "new"),
        lambda: actions.correct(ben, entry, "Chur"),
        lambda: actions.accept(ann, entry),
        lambda: actions.resolve(ann, proposal, "new"),
    ):
        with pytest.raises(NotFound):
            act()
    assert actions.retract(ben, "profile.city") == ()
    assert queries.waiting_count(ann) == 2


def test_f12_the_projection_says_nothing_that_the_ledger_does_not(ann):
    note(ann, said())
    row = CurrentFact.objects.get()
    assert (row.entry.key, row.member, row.catalogue_key.pattern) == ("profile.city", 0, "profile.city")


def test_f19_a_statement_flagged_as_sensitive_is_so_whatever_the_catalogue_says(ann):
    note(ann, replace(said(), sensitive=True), said("profile.salary", 90000, quote="90000"))
    assert [fact.sensitive for fact in queries.current(ann, AT)] == [True, True]


def test_f19_what_follows_a_sensitive_value_is_sensitive_too(ann):
    note(ann, replace(said(), sensitive=True))
    entry = queries.current(ann, AT)[0].entry
    assert actions.correct(ann, entry, "Basel").sensitive
    assert actions.state(ann, "profile.city", "Chur").sensitive
    note(ann, said(value="Thun", quote="in Thun"), said(value="Zug", confidence=0.7, quote="in Zug"))
    assert queries.contested(ann)[0].new.sensitive
    assert {line.sensitive for line in queries.history(ann, "profile.city")} == {True}


def test_f19_of_several_values_side_by_side_only_the_flagged_one_is_sensitive(ann):
    note(ann, replace(said("profile.languages", "Latin", quote="Latin"), sensitive=True))
    note(ann, said("profile.languages", "French", quote="French"))
    assert {fact.value: fact.sensitive for fact in queries.current(ann, AT)} == {"Latin": True, "French": False}
    latin = next(fact for fact in queries.current(ann, AT) if fact.value == "Latin")
    assert actions.correct(ann, latin.entry, "Greek").sensitive


def test_f19_a_key_that_became_sensitive_hides_what_was_kept_before(ann):
    noted = note(ann, said(confidence=0.7))
    CatalogueKey.objects.filter(pattern="profile.city").update(sensitive=True)
    assert actions.accept(ann, noted.proposed[0].entry).sensitive
    assert actions.retract(ann, "profile.city")[0].sensitive


def test_nothing_said_costs_no_query(ann, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert actions.record(ann, [], origin="x", at=AT) == actions.Decisions()


def test_counters_add_up_by_day(ann):
    note(ann, said(confidence=0.1))
    note(ann, said(confidence=0.1), said(value="Basel", quote=""))
    note(ann, said(confidence=0.1), at=AT + timedelta(days=1))
    rows = list(Counter.objects.order_by("day", "what").values_list("what", "count"))
    assert rows == [("ignored", 2), ("unquoted", 1), ("ignored", 1)]
