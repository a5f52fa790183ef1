"""The measurements run: a few turns of each, on the database of this lane."""

import os
import subprocess
import sys

from django.conf import settings

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
    for database in ("SQLite", "PostgreSQL"):
        measured = [line for line in lines if f"durable turn, {database}" in line]
        left_out = [line for line in lines if line.startswith(f"{database} left out")]
        assert len(measured) == (0 if left_out else 2), done.stdout
        assert bool(left_out) == (database == "PostgreSQL" and url == NOBODY)
