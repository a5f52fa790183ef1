"""What can be read back (F13, F15, F17)."""

from datetime import timedelta

import pytest

from facts import actions, queries
from facts.catalogue import import_catalogue
from facts.models import CatalogueKey
from tests.facts.conftest import AT, said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _keys(catalogue):
    pass


def note(person, *candidates, at=AT):
    return actions.record(person, candidates, origin="conversation:4", at=at)


def test_f15_everything_known_is_read_in_one_query(ann, django_assert_num_queries):
    note(
        ann,
        said(),
        said("profile.salary", 1, quote="1"),
        said("preference.floor", "high"),
        said("profile.address", "x"),
    )
    with django_assert_num_queries(1):
        held = queries.current(ann, AT)
    assert [fact.key for fact in held] == ["preference.floor", "profile.address", "profile.city", "profile.salary"]
    assert [fact.label for fact in held] == ["Floor", "Address", "City", "Salary"]
    assert [fact.sensitive for fact in held] == [False, False, False, True]
    assert held[2].scope == "profile"
    assert held[2].recorded_at == AT


@pytest.mark.parametrize(("age", "stale"), [(timedelta(days=30), False), (timedelta(days=30, seconds=1), True)])
def test_f17_a_fact_is_stale_once_it_is_older_than_its_freshness(ann, age, stale):
    note(ann, said("profile.address", "Rue du Lac 3"), said())
    assert {fact.key: fact.stale for fact in queries.current(ann, AT + age)} == {
        "profile.address": stale,
        "profile.city": False,
    }


def test_f1_a_change_of_the_catalogue_is_seen_at_once(ann):
    note(ann, said(), said("preference.floor", "high"))
    import_catalogue(
        {"catalogue": [{"key": "profile.city", "label": "Where you live"}, {"key": "preference.*", "label": "On *"}]}
    )
    assert [fact.label for fact in queries.current(ann, AT)] == ["On floor", "Where you live"]
    CatalogueKey.objects.create(pattern="preference.floor", label="Floor", sensitive=True)
    assert [fact.sensitive for fact in queries.current(ann, AT)] == [True, False]
    CatalogueKey.objects.get(pattern="preference.floor").delete()
    assert [fact.label for fact in queries.current(ann, AT)] == ["On floor", "Where you live"]


def test_f13_the_history_of_a_key_says_what_when_and_with_which_words(ann):
    note(ann, said())
    later = AT + timedelta(days=3)
    disputed = note(ann, said(value="Basel", quote="I live in Basel"), at=later).contested[0].entry
    actions.resolve(ann, disputed, "new", at=later + timedelta(days=1))
    lines = queries.history(ann, "Profile.City")
    assert [(line.kind, line.value, line.quote) for line in lines] == [
        ("asserted", "Bern", "I live in Bern"),
        ("contested", "Basel", "I live in Basel"),
        ("resolved", "Basel", "I live in Basel"),
    ]
    assert lines[2].about == disputed
    assert lines[1].about == lines[0].id
    assert [line.kind for line in queries.history(ann, "profile.city", until=later)] == ["asserted", "contested"]
    assert queries.history(ann, "no key") == []


def test_f13_a_history_is_read_from_its_end_in_bounded_pages(ann, django_assert_num_queries):
    for number in range(5):
        actions.state(ann, "profile.city", f"City {number}")
    with django_assert_num_queries(3):
        last = queries.history(ann, "profile.city", limit=2)
    assert [line.value for line in last] == ["City 3", "City 4"]
    earlier = queries.history(ann, "profile.city", before=last[0].id, limit=2)
    assert [line.value for line in earlier] == ["City 1", "City 2"]
    assert [line.value for line in queries.history(ann, "profile.city", before=earlier[0].id)] == ["City 0"]


def test_f13_what_was_known_at_a_moment_is_known_by_replay(ann, ben):
    """After each deed what is known is put down; later each of those moments is looked back at."""
    note(ben, said())
    deeds = [
        lambda at: note(ann, said(), said("profile.languages", "French"), at=at),
        lambda at: note(ann, said(value="Basel"), said("profile.languages", "German"), at=at),
        lambda at: actions.resolve(ann, queries.contested(ann)[0].id, "new", at=at),
        lambda at: actions.undo(ann, queries.current(ann, at)[0].entry, at=at),
        lambda at: note(ann, said("profile.address", "Rue du Lac 3"), at=at),
        lambda at: actions.retract(ann, "profile.languages", at=at),
        lambda at: actions.resolve(ann, queries.contested(ann)[0].id, "neither", at=at),
        lambda at: note(ann, said("profile.children", 2, 0.7), at=at + timedelta(days=40)),
        lambda at: actions.accept(ann, queries.proposals(ann)[0].id, at=at + timedelta(days=40)),
    ]
    assert queries.as_of(ann, AT - timedelta(seconds=1)) == []
    then = {}
    for number, deed in enumerate(deeds):
        at = AT + timedelta(days=number)
        deed(at)
        moment = at if number < 7 else at + timedelta(days=40)
        then[moment] = queries.current(ann, moment)
    assert {moment: queries.as_of(ann, moment) for moment in then} == then
    assert len({len(known) for known in then.values()}) > 2


def test_f13_looking_back_takes_few_queries(ann, django_assert_num_queries):
    for number in range(5):
        actions.state(ann, f"preference.number_{number}", number, at=AT)
    with django_assert_num_queries(4):
        assert len(queries.as_of(ann, AT)) == 5


def test_f18_what_waits_is_counted_in_one_query(ann, ben, django_assert_num_queries):
    note(ann, said("profile.children", 2, 0.7), said())
    note(ann, said(value="Basel"))
    note(ben, said("profile.children", 2, 0.7))
    with django_assert_num_queries(1):
        assert queries.waiting_count(ann) == 2


def test_f13_all_that_was_said_takes_few_queries(ann, django_assert_num_queries):
    note(ann, said(), said("profile.children", 2, 0.7), said("preference.floor", "high"))
    with django_assert_num_queries(3):
        found = queries.everything(ann)
    assert [line.key for line in found] == ["profile.city", "profile.children", "preference.floor"]


def test_f18_what_is_kept_and_not_used_has_neither_a_value_nor_a_question(ann, ben):
    note(
        ann, said(), said("profile.children", 2, 0.7), said("preference.floor", "high"), said("preference.view", "sea")
    )
    note(ben, said("preference.floor", "low"))
    actions.retract(ben, "preference.floor")
    actions.retract(ann, "preference.floor")
    actions.retract(ann, "preference.view")
    kept = queries.unused(ann)
    assert [row.key for row in kept] == ["preference.view", "preference.floor"]
    assert [queries.key_of(ann, row.entry) for row in kept] == ["preference.view", "preference.floor"]
    assert queries.key_of(ben, kept[0].entry) == ""


def test_f13_a_timeline_tells_where_it_goes_on_and_what_can_be_undone(ann):
    for number in range(queries.HISTORY_PAGE + 1):
        actions.state(ann, "profile.city", f"City {number}")
    first = queries.timeline(ann, "profile.city")
    assert len(first.said) == queries.HISTORY_PAGE
    assert first.undoable == {first.said[0].id}
    second = queries.timeline(ann, "profile.city", before=first.earlier)
    assert [line.value for line in second.said] == ["City 0"]
    assert (second.earlier, second.undoable) == (None, frozenset())
