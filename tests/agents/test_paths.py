"""Paths: how conditions and templates name a value."""

from typing import Any

import pytest

from agents.paths import MISSING, is_empty, lookup

SCOPE: dict[str, Any] = {
    "data": {"guests": 2, "address": {"city": "Bern", "items": "x"}, "names": ["Ann", {"first": "Bo"}]},
    "facts": {"profile.email": "a@b.org"},
    "context": {"full": False},
    "flows": {"book": "open"},
    "odd": 5,
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("guests", 2),
        ("data.guests", 2),
        ("address.city", "Bern"),
        ("data.address.city", "Bern"),
        ("data.address.items", "x"),
        ("names.0", "Ann"),
        ("data.names.1.first", "Bo"),
        ("facts.profile.email", "a@b.org"),
        ("context.full", False),
        ("flows.book", "open"),
    ],
)
def test_a_path_reaches_items_of_mappings_and_lists(path: str, value: Any) -> None:
    assert lookup(SCOPE, path) == value


NOWHERE = """
nope data.nope data.guests.real data.address.keys names.2 names.-1 names.² names.append facts.profile facts run.price
flows.nope context . a..b data.guests.__class__
"""


@pytest.mark.parametrize("path", [*NOWHERE.split(), ""])
def test_what_is_not_there_is_missing_and_attributes_are_not_there(path: str) -> None:
    assert lookup(SCOPE, path) is MISSING


@pytest.mark.parametrize("value", [None, MISSING, "", "  \n", [], {}, ()])
def test_empty_values_count_as_none(value: Any) -> None:
    assert is_empty(value)


@pytest.mark.parametrize("value", [False, 0, 0.0, "x", [None], {"a": None}])
def test_false_and_zero_are_values(value: Any) -> None:
    assert not is_empty(value)
