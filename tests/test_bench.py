"""The measurements run: a few turns of each, on the database of this lane."""

import os
import subprocess
import sys

from django.conf import settings

from agents.check import check
from agents.registry import registered
from bench import large

NOBODY = "postgres://postgres@127.0.0.1:1/postgres"
ENGINES = {"django.db.backends.sqlite3": NOBODY, "django.db.backends.postgresql": os.environ.get("DATABASE_URL", "")}


def test_the_engine_and_the_durable_turn_are_measured_beside_their_floors():
    url = ENGINES[settings.DATABASES["default"]["ENGINE"]]
    environment = {**os.environ, "BENCH_POSTGRES_URL": url}
    command = [sys.executable, "-m", "bench", "--quick"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("engine")]
    for database, lines_of_it in (("SQLite", 4), ("PostgreSQL", 2)):
        measured = [line for line in lines if f"durable turn, {database}" in line]
        left_out = [line for line in lines if line.startswith(f"{database} left out")]
        assert len(measured) == (0 if left_out else lines_of_it), done.stdout
        read = [line for line in lines if f", 10k lines, {database}" in line]
        assert len(read) == (0 if left_out else 2), done.stdout
        screens = [line for line in lines if line.startswith("agents/") and f", {database}" in line]
        assert (len(screens) > 30) == (not left_out), done.stdout
        assert bool(left_out) == (database == "PostgreSQL" and url == NOBODY)
    assert len([line for line in lines if line.startswith("engine, 200 flows")]) == 2
    assert "200 flows and 2000 steps" in lines[-1]


def test_the_large_definitions_have_no_errors_and_the_size_that_is_said_of_them():
    small, *others = large.shapes()
    assert len(small.document["flows"]) == 1
    for shape in others:
        flows = shape.document["flows"].values()
        assert (len(flows), sum(len(flow["steps"]) for flow in flows)) == (large.FLOWS, large.STEPS)
        problems = check(shape.document, actions=registered(), fact_keys=["profile.email"])
        assert not [problem for problem in problems if problem.severity == "error"]
