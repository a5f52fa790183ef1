"""docs/changing-the-code.md says what the code does: its examples run, and the lanes are those of `make test`."""

import io
from contextlib import redirect_stdout

import pytest

from agents import registry
from tests.docs.pages import ROOT, blocks, section
from tests.run import lanes

PAGE = "changing-the-code.md"


def example(part: str) -> str:
    """The Python block of the page with this in it."""
    return next(block for block in blocks(PAGE, "python") if part in block)


def test_the_engine_runs_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    said = io.StringIO()

    with redirect_stdout(said):
        exec(example("run_turn("), {})

    assert said.getvalue().startswith("end ['Your booking is confirmed: Grand Hotel, arrival on March 6, 2026")


async def test_the_action_runs_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    exec(example("@action("), {"__name__": "house_actions"})

    assert await registry.perform("open_room", {"number": 7}, "c/book#1:open:1") == {"code": "en:1"}
    with pytest.raises(registry.ActionFailed, match="no such room"):
        await registry.perform("open_room", {"number": 41}, "c/book#1:open:1")


def test_every_lane_is_named() -> None:
    table = section(PAGE, "Tests")
    assert [lane.name for lane in lanes() if lane.name.removeprefix("engine, hash seed ") not in table] == []
