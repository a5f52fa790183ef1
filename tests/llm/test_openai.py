"""The adapter for OpenAI-compatible endpoints, against a real HTTP server on loopback."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from conversations.engine.effects import Done, Failed
from conversations.engine.reading import parse
from conversations.llm.endpoint import Prices
from conversations.llm.openai import Endpoint, OpenAI
from tests.llm.endpoint import Reply, Server, serving
from tests.llm.examples import speak, understand

READING = {
    "flows": ["book"],
    "fields": [{"field": "guests", "quote": "2 people", "value": 2, "confidence": 0.95}],
    "signal": None,
}
GOOD = Reply(json.dumps(READING), cached=40)


class Pauses(list[float]):
    """Records the pauses between attempts instead of waiting."""

    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


@asynccontextmanager
async def model(*replies: Reply, **values: Any) -> AsyncIterator[tuple[OpenAI, Server, Pauses]]:
    """An adapter that talks to a server with these replies."""
    pauses = Pauses()
    async with serving(*replies) as server:
        endpoint = Endpoint(**{"api_key": "none", "model": "fake", "base_url": server.url, "timeout": 2.0, **values})
        adapter = OpenAI(endpoint, pause=pauses)
        try:
            yield adapter, server, pauses
        finally:
            await adapter.close()


async def read(*replies: Reply) -> tuple[Any, Server, Pauses]:
    """The answer to one `Understand`."""
    async with model(*replies) as (adapter, server, pauses):
        return await adapter.understand(understand("A room for 2 people")), server, pauses


async def say(*replies: Reply, **values: Any) -> tuple[Any, list[tuple[int, str]], Server]:
    """The answer to one `Speak`, with the pieces that were shown."""
    shown: list[tuple[int, str]] = []
    async with model(*replies, **values) as (adapter, server, _pauses):
        return await adapter.speak(speak(), show_in(shown)), shown, server


def show_in(shown: list[tuple[int, str]]) -> Callable[[int, str], Any]:
    async def on_delta(attempt: int, piece: str) -> None:
        shown.append((attempt, piece))

    return on_delta


async def test_t1_one_call_with_a_json_schema_gives_the_whole_reading() -> None:
    answer, server, _ = await read(GOOD)
    assert isinstance(answer, Done)
    reading = parse(answer.value)
    assert reading is not None
    assert (reading.reader, reading.flows, reading.fields["guests"].value) == ("model", ("book",), 2)
    assert len(server.requests) == 1
    assert server.requests[0]["response_format"]["json_schema"]["strict"] is True


async def test_the_call_is_recorded_with_tokens_and_cost() -> None:
    async with model(GOOD, prices=Prices(2.0, 1.0, 10.0)) as (adapter, _server, _pauses):
        answer = await adapter.understand(understand("A room for 2 people"))
    (call,) = answer.calls
    assert (call.purpose, call.model) == ("understand", "fake")
    assert (call.tokens_in, call.tokens_cached, call.tokens_out) == (100, 40, 20)
    assert call.cost == pytest.approx((60 * 2 + 40 * 1 + 20 * 10) / 1_000_000)


@pytest.mark.parametrize("bad", ["not json", '["a list"]', '{"answer": "Hello"}', '{"fields": "none"}', ""])
async def test_t46_an_answer_that_is_no_reading_is_asked_for_once_more(bad: str) -> None:
    answer, server, _ = await read(Reply(bad), GOOD)
    assert isinstance(answer, Done)
    assert len(server.requests) == len(answer.calls) == 2


async def test_t46_a_second_useless_answer_is_a_failure() -> None:
    answer, server, _ = await read(Reply("not json"))
    assert isinstance(answer, Failed)
    assert (answer.code, len(server.requests), len(answer.calls)) == ("not_json", 2, 2)


@pytest.mark.parametrize(("status", "code"), [(429, "rate_limited"), (500, "unavailable"), (503, "unavailable")])
async def test_rate_limits_and_server_errors_are_tried_again_for_a_bounded_time(status: int, code: str) -> None:
    answer, server, pauses = await read(Reply(status=status))
    assert isinstance(answer, Failed)
    assert (answer.code, answer.retryable) == (code, True)
    assert (len(server.requests), pauses) == (3, [0.5, 2.0])


async def test_a_retry_after_is_kept_to_when_it_is_short() -> None:
    answer, _server, pauses = await read(Reply(status=429, retry_after="3"), GOOD)
    assert isinstance(answer, Done)
    assert pauses == [3.0]


async def test_a_long_retry_after_is_a_failure_at_once() -> None:
    answer, server, _ = await read(Reply(status=429, retry_after="60"))
    assert isinstance(answer, Failed)
    assert len(server.requests) == 1


async def test_a_refused_key_is_not_tried_again() -> None:
    answer, server, _ = await read(Reply(status=401))
    assert isinstance(answer, Failed)
    assert (answer.code, answer.retryable, len(server.requests)) == ("refused_key", False, 1)


async def test_t45_a_time_out_is_a_failure_after_one_attempt() -> None:
    async with model(Reply(delay=4.0), timeout=1.0) as (adapter, server, _pauses):
        answer = await adapter.understand(understand("Hello"))
    assert isinstance(answer, Failed)
    assert (answer.code, len(server.requests)) == ("timeout", 1)


async def test_an_endpoint_that_is_not_there_is_unreachable() -> None:
    adapter = OpenAI(Endpoint("none", "fake", "http://127.0.0.1:9/v1"), pause=Pauses())
    answer = await adapter.understand(understand("Hello"))
    await adapter.close()
    assert isinstance(answer, Failed)
    assert answer.code == "unreachable"


async def test_errors_carry_no_words_of_the_prompt() -> None:
    answer, _server, _ = await read(Reply(status=500))
    assert "secret" not in repr(answer)
    assert "HTTP 500" in answer.message


async def test_an_endpoint_that_refuses_the_json_schema_gets_the_schema_in_the_prompt_from_then_on() -> None:
    refused = Reply(status=400, param="response_format")
    async with model(refused, GOOD, GOOD) as (adapter, server, _pauses):
        first = await adapter.understand(understand("A room for 2 people"))
        second = await adapter.understand(understand("A room for 2 people"))
    assert isinstance(first, Done)
    assert isinstance(second, Done)
    assert [request["response_format"]["type"] for request in server.requests] == [
        "json_schema",
        "json_object",
        "json_object",
    ]
    assert "fits this JSON schema" in server.requests[1]["messages"][0]["content"]


async def test_a_parameter_that_the_endpoint_names_is_left_out() -> None:
    async with model(Reply(status=400, param="temperature"), GOOD) as (adapter, server, _pauses):
        answer = await adapter.understand(understand("A room for 2 people"))
    assert isinstance(answer, Done)
    assert "temperature" not in server.requests[1]
    assert server.requests[1]["response_format"]["type"] == "json_schema"


async def test_an_endpoint_that_refuses_everything_is_a_failure() -> None:
    answer, server, _ = await read(Reply(status=400))
    assert isinstance(answer, Failed)
    assert answer.code == "refused"
    assert len(server.requests) < 6


async def test_a_reply_is_streamed_piece_by_piece() -> None:
    answer, shown, _ = await say(Reply(pieces=("How ", "many ", "guests?")))
    assert isinstance(answer, Done)
    assert answer.value == "How many guests?"
    assert shown == [(1, "How "), (1, "many "), (1, "guests?")]
    assert answer.calls[0].tokens_out == 20


async def test_a_reply_is_tried_again_before_its_first_piece() -> None:
    answer, shown, server = await say(Reply(status=503), Reply(pieces=("How many?",)))
    assert isinstance(answer, Done)
    assert shown == [(2, "How many?")]
    assert len(server.requests) == 2


async def test_t22_a_reply_that_forgets_to_ask_is_completed_with_the_question() -> None:
    answer, shown, _ = await say(Reply(pieces=("The Grand Hotel has rooms.",)))
    assert isinstance(answer, Done)
    assert answer.value == "The Grand Hotel has rooms. How many guests?"
    assert shown == [(1, "The Grand Hotel has rooms."), (1, " How many guests?")]


async def test_t45_a_stream_that_breaks_after_its_first_piece_is_not_tried_again() -> None:
    answer, shown, server = await say(Reply(pieces=("How ",), is_cut=True), Reply(pieces=("never",)))
    assert isinstance(answer, Failed)
    assert (answer.code, shown, len(server.requests)) == ("broken_stream", [(1, "How ")], 1)


async def test_a_chunk_that_cannot_be_read_breaks_the_stream() -> None:
    answer, _shown, _ = await say(Reply(pieces=("How ",), raw_chunk="{half"))
    assert isinstance(answer, Failed)
    assert answer.code == "broken_stream"


@pytest.mark.parametrize("pieces", [(), ("",), (" ", "\n")])
async def test_t46_an_empty_reply_is_a_failure_and_shows_nothing(pieces: tuple[str, ...]) -> None:
    answer, shown, _ = await say(Reply(pieces=pieces))
    assert isinstance(answer, Failed)
    assert (answer.code, shown) == ("empty", [])


async def test_an_error_of_the_one_who_listens_is_not_taken_for_the_models() -> None:
    async def lost(attempt: int, piece: str) -> None:
        raise LookupError("the lease is lost")

    async with model(Reply(pieces=("How ",))) as (adapter, _server, _pauses):
        with pytest.raises(LookupError):
            await adapter.speak(speak(), lost)


async def test_connections_are_used_again_and_closed() -> None:
    async with model(GOOD) as (adapter, server, _pauses):
        for _ in range(3):
            await adapter.understand(understand("A room for 2 people"))
        assert server.closed == 0
        await adapter.close()
        await asyncio.sleep(0.05)
        assert server.closed == 1


def test_each_event_loop_has_a_client_of_its_own() -> None:
    async def once(adapter: OpenAI) -> Any:
        async with serving(GOOD) as server:
            adapter._endpoint = Endpoint("none", "fake", server.url)
            answer = await adapter.understand(understand("A room for 2 people"))
            await adapter.close()
            return answer

    adapter = OpenAI(Endpoint("none", "fake"))
    assert isinstance(asyncio.run(once(adapter)), Done)
    assert isinstance(asyncio.run(once(adapter)), Done)
