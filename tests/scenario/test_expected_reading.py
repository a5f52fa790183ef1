"""`--model`: what another model reads is held against the script's reading."""

from typing import Any

import pytest

from conversations.scenario.expected_reading import reading_differences

EXPECTED = {"flows": ["book"], "fields": {"guests": {"value": 2, "quote": "two"}}, "facts": []}


@pytest.mark.parametrize(
    ("read", "count"),
    [
        ({"flows": ["book"], "fields": {"guests": {"value": 2, "quote": "for two"}, "hotel": "Ritz"}}, 0),
        ({"flows": ["book"], "fields": {"guests": 3}}, 1),
        ({"flows": [], "fields": {}}, 2),
        ({"flows": ["book"], "fields": {"guests": 2}, "facts": [{"key": "a.b", "value": 1}]}, 1),
        (None, 1),
    ],
)
def test_every_key_of_the_script_is_expected_of_the_model(read: Any, count: int) -> None:
    assert len(list(reading_differences(EXPECTED, read))) == count


def test_of_several_tries_the_last_is_expected() -> None:
    assert list(reading_differences([{"raw": "x"}, {"flows": ["book"]}], {"flows": ["book"]})) == []
