"""Which branches fire without a model, and which control signals are heard (T11, T36)."""

from typing import Any

import pytest

from conversations.engine.effects import OfferedCondition
from conversations.llm.builtin import read
from tests.llm.examples import UNSURE, understand

EXPENSIVE = OfferedCondition("price.0", ("the guest finds the price too expensive",))
DOUBT = OfferedCondition("ask_date.0", ("the guest does not agree",))


def verdicts(text: str, condition: OfferedCondition) -> Any:
    """The verdicts on one condition."""
    conditions: Any = read(understand(text, conditions=(condition,), asking=("date",)))["conditions"]
    return conditions[condition.id]


@pytest.mark.parametrize("text", ["I'm not sure yet", "No idea, to be honest", "I don't know which day"])
def test_t36_doubt_is_heard_in_many_words(text: str) -> None:
    assert verdicts(text, UNSURE) == [True, False]


@pytest.mark.parametrize("text", ["Friday", "next week, on the date I told you", "I am sure about the date"])
def test_t36_a_branch_does_not_fire_by_chance(text: str) -> None:
    assert verdicts(text, UNSURE) == [False, False]


def test_t36_every_phrase_has_a_verdict_of_its_own() -> None:
    assert verdicts("What are your opening hours?", UNSURE) == [False, True]


def test_a_condition_needs_its_words() -> None:
    assert verdicts("that price is too expensive for me", EXPENSIVE) == [True]
    assert verdicts("what is the price?", EXPENSIVE) == [False]


def test_a_denial_is_not_its_opposite() -> None:
    assert verdicts("I agree", DOUBT) == [False]
    assert verdicts("I do not agree", DOUBT) == [True]


@pytest.mark.parametrize(
    ("language", "text", "signal"),
    [
        ("en", "I'd like to talk to a human", "handoff"),
        ("en", "Please forget it, I changed my mind", "cancel"),
        ("en", "can you repeat that?", "repeat"),
        ("en", "please stop writing to me", "mute"),
        ("fr", "je voudrais parler à quelqu'un", "handoff"),
        ("fr", "laissez tomber", "cancel"),
        ("pt", "quero falar com uma pessoa", "handoff"),
        ("de", "ich möchte mit einem Menschen sprechen", "handoff"),
        ("es", "quiero hablar con una persona", "handoff"),
        ("it", "vorrei parlare con una persona", "handoff"),
        ("en", "Friday", None),
    ],
)
def test_t11_a_signal_is_heard_within_a_sentence(language: str, text: str, signal: str | None) -> None:
    assert read(understand(text, language=language, flows=(), asking=("date",)))["signal"] == signal


def test_t11_without_an_open_question_there_is_nothing_to_skip_or_ask_back_about() -> None:
    assert read(understand("skip it", flows=()))["signal"] is None
    assert read(understand("what do you mean?", flows=()))["signal"] is None
