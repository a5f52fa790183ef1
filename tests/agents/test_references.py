"""Renamed ids in every kind of value that can name them."""

from typing import Any

import pytest

from agents import references
from agents.reader import read
from agents.references import Renames

STEP = Renames("step", {"ask": "ask_day"})
FLOW = Renames("flow", {"book": "reserve"})
FIELD = Renames("field", {"guests": "people", "day": "guests"})
"""Two fields at once, of which one takes the id that the other had."""


@pytest.mark.parametrize(
    ("renames", "value", "expected"),
    [
        (STEP, "ask", "ask_day"),
        (STEP, "asks", "asks"),
        (STEP, None, None),
        (
            STEP,
            {"step": "ask", "clear": ["ask"], "set": {"ask": "ask"}},
            "step: ask_day, clear: [ask], set: {ask: ask}",
        ),
        (STEP, {"flow": "ask"}, {"flow": "ask"}),
        (FLOW, "book", "book"),
        (
            FLOW,
            {"flow": "book", "input": {"book": "{{ flows.book }}"}},
            "flow: reserve, input: {book: '{{ flows.reserve }}'}",
        ),
        (FLOW, {"step": "book"}, {"step": "book"}),
        (FIELD, "guests", "guests"),
        (FIELD, {"step": "guests", "clear": ["day", "guests"]}, "step: guests, clear: [guests, people]"),
        (
            FIELD,
            {"end": True, "set": {"guests": 2}, "say": "{{ data.day }}"},
            "end: true, set: {people: 2}, say: '{{ data.guests }}'",
        ),
        (
            FIELD,
            {"flow": "guests", "input": {"day": "{{ data.day }}"}},
            "flow: guests, input: {guests: '{{ data.guests }}'}",
        ),
    ],
)
def test_a_next_names_the_new_id(renames: Renames, value: Any, expected: Any) -> None:
    assert references.in_next(renames, value) == (yaml(expected) if isinstance(value, dict) else expected)


def yaml(written: Any) -> Any:
    return read(f"{{{written}}}").value if isinstance(written, str) else written


@pytest.mark.parametrize("word", ["end", "handoff"])
def test_end_and_handoff_are_no_steps_and_stay(word: str) -> None:
    renames = Renames("step", {word: "done"})
    assert references.in_next(renames, word) == word
    assert references.in_next(renames, {word: True}) == {word: True}


@pytest.mark.parametrize(
    ("renames", "path", "expected"),
    [
        (FIELD, "guests", "people"),
        (FIELD, "guests.0", "people.0"),
        (FIELD, "data.day", "data.guests"),
        (FIELD, "data.day.guests", "data.guests.guests"),
        (FIELD, "run.guests", "run.guests"),
        (FIELD, "facts.guests.day", "facts.guests.day"),
        (FLOW, "flows.book", "flows.reserve"),
        (FLOW, "book", "book"),
        (FLOW, "data.book", "data.book"),
        (STEP, "ask", "ask"),
    ],
)
def test_a_condition_reads_the_new_id(renames: Renames, path: str, expected: str) -> None:
    def condition(name: str) -> dict[str, Any]:
        inner = {"all": [{"equals": {name: "guests"}}, {"not": {"known": [name, "x"]}}], "in": {name: ["day"]}}
        return {"any": [inner, {"missing": [name]}]}

    assert references.in_condition(renames, condition(path)) == condition(expected)


@pytest.mark.parametrize("value", [None, 5, [], {"all": 5}, {"known": 5}, {"not": "guests"}, {"equals": ["guests"]}])
def test_what_is_no_condition_stays(value: Any) -> None:
    assert references.in_condition(FIELD, value) == value


@pytest.mark.parametrize(
    ("renames", "text", "expected"),
    [
        (
            FIELD,
            "{{ data.guests }} guests, {{data.day|date('long')}}",
            "{{ data.people }} guests, {{data.guests|date('long')}}",
        ),
        (
            FIELD,
            "{{ guests }} {{ data['day'] }} {{ data.day.guests }}",
            "{{ people }} {{ data['guests'] }} {{ data.guests.guests }}",
        ),
        (FIELD, "{{ run.guests }} {{ facts[data.day] }}", "{{ run.guests }} {{ facts[data.guests] }}"),
        (FIELD, "{{ data.x | default('guests') }}", "{{ data.x | default('guests') }}"),
        (FIELD, "{{ data.guests", "{{ data.guests"),
        (FIELD, "guests", "guests"),
        (FLOW, "{{ flows.book }} {{ data.book }}", "{{ flows.reserve }} {{ data.book }}"),
        (STEP, "{{ data.ask }}", "{{ data.ask }}"),
    ],
)
def test_a_text_reads_the_new_id(renames: Renames, text: str, expected: str) -> None:
    assert references.in_texts(renames, {"a": [text, 1]}) == {"a": [expected, 1]}


def test_lists_bounds_and_chains_name_the_new_id() -> None:
    assert references.in_names(FIELD, ["day", "guests", "x"]) == ["guests", "people", "x"]
    assert references.in_names(FLOW, ["book"]) == ["book"]
    assert references.in_bound(FIELD, {"field": "day"}) == {"field": "guests"}
    assert references.in_bound(FIELD, "today") == "today"
    assert references.in_bound(FLOW, {"field": "book"}) == {"field": "book"}
    assert (references.in_chain(FLOW, "book"), references.in_chain(FIELD, "day")) == ("reserve", "day")
