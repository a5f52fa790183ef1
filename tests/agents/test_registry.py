"""Actions: registered by name, checked on both sides, in time."""

import asyncio
import time
from dataclasses import dataclass
from typing import Any

import pytest

from agents import registry
from agents.registry import ActionFailed, action, perform, registered, schema_of


@dataclass(frozen=True)
class Order:
    item: str
    count: int = 1
    notes: list[str] | None = None


@dataclass(frozen=True)
class Bill:
    total: float


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})


async def failure(name: str, input: dict[str, Any]) -> ActionFailed:
    with pytest.raises(ActionFailed) as caught:
        await perform(name, input, "k")
    return caught.value


def test_the_schema_of_a_dataclass_is_strict() -> None:
    assert schema_of(Order) == {
        "type": "object",
        "properties": {
            "item": {"type": "string"},
            "count": {"type": "integer"},
            "notes": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]},
        },
        "required": ["item"],
        "additionalProperties": False,
    }


async def test_t26_an_action_gets_its_input_as_the_dataclass_and_answers_with_a_mapping() -> None:
    @action("bill", input=Order, output=Bill)
    def bill(order: Order) -> Bill:
        return Bill(order.count * 2.5)

    assert await perform("bill", {"item": "tea", "count": 2}, "k") == {"total": 5.0}


async def test_t26_an_action_that_asks_for_the_key_gets_it() -> None:
    @action("echo", input={"type": "object"}, output={"type": "object"})
    async def echo(input: dict[str, Any], key: str) -> dict[str, Any]:
        return {"key": key, **input}

    assert await perform("echo", {"a": 1}, "c1/book#1:pay:1") == {"key": "c1/book#1:pay:1", "a": 1}


async def test_t26_input_that_breaks_the_schema_fails_before_the_action_runs() -> None:
    ran = []

    @action("bill", input=Order, output=Bill)
    def bill(order: Order) -> Bill:
        ran.append(order)
        return Bill(1)

    error = await failure("bill", {"item": "secret", "count": "two"})
    assert (error.code, error.message, ran) == ("input", "input.count breaks type", [])


async def test_t26_output_that_breaks_the_schema_fails() -> None:
    @action("bill", input=Order, output=Bill)
    def bill(order: Order) -> dict[str, str]:
        return {"total": "much"}

    assert (await failure("bill", {"item": "tea"})).code == "output"


async def test_t26_output_that_is_no_json_mapping_fails() -> None:
    @action("odd", input={"type": "object"}, output={})
    def odd(input: dict[str, Any]) -> Any:
        return input["answer"]()

    for answer in (lambda: [1], lambda: {"a": object()}, lambda: {"a": float("nan")}, lambda: None):
        assert (await failure("odd", {"answer": answer})).code == "output"


@pytest.mark.parametrize("blocking", [True, False])
async def test_t26_an_action_that_takes_too_long_fails_as_a_timeout(blocking: bool) -> None:
    @action("slow", input={"type": "object"}, output={}, timeout=0.05)
    async def slow(input: dict[str, Any]) -> None:
        await asyncio.sleep(5)

    @action("slow_thread", input={"type": "object"}, output={}, timeout=0.05)
    def slow_thread(input: dict[str, Any]) -> None:
        time.sleep(0.3)

    error = await failure("slow_thread" if blocking else "slow", {})
    assert (error.code, error.retryable) == ("timeout", True)


async def test_an_exception_is_told_by_its_type_and_not_by_its_text() -> None:
    @action("bad", input={"type": "object"}, output={})
    def bad(input: dict[str, Any]) -> None:
        raise ValueError("ann@example.org")

    assert (await failure("bad", {})).message == "bad raised ValueError"


async def test_an_action_says_itself_why_it_failed() -> None:
    @action("declined", input={"type": "object"}, output={})
    def declined(input: dict[str, Any]) -> None:
        raise ActionFailed("card declined", retryable=True)

    error = await failure("declined", {})
    assert (error.message, error.code, error.retryable) == ("card declined", "error", True)


async def test_an_unknown_action_fails() -> None:
    assert (await failure("nothing", {})).code == "unknown"


def test_a_name_is_given_to_one_function() -> None:
    @action("same", input={}, output={})
    def first() -> None: ...

    with pytest.raises(ValueError, match="registered twice"):

        @action("same", input={}, output={})
        def second() -> None: ...


def test_an_action_is_not_repeated_unless_it_says_so() -> None:
    @action("once", input={}, output={})
    def once() -> None: ...

    spec = registered()["once"]
    assert (spec.retry, spec.timeout, spec.label) == ("never", 10.0, "once")


@dataclass(frozen=True)
class Odd:
    number: complex


def test_a_type_that_json_has_not_is_refused() -> None:
    with pytest.raises(TypeError, match="no JSON Schema"):
        schema_of(Odd)
