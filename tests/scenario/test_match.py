"""Matching of what came out with what is expected (scenarios.md, "Matching")."""

from typing import Any

import pytest

from conversations.scenario.match import differences

CAME_OUT: dict[str, Any] = {
    "stopped_reason": "needs_input",
    "calls": {"understand": 1, "speak": 1},
    "understand": {"flows": ["a", "b"], "fields": ["x"], "conditions": []},
    "executed_steps": [("book", "ask"), ("book", "done")],
    "outcomes": [
        {"flow": "book", "step": "ask", "status": "ok", "code": "collected", "visit": 1},
        {"flow": "book", "step": "done", "status": "ok", "code": "", "visit": 1},
    ],
    "messages": [{"key": "book#m1:done:1", "flow": "book", "step": "done", "text": "Done."}],
    "replied": True,
    "data": {"guests": 2, "pets": True, "place": {"city": "Bern", "zip": 3000}},
    "invalid": [],
    "changed": {"guests": {"old": 1, "new": 2}},
    "floor": None,
    "prompts": ["one two", "one three one"],
    "facts": {"profile.city": "Bern"},
    "proposals": [{"key": "profile.b", "value": 1}, {"key": "profile.a", "value": 2}],
    "contested": [],
    "actions": [{"name": "quote", "input": {"guests": 2, "hotel": "Ritz"}}],
    "degraded": False,
}


@pytest.mark.parametrize(
    "expect",
    [
        {"stopped_reason": "needs_input", "floor": None, "replied": True, "degraded": False},
        {"calls": {"speak": 1}},
        {"understand": {"flows": ["b", "a"], "conditions": []}},
        {"executed_steps": ["ask", "book.done"]},
        {"outcomes": [{"step": "ask", "code": "collected"}, {"step": "book.done"}]},
        {"messages": ["Done."]},
        {"messages": [{"step": "done", "key": "book#m1:done:1"}]},
        {"data": {"place": {"city": "Bern"}}, "no_data": ["hotel"]},
        {"invalid": [], "contested": []},
        {"changed": {"guests": {"old": 1}}},
        {"prompts": [{"contains": ["one"]}, {"order": ["one", "three", "one"], "lacks": ["two"]}]},
        {"prompt": {"once": ["three"]}},
        {"facts": {"profile.city": "Bern"}, "no_facts": ["profile.a"]},
        {"proposals": [{"key": "profile.a"}, {"key": "profile.b", "value": 1}]},
        {"proposals": ["profile.b", "profile.a"]},
        {"actions": ["quote"]},
        {"actions": [{"name": "quote", "input": {"guests": 2}}]},
    ],
)
def test_what_came_out_meets_what_is_expected(expect: dict[str, Any]) -> None:
    assert differences(expect, CAME_OUT) == []


@pytest.mark.parametrize(
    "expect",
    [
        {"stopped_reason": "end"},
        {"floor": "book"},
        {"replied": False},
        {"calls": {"understand": 0}},
        {"understand": {"flows": ["a"]}},
        {"understand": {"conditions": ["ask.0"]}},
        {"executed_steps": ["ask"]},
        {"executed_steps": ["done", "ask"]},
        {"executed_steps": ["other.ask", "done"]},
        {"outcomes": [{"step": "ask"}]},
        {"outcomes": [{"step": "done"}, {"visit": 1}]},
        {"outcomes": [{"step": "other.ask"}, {"step": "done"}]},
        {"outcomes": []},
        {"messages": []},
        {"messages": ["Done"]},
        {"messages": [{"step": "ask"}]},
        {"data": {}},
        {"data": {"guests": "2"}},
        {"data": {"pets": 1}},
        {"data": {"guests": True}},
        {"data": {"place": {"city": "Basel"}}},
        {"no_data": ["guests"]},
        {"changed": {}},
        {"changed": {"guests": {"old": None}}},
        {"prompts": [{}]},
        {"prompt": {"contains": ["two"]}},
        {"prompt": {"once": ["one"]}},
        {"prompt": {"order": ["three", "three"]}},
        {"prompts": [{"lacks": ["two"]}, {}]},
        {"facts": {}},
        {"no_facts": ["profile.city"]},
        {"proposals": []},
        {"proposals": [{"key": "profile.a"}]},
        {"contested": ["profile.city"]},
        {"actions": []},
        {"actions": ["quote", "quote"]},
        {"turns": 1},
    ],
)
def test_what_came_out_otherwise_is_told_in_a_line_that_names_the_key(expect: dict[str, Any]) -> None:
    found = differences(expect, CAME_OUT)
    assert len(found) == 1
    assert found[0].startswith(next(iter(expect)).removesuffix("s"))


def test_every_expectation_is_told_not_only_the_first() -> None:
    assert len(differences({"stopped_reason": "end", "data": {"guests": 3, "hotel": "Ritz"}}, CAME_OUT)) == 3
