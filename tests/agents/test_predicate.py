"""Conditions as data (agent-format.md, "Predicates")."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.predicate import OPERATORS, PredicateError, holds, parse, paths

SCOPE: dict[str, Any] = {
    "data": {
        "guests": 2,
        "price": 2.0,
        "hotel": "Grand Hotel",
        "date": "2026-03-06",
        "agreed": True,
        "no": False,
        "zero": 0,
        "blank": "  ",
        "none": None,
        "tags": ["a", 1],
        "object": {"a": 1},
    },
    "facts": {"profile.email": "a@b.org"},
    "flows": {"book": "completed"},
}

TRUE: list[dict[str, Any]] = [
    {"equals": {"guests": 2}},
    {"equals": {"guests": 2.0}},
    {"equals": {"price": 2}},
    {"equals": {"no": False}},
    {"equals": {"tags": ["a", 1.0]}},
    {"equals": {"object": {"a": 1}}},
    {"equals": {"facts.profile.email": "a@b.org"}},
    {"equals": {"flows.book": "completed"}},
    {"not_equals": {"guests": 3}},
    {"in": {"guests": [1, 2]}},
    {"gt": {"guests": 1}},
    {"gte": {"guests": 2}},
    {"lt": {"guests": 2.5}},
    {"lte": {"guests": 2}},
    {"gt": {"date": "2026-03-05"}},
    {"contains": {"tags": "a"}},
    {"contains": {"hotel": "Hotel"}},
    {"matches": {"hotel": "^Grand"}},
    {"matches": {"hotel": "(?i)HOTEL$"}},
    {"known": ["guests", "no", "zero"]},
    {"missing": ["nope", "blank", "none"]},
    {"all": [{"known": ["guests"]}, {"known": ["hotel"]}]},
    {"any": [{"known": ["nope"]}, {"known": ["hotel"]}]},
    {"not": {"equals": {"guests": 3}}},
    {"not": {"equals": {"nope": 3}}},
    {"equals": {"guests": 2, "hotel": "Grand Hotel"}, "known": ["date"]},
]

FALSE: list[dict[str, Any]] = [
    {"equals": {"guests": "2"}},
    {"equals": {"agreed": 1}},
    {"equals": {"zero": False}},
    {"equals": {"tags": ["a", True]}},
    {"equals": {"object": {"a": 1, "b": 2}}},
    {"equals": {"nope": None}},
    {"equals": {"none": None}},
    {"not_equals": {"nope": 1}},
    {"not_equals": {"none": 1}},
    {"not_equals": {"guests": "3"}},
    {"not_equals": {"guests": 2}},
    {"in": {"guests": ["2"]}},
    {"in": {"nope": [1]}},
    {"gt": {"hotel": 1}},
    {"lt": {"hotel": 1}},
    {"gt": {"agreed": 0}},
    {"gt": {"nope": 0}},
    {"lt": {"date": 20260307}},
    {"contains": {"guests": 2}},
    {"contains": {"tags": True}},
    {"contains": {"hotel": 5}},
    {"matches": {"guests": "2"}},
    {"matches": {"nope": ".*"}},
    {"known": ["guests", "nope"]},
    {"known": ["blank"]},
    {"missing": ["zero"]},
    {"equals": {"guests": 2, "hotel": "Bellevue"}},
    {"equals": {"guests": 2}, "known": ["nope"]},
]


@pytest.mark.parametrize("document", TRUE, ids=str)
def test_it_holds(document: dict[str, Any]) -> None:
    assert holds(parse(document), SCOPE)


@pytest.mark.parametrize("document", FALSE, ids=str)
def test_a_comparison_with_a_missing_or_wrongly_typed_value_is_false(document: dict[str, Any]) -> None:
    assert not holds(parse(document), SCOPE)


@pytest.mark.parametrize(
    ("document", "where"),
    [
        (None, ()),
        ("guests", ()),
        ({}, ()),
        ({"equal": {"guests": 1}}, ("equal",)),
        ({1: {}}, (1,)),
        ({"equals": ["guests"]}, ("equals",)),
        ({"equals": {}}, ("equals",)),
        ({"equals": {"a..b": 1}}, ("equals", "a..b")),
        ({"in": {"guests": 2}}, ("in", "guests")),
        ({"gt": {"guests": True}}, ("gt", "guests")),
        ({"gt": {"guests": None}}, ("gt", "guests")),
        ({"matches": {"hotel": "("}}, ("matches", "hotel")),
        ({"matches": {"hotel": "(?=x)"}}, ("matches", "hotel")),
        ({"matches": {"hotel": 5}}, ("matches", "hotel")),
        ({"known": "guests"}, ("known",)),
        ({"known": []}, ("known",)),
        ({"known": [5]}, ("known", 0)),
        ({"all": []}, ("all",)),
        ({"all": {"known": ["guests"]}}, ("all",)),
        ({"any": [{"known": ["a"]}, {"nope": 1}]}, ("any", 1, "nope")),
        ({"not": [{"known": ["a"]}]}, ("not",)),
    ],
)
def test_what_is_no_condition_is_refused_with_the_place_of_the_fault(document: Any, where: tuple[Any, ...]) -> None:
    with pytest.raises(PredicateError) as caught:
        parse(document)
    assert caught.value.where == where
    assert caught.value.message


def test_a_condition_that_is_nested_too_deeply_is_refused() -> None:
    document: Any = {"known": ["a"]}
    value: Any = 1
    for _ in range(100):
        document, value = {"not": document}, [value]
    for deep in (document, {"equals": {"a": value}}):
        with pytest.raises(PredicateError):
            parse(deep)


def test_it_names_every_path_it_reads_once_with_its_root() -> None:
    document = {"all": [{"gt": {"guests": 1}}, {"not": {"known": ["facts.profile.email"]}}], "lt": {"data.guests": 9}}
    assert paths(parse(document)) == ("data.guests", "facts.profile.email")


def test_two_readings_of_one_document_are_equal() -> None:
    document = {"matches": {"hotel": "^G"}, "any": [{"known": ["a"]}, {"in": {"b": [1]}}]}
    assert parse(document) == parse(document)
    assert parse(document) != parse({"matches": {"hotel": "^H"}, "any": document["any"]})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from([name for name in OPERATORS if name not in ("all", "any", "not", "known", "missing")]), JSON, JSON
)
def test_it_never_raises_whatever_the_values(operator: str, expected: Any, value: Any) -> None:
    try:
        predicate = parse({operator: {"x": expected}})
    except PredicateError:
        return
    assert holds(predicate, {"data": {"x": value}}) in (True, False)
    assert holds(predicate, {"data": value}) in (True, False)


def test_a_lone_surrogate_in_a_value_does_not_raise() -> None:
    assert not holds(parse({"matches": {"x": "a"}}), {"data": {"x": "\ud800"}})
