"""Calls to an OpenAI-compatible endpoint: bounded retries, and failures that never carry a person's words."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import httpx2
import openai
from openai.types import CompletionUsage

from conversations.engine.effects import Call, Failed

PAUSES = (0.5, 2.0)
"""Seconds before each further attempt, so three attempts in all; a longer `Retry-After` is not waited for."""
LONGEST_PAUSE = 10.0
PER_MILLION = 1_000_000

Result = TypeVar("Result")
Pause = Callable[[float], Awaitable[None]]


class UnreadableStream(openai.OpenAIError):
    """The endpoint streamed something that is no chunk."""


ERRORS: tuple[type[Exception], ...] = (openai.OpenAIError, httpx2.HTTPError, TimeoutError)
"""What a call may raise: the client wraps most of its transport's errors, but not those of a running stream."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in the currency of the site."""

    tokens_in: float = 0.0
    tokens_cached: float = 0.0
    tokens_out: float = 0.0

    def cost(self, usage: CompletionUsage) -> float:
        """The cost of one call; cached tokens are part of those that went in."""
        cached = cached_tokens(usage)
        fresh = usage.prompt_tokens - cached
        total = fresh * self.tokens_in + cached * self.tokens_cached + usage.completion_tokens * self.tokens_out
        return total / PER_MILLION


NO_PRICES = Prices()


@dataclass(frozen=True, slots=True)
class Meter:
    """Turns the usage of calls to one model into `Call` records."""

    model: str
    prices: Prices = NO_PRICES

    def call(self, purpose: str, began: float, usage: CompletionUsage | None) -> Call:
        """The record of a call that began at `began` (`time.monotonic`); without usage where it failed."""
        ms = round((time.monotonic() - began) * 1000)
        if usage is None:
            return Call(purpose, self.model, ms=ms)
        return Call(
            purpose=purpose,
            model=self.model,
            tokens_in=usage.prompt_tokens,
            tokens_cached=cached_tokens(usage),
            tokens_out=usage.completion_tokens,
            ms=ms,
            cost=self.prices.cost(usage),
        )


def cached_tokens(usage: CompletionUsage) -> int:
    """How many of the tokens that went in were in the provider's cache."""
    details = usage.prompt_tokens_details
    return (details.cached_tokens or 0) if details else 0


def failure(error: Exception) -> Failed:
    """An error as a value. Its message names the kind and the HTTP status only: bodies can repeat the prompt."""
    status = f"HTTP {error.status_code}" if isinstance(error, openai.APIStatusError) else type(error).__name__
    code, retryable = _code(error)
    return Failed(code, retryable, f"the model's endpoint failed: {status}")


async def with_retries(call: Callable[[int], Awaitable[Result]], pause: Pause = asyncio.sleep) -> Result:
    """The call's result, tried again after rate limits, server errors and broken connections; raises the last error.

    `call` is given the number of the attempt, from 1. A time-out is not tried again: the person has waited enough.
    """
    for attempt, seconds in enumerate(PAUSES, start=1):
        try:
            return await call(attempt)
        except ERRORS as error:
            wait = max(seconds, _asked_pause(error))
            if not _may_retry(error) or wait > LONGEST_PAUSE:
                raise
        await pause(wait)
    return await call(len(PAUSES) + 1)


def _may_retry(error: Exception) -> bool:
    code, retryable = _code(error)
    return retryable and code != "timeout"


def _code(error: Exception) -> tuple[str, bool]:
    """A stable code, and whether a retry may help."""
    if isinstance(error, (openai.APITimeoutError, httpx2.TimeoutException, TimeoutError)):
        return "timeout", True
    if isinstance(error, openai.RateLimitError):
        return "rate_limited", True
    if isinstance(error, openai.APIStatusError):
        return _status_code(error.status_code)
    if isinstance(error, (openai.APIConnectionError, httpx2.HTTPError)):
        return "unreachable", True
    return "model_error", False


def _status_code(status: int) -> tuple[str, bool]:
    if status >= 500 or status in (408, 409):
        return "unavailable", True
    return ("refused_key", False) if status in (401, 403) else ("refused", False)


def _asked_pause(error: Exception) -> float:
    """Seconds of the answer's `Retry-After`, 0 without one."""
    if not isinstance(error, openai.APIStatusError):
        return 0.0
    try:
        return max(0.0, float(error.response.headers.get("retry-after", "0")))
    except ValueError:
        return 0.0
