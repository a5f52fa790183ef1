"""The keys of what runs around a step's words (T26, T27): those of the visit, so that a repetition is recognised."""

from typing import Any

from conversations.engine.effects import Act, Effect, Failed, Speak
from tests.engine.player import Player, player

ASKING: dict[str, Any] = {"id": "ask", "collect": ["hotel"], "prepare": ["hold", "look"], "finalize": "log"}
AGENT: dict[str, Any] = {
    "fields": {"hotel": {"type": "string", "ask": "Which hotel?"}},
    "flows": {
        "book": {"name": "Book", "on": [{"message": ["wants a room"]}], "required": ["hotel"], "steps": [ASKING]},
    },
}


def order(effects: list[Effect]) -> list[str]:
    return [
        effect.key if isinstance(effect, Act) else "(speak)" for effect in effects if isinstance(effect, Act | Speak)
    ]


def booking(**values: Any) -> Player:
    played = player(AGENT, **values)
    played.say("a room", {"flows": ["book"]})
    return played


def test_t27_prepare_runs_before_the_words_and_finalize_after_each_with_a_key_of_its_own() -> None:
    played = booking()
    assert order(played.effects) == [
        *("c/book#m1:ask:1:prepare:1", "c/book#m1:ask:1:prepare:2", "(speak)", "c/book#m1:ask:1:finalize:1"),
    ]


def test_t27_they_run_again_with_the_keys_of_the_next_visit_each_time_the_step_speaks() -> None:
    played = booking()
    played.say("what?", {})
    assert order(played.effects) == [
        *("c/book#m1:ask:2:prepare:1", "c/book#m1:ask:2:prepare:2", "(speak)", "c/book#m1:ask:2:finalize:1"),
    ]


def test_t27_after_a_prepare_that_failed_neither_later_ones_nor_the_words_nor_finalize_follow() -> None:
    played = booking(actions={"hold": Failed("declined")})
    assert order(played.effects) == ["c/book#m1:ask:1:prepare:1"]
