"""Turns run again over their journals: as they were, and against another definition (architecture.md, replay)."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents.compile import compile_definition
from agents.live import definition
from conversations.engine.effects import Speak
from conversations.models import Turn
from conversations.replay import NoJournal, past
from conversations.scenario.format import load
from conversations.scenario.play import play

pytestmark = pytest.mark.django_db

SCENARIOS = Path(__file__).parents[1] / "scenarios"
SOME = sorted(SCENARIOS.rglob("*.yaml"))[::12]


def turns_of(path: Path) -> list[Turn]:
    assert play(load(path)).passed
    return list(Turn.objects.select_related("version", "conversation__keyring").order_by("pk"))


@pytest.mark.parametrize("path", SOME, ids=[path.stem for path in SOME])
def test_a_turn_that_is_run_again_comes_out_as_it_did(path: Path) -> None:
    for turn in turns_of(path):
        keyring = turn.conversation.keyring
        try:
            found = past(turn, keyring).again(definition(turn.version))
        except NoJournal:  # what it was about was forgotten
            continue
        report: Any = turn.opened("report", keyring)
        if turn.status == Turn.Status.DONE:
            assert found.agrees, found
            assert found.result is not None
            assert found.result.stopped_reason == report["stopped_reason"]
            assert len(found.asked) == turn.journal.count() - 1


PATH = SCENARIOS / "turns"


def booked() -> Turn:
    """A turn in which a model read and spoke."""
    for path in sorted(PATH.glob("t2*.yaml")):
        for turn in turns_of(path):
            if [row.kind for row in turn.journal.order_by("n")][1:3] == ["understand", "speak"]:
                return turn
    raise AssertionError("no scenario has such a turn")


def test_against_another_definition_it_goes_until_they_part() -> None:
    turn = booked()
    keyring = turn.conversation.keyring
    document = json.loads(turn.version.document)
    document["persona"] = "Somebody else altogether."
    other = compile_definition(document, 0, definition(turn.version).phrases)
    found = past(turn, keyring).again(other)
    assert not found.agrees
    assert found.result is None
    assert found.parted is not None
    assert found.left > 0


def test_a_definition_that_asks_the_same_agrees() -> None:
    turn = booked()
    document = json.loads(turn.version.document)
    same = compile_definition(document, turn.version.number, definition(turn.version).phrases)
    found = past(turn, turn.conversation.keyring).again(same)
    assert found.agrees
    assert any(isinstance(asked.effect, Speak) for asked in found.asked)


def test_a_turn_whose_journal_is_gone_says_so() -> None:
    turn = booked()
    turn.journal.all().delete()
    with pytest.raises(NoJournal):
        past(turn, turn.conversation.keyring)
