"""Every scenario file of the project, played in the test database."""

from pathlib import Path

import pytest

from conversations.scenario.files import scenario_files
from conversations.scenario.format import load
from conversations.scenario.play import play

FOLDER = Path(__file__).parent / "scenarios"
FILES = list(scenario_files([FOLDER]))


@pytest.mark.django_db
@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(FOLDER).with_suffix("")) for path in FILES])
def test_a_scenario_comes_out_as_its_file_says(path: Path) -> None:
    played = play(load(path))
    assert played.passed, "\n" + "\n".join(played.differences)
