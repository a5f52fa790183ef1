"""What is left of a conversation's sealed values without the words (F20): every part of them is accounted for."""

from dataclasses import fields

import pytest

from conversations import wordless
from conversations.engine.report import TurnResult
from conversations.engine.state import Known, Queued, Run, State
from facts.words import Words

SWEPT = {
    State: {"data", "floor", "paused", "parked", "queued", "seen"},
    Run: {"saved", "event"},
    Queued: {"input", "event"},
    Known: {"value", "quote"},
}
"""Attributes that can hold a person's words."""
CODES = {
    State: {"completed", "runs", "muted", "handed_off", "silence", "since", "broken"},
    Run: {
        *("id", "flow", "trigger", "step", "visits", "asking", "stands", "asked", "attempts", "declined", "removed"),
        *("spoke", "staying", "timer"),
    },
    Queued: {"flow", "trigger"},
    Known: {"source", "message", "fact", "confidence", "asked", "shown"},
}
"""Attributes that are ids, names of fields, times and numbers."""
BERN = Words(["Bern"], [])


@pytest.mark.parametrize("part", SWEPT)
def test_f23_every_attribute_of_the_state_is_swept_or_holds_no_words(part: type) -> None:
    assert {spec.name for spec in fields(part)} <= SWEPT[part] | CODES[part]


def test_f20_every_kind_of_run_is_swept() -> None:
    run = Run("1", "trip", "1", saved={"to": "Bern", "n": 1})
    left = wordless.state(State(floor=run, paused=(run,), parked=(run,)), BERN, ())
    assert [found.saved for found in left.open_runs] == [{"n": 1}] * 3


def test_f15_a_bound_field_is_emptied_whatever_it_holds() -> None:
    state = State(data={"town": Known("Basel", "literal"), "guests": Known(2, "reading")})
    assert set(wordless.state(state, BERN, {"town"}).data) == {"guests"}


def test_f20_a_report_keeps_ids_codes_and_numbers_and_its_form() -> None:
    report = {
        "status": "done",
        "stopped_reason": "needs_input",
        "messages": [{"text": "In Bern?"}],
        "data": {"town": "Bern"},
        "outcomes": [{"step": "ask", "code": "collected"}],
        "errors": [{"type": "data_validation", "message": "Bern is none", "step": "ask", "details": {"in": "Bern"}}],
        "facts": {"written": [{"value": "Bern"}], "questions_avoided": ["town"]},
        "calls": [{"purpose": "speak", "cost": 0.1}],
        "invalid": [{"value": "Bern"}],
        "handed_off": True,
    }
    left = wordless.report(report)
    assert "Bern" not in str(left)
    assert set(left) == set(report)
    assert {name for name in report if left[name] == report[name]} == {
        *("status", "stopped_reason", "outcomes", "calls", "handed_off")
    }
    assert left["errors"] == [{"type": "data_validation", "message": "", "step": "ask", "details": {}}]
    assert left["facts"] == {"written": [], "questions_avoided": ["town"]}


def test_f23_what_a_report_keeps_whole_holds_no_words_by_its_type() -> None:
    kept = {spec.name: str(spec.type) for spec in fields(TurnResult) if spec.name in wordless._NO_WORDS}
    assert not [name for name, kind in kept.items() if "Json" in kind or "AgentMessage" in kind]
