"""The words with which an old value is confirmed (F4, F17): scenarios tell the rest."""

from typing import Any

import pytest

from agents.compile import compile_definition
from conversations.engine.effects import Answer, Done, Effect, Understand
from conversations.engine.report import TurnResult
from conversations.engine.turn_input import UserMessage
from tests.engine.player import NOW, drive
from tests.engine.whole import OLD_MAIL, Whole

FLOWS = {"call": {"name": "Call", "on": [{"message": ["wants a call"]}], "steps": [{"id": "ask", "collect": ["mail"]}]}}
DESK: dict[str, Any] = {"agent": "desk", "name": "Desk", "fields": {"mail": {"type": "email", "fact": OLD_MAIL.key}}}


def reading(document: dict[str, Any]) -> Any:
    def answer(effect: Effect) -> Answer:
        return Done({"reader": "scripted", **document} if isinstance(effect, Understand) else "Is it?")

    return answer


def confirmed_by(*texts: str) -> TurnResult:
    """The turn in which these messages, which waited together, are read as a yes to the question."""
    desk = Whole(compile_definition({**DESK, "flows": FLOWS}, version=1), facts=(OLD_MAIL,))
    desk.play("call me", reading({"flows": ["call"]}))
    messages = tuple(UserMessage(str(number), text, NOW) for number, text in enumerate(texts))
    given = desk._of("message", messages=messages)
    return drive(desk.definition, given, reading({"fact_answers": {OLD_MAIL.key: "accept"}}))[0]


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (("yes, still there",), "yes, still there"),
        (("yes", "by the way my sister is ill"), "yes"),
        (("my sister is ill", "Yes."), "Yes."),
    ],
)
def test_f4_f17_what_confirms_is_kept_with_its_own_words(texts: tuple[str, ...], words: str) -> None:
    [candidate] = confirmed_by(*texts).candidates
    assert (candidate.key, candidate.value, candidate.quote) == (OLD_MAIL.key, OLD_MAIL.value, words)


def test_f4_f17_a_yes_without_words_of_its_own_counts_here_and_is_not_kept() -> None:
    result = confirmed_by("it is still right", "my sister is ill")
    assert result.data == {"mail": OLD_MAIL.value}
    assert result.candidates == ()
