"""Running registered actions: what may be repeated is tried again, and nothing else."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import override_settings

from agents import registry
from agents.compile import compile_definition
from agents.reader import read
from agents.registry import ActionFailed, Retry, action
from conversations import acting
from conversations.acting import RegisteredActions
from conversations.engine.effects import Act, Answer, Done, Failed
from conversations.engine.report import TurnResult
from conversations.engine.state import State
from conversations.engine.turn import run_turn
from conversations.engine.turn_input import TurnInput, UserMessage
from tests.agents.outside.services import http

KEY = "c1/book#1:pay:1"


SHIPPED = dict(registry.registered())

AGENT = """
agent: rates
name: Rates
language: en
fields:
  house: {type: string, description: House, ask: Which house?}
flows:
  rate:
    name: Find a rate
    description: The guest asks for a rate.
    "on": [{message: [what does it cost]}]
    required: [house]
    steps:
      - id: ask
        collect: [house]
      - id: find
        do: http_get
        input:
          url: SERVICE/v1/houses/{house}/rate
          path: {house: "{{ data.house }}"}
        save: {rate: total, offer: offer}
        on_fail: sorry
      - id: tell
        say: "CHF {{ run.rate }}, in the {{ run.offer.room }}."
        then: end
      - id: sorry
        say: Nobody knows.
        then: {end: failed}
"""


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(acting, "PAUSES", (0.0, 0.0))


class Service:
    """Fails so many times, then answers; `keys` holds the key of every try."""

    def __init__(self, failures: int, error: Exception) -> None:
        self.keys: list[str] = []
        self._failures, self._error = failures, error

    async def __call__(self, input: dict[str, Any], key: str) -> dict[str, Any]:
        self.keys.append(key)
        if len(self.keys) <= self._failures:
            raise self._error
        return {"total": 2}


def service(failures: int, *, retry: Retry = "same_key", error: Exception | None = None) -> Service:
    """A registered action `pay` that fails so many times."""
    made = Service(failures, error or ActionFailed("busy", code="http_503", retryable=True))

    async def pay(input: dict[str, Any], key: str) -> dict[str, Any]:
        return await made(input, key)

    action("pay", input={"type": "object"}, output={}, retry=retry)(pay)
    return made


async def answer() -> Answer:
    return await RegisteredActions().run(Act("pay", {}, KEY))


@pytest.mark.parametrize("failures", [0, 1, 2])
async def test_t26_a_failure_that_may_pass_is_tried_again_with_the_same_key(failures: int) -> None:
    pay = service(failures)
    assert await answer() == Done({"total": 2})
    assert pay.keys == [KEY] * (failures + 1)


async def test_t26_there_are_three_tries_and_the_last_failure_is_told() -> None:
    pay = service(9)
    assert await answer() == Failed("http_503", True, "busy")
    assert len(pay.keys) == 3


async def test_t26_an_action_that_must_not_be_repeated_runs_once() -> None:
    pay = service(1, retry="never")
    assert await answer() == Failed("http_503", True, "busy")
    assert len(pay.keys) == 1


@pytest.mark.parametrize("error", [ActionFailed("no such card", code="http_404"), ValueError("x")])
async def test_t26_a_failure_that_stays_is_told_at_once(error: Exception) -> None:
    pay = service(1, error=error)
    assert isinstance(await answer(), Failed)
    assert len(pay.keys) == 1


async def test_t26_a_failure_of_another_kind_ends_the_tries() -> None:
    tries: list[Callable[[], Any]] = []

    @action("pay", input={"type": "object"}, output={}, retry="same_key")
    async def pay(input: dict[str, Any]) -> None:
        tries.append(pay)
        raise ActionFailed("now gone", code="http_410" if len(tries) == 2 else "http_503", retryable=len(tries) < 2)

    assert await answer() == Failed("http_410", False, "now gone")
    assert len(tries) == 2


@pytest.mark.parametrize("blocking", [True, False])
async def test_t26_a_time_out_is_tried_again(blocking: bool) -> None:
    tries: list[str] = []

    async def slowly(input: dict[str, Any], key: str) -> dict[str, Any]:
        tries.append(key)
        await asyncio.sleep(5 if len(tries) == 1 else 0)
        return {"total": 2}

    def slowly_in_a_thread(input: dict[str, Any], key: str) -> dict[str, Any]:
        tries.append(key)
        time.sleep(0.3 if len(tries) == 1 else 0)
        return {"total": 2}

    register = action("pay", input={"type": "object"}, output={}, retry="same_key", timeout=0.1)
    register(slowly_in_a_thread if blocking else slowly)
    assert await answer() == Done({"total": 2})
    assert tries == [KEY, KEY]


async def test_no_try_begins_when_the_person_has_waited_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acting, "PATIENCE", 0.0)
    monkeypatch.setattr(acting, "PAUSES", (0.1, 0.1))
    pay = service(1)
    assert isinstance(await answer(), Failed)
    assert len(pay.keys) == 1


async def test_a_further_try_is_logged_by_its_code_alone(caplog: pytest.LogCaptureFixture) -> None:
    service(1)
    with caplog.at_level(logging.DEBUG):
        await answer()
    assert [record.message for record in caplog.records if record.name == acting.__name__] == [
        "the action pay is tried again after: http_503"
    ]


async def test_an_action_that_is_gone_fails_and_is_not_repeated() -> None:
    assert await answer() == Failed("unknown", False, "there is no action pay")
    assert not RegisteredActions().may_repeat("pay")


async def test_what_an_action_answers_is_cleaned() -> None:
    @action("pay", input={"type": "object"}, output={})
    def pay(input: dict[str, Any]) -> dict[str, Any]:
        return {"note": "paid\x00 e\u0301"}

    assert await answer() == Done({"note": "paid \u00e9"})


async def turn(url: str) -> TurnResult:
    """One turn of the agent that asks a service for the rate of a house."""
    message = UserMessage("1", "What does the Grand Hotel cost?", "2026-03-02T09:00:00+01:00")
    definition = compile_definition(read(AGENT.replace("SERVICE", url)).value)
    given = TurnInput(
        kind="message", id="1", conversation="c", state=State(), now=message.at, version=1, messages=(message,)
    )
    running = run_turn(definition, given)
    effect = next(running)
    try:
        while True:
            understood = Done({"reader": "scripted", "flows": ["rate"], "fields": {"house": "Grand Hotel"}})
            effect = running.send(await RegisteredActions().run(effect) if isinstance(effect, Act) else understood)
    except StopIteration as stop:
        result: TurnResult = stop.value
        return result


async def test_t26_a_step_calls_a_service_and_says_what_it_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", SHIPPED)
    with http() as service, override_settings(HTTP_ACTION_ALLOW=(service.url,), HTTP_ACTION_PRIVATE=True):
        service.answers({"total": 240, "offer": {"room": "tower room"}})
        found = await turn(service.url)
        service.answers({}, status=503)
        failed = await turn(service.url)

    assert [said.text for said in found.messages] == ["CHF 240, in the tower room."]
    assert [said.text for said in failed.messages] == ["Nobody knows."]
    assert [error.details["code"] for error in failed.errors] == ["http_503"]
    assert [heard.target for heard in service.heard] == ["/v1/houses/Grand%20Hotel/rate"] * 4
