"""A model's values, held against the words that it quotes (T5, T10)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.llm.grounding import grounded
from tests.llm.examples import understand

MESSAGE = "I want to book the Grand Hotel for 2 people next Friday"


def kept(field: str, value: Any, quote: Any, text: str = MESSAGE) -> Any:
    """What becomes of one value of a model."""
    reading = grounded({"fields": {field: {"value": value, "quote": quote}}}, understand(text))
    fields: Any = reading["fields"]
    return fields[field]["value"] if field in fields else None


@pytest.mark.parametrize("wrong", ["2026-03-13", "2026-03-07", "next Friday", "Friday"])
def test_t10_a_weekday_is_the_first_such_day_whatever_the_model_counted(wrong: str) -> None:
    assert kept("date", wrong, "next Friday") == "2026-03-06"


def test_t10_a_day_that_the_grammar_does_not_read_is_left_to_the_model() -> None:
    assert kept("date", "2026-12-25", "at Christmas", "I come at Christmas") == "2026-12-25"


def test_two_days_in_one_quote_are_left_to_the_model() -> None:
    assert kept("date", "2026-03-06", "Friday or Saturday", "Friday or Saturday") == "2026-03-06"


@pytest.mark.parametrize(("field", "value"), [("guests", 1), ("date", "2026-03-02"), ("email", "a@example.org")])
def test_t5_a_value_that_quotes_a_whole_message_without_any_such_value_is_dropped(field: str, value: Any) -> None:
    text = "I want to book the Grand Hotel"
    assert kept(field, value, text, text) is None


def test_a_value_that_is_derived_from_a_few_words_is_kept() -> None:
    assert kept("guests", 2, "my wife and I", "my wife and I want a room") == 2


@pytest.mark.parametrize("nothing", ["null", "None", " n/a ", "", None])
def test_t7_words_for_nothing_are_no_values(nothing: Any) -> None:
    assert kept("wishes", nothing, "for 2 people") is None


def test_free_text_that_repeats_what_another_field_holds_is_dropped_unless_it_was_asked_for() -> None:
    fields: dict[str, Any] = {
        "date": {"value": "2026-03-06", "quote": "next Friday"},
        "wishes": {"value": "next Friday", "quote": "next Friday"},
    }
    idle: Any = grounded({"fields": fields}, understand(MESSAGE))
    asked: Any = grounded({"fields": fields}, understand(MESSAGE, asking=("wishes",)))
    assert list(idle["fields"]) == ["date"]
    assert list(asked["fields"]) == ["date", "wishes"]


def test_choices_free_text_and_unknown_fields_are_left_as_they_are() -> None:
    assert kept("hotel", "Grand Hotel", "the Grand Hotel") == "Grand Hotel"
    assert kept("wishes", "a cot", MESSAGE) == "a cot"
    assert kept("no_such_field", 1, "for 2 people") == 1


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["fields", "guests", "date", "value", "quote"]), inner)
        ),
    )
)
def test_any_answer_of_a_model_is_taken(odd: Any) -> None:
    document = odd if isinstance(odd, dict) else {"fields": {"date": odd, "guests": {"value": odd, "quote": odd}}}
    assert isinstance(grounded(document, understand(MESSAGE)), dict)
