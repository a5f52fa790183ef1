"""`manage.py scenario`: lines, summary, exit code, and a database of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PASSING = """\
scenario: it passes
agent:
  agent: hello
  name: Hello
  visitors: true
  flows: {hi: {name: Hi, "on": [{message: [says hello]}], steps: [{id: go, say: Hello.}]}}
turns:
  - user: hello
    understand: {flows: [hi]}
    expect: {messages: [Hello.]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(PASSING)
    return tmp_path


def scenario(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with a configured database that has no tables."""
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/configured.sqlite3"}
    command = [sys.executable, "manage.py", "scenario", str(folder), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_what_passes_is_a_line_and_the_last_line_sums_up(folder: Path) -> None:
    (folder / "b.yaml").write_text(PASSING)
    done = scenario(folder)
    assert (done.returncode, done.stderr) == (0, "")
    first, second, last = done.stdout.splitlines()
    assert first.endswith("a.yaml  it passes")
    assert second.endswith("b.yaml  it passes")
    assert last == "2 passed, 0 failed"


def test_one_that_fails_shows_its_differences_and_exits_with_1(folder: Path) -> None:
    (folder / "b.yaml").write_text(PASSING.replace("[Hello.]}", "[Bye.]}"))
    done = scenario(folder)
    assert done.returncode == 1
    assert "turn 1 (line 8): messages.0.text: expected 'Bye.', came out 'Hello.'" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 passed, 1 failed"


def test_a_file_that_is_no_scenario_fails_and_the_others_are_played(folder: Path) -> None:
    (folder / "b.yaml").write_text("scenario: x\nturn: []\n")
    done = scenario(folder)
    assert done.returncode == 1
    assert "'turns' is a required property" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 passed, 1 failed"


def test_json_is_one_document(folder: Path) -> None:
    told = json.loads(scenario(folder, "--json").stdout)
    assert told["passed"] == 1
    assert told["failed"] == 0
    assert told["scenarios"][0]["differences"] == []


def test_the_configured_database_is_left_alone(folder: Path) -> None:
    scenario(folder)
    database = folder / "configured.sqlite3"
    assert not database.exists() or database.stat().st_size == 0


def test_a_path_that_is_not_there_is_said(folder: Path) -> None:
    done = scenario(folder / "nowhere")
    assert done.returncode == 1
    assert "nowhere" in done.stderr
