"""What counts as a reading (T46)."""

from typing import Any

import pytest

from conversations.engine.prompt import understand_schema
from conversations.llm.retries import fits, parsed
from tests.llm.examples import understand


@pytest.mark.parametrize("text", ['{"flows": []}', '```json\n{"flows": []}\n```', ' {"flows": []} '])
def test_an_object_is_parsed_also_within_a_fence(text: str) -> None:
    assert parsed(text) == {"flows": []}


@pytest.mark.parametrize("text", ["", "hello", "[1]", "null", '{"flows": [', "[" * 100_000])
def test_t46_anything_else_is_no_answer(text: str) -> None:
    assert parsed(text) is None


@pytest.mark.parametrize(
    ("document", "does_fit"),
    [
        ({"flows": [], "fields": []}, True),
        ({"fields": {"guests": None}}, True),
        ({"fields": None, "flows": ["book"]}, True),
        ({}, False),
        ({"answer": "Hello"}, False),
        ({"fields": "none"}, False),
        ({"fields": [], "facts": []}, True),
        ({"fields": {}, "flows": "book"}, False),
    ],
)
def test_t46_a_reading_has_a_part_that_was_asked_for_in_its_shape(document: Any, does_fit: bool) -> None:
    assert fits(document, understand_schema(understand("hello"))) is does_fit
