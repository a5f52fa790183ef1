"""Every scenario file of the project, played in the test database."""

from itertools import groupby
from pathlib import Path

import pytest
from django.db import connection

from conversations.scenario.files import scenario_files
from conversations.scenario.format import load
from conversations.scenario.play import play

FOLDER = Path(__file__).parent / "scenarios"
ALL = list(scenario_files([FOLDER]))


def one_a_rule(paths: list[Path]) -> list[Path]:
    """Of the rules of a turn one scenario each, of facts and of whole agents all."""
    turns = [path for path in paths if path.parent.name == "turns"]
    first = [next(rule) for _name, rule in groupby(turns, lambda path: path.name.partition("_")[0])]
    return [*first, *(path for path in paths if path not in turns)]


# The engine decides the same over any database; what stores a turn is the same for all of a rule's scenarios.
FILES = ALL if connection.vendor == "sqlite" else one_a_rule(ALL)


@pytest.mark.django_db
@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(FOLDER).with_suffix("")) for path in FILES])
def test_a_scenario_comes_out_as_its_file_says(path: Path) -> None:
    played = play(load(path))
    assert played.passed, "\n" + "\n".join(played.differences)
