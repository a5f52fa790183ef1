"""A model's values, held against the words that it quotes (T5, T10)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.engine.effects import OfferedFact
from conversations.llm.grounding import grounded
from tests.llm.examples import CITY, understand

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


@pytest.mark.parametrize(
    ("text", "asking", "flows"),
    [
        ("2 people next Friday", ("guests", "date"), []),
        ("for 2 people please, next Friday", ("guests", "date"), []),
        ("2 people next Friday, and where can we eat?", ("guests", "date"), ["tips"]),
        ("2 people next Friday", (), ["tips"]),
    ],
)
def test_t15_an_answer_to_the_open_question_alone_asks_for_no_flow(
    text: str, asking: tuple[str, ...], flows: list[str]
) -> None:
    fields: dict[str, Any] = {
        "guests": {"value": 2, "quote": "2 people"},
        "date": {"value": "2026-03-06", "quote": "next Friday"},
    }
    reading = grounded({"flows": ["tips"], "fields": fields}, understand(text, asking=asking))
    assert reading["flows"] == flows


def test_t11_a_greeting_is_no_signal() -> None:
    assert grounded({"signal": "handoff"}, understand("Hello!"))["signal"] is None
    assert grounded({"signal": "handoff"}, understand("I need a person"))["signal"] == "handoff"
    assert grounded({"signal": "skip"}, understand("rather not", asking=("wishes",)))["signal"] == "skip"


def facts(*items: dict[str, Any], text: str = "Je suis plombier à Lausanne", language: str = "fr") -> list[Any]:
    """The facts of a model that are left."""
    canton = OfferedFact("profile.canton", "Canton", schema={"enum": ["VD", "GE"]})
    effect = understand(text, language=language, facts=(CITY, canton))
    found: Any = grounded({"facts": list(items)}, effect)["facts"]
    return [(fact["key"], fact["value"], fact.get("change")) for fact in found]


def fact(key: str, value: Any, quote: str, *, change: bool = False) -> dict[str, Any]:
    return {"key": key, "value": value, "quote": quote, "confidence": 0.95, "change": change}


def test_f4_a_fact_whose_words_are_not_in_the_message_is_dropped() -> None:
    said = fact("profile.trade", "plombier", "Je suis plombier")
    assert facts(said, fact("profile.vat", "pas assujetti", "pas assujetti")) == [("profile.trade", "plombier", False)]


def test_a_value_that_is_none_of_its_keys_choices_is_dropped() -> None:
    city, canton = (fact(key, "Lausanne", "Lausanne") for key in ("profile.city", "profile.canton"))
    assert facts(city, canton) == [("profile.city", "Lausanne", False)]
    assert facts(fact("profile.canton", "vd", "à Lausanne")) == [("profile.canton", "vd", False)]


def test_the_same_words_for_two_keys_are_understood_for_neither() -> None:
    assert facts(fact("profile.name", "plombier", "plombier"), fact("profile.trade", "plombier", "plombier")) == []


def test_f8_a_change_is_one_only_where_the_message_tells_of_it() -> None:
    said = fact("profile.city", "Lausanne", "Lausanne", change=True)
    assert facts(said) == [("profile.city", "Lausanne", False)]
    assert facts(said, text="J'ai déménagé à Lausanne") == [("profile.city", "Lausanne", True)]
    assert facts(said, text="Ich bin nach Lausanne gezogen", language="de") == [("profile.city", "Lausanne", True)]


def test_f4_f5_a_fact_is_left_with_its_own_clause_and_its_doubt_and_an_amount_with_its_time() -> None:
    salary = OfferedFact("profile.salary", "Salary", "A yearly amount in francs.")
    text = "I earn 8000 francs a month and I think I live in Lausanne"
    said = [fact("profile.salary", 8000, "I earn 8000"), fact("profile.city", "Lausanne", text)]
    found: Any = grounded({"facts": said}, understand(text, language="en", facts=(CITY, salary)))["facts"]
    left = {item["key"]: (item["value"], item["confidence"], item["quote"]) for item in found}
    assert left == {
        "profile.salary": (96000, 0.95, "I earn 8000 francs a month"),
        "profile.city": ("Lausanne", 0.7, "I think I live in Lausanne"),
    }


NAMES = st.sampled_from(["fields", "facts", "guests", "date", "value", "quote"])
PLAIN = st.none() | st.booleans() | st.integers() | st.text()


@given(st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner)))
def test_any_answer_of_a_model_is_taken(odd: Any) -> None:
    fields = {"date": odd, "guests": {"value": odd, "quote": odd}}
    for document in (odd if isinstance(odd, dict) else {}, {"facts": odd, "fields": fields}):
        assert isinstance(grounded(document, understand(MESSAGE)), dict)
