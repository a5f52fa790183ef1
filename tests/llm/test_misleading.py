"""What counts as a statement about oneself (F3, F4, F5, F8, F9), tried with messages that mislead: misleading.yaml."""

from typing import Any

import pytest

from bench.misleading import Message, Outcome, is_as_expected, messages, outcome
from conversations.llm.builtin import read
from conversations.llm.grounding import grounded
from facts.values import Json

MESSAGES = messages()
IDS = [f"{message.row['kind']}-{message.row['text'][:50]}" for message in MESSAGES]
CARELESS = [
    pytest.param(message, fact, id=f"{name}-{fact['key']}-{fact['value']}")
    for message, name in zip(MESSAGES, IDS, strict=True)
    for fact in message.row.get("careless", [])
]


@pytest.mark.parametrize("message", MESSAGES, ids=IDS)
def test_f3_the_built_in_understanding_takes_what_is_stated_of_oneself_and_nothing_else(message: Message) -> None:
    found = outcome(read(message.effect), message.effect)
    assert is_as_expected(message, found), str(found)
    assert found.changed == message.expected.changed or not found.written


@pytest.mark.parametrize(("message", "fact"), CARELESS)
def test_f3_f4_a_careless_model_is_believed_as_far_as_the_words_go(message: Message, fact: dict[str, Any]) -> None:
    found = outcome(grounded({"facts": [_read(message, fact)]}, message.effect), message.effect)
    assert (found.written, found.proposed) == (_left(fact).written, _left(fact).proposed)
    assert found.changed == (message.expected.changed and fact.get("change", False))


def test_f3_a_model_reads_everything_wrong_at_once_and_no_false_fact_is_written() -> None:
    for message in MESSAGES:
        careless: list[Json] = [_read(message, fact) for fact in message.row.get("careless", [])]
        found = outcome(grounded({"facts": careless}, message.effect), message.effect)
        wrong = {fact["key"]: fact["value"] for fact in message.row.get("careless", []) if "left" not in fact}
        assert not [key for key, value in wrong.items() if found.written.get(key) == value], message.row["text"]


def _read(message: Message, fact: dict[str, Any]) -> Json:
    earlier = message.row.get("earlier")
    quote = fact.get("quote", earlier["text"] if earlier else message.row["text"])
    change = fact.get("change", False)
    return {"key": fact["key"], "value": fact["value"], "quote": quote, "confidence": 0.9, "change": change}


def _left(fact: dict[str, Any]) -> Outcome:
    held = {fact["key"]: fact.get("as", fact["value"])}
    left = fact.get("left", "dropped")
    return Outcome(held if left == "written" else {}, held if left == "proposed" else {})
