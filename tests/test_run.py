"""`make test`: what counts, and what a lane that cannot run says."""

import socket
import sys
from pathlib import Path

import pytest

from tests import run
from tests.run import Count, Lane

REPORT = """<testsuites><testsuite tests="7" failures="1" errors="1" skipped="2"/>
<testsuite tests="3" failures="0" errors="0" skipped="0"/></testsuites>"""


def test_the_numbers_of_all_suites_are_added(tmp_path: Path) -> None:
    (tmp_path / "junit.xml").write_text(REPORT)
    assert run.count(tmp_path / "junit.xml") == Count(passed=6, failed=2, skipped=2)


def test_the_summary_is_one_line_of_three_numbers() -> None:
    assert str(Count(3, 1) + Count(2, 0, 4)) == "5 passed, 1 failed, 4 skipped"


@pytest.mark.parametrize(("code", "counted"), [(0, Count(passed=1)), (3, Count(failed=1))])
def test_a_check_counts_one(code: int, counted: Count) -> None:
    assert run.run(Lane("check", (sys.executable, "-c", f"raise SystemExit({code})"))) == counted


def test_a_lane_of_tests_that_breaks_before_any_test_fails() -> None:
    assert run.run(Lane("tests", (sys.executable, "-c", "raise SystemExit(4)", "pytest"))) == Count(failed=1)


@pytest.mark.parametrize(("required", "counted"), [(False, Count(skipped=1)), (True, Count(failed=1))])
def test_a_lane_that_cannot_run_says_why_and_fails_only_where_it_is_required(
    required: bool, counted: Count, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "REQUIRE_ALL", required)
    assert run.run(Lane("Redis", ("false",), missing="Redis does not answer")) == counted
    assert "Redis does not answer" in capsys.readouterr().out


def test_a_service_that_does_not_answer_is_named_with_its_setting() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    reason = run.unreachable(f"redis://127.0.0.1:{port}/0", "Redis", "TEST_REDIS_URL")
    assert reason.startswith("Redis does not answer")
    assert reason.endswith("set TEST_REDIS_URL")
