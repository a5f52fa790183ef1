"""How many slips are forgiven (T9)."""

import pytest

from facts.nearness import is_near, slips


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("bellvue", "bellevue"), ("blelevue", "bellevue"), ("grnad hotl", "grand hotel"), ("hotle", "hotel")],
)
def test_t9_one_edit_is_forgiven_for_every_five_letters(text, wanted):
    assert is_near(text, wanted)


@pytest.mark.parametrize(
    ("text", "wanted"), [("tae", "tea"), ("belvu", "bellevue"), ("room 12", "room 13"), ("", "hotel"), ("x", "")]
)
def test_t9_short_words_and_digits_forgive_nothing(text, wanted):
    assert not is_near(text, wanted)


def test_t9_two_neighbours_swapped_are_one_slip():
    assert slips("hotle", "hotel") == 1
