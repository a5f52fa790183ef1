"""Scenarios in a process of their own: results as they come, its limits, and what it does not know of the site."""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from conversations.scenario import child
from conversations.scenario.format import Home

AGENT: dict[str, Any] = {
    "agent": "hello",
    "name": "Hello",
    "visitors": True,
    "flows": {
        "hi": {"name": "Hi", "on": [{"message": ["says hello"]}], "steps": [{"id": "go", "say": "Hello."}]},
        "ask": {
            "name": "Ask",
            "on": [{"message": ["asks the house"]}],
            "steps": [{"id": "get", "do": "http_get", "input": {"url": "http://127.0.0.1:9/"}, "on_fail": "end"}],
        },
    },
}
SCENARIO = """\
scenario: x
turns:
  - user: hello
    understand: {flows: [%s]}
    expect: {%s}
"""
PRINTS = "import json, sys; job = json.load(sys.stdin); "
"""The beginning of a stand-in for the process."""


def played(texts: dict[int, str], *, limit: float = 60, command: Sequence[str] = child.COMMAND) -> list[child.Result]:
    async def gather() -> list[child.Result]:
        return [result async for result in child.played(Home(AGENT), texts, limit=limit, command=command)]

    return asyncio.run(gather())


def stand_in(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", PRINTS + code)


def test_each_has_its_result_and_an_action_that_is_not_named_does_not_run() -> None:
    passing, failing = SCENARIO % ("hi", "messages: [Hello.]"), SCENARIO % ("hi", "messages: [Bye.]")
    results = played({7: passing, 8: failing, 9: "turns: [", 10: SCENARIO % ("ask", "")})
    assert [scenario for scenario, _differences in results] == [7, 8, 9, 10]
    told = dict(results)
    assert told[7] == []
    assert told[8] == ["turn 1 (line 3): messages.0.text: expected 'Bye.', came out 'Hello.'"]
    assert told[9]
    assert told[9][0].startswith("line 1")
    assert told[10] == [
        "turn 1 (line 3): actions: http_get was called, which the scenario does not name under `actions`; "
        "it did not run"
    ]


def test_it_knows_neither_the_data_nor_the_keys_of_the_site_nor_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "REDIS_URL", "CRYPTOGRAPHY_KEYS_OLD"):
        monkeypatch.setenv(name, "secret-of-the-site")
    monkeypatch.setenv("DATABASE_URL", "postgres://somewhere/secret-of-the-site")
    code = "import os; print(json.dumps({'id': 7, 'differences': [json.dumps(dict(os.environ))]}))"
    ((_scenario, (told,)),) = played({7: "x"}, command=stand_in(code))
    known = json.loads(told)
    assert "secret-of-the-site" not in told
    assert known["CRYPTOGRAPHY_KEY"] != os.environ["CRYPTOGRAPHY_KEY"]
    assert known["SECRET_KEY"] != os.environ["SECRET_KEY"]
    assert known["DATABASE_URL"].startswith(f"sqlite:///{known['TMPDIR']}")
    assert not os.path.exists(known["TMPDIR"])


def test_at_its_limit_it_is_ended_and_the_one_it_was_at_has_failed() -> None:
    code = "print(json.dumps({'id': 7, 'differences': []}), flush=True); import time; time.sleep(600)"
    results = played({7: "x", 8: "y", 9: "z"}, limit=1, command=stand_in(code))
    assert results == [(7, []), (8, ["It was not done in time, and was stopped: a process has 1 seconds."])]


def test_a_process_that_ends_early_fails_the_one_it_was_at() -> None:
    assert played({7: "x", 8: "y"}, command=stand_in("sys.exit(3)")) == [
        (7, ["The process that played it ended early."])
    ]
    assert played({7: "x"}, command=(sys.executable, "-c", "")) == [(7, ["The process that played it ended early."])]


def test_one_that_says_too_much_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "LONGEST_LINE", 1000)
    assert played({7: "x"}, command=stand_in("print('x' * 100_000)")) == [(7, ["It said too much, and was stopped."])]


def test_lines_that_are_no_result_and_results_nobody_asked_for_are_passed_over() -> None:
    code = "print('hello'); print('[1]'); [print(json.dumps({'id': n, 'differences': []})) for n in (1, 7, 7)]"
    assert played({7: "x"}, command=stand_in(code)) == [(7, [])]
