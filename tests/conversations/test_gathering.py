"""The tallies of days that are over: gathered into one shard, not one count lost."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.models import Agent, Version
from conversations import gathering, tallies, worker
from conversations.database import hop
from conversations.gathering import gather
from conversations.models import Tally
from tests.conversations.engines import World, echo

NOW = datetime(2026, 3, 10, 1, 0, tzinfo=UTC)
TODAY = NOW.date()


@pytest.fixture
def version(db: None) -> int:
    agent = Agent.objects.create(slug="a", name="A")
    return Version.objects.create(agent=agent, number=1, revision=0, document="{}").pk


def spread(version: int, day: date, *, shards: int = 4, names: int = 3) -> None:
    rows = [
        (version, day, shard, "book", f"step_{name}", "entered", 1 + shard)
        for shard in range(shards)
        for name in range(names)
    ]
    tallies.insert(rows)


def counts(day: date) -> list[tuple[str, int, int]]:
    return list(Tally.objects.filter(day=day).order_by("name", "shard").values_list("name", "shard", "count"))


def test_the_shards_of_a_day_that_is_over_become_one(version):
    spread(version, TODAY - timedelta(2))
    assert gather(NOW) == 9
    assert counts(TODAY - timedelta(2)) == [("step_0", 0, 10), ("step_1", 0, 10), ("step_2", 0, 10)]
    assert gather(NOW) == 0


@pytest.mark.parametrize("back", [0, 1])
def test_a_day_on_which_a_turn_may_still_count_is_left_alone(version, back):
    spread(version, TODAY - timedelta(back))
    assert gather(NOW) == 0
    assert len(counts(TODAY - timedelta(back))) == 12


def test_one_look_takes_so_many_rows_of_the_oldest_day(version, monkeypatch):
    monkeypatch.setattr(gathering, "MOST", 5)
    spread(version, TODAY - timedelta(3))
    spread(version, TODAY - timedelta(2))
    assert [gather(NOW) for _ in range(5)] == [5, 4, 5, 4, 0]
    assert counts(TODAY - timedelta(3)) == counts(TODAY - timedelta(2)) == [(f"step_{n}", 0, 10) for n in range(3)]


def test_more_rows_than_one_statement_takes_are_all_there(version, monkeypatch):
    monkeypatch.setattr(tallies, "AT_ONCE", 4)
    spread(version, TODAY - timedelta(2))
    assert len(counts(TODAY - timedelta(2))) == 12


def test_where_nothing_is_left_to_gather_no_row_is_looked_through(version):
    spread(version, TODAY - timedelta(2), shards=1, names=400)
    with CaptureQueriesContext(connection) as found:
        gather(NOW)
    [asked] = [query["sql"] for query in found if "MIN(" in query["sql"]]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(("EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN ") + asked)
        assert "tallies_spread" in str(cursor.fetchall())


@pytest.mark.django_db(transaction=True)
async def test_the_worker_gathers_and_goes_on_after_a_look_that_failed(version, monkeypatch, caplog):
    await hop(spread, version, TODAY - timedelta(2))
    failures = [OSError("no database")]

    def fails_once(at: datetime) -> int:
        if failures:
            raise failures.pop()
        return gather(at)

    monkeypatch.setattr(gathering, "gather", fails_once)
    monkeypatch.setattr(gathering, "EVERY", 0.01)
    stop = asyncio.Event()
    working = asyncio.create_task(worker.work(stop, World().ports(echo, clock=lambda: NOW)))

    def is_spread() -> Any:
        return Tally.objects.filter(shard__gt=0).exists()

    while await hop(is_spread):
        await asyncio.sleep(0.01)
    stop.set()
    await working
    assert "OSError" in caplog.text
    assert len(await hop(counts, TODAY - timedelta(2))) == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_several_connections")
async def test_whoever_counts_while_it_is_gathered_loses_nothing(version):
    day = TODAY - timedelta(2)
    await hop(spread, version, day)

    async def count(shard: int) -> None:
        """As turns do, each in its own shard."""
        for _ in range(20):
            rows = [(version, day, shard, "book", f"step_{name}", "entered", 1) for name in range(3)]
            await hop(tallies.insert, rows)

    async def gather_again() -> None:
        for _ in range(10):
            await hop(gather, NOW)

    await asyncio.gather(*map(count, range(4)), gather_again(), gather_again())
    await hop(gather, NOW)
    assert await hop(counts, day) == [(f"step_{name}", 0, 10 + 4 * 20) for name in range(3)]


@pytest.fixture
def _several_connections(settings: Any, _one_connection: None) -> None:
    settings.DB_THREAD_SENSITIVE = False
