"""The filters of templates, by Babel in the language of the agent."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.filters import FILTERS, as_text
from agents.template import parse, render


@pytest.mark.parametrize(
    ("name", "value", "language", "arguments", "expected"),
    [
        ("date", "2026-03-06", "en", (), "March 6, 2026"),
        ("date", "2026-03-06", "de", (), "6. März 2026"),
        ("date", "2026-03-06", "fr", ("short",), "06/03/2026"),
        ("date", "2026-03-06T15:30:00+01:00", "en", (), "March 6, 2026"),
        ("date", "soon", "en", (), "soon"),
        ("time", "15:30", "en", (), "3:30\u202fPM"),
        ("time", "15:30", "fr", (), "15:30"),
        ("time", "2026-03-06T15:30:00+01:00", "de", (), "15:30"),
        ("datetime", "2026-03-06T15:30:00+01:00", "pt", (), "6 de março de 2026 15:30"),
        ("number", 1234.5, "de", (), "1.234,5"),
        ("number", 1234.5, "en", (2,), "1,234.50"),
        ("number", "x", "en", (), "x"),
        ("number", True, "en", (), True),
        ("money", 240, "en", ("CHF",), "CHF240.00"),
        ("money", 240, "en", (), "240.00"),
        ("percent", 0.81, "en", (), "81%"),
        ("upper", "straße", "de", (), "STRASSE"),
        ("lower", "ABC", "en", (), "abc"),
        ("capitalize", "vAT number", "en", (), "VAT number"),
        ("title", "grand hotel", "en", (), "Grand Hotel"),
        ("trim", " a ", "en", (), "a"),
        ("join", ["a", 2], "en", ("; ",), "a; 2"),
        ("first", ["a", "b"], "en", (), "a"),
        ("last", ["a", "b"], "en", (), "b"),
        ("length", ["a", "b"], "en", (), 2),
    ],
)
def test_a_filter_writes_for_people(
    name: str, value: Any, language: str, arguments: tuple[Any, ...], expected: Any
) -> None:
    assert FILTERS[name].takes(arguments)
    assert FILTERS[name].apply(value, language, *arguments) == expected


@pytest.mark.parametrize(
    ("value", "language", "expected"),
    [
        (None, "en", ""),
        ("2026-03-06", "en", "2026-03-06"),
        (False, "de", "nein"),
        (True, "ja", "yes"),
        (240.0, "en", "240"),
        (2.5, "en", "2.5"),
        (["a", "b"], "pt", "a e b"),
        ([], "en", ""),
        ({"a": 1, "b": [True]}, "en", "a: 1, b: yes"),
    ],
)
def test_without_a_filter_a_value_is_plain(value: Any, language: str, expected: str) -> None:
    assert as_text(value, language) == expected


@given(value=st.integers() | st.floats(), name=st.sampled_from(["number", "money('CHF')", "number(2)"]))
def test_a_number_of_any_size_is_rendered(value: float, name: str) -> None:
    assert render(parse("{{ data.x | " + name + " }}"), {"data": {"x": value}}, "en").text
