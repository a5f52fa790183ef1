"""bench/misleading: the table of messages that mislead, as a model reads them."""

import asyncio
from typing import Any

import pytest

from bench.misleading import Message, messages, table
from conversations.engine.effects import Answer, Done, Failed, Understand
from conversations.llm.builtin import Builtin
from conversations.llm.fallback import WithFallback
from conversations.llm.protocol import Model

STATED = Message({"kind": "plain", "in": "en", "text": "I live in Bern", "written": {"profile.city": "Bern"}})


class Careless(Builtin):
    """Reads a salary into everything, or nothing at all."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    async def understand(self, effect: Understand) -> Answer:
        return self._answer


def rows(model: Model, *chosen: Message) -> list[list[str]]:
    async def lines() -> list[str]:
        return [line async for line in table(model, chosen)]

    return [line.strip("| ").split(" | ") for line in asyncio.run(lines())[2:]]


def fact(key: str, value: Any) -> dict[str, Any]:
    return {"facts": [{"key": key, "value": value, "quote": "I live in Bern", "confidence": 0.99}]}


def test_the_table_holds_many_messages_of_many_kinds_in_all_languages() -> None:
    assert len(messages()) >= 60
    assert {message.row["in"] for message in messages()} == {"en", "fr", "de", "pt", "es", "it"}


def test_what_is_read_otherwise_than_the_rules_ask_for_is_marked() -> None:
    assert rows(Careless(Done(fact("profile.city", "Bern"))), STATED)[0][3:] == ["profile.city = Bern"]
    assert rows(Careless(Done(fact("profile.salary", 9.5))), STATED)[0][3:] == ["profile.salary = 9.5", "differs"]


@pytest.mark.parametrize("odd", [("profile.rights", "all"), ("profile.salary", "much"), ("account.role", "admin")])
def test_f1_f2_what_the_store_would_not_look_at_is_nothing(odd: tuple[str, Any]) -> None:
    assert rows(Careless(Done(fact(*odd))), STATED)[0][3] == "nothing"


def test_a_model_that_fails_is_told_from_the_one_that_stands_in() -> None:
    failing = Careless(Failed("timeout"))
    assert rows(failing, STATED)[0][3] == "failed: timeout"
    assert rows(WithFallback(failing, Builtin()), STATED)[0][-1].endswith("built-in stood in")
