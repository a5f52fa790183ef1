"""Answers to questions about facts, as the engine takes them from any reading (F7, F18, T16)."""

import pytest

from conversations.engine.candidates import answer_to
from conversations.engine.effects import FactQuestion


@pytest.mark.parametrize(
    ("kind", "old", "answer", "taken"),
    [
        ("contested", "Bern", "new", "new"),
        ("contested", "Bern", "accept", None),
        ("proposed", None, "accept", "accept"),
        ("proposed", None, "new", None),
        ("proposed", "Bern", "new", "accept"),
        ("proposed", "Bern", "old", "reject"),
        ("proposed", "Bern", "neither", "reject"),
    ],
)
def test_f18_a_proposal_beside_a_held_value_takes_the_answers_to_a_contradiction(
    kind: str, old: str | None, answer: str, taken: str | None
) -> None:
    assert answer_to(FactQuestion("profile.city", kind, old, "Basel"), answer) == taken  # type: ignore[arg-type]
