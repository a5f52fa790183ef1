"""Conversations saved as scenarios: what is saved passes when it is played (scenarios.md)."""

from dataclasses import replace
from pathlib import Path

import pytest

from conversations.models import Conversation
from conversations.scenario.format import Scenario, Turn, load
from conversations.scenario.play import play
from conversations.scenario.saving import NotSaved, text_of

pytestmark = pytest.mark.django_db

SCENARIOS = Path(__file__).parents[1] / "scenarios"
ALL = sorted(path for path in SCENARIOS.rglob("*.yaml") if "turns:" in path.read_text(encoding="utf-8"))
SOME = ALL[::8]
TOLD = ("accept", "undo", "staff", "event", "advance", "crash", "context")
"""What a saved conversation has to say in its own way: of each the first few."""
MORE = [path for word in TOLD for path in [one for one in ALL if f"{word}:" in one.read_text(encoding="utf-8")][:4]]
NOT_YET = ("f15_many_values_fill_a_list",)
"""A value added by hand to a key of many: the verb `correct` of a scenario replaces one."""
THESE = sorted(path for path in {*SOME, *MORE} if path.stem not in NOT_YET)


def paced(scenario: Scenario) -> Scenario:
    """The scenario with a second before and after each click, as there always is between people and machines."""
    second = Turn("advance", "1s", "tick", 0)
    turns = [one for turn in scenario.turns for one in ((second, turn, second) if turn.kind == "fact" else (turn,))]
    return replace(scenario, turns=tuple(turns))


@pytest.mark.parametrize("path", THESE, ids=[path.stem for path in THESE])
def test_a_conversation_that_is_saved_passes_when_it_is_played(path: Path, tmp_path: Path) -> None:
    assert play(paced(load(path))).passed
    try:
        text = text_of(Conversation.objects.get(), "saved")
    except NotSaved as why:
        pytest.skip(str(why))
    again = tmp_path / "saved.yaml"
    again.write_text(text, encoding="utf-8")
    assert play(load(again)).differences == ()
