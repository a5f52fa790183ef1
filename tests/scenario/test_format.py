"""The scenario file: read strictly, each error with its line and place."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from conversations.scenario.files import scenario_files
from conversations.scenario.format import BadScenario, load

GOOD = """\
scenario: a good one
agent: {agent: x, name: X, flows: {}}
turns:
  - user: hello
  - context: {a: 1}
  - tap: {field: guests, value: 2}
  - user: again
    id: named
  - advance: 2d
"""


def written(folder: Path, text: str, name: str = "one.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> list[str]:
    with pytest.raises(BadScenario) as raised:
        load(written(folder, text))
    return raised.value.problems


def test_only_inputs_count_for_ids(tmp_path: Path) -> None:
    scenario = load(written(tmp_path, GOOD))
    assert [turn.id for turn in scenario.turns] == ["m1", "", "m2", "named", "m4"]


def test_a_scenario_without_now_begins_at_a_fixed_moment(tmp_path: Path) -> None:
    assert load(written(tmp_path, GOOD)).now == datetime(2026, 3, 2, 9, tzinfo=UTC)


def test_scopes_default_to_an_open_preference(tmp_path: Path) -> None:
    assert load(written(tmp_path, GOOD)).scopes == {"preference": {"open": True}}


def test_an_agent_is_read_from_the_file_beside_it(tmp_path: Path) -> None:
    written(tmp_path, "agent: desk\nname: Desk\nflows: {}\n", "desk.yaml")
    scenario = load(written(tmp_path, GOOD.replace("{agent: x, name: X, flows: {}}", "desk.yaml")))
    assert scenario.agent == {"agent": "desk", "name": "Desk", "flows": {}}


@pytest.mark.parametrize(
    ("before", "after", "line", "place"),
    [
        ("scenario: a good one\n", "", 1, "document"),
        ("scenario: a good one", "scenario: 7", 1, "scenario"),
        ("turns:", "surprise: 1\nturns:", 1, "document"),
        ("user: hello", "user: 7", 4, "turns.0.user"),
        ("user: hello", "user: hello\n    expects: {}", 4, "turns.0"),
        ("user: hello", "user: hello\n    expect: {calls: {understand: one}}", 5, "turns.0.expect.calls.understand"),
        ("user: hello", "user: hello\n    understand: {flow: [a]}", 5, "turns.0.understand"),
        ("user: hello", "user: hello\n    understand: {signal: run}", 5, "turns.0.understand.signal"),
        ("user: hello", "user: hello\n    tap: {field: a, value: 1}", 4, "turns.0"),
        ("user: hello", "says: hello", 4, "turns.0"),
        ("advance: 2d", "advance: two days", 9, "turns.4.advance"),
        ("advance: 2d", "fact: {accept: a, reject: b}", 9, "turns.4.fact"),
        ("agent: {agent: x, name: X, flows: {}}", "agent: 7", 2, "agent"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_place(
    tmp_path: Path, before: str, after: str, line: int, place: str
) -> None:
    found = problems(tmp_path, GOOD.replace(before, after))
    assert len(found) == 1
    assert found[0].startswith(f"line {line}: {place}: ")


def test_every_mistake_is_told(tmp_path: Path) -> None:
    text = GOOD.replace("user: hello", "user: 7").replace("advance: 2d", "advance: x").replace("a good one", "''")
    assert len(problems(tmp_path, text)) == 3


def test_a_missing_agent_file_is_told(tmp_path: Path) -> None:
    found = problems(tmp_path, GOOD.replace("{agent: x, name: X, flows: {}}", "nobody.yaml"))
    assert "nobody.yaml" in found[0]


def test_a_folder_gives_its_scenarios_and_not_the_agents_beside_them(tmp_path: Path) -> None:
    scenario = written(tmp_path, GOOD)
    written(tmp_path, "agent: desk\nname: Desk\nflows:\n  a: {}\n", "desk.yaml")
    broken = written(tmp_path, "scenari: x\n", "zzz.yaml")
    assert list(scenario_files([tmp_path])) == [scenario, broken]
