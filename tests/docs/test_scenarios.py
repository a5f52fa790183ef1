"""docs/scenarios.md says what the code does: its examples come out as they say, and every key is named."""

import json
from pathlib import Path

import pytest

from conversations.scenario.fact_verbs import DOERS
from conversations.scenario.format import load
from conversations.scenario.play import play
from conversations.scenario.schema import EXPECT, FACT_VERBS, HEAD, READING, TURNS
from tests.docs.pages import agent, blocks, text

PAGE = "scenarios.md"
SCENARIOS = [block for block in blocks(PAGE, "yaml") if block.startswith("scenario:")]


@pytest.mark.django_db
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda block: block.splitlines()[0])
def test_an_example_comes_out_as_it_says(scenario: str, tmp_path: Path) -> None:
    (tmp_path / "guesthouse.yaml").write_text(json.dumps(agent()), encoding="utf-8")
    file = tmp_path / "scenario.yaml"
    file.write_text(scenario, encoding="utf-8")

    played = play(load(file))

    assert played.passed, "\n" + "\n".join(played.differences)


def test_there_is_more_than_one_example() -> None:
    assert len(SCENARIOS) >= 2


def test_every_key_of_the_file_is_named() -> None:
    page = text(PAGE)
    keys = {*HEAD["properties"], *EXPECT["properties"], *READING["properties"], *TURNS, *FACT_VERBS}
    assert sorted(key for key in keys if f"`{key}`" not in page and f"`{key}: " not in page) == []


def test_every_verb_about_facts_can_be_played() -> None:
    assert set(FACT_VERBS) == set(DOERS)
