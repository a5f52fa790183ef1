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


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Zürich", "yes, zurich"),
        ("Zurich", "in ZÜRICH, yes"),
        ("Saint-Étienne", "saint-etienne"),
        ("Łódź", "to Lodz"),
    ],
)
def test_f20_f6_accents_and_case_do_not_hide_a_value(value, text):
    assert Words([value], []).stand_in(text)
    assert Words([], [value]).without({"town": text}) is GONE


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("+41791234567", "call +41 79 123 45 67"),
        ("+41 79 123 45 67", "call +41791234567."),
        ("+41791234567", "079 123 45 67"),
        ("+41791234567", "0041 (0)79/123-45-67, evenings"),
        ("079 123 45 67", "+41 79 1234567"),
        ("0041791234567", "at 12: +41 (0) 79 123.45.67"),
    ],
)
def test_f20_a_phone_number_is_found_however_it_is_spaced(value, text):
    assert Words([value], []).stand_in(text)


@pytest.mark.parametrize("text", ["+41 79 123 45 678", "1079 123 45 67", "0791234", "+41 79 123 45 68"])
def test_f20_another_phone_number_is_not_it(text):
    assert not Words(["+41791234567"], []).stand_in(text)


def test_f20_words_are_the_same_if_the_same_is_looked_for():
    assert Words(["Zürich", 2], ["in Zürich"]) == Words([2, "ZURICH"], ["in zurich"])
    assert Words(["Bern"], []) != Words(["Bern", 3], [])
    assert len({Words(["Bern"], []), Words(["bern"], [])}) == 1


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
