"""Scenarios that are to be played: asked for, taken up once, and a result only for what was really played."""

from collections.abc import AsyncGenerator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from agents.models import Agent
from conversations.models import Scenario
from conversations.scenario import asked, child, keeping, shelf
from conversations.scenario.asked import Job
from facts.models import Keyring, Person
from tests.scenario.kept import hello, text

pytestmark = pytest.mark.django_db

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = AT + timedelta(seconds=asked.LIMIT + 60)


@pytest.fixture
def agent() -> Agent:
    return hello()


@pytest.fixture
def two(agent: Agent) -> list[Scenario]:
    boss = Person.objects.create_user("boss")
    return [shelf.add(agent, text(name), boss) for name in ("one", "two")]


def taken(at: datetime = AT) -> Job:
    job = asked.take(at)
    assert job is not None
    return job


def test_nothing_is_taken_that_nobody_asked_for(two: list[Scenario]) -> None:
    assert asked.take(AT) is None


def test_all_that_wait_of_an_agent_are_one_job_and_nobody_else_takes_them(agent: Agent, two: list[Scenario]) -> None:
    assert asked.ask(agent.scenarios.all(), AT) == 2
    job = taken()
    assert job.texts == {row.pk: shelf.text_of(row) for row in two}
    assert job.revision == agent.revision
    assert asked.take(AT) is None
    assert asked.ask(agent.scenarios.all(), AT) == 0


def test_a_result_says_which_draft_it_is_of_and_its_differences_are_sealed_f19(
    agent: Agent, two: list[Scenario]
) -> None:
    asked.ask(agent.scenarios.all(), AT)
    job = taken()
    agent.raise_revision()
    assert asked.keep(job, two[0].pk, [], LATER)
    assert asked.keep(job, two[1].pk, ["Rome came out"], LATER)
    first, second = agent.scenarios.select_related("keyring").order_by("pk")
    assert (first.passed, first.ran_at_revision, first.ran_at, first.differences) == (True, job.revision, LATER, None)
    assert (second.passed, second.asked_at, second.held_until) == (False, None, None)
    assert shelf.differences_of(second) == ["Rome came out"]
    assert b"Rome" not in bytes(second.differences)
    assert first.ran_at_revision != agent.revision


@pytest.mark.parametrize("what", ["stopped", "changed", "taken by another", "deleted"])
def test_a_result_does_not_count_for_what_was_meanwhile(agent: Agent, two: list[Scenario], what: str) -> None:
    asked.ask(agent.scenarios.filter(pk=two[0].pk), AT)
    job = taken()
    match what:
        case "stopped":
            asked.stop(agent.scenarios.all())
        case "changed":
            shelf.change(two[0], text("new"), seen=shelf.mark(two[0]))
        case "taken by another":
            taken(LATER)
        case "deleted":
            two[0].delete()
    assert not asked.keep(job, two[0].pk, [], LATER)
    assert not agent.scenarios.filter(passed__isnull=False).exists()


def test_what_a_worker_died_over_is_taken_up_again(agent: Agent, two: list[Scenario]) -> None:
    asked.ask(agent.scenarios.all(), AT)
    taken()
    assert len(taken(LATER).texts) == 2


def test_what_cannot_be_read_is_neither_asked_for_nor_taken(agent: Agent, two: list[Scenario]) -> None:
    asked.ask(agent.scenarios.all(), AT)
    Keyring.objects.update(site_key="of another site")
    assert asked.take(AT) is None
    asked.stop(agent.scenarios.all())
    assert asked.ask(agent.scenarios.all(), AT) == 0


def test_the_worker_keeps_each_result_and_leaves_what_has_none_to_the_next_look(
    agent: Agent, two: list[Scenario], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DB_THREAD_SENSITIVE = True

    async def first_only(_home: Any, texts: Mapping[int, str], *, limit: float) -> AsyncGenerator[child.Result, None]:
        yield next(iter(texts)), ["stopped"]

    monkeypatch.setattr(child, "played", first_only)
    asked.ask(agent.scenarios.all(), AT)
    look = async_to_sync(keeping.look)
    assert [look(lambda: AT) for _number in range(3)] == [1, 1, 0]
    assert list(agent.scenarios.values_list("passed", flat=True)) == [False, False]


def test_a_process_that_cannot_be_begun_leaves_them_waiting(
    agent: Agent, two: list[Scenario], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DB_THREAD_SENSITIVE = True

    async def broken(*_given: Any, **_more: Any) -> AsyncGenerator[child.Result, None]:
        raise OSError
        yield

    monkeypatch.setattr(child, "played", broken)
    asked.ask(agent.scenarios.all(), AT)
    with pytest.raises(OSError):  # noqa: PT011 # as it was raised
        async_to_sync(keeping.look)(lambda: AT)
    assert len(taken().texts) == 2
