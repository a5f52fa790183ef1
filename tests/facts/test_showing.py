"""Values as people read them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.showing import show


@pytest.mark.parametrize(
    ("value", "language", "type_name", "text"),
    [
        ("2026-03-06", "en", "date", "March 6, 2026"),
        ("2026-03-06", "en-GB", "date", "6 March 2026"),
        ("2026-03-06", "de", "date", "6. März 2026"),
        ("2026-03-06", "fr", "date", "6 mars 2026"),
        ("2026-03-06", "pt-BR", "date", "6 de março de 2026"),
        ("19:00", "de", "time", "19:00"),
        ("2026-03-06T19:00:00+01:00", "it", "datetime", "6 marzo 2026, 19:00"),
        ("2026-03-06", "en", None, "2026-03-06"),
        ("soon", "en", "date", "soon"),
        (1200.5, "en", None, "1,200.5"),
        (1200, "de", "integer", "1.200"),
        (True, "es", "boolean", "sí"),
        (False, "pt", "boolean", "não"),
        (["a", "b", "c"], "de", "list", "a, b und c"),
        ([1, True], "en", None, "1 and yes"),
        ({"city": "Bern", "nights": 2}, "en", None, "city: Bern, nights: 2"),
        ([], "en", None, ""),
        (None, "en", None, ""),
        ("x", "no such language", "date", "x"),
    ],
)
def test_a_value_is_shown_in_the_words_of_the_language(value, language, type_name, text):
    assert show(value, language, type_name) == text


def test_the_hour_of_american_english_has_its_half():
    assert show("19:00", "en", "time").replace("\u202f", " ") == "7:00 PM"


@given(value=st.integers() | st.floats())
def test_t6_any_number_can_be_shown(value):
    assert show(value, "en")


def test_a_number_of_more_digits_than_a_decimal_holds_is_shown_as_it_stands():
    assert show(10**40, "en") == "1" + 40 * "0"
