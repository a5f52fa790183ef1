"""Where words stand, and what is left without them (F20)."""

import pytest

from facts.words import GONE, Words

CITY = Words(["Bern"], ["I live in Bern"])


@pytest.mark.parametrize("text", ["in Bern.", "BERN", "“Bern”, please", "I  live in\nBern", "Bern's streets"])
def test_f20_a_value_or_quote_is_found_at_word_boundaries(text):
    assert CITY.stand_in(text)


@pytest.mark.parametrize("text", ["Bernard", "in Luzern", "", "I live here"])
def test_f20_what_only_looks_alike_is_not_it(text):
    assert not CITY.stand_in(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2026-03-06", "On March 6, 2026 then"),
        ("2026-03-06", "am 6. März 2026"),
        (1234.5, "you earn 1,234.5"),
        (2, "a table for 2"),
        (["Anna", "Ben"], "with Ben"),
        ({"street": "Bundesplatz 1", "zip": "3003"}, "at Bundesplatz 1"),
    ],
)
def test_f20_values_are_found_as_they_are_shown_and_by_each_of_their_parts(value, text):
    assert Words([value], []).stand_in(text)


def test_f20_a_plain_yes_or_a_boolean_is_nobodys_own_word():
    words = Words([True, None], ["Yes", "oui"])
    assert not words
    assert not words.stand_in("yes, true")
    assert not words.are_in({"paid": True})


def test_f20_what_holds_no_word_stays_the_same_object():
    value = {"plan": "pro", "seats": [1, 2], "none": None}
    assert CITY.without(value) is value


def test_f20_only_what_holds_the_words_goes():
    value = {"home": {"city": "Bern", "rooms": 3}, "cities": ["Bern", "Basel"], "only": ["Bern"], "plan": "pro"}
    assert CITY.without(value) == {"home": {"rooms": 3}, "cities": ["Basel"], "plan": "pro"}
    assert CITY.without("in Bern") is GONE
    assert Words([3], []).without(value) == {**value, "home": {"city": "Bern"}}
