"""Circles without a question: which are errors, which warnings, and which are none."""

from typing import Any

import pytest

from agents.check import check
from agents.checks.loops import circles
from tests.agents.documents import ACTIONS

CODES = ("endless-loop", "loop-without-question", "flow-loop")
IF = {"known": ["context.x"]}


def found(**flows: Any) -> list[str]:
    """The codes about circles for flows given as lists of steps, or as flows."""
    document = {
        "agent": "a",
        "name": "A",
        "fields": {"day": {"type": "date", "ask": "When?"}},
        "flows": {
            name: flow if isinstance(flow, dict) else {"on": [{"message": [name]}], "steps": flow}
            for name, flow in flows.items()
        },
    }
    return [problem.code for problem in check(document, actions=ACTIONS) if problem.code in CODES]


def say(name: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "say": "Hello.", **more}


@pytest.mark.parametrize(
    "steps",
    [
        [say("a", then="a")],
        [say("a", then={"step": "a", "clear": ["day"]})],
        [say("a"), say("b", then="a")],
        [say("a"), {"id": "b", "prompt": "Say more.", "then": "a"}],
        [{"id": "a", "if": IF, "then": "b", "else": "c"}, say("b", then="a"), say("c", then="a")],
        [say("a", skip_if=IF, then="a")],
        [{"id": "a", "do": "free", "on_fail": "a", "then": "a"}],
        [say("start"), say("a", then="b"), say("b", then="a")],
    ],
)
def test_t30_steps_that_lead_to_each_other_on_every_path_are_an_error(steps: Any) -> None:
    assert found(f=steps) == ["endless-loop"]


@pytest.mark.parametrize(
    "steps",
    [
        [say("a"), {"id": "b", "if": IF, "then": "a", "else": "c"}, say("c")],
        [{"id": "a", "do": "free", "then": "a"}],
        [{"id": "a", "do": "free", "on_fail": "end", "then": "a"}],
        [say("a"), {"id": "b", "do": "free", "on_fail": "a", "then": "end"}],
    ],
)
def test_a_circle_that_can_be_left_is_a_warning(steps: Any) -> None:
    assert found(f=steps) == ["loop-without-question"]


@pytest.mark.parametrize(
    "steps",
    [
        [say("a"), say("b", then="end")],
        [{"id": "a", "collect": ["day"]}, say("b", then={"step": "a", "clear": ["day"]})],
        [say("a", requires=["day"]), say("b", then={"step": "a", "clear": ["day"]})],
        [say("a"), {"id": "b", "wait": "2d", "then": "a"}],
        [say("a", then="end"), say("b", then="b")],
        # this one is `if-without-else`
        [say("a"), {"id": "b", "if": IF, "then": "a"}],
        # a branch needs a message
        [{"id": "a", "collect": ["day"], "branches": [{"if": IF, "then": "a"}]}],
    ],
)
def test_what_stops_ends_or_is_never_reached_is_no_circle(steps: Any) -> None:
    assert found(f=steps) == []


def test_each_circle_is_found_by_itself() -> None:
    two = [say("a", then="a"), say("b", then="b")]
    assert found(f=[{"id": "fork", "if": IF, "then": "a", "else": "b"}, *two], g=two[:1]) == ["endless-loop"] * 3


PING = {"on": [{"message": ["ping"]}], "steps": [say("a", then={"flow": "pong"})]}


@pytest.mark.parametrize(
    "pong",
    [
        {"steps": [say("b", then={"flow": "ping"})]},
        {"steps": [say("b")], "on_end": {"flow": "ping"}},
        {"steps": [], "on_end": {"flow": "ping"}},
        {"steps": [{"id": "b", "do": "free", "on_fail": {"flow": "ping"}}]},
    ],
)
def test_flows_that_start_each_other_without_a_stop_are_a_warning(pong: Any) -> None:
    assert found(ping=PING, pong=pong) == ["flow-loop"]


def test_a_flow_that_starts_itself_is_a_warning() -> None:
    assert found(f=[say("a", then={"flow": "f"})]) == ["flow-loop"]


@pytest.mark.parametrize(
    "pong",
    [
        {"steps": [{"id": "b", "collect": ["day"]}], "on_end": {"flow": "ping"}},
        {"steps": [say("b")], "required": ["day"], "on_end": {"flow": "ping"}},
        {"steps": [say("b", then={"end": "failed"})], "on_end": {"flow": "ping"}},
        {"steps": [{"id": "b", "wait": "1h"}, say("c", then={"flow": "ping"})]},
        {"steps": [say("b")]},
    ],
)
def test_flows_with_a_stop_between_them_are_no_circle(pong: Any) -> None:
    assert found(ping=PING, pong=pong) == []


def test_circles_are_the_largest_sets_that_lead_to_each_other() -> None:
    edges = {"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"e"}, "e": {"d", "f"}, "f": (), "g": {"g", "x"}}
    assert sorted(map(sorted, circles(edges))) == [["a", "b"], ["d", "e"], ["g"]]
