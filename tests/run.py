"""`make test`: every lane, one after the other, and one line at the end.

A lane that cannot run here says why; with REQUIRE_ALL=1 such a lane fails. Each check and each test counts one.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tests.chromium import chromium

POSTGRES_URL = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/15")
REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"
PLAIN = "not browser and not redis"
ENGINE = "tests/engine"
"""What touches no database; it runs twice, with lanes of its own."""
OVER_REDIS = ("tests/conversations/test_redis.py", "tests/conversations/test_socket.py")
"""What runs again with a channel layer and a cache in Redis."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A command with a name. `missing` says why it cannot run here; empty if it can."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    missing: str = ""

    @property
    def is_pytest(self) -> bool:
        return "pytest" in self.command


@dataclass(frozen=True, slots=True)
class Count:
    """What came out of a lane, or of all of them."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def lanes() -> list[Lane]:
    """Every lane, the quick ones first."""
    postgres = unreachable(POSTGRES_URL, "PostgreSQL", "TEST_POSTGRES_URL")
    redis = unreachable(REDIS_URL, "Redis", "TEST_REDIS_URL")
    browser = "" if chromium() else "no Chromium found; install it or set CHROMIUM"
    side_by_side = ("-n", "2")
    return [
        *checks(),
        pytest("SQLite", "-m", PLAIN, f"--ignore={ENGINE}", *side_by_side),
        pytest(
            "PostgreSQL",
            "-m",
            PLAIN,
            "--database-only",
            *side_by_side,
            environment={"DATABASE_URL": POSTGRES_URL},
            missing=postgres,
        ),
        pytest("Redis", *OVER_REDIS, environment={"REDIS_URL": REDIS_URL}, missing=redis),
        pytest("browser", "-m", "browser", "-n", "3", missing=browser),
        *(
            pytest(f"engine, hash seed {seed}", ENGINE, *side_by_side, environment={"PYTHONHASHSEED": seed})
            for seed in ("1", "2718")
        ),
    ]


def checks() -> list[Lane]:
    """The checks that run no test."""
    python = sys.executable
    tool = str(Path(python).parent)
    return [
        Lane("ruff check", (f"{tool}/ruff", "check", ".")),
        Lane("ruff format", (f"{tool}/ruff", "format", "--check", ".")),
        Lane("mypy", (f"{tool}/mypy",)),
        Lane("import-linter", (f"{tool}/lint-imports",)),
        Lane("migrations", (python, "manage.py", "makemigrations", "--check", "--dry-run")),
    ]


def pytest(name: str, *arguments: str, environment: Mapping[str, str] | None = None, missing: str = "") -> Lane:
    """A lane of tests."""
    return Lane(name, (sys.executable, "-m", "pytest", "-q", "-rs", *arguments), environment or {}, missing)


def unreachable(url: str, service: str, setting: str) -> str:
    """Why the service cannot be used; empty if something answers there."""
    address = urlsplit(url)
    try:
        socket.create_connection((address.hostname or "127.0.0.1", address.port or 0), timeout=2).close()
    except OSError as error:
        return f"{service} does not answer ({error.strerror or error}); start it or set {setting}"
    return ""


def run(lane: Lane) -> Count:
    """Run the lane, its output going straight through."""
    print(f"\n--- {lane.name} ---", flush=True)
    if lane.missing:
        print(f"{'failed' if REQUIRE_ALL else 'skipped'}: {lane.missing}", flush=True)
        return Count(failed=1) if REQUIRE_ALL else Count(skipped=1)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "junit.xml"
        command = [*lane.command, *([f"--junitxml={report}"] if lane.is_pytest else [])]
        code = subprocess.run(command, env={**environment(), **lane.environment}, check=False).returncode
        counted = count(report) if report.exists() else Count()
    if code and not counted.failed:
        return counted + Count(failed=1)
    return counted if lane.is_pytest else Count(passed=1)


def environment() -> dict[str, str]:
    """The developer's environment, with the settings of the tests."""
    return {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "ENV_FILE": os.devnull}


def count(report: Path) -> Count:
    """The numbers in a JUnit report."""
    total = Count()
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        numbers = {name: int(suite.get(name, "0")) for name in ("tests", "failures", "errors", "skipped")}
        failed = numbers["failures"] + numbers["errors"]
        total += Count(numbers["tests"] - failed - numbers["skipped"], failed, numbers["skipped"])
    return total


def main() -> int:
    """Run every lane; 1 if anything failed."""
    total, ran = Count(), []
    for lane in lanes():
        start = time.monotonic()
        counted = run(lane)
        total += counted
        ran.append(f"{lane.name}: {lane.missing or f'{counted} in {time.monotonic() - start:.0f} s'}")
    print("\nLanes: " + "; ".join(ran))
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
