"""Taking values of a real model's reading (T5, T9, T10): scenarios speak for scripted ones."""

from typing import Any

from tests.engine.player import Player, player

STEPS = [{"id": "ask", "collect": ["guests", "at"]}]
FLOWS = {"book": {"name": "Book", "on": [{"message": ["books"]}], "steps": STEPS}}
FIELDS = {"guests": {"type": "integer"}, "at": {"type": "datetime"}}


def read_by_a_model(text: str, **fields: Any) -> Player:
    desk = player({"fields": FIELDS, "flows": FLOWS, "timezone": "Europe/Zurich"})
    desk.say(text, {"reader": "model", "flows": ["book"], "fields": fields})
    return desk


def test_t9_a_model_takes_no_number_out_of_an_alternative() -> None:
    desk = read_by_a_model("a room for 2 or 3 people", guests={"value": 2, "quote": "2"})
    assert "guests" not in desk.state.data


def test_t9_a_model_takes_a_number_that_stands_alone() -> None:
    desk = read_by_a_model("a room for 2 people", guests={"value": 2, "quote": "2"})
    assert desk.state.data["guests"].value == 2


def test_t5_a_model_that_quotes_badly_is_believed_when_the_value_itself_was_said() -> None:
    desk = read_by_a_model("a room for 2 people", guests={"value": 2, "quote": "two guests"})
    assert desk.state.data["guests"].value == 2


def test_t5_a_model_without_words_for_its_value_is_not_believed() -> None:
    desk = read_by_a_model("a room for us", guests={"value": 2, "quote": "for two"})
    assert "guests" not in desk.state.data


def test_t10_a_time_without_offset_is_meant_in_the_persons_zone() -> None:
    desk = read_by_a_model("tomorrow at 10", at={"value": "2026-03-03T10:00:00", "quote": "tomorrow at 10"})
    assert desk.state.data["at"].value == "2026-03-03T10:00:00+01:00"
