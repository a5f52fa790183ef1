"""The canonical export: exact, and the same for every reader of YAML."""

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from agents.reader import read
from agents.writer import write
from tests.agents.documents import GOOD

HOTEL = Path(__file__).with_name("hotel.yaml")

TRICKY = [
    *("on", "yes", "No", "y", "null", "~", "true", "12:30", "2026-01-01", "0x1F", "0o17", "017", "1_000", "1e3", ".5"),
    *("+1", "-", "---", "...", "a:", "!x", "&x", "*x", "%x", "@x", "<<", "="),
    *("", " ", " a", "a ", "a\n", "a\n\n", "\na", "a\n b", "a\tb", "# x", "a #b", "a: b", "{{ x }}", "it's", 'say "x"'),
    *("é", "🙂" * 60, "\u2028", "\x85", "\xa0", "x" * 200, "x" * 150 + "\ny\n"),
]

TEXTS = st.sampled_from(TRICKY) | st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12)
FLOATS = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e299, max_value=1e299)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | FLOATS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def test_the_example_of_the_format_is_read_and_written_back_equal() -> None:
    document = read(HOTEL.read_text(encoding="utf-8"))
    again = read(write(document.value))
    assert (document.problems, again.problems) == ((), ())
    assert again.value == document.value
    assert write(again.value) == write(document.value)


@pytest.mark.parametrize("text", TRICKY)
def test_a_text_stays_a_text_in_every_place_and_for_a_reader_of_yaml_1_1(text: str) -> None:
    document: Any = {"then": {text: text}, "list": [text], "text": text, "deep": [{"more": [[text]]}]}
    assert read(write(document)).value == document
    yaml = YAML(typ="safe", pure=True)
    yaml.version = (1, 1)
    assert yaml.load(io.StringIO(write(document))) == document


@settings(max_examples=300, deadline=None)
@given(JSON)
def test_reading_what_was_written_gives_the_document_and_the_order_of_its_keys(document: Any) -> None:
    again = read(write(document))
    assert [problem for problem in again.problems if problem.severity == "error"] == []
    assert repr(again.value) == repr(document)


def test_long_and_multiline_texts_are_blocks_and_short_parts_stand_in_one_line() -> None:
    persona, say = "First line.\nSecond line.\n", "word " * 30 + "end"
    document: Any = {"persona": persona, "say": say, "if": {"gt": {"guests": 6}}, "l": [1, "a"]}
    lines = write(document).splitlines()
    assert lines[:3] == ["persona: |", "  First line.", "  Second line."]
    assert lines[3] == "say: |-"
    assert lines[5:] == ["if: {gt: {guests: 6}}", "l: [1, a]"]


def test_the_key_on_is_in_quotes() -> None:
    assert '    "on":\n' in write(GOOD)


def test_a_number_that_json_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON"):
        write({"a": float("inf")})
