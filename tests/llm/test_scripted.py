"""The scripted model: what it answers, and what it records (scenarios.md)."""

from typing import Any

import pytest

from conversations.engine.effects import Done, Failed
from conversations.llm.scripted import Scripted
from tests.llm.examples import speak, understand


async def heard(attempt: int, piece: str) -> None:
    """Nobody listens."""


async def test_a_reading_is_given_as_it_stands() -> None:
    model = Scripted({"flows": ["book"], "fields": {"guests": 2}})
    answer = await model.understand(understand("hello"))
    assert isinstance(answer, Done)
    assert answer.value == {"flows": ["book"], "fields": {"guests": 2}, "reader": "scripted"}
    assert [call.purpose for call in answer.calls] == ["understand"]
    assert model.problems == ()


async def test_without_a_reading_the_built_in_understanding_reads() -> None:
    answer = await Scripted().understand(understand("I want to book the Grand Hotel"))
    assert isinstance(answer, Done)
    assert isinstance(answer.value, dict)
    assert (answer.value["reader"], answer.value["flows"]) == ("builtin", ["book"])


async def test_an_empty_mapping_is_a_reading_of_nothing() -> None:
    answer = await Scripted({}).understand(understand("I want to book the Grand Hotel"))
    assert isinstance(answer, Done)
    assert answer.value == {"reader": "scripted"}


async def test_an_error_fails_the_call() -> None:
    answer = await Scripted({"error": "timeout"}).understand(understand("hello"))
    assert isinstance(answer, Failed)
    assert answer.code == "timeout"


async def test_t46_raw_text_that_does_not_parse_is_asked_for_twice() -> None:
    answer = await Scripted({"raw": "not json"}).understand(understand("hello"))
    assert isinstance(answer, Failed)
    assert (answer.code, len(answer.calls)) == ("not_json", 2)


async def test_raw_text_that_parses_is_a_reading() -> None:
    answer = await Scripted({"raw": '{"flows": ["book"]}'}).understand(understand("hello"))
    assert isinstance(answer, Done)
    assert answer.value == {"flows": ["book"], "reader": "scripted"}


@pytest.mark.parametrize("first", [{"raw": "not json"}, {"error": "timeout"}, "no mapping"])
async def test_t46_a_list_has_one_entry_per_try(first: Any) -> None:
    model = Scripted([first, {"flows": ["book"]}])
    answer = await model.understand(understand("hello"))
    assert isinstance(answer, Done)
    assert (answer.value, len(answer.calls)) == ({"flows": ["book"], "reader": "scripted"}, 2)
    assert model.problems == ()


async def test_an_entry_that_no_retry_asked_for_is_a_problem() -> None:
    model = Scripted([{"flows": []}, {"flows": ["book"]}])
    await model.understand(understand("hello"))
    assert "no retry asked for" in model.problems[0]


def test_an_understand_that_no_call_asked_for_is_a_problem() -> None:
    assert "no call asked for" in Scripted({"flows": []}).problems[0]
    assert Scripted().problems == ()


async def test_without_texts_every_speak_says_the_same() -> None:
    model = Scripted()
    answers = [await model.speak(speak(), heard) for _ in range(2)]
    assert [answer.value for answer in answers if isinstance(answer, Done)] == ["(speak)", "(speak)"]
    assert model.problems == ()


async def test_texts_are_said_in_order_and_an_error_fails() -> None:
    model = Scripted({}, ["One", {"error": "timeout"}])
    first, second = [await model.speak(speak(), heard) for _ in range(2)]
    assert isinstance(first, Done)
    assert isinstance(second, Failed)
    assert (first.value, second.code) == ("One", "timeout")


async def test_more_speaks_than_texts_are_a_problem() -> None:
    model = Scripted(speaks=[])
    await model.speak(speak(), heard)
    assert model.problems == ("1 more Speak than `speak` has texts",)


async def test_t46_an_empty_text_is_a_failure() -> None:
    answer = await Scripted(speaks=["  "]).speak(speak(), heard)
    assert isinstance(answer, Failed)
    assert answer.code == "empty"


async def test_what_was_put_to_it_is_kept() -> None:
    model = Scripted({"flows": []})
    await model.understand(understand("hello"))
    await model.speak(speak(), heard)
    assert [effect.messages[0].text for effect in model.understood] == ["hello"]
    assert "## Current step" in model.prompts[0]
