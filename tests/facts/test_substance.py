"""What says nothing is no value, and a number that others would change is none to keep (F2)."""

import pytest

from facts import actions, queries
from facts.substance import is_empty, is_shared
from facts.values import Invalid
from tests.facts.conftest import AT


@pytest.mark.parametrize(
    "value",
    [None, "", "   ", "\t\n", "\u200b", "\u202e\u2066", "\u2800", "\u3164", "\u00ad", [], {}, ["", " "], {"a": [""]}],
)
def test_f2_what_nobody_sees_is_empty(value):
    assert is_empty(value)


@pytest.mark.parametrize("value", [0, False, 0.0, "0", "\u200bx", [0], {"a": False}, "\U0001f642"])
def test_f2_what_says_something_is_not(value):
    assert not is_empty(value)


@pytest.mark.parametrize(
    ("value", "shared"),
    [
        (2**53 - 1, True),
        (2**53, False),
        (-(2**53), False),
        (10**400, False),
        ([10**400], False),
        (1e300, False),
        (-1e16, False),
        (0.5, True),
    ],
)
def test_f2_a_number_is_shared_as_far_as_all_readers_keep_whole_numbers(value, shared):
    assert is_shared(value) == shared
    assert is_shared({"a": [value]}) == shared


@pytest.mark.django_db
@pytest.mark.parametrize("value", ["   ", "", [], "\u200b", 10**400, {"a": 2**60}])
def test_f2_such_values_are_refused_with_a_sentence(ann, catalogue, value):
    with pytest.raises(Invalid) as refused:
        actions.state(ann, "preference.x", value)
    assert refused.value.wanted is None
    assert refused.value.message
    assert queries.current(ann, AT) == []
