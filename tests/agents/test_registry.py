"""Actions: registered by name, checked on both sides, in time."""

import asyncio
import functools
import logging
import threading
import time
from dataclasses import dataclass
from typing import Any

import pytest
from jsonschema.exceptions import SchemaError

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
    for levels in (registry.MAX_DEPTH, 5_000):
        assert (await failure("odd", {"answer": lambda levels=levels: {"a": nested(levels)}})).code == "output"
    assert await perform("odd", {"answer": lambda: {"a": nested(registry.MAX_DEPTH - 1)}}, "k")


def nested(levels: int) -> Any:
    """Lists within each other."""
    return functools.reduce(lambda inner, _: [inner], range(levels - 1), [])


async def test_t26_a_key_within_an_input_is_not_told() -> None:
    @action(
        "lists", input={"type": "object", "properties": {"of": {"additionalProperties": {"type": "number"}}}}, output={}
    )
    def lists(input: dict[str, Any]) -> None: ...

    assert (await failure("lists", {"of": {"ann@example.org": "x"}})).message == "input.of breaks type"


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


async def test_t26_an_action_that_will_not_be_cancelled_is_left_behind() -> None:
    let_go = asyncio.Event()

    @action("stubborn", input={"type": "object"}, output={}, timeout=0.05)
    async def stubborn(input: dict[str, Any]) -> None:
        while not let_go.is_set():
            try:
                await let_go.wait()
            except asyncio.CancelledError:
                continue

    began = time.monotonic()
    assert (await failure("stubborn", {})).code == "timeout"
    assert time.monotonic() - began < 0.05 + registry.GRACE + 0.5
    let_go.set()


async def test_what_an_action_raises_after_its_time_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    @action("sulks", input={"type": "object"}, output={}, timeout=0.05)
    async def sulks(input: dict[str, Any]) -> None:
        try:
            await asyncio.sleep(5)
        finally:
            raise ValueError("ann@example.org")

    with caplog.at_level(logging.DEBUG):
        assert (await failure("sulks", {})).code == "timeout"
        await asyncio.sleep(0)
    assert "ann@" not in caplog.text


async def test_t26_a_time_out_within_an_action_is_one_and_says_so() -> None:
    @action("waits", input={"type": "object"}, output={})
    def waits(input: dict[str, Any]) -> None:
        raise TimeoutError("a socket to ann@example.org")

    error = await failure("waits", {})
    assert (error.code, error.retryable, error.message) == ("timeout", True, "waits waited too long for something")


async def test_actions_that_hang_do_not_hold_up_other_threads() -> None:
    let_go = threading.Event()

    @action("hangs", input={"type": "object"}, output={}, timeout=0.05)
    def hangs(input: dict[str, Any]) -> None:
        let_go.wait(20)

    try:
        await asyncio.gather(*(failure("hangs", {}) for _ in range(registry._threads._max_workers)))
        assert await asyncio.wait_for(asyncio.to_thread(lambda: "free"), 5) == "free"
    finally:
        let_go.set()


async def test_a_turn_that_is_given_up_ends_the_action_too() -> None:
    ended = asyncio.Event()

    @action("long", input={"type": "object"}, output={})
    async def long(input: dict[str, Any]) -> None:
        try:
            await asyncio.sleep(20)
        finally:
            ended.set()

    turn = asyncio.create_task(perform("long", {}, "k"))
    await asyncio.sleep(0.05)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    await asyncio.wait_for(ended.wait(), 5)


@pytest.mark.parametrize("error", [ValueError, StopIteration, SystemExit, RecursionError])
async def test_whatever_is_raised_is_told_by_its_type_and_not_by_its_text(error: type[BaseException]) -> None:
    @action("bad", input={"type": "object"}, output={}, timeout=2)
    def bad(input: dict[str, Any]) -> None:
        raise error("ann@example.org")

    assert (await failure("bad", {})).message == f"bad raised {error.__name__}"


async def test_an_async_action_that_leaves_the_process_or_cancels_itself_fails_like_any_other() -> None:
    @action("leaves", input={"type": "object"}, output={})
    async def leaves(input: dict[str, Any]) -> None:
        raise SystemExit("ann@example.org")

    @action("cancels", input={"type": "object"}, output={})
    async def cancels(input: dict[str, Any]) -> None:
        raise asyncio.CancelledError

    assert (await failure("leaves", {})).message == "leaves raised SystemExit"
    assert (await failure("cancels", {})).message == "cancels cancelled itself"


async def test_a_sync_function_that_answers_with_a_coroutine_is_awaited() -> None:
    def decorated(function: Any) -> Any:
        @functools.wraps(function)
        def call(input: dict[str, Any]) -> Any:
            return function(input)

        return call

    @action("wrapped", input={"type": "object"}, output={})
    @decorated
    async def wrapped(input: dict[str, Any]) -> dict[str, Any]:
        return {"total": 2}

    assert await perform("wrapped", {}, "k") == {"total": 2}


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


def test_a_broken_schema_is_refused_when_it_is_registered() -> None:
    with pytest.raises(SchemaError):
        action("broken", input={"type": "mapping"}, output={})(print)


@dataclass(frozen=True)
class Odd:
    number: complex


def test_a_type_that_json_has_not_is_refused() -> None:
    with pytest.raises(TypeError, match="no JSON Schema"):
        schema_of(Odd)
