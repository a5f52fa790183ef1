"""Folding, and whether a quote or a value stands in a text (T5, F4)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facts.folding import fold, quoted, stands


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Grand\u00a0 HOTEL\n", "grand hotel"),
        ("Zürich", "zurich"),
        ("Zu\u0308rich", "zurich"),
        ("STRASSE straße", "strasse strasse"),
        ("l’hôtel « Œuvre »", 'l\'hotel " oeuvre "'),
        ("“the `Grand´”", "\"the 'grand'\""),
        ("", ""),
    ],
)
def test_t9_case_accents_spaces_and_typographic_quotes_are_folded(text, folded):
    assert fold(text) == folded


@settings(deadline=None)
@given(st.text())
def test_t9_folding_twice_is_folding_once(text):
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("next Friday", "See you next friday!"),
        ("next   friday", "Next Friday"),
        ("it’s “fine”", 'well, It\'s "Fine"'),
        ("2", "for 2 people"),
        ("👍", "👍"),
        ("Zu\u0308rich", "in Zürich"),
        ("cat", "concat the cat"),
    ],
)
def test_t5_a_quote_stands_verbatim_but_for_case_spaces_and_typographic_quotes(quote, text):
    assert quoted(quote, text)


@pytest.mark.parametrize(
    ("quote", "text"),
    [("2", "12 people"), ("cat", "concatenate"), ("Zurich", "in Zürich"), ("", "text"), ("  ", "a b"),
    ("next Friday", "next, Friday"), ("a", "")],
)  # fmt: skip
def test_t5_a_quote_stands_at_word_boundaries_with_its_accents_or_not_at_all(quote, text):
    assert not quoted(quote, text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Grand Hotel", "the grand hotel please"),
        (2, "for 2."),
        (2, "2, please"),
        (2.5, "2,5 kg"),
        (1200, "CHF 1'200.-"),
        (1200, "1.200 or so"),
        (-2, "it is -2 outside"),
        (3, "2-3 of us"),
        (True, "true"),
        (["a", "b"], "b and a"),
        ({"city": "Bern"}, "in Bern"),
    ],
)
def test_t5_a_value_that_stands_in_the_text_is_its_own_quote(value, text):
    assert stands(value, text)


@pytest.mark.parametrize(
    ("value", "text"),
    [(2, "12"), (2, "2.5"), (2, "a2"), (3, "2nd of 3rd"), (True, "yes"), ([], "x"), ({}, "x"), (None, "None"),
    (["a", "c"], "a b"), ("", "x")],
)  # fmt: skip
def test_t5_a_part_of_something_longer_is_no_quote(value, text):
    assert not stands(value, text)


@settings(deadline=None)
@given(st.one_of(st.none(), st.booleans(), st.floats(), st.integers(), st.text()), st.text())
def test_t5_no_value_and_no_text_raise(value, text):
    assert stands(value, text) in (True, False)
