"""Any OpenAI-compatible endpoint: readings by JSON schema, replies as a stream (T1, T45, T46)."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import openai
from openai.types import CompletionUsage
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from conversations.engine.effects import Answer, Call, Done, Failed, Speak, Understand, canonical
from conversations.engine.prompt import Prompt, reading_from, speak_prompt, understand_prompt, understand_schema
from conversations.llm.dialect import Dialect
from conversations.llm.endpoint import ERRORS, NO_PRICES, Meter, Pause, Prices, UnreadableStream, failure, with_retries
from conversations.llm.grounding import grounded
from conversations.llm.protocol import OnDelta
from conversations.llm.retries import Read, Unusable, fits, parsed, reading_of
from facts.values import Json

SPEECH_TEMPERATURE = 0.3
"""Enough for a reply that is not the same each time; a reading has none."""
QUESTION_SIGNS = ("?", "？", "؟")
"""The signs of a question, in any script of a site."""
LONGEST_REPLY = 4
"""How many times the time-out of a call a whole reply may take: a slow model may finish what it began."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the model is. `timeout` is in seconds, for one call; `base_url` empty means OpenAI's own."""

    api_key: str
    model: str
    base_url: str = ""
    timeout: float = 30.0
    prices: Prices = NO_PRICES


class OpenAI:
    """A model behind the chat-completions protocol. It keeps one client per event loop; `close` closes this loop's."""

    def __init__(self, endpoint: Endpoint, pause: Pause = asyncio.sleep) -> None:
        self.name = endpoint.model
        self._endpoint = endpoint
        self._meter = Meter(endpoint.model, endpoint.prices)
        self._pause = pause
        self._dialect = Dialect()
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, openai.AsyncOpenAI] = WeakKeyDictionary()

    async def close(self) -> None:
        """Close the connections of the running event loop."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.close()

    async def understand(self, effect: Understand) -> Answer:
        """The model's reading, with one more try for an answer that is none (T46)."""
        answer = await reading_of(partial(self._read, understand_prompt(effect), understand_schema(effect)))
        if isinstance(answer, Failed) or not isinstance(answer.value, dict):
            return answer
        return replace(answer, value=grounded(reading_from(answer.value), effect))

    async def speak(self, effect: Speak, on_delta: OnDelta) -> Answer:
        """The reply, streamed. Retried only before its first piece; one that breaks later is lost as a whole (T45)."""
        reply = _Reply(on_delta, time.monotonic())
        failed: Failed | None = None
        try:
            await with_retries(partial(self._stream, speak_prompt(effect), reply), self._pause)
            await reply.complete(left_unasked(effect, reply.text))
        except _Broken as broken:
            failed = broken.failed
        except ERRORS as error:
            failed = failure(error)
        if failed is None and not reply.text:
            failed = Failed("empty", retryable=True, message="the model said nothing")
        calls = (self._meter.call("speak", reply.began, reply.usage),)
        return Done(reply.text, calls) if failed is None else replace(failed, calls=calls)

    @property
    def _client(self) -> openai.AsyncOpenAI:
        """The running loop's client: connections belong to the loop that opened them."""
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = openai.AsyncOpenAI(
                api_key=self._endpoint.api_key,
                base_url=self._endpoint.base_url or None,
                timeout=self._endpoint.timeout,
                max_retries=0,
            )
        return self._clients[loop]

    async def _read(self, prompt: Prompt, schema: dict[str, Json], attempt: int) -> Read | Unusable | Failed:
        began = time.monotonic()
        try:
            completion = await with_retries(partial(self._complete, prompt, schema), self._pause)
        except ERRORS as error:
            return replace(failure(error), calls=(self._meter.call("understand", began, None),))
        return _reading(completion, schema, (self._meter.call("understand", began, completion.usage),))

    async def _complete(self, prompt: Prompt, schema: dict[str, Json], attempt: int) -> ChatCompletion:
        async with asyncio.timeout(self._endpoint.timeout):
            return await self._refusable(partial(self._reading_request, prompt, schema))

    def _reading_request(self, prompt: Prompt, schema: dict[str, Json]) -> dict[str, Any]:
        if self._dialect.needs_schema_in_prompt:
            rule = f"Answer with one JSON object that fits this JSON schema, and nothing else:\n{canonical(schema)}"
            prompt = replace(prompt, system=f"{prompt.system}\n\n{rule}")
        return {
            **self._messages(prompt),
            **self._dialect.options("temperature", "max_tokens"),
            **self._dialect.response_format(schema),
        }

    def _reply_request(self, prompt: Prompt) -> dict[str, Any]:
        options = self._dialect.options("max_tokens", "stream_options", temperature=SPEECH_TEMPERATURE)
        return {**self._messages(prompt), **options, "stream": True}

    def _messages(self, prompt: Prompt) -> dict[str, Any]:
        return {
            "model": self._endpoint.model,
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ],
        }

    async def _refusable(self, request: Callable[[], dict[str, Any]]) -> Any:
        """Send the request, and again in a simpler dialect as long as the endpoint refuses what it cannot read."""
        while True:
            sent = request()
            try:
                return await self._client.chat.completions.create(**sent)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                simpler = self._dialect.after(error, sent)
                if simpler is None:
                    raise
                self._dialect = simpler

    async def _stream(self, prompt: Prompt, reply: "_Reply", attempt: int) -> None:
        """One attempt at the reply. Once a piece of it was shown, an error is the end (T45)."""
        try:
            async with asyncio.timeout(LONGEST_REPLY * self._endpoint.timeout):
                await self._write(prompt, reply, attempt)
        except ERRORS as error:
            if not reply.is_shown:
                raise
            raise _Broken(replace(failure(error), code="broken_stream")) from None

    async def _write(self, prompt: Prompt, reply: "_Reply", attempt: int) -> None:
        stream = await self._refusable(partial(self._reply_request, prompt))
        async with stream:
            async for chunk in _readable(stream):
                reply.usage = chunk.usage or reply.usage
                if chunk.choices and chunk.choices[0].delta.content:
                    await reply.add(attempt, chunk.choices[0].delta.content)


class _Broken(Exception):
    """A stream that broke after its first piece: no error that is tried again."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(failed.code)
        self.failed = failed


@dataclass(slots=True)
class _Reply:
    """The reply as far as it is written. Blank pieces before its first word are not shown."""

    on_delta: OnDelta
    began: float
    usage: CompletionUsage | None = None
    pieces: list[str] = field(default_factory=list)
    attempt: int = 1

    @property
    def is_shown(self) -> bool:
        return bool(self.pieces)

    @property
    def text(self) -> str:
        return "".join(self.pieces).rstrip()

    async def add(self, attempt: int, piece: str) -> None:
        piece = piece if self.is_shown else piece.lstrip()
        if piece:
            self.pieces.append(piece)
            self.attempt = attempt
            await self.on_delta(attempt, piece)

    async def complete(self, questions: str) -> None:
        """Add what the model had to ask and did not."""
        if self.text and questions:
            await self.add(self.attempt, f" {questions}")


def left_unasked(effect: Speak, text: str) -> str:
    """The questions of a reply that asks nothing though its steps do: small models now and then forget to ask (T22)."""
    if any(sign in text for sign in QUESTION_SIGNS):
        return ""
    return " ".join(dict.fromkeys(ask for section in effect.sections for ask in section.asks))


async def _readable(stream: AsyncIterator[ChatCompletionChunk]) -> AsyncIterator[ChatCompletionChunk]:
    """The chunks of a stream; one that cannot be read is an error of the endpoint."""
    try:
        async for chunk in stream:
            yield chunk
    except ValueError:
        raise UnreadableStream("a chunk of the stream could not be read") from None


def _reading(completion: ChatCompletion, schema: dict[str, Json], calls: tuple[Call, ...]) -> Read | Unusable:
    """The reading in the model's answer, if it is one (T46)."""
    message = completion.choices[0].message if completion.choices else None
    document = parsed(message.content or "") if message else None
    if document is None:
        return Unusable("not_json", calls)
    return Read({**document, "reader": "model"}, calls) if fits(document, schema) else Unusable("schema", calls)
