"""The tallies in the database: with the commit of a turn or not at all, and exact however many commit at once."""

import asyncio
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.actions import import_agent
from agents.models import Version
from conversations import runner, store, tallies, trials
from conversations.acting import RegisteredActions
from conversations.actions import receive, start
from conversations.database import hop
from conversations.engine.report import RunMoved, TurnResult
from conversations.engine.turn import run_turn
from conversations.llm.scripted import Scripted
from conversations.models import Conversation, Tally
from conversations.ports import Crash, Ports
from conversations.stretches import low
from conversations.tallying import Tallies
from conversations.trials import Setup
from conversations.work import Ending, LeaseLost
from facts.models import Person
from tests.conversations.engines import World, broken, crash_at, echo

MONDAY = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)
AGENT = """
agent: hotel
name: Hotel
visitors: true
fields:
  guests: {type: integer, description: Guests, ask: How many?}
flows:
  book:
    name: Book
    "on": [{message: [wants to book]}]
    required: [guests]
    steps:
      - {id: ask, collect: [guests]}
      - {id: bye, say: Done.}
"""
BOOK = {"flows": ["book"]}
run = async_to_sync(runner.run)


@pytest.fixture
def hotel(db: None) -> Any:
    return import_agent(AGENT, publish=True).agent


def found() -> dict[tuple[str, str, str], int]:
    """Every tally, its shards and days together."""
    rows: Counter[tuple[str, str, str]] = Counter()
    for row in Tally.objects.all():
        rows[row.flow, row.name, row.what] += row.count
    return dict(rows)


def ports(reading: Any, at: datetime = MONDAY, **more: Any) -> Ports:
    given = {"model": Scripted(reading), "act": RegisteredActions(), "engine": run_turn, "clock": lambda: at}
    return Ports(**{**given, **more})


def say(conversation: Conversation, number: int, text: str, reading: Any, at: datetime = MONDAY, **more: Any) -> None:
    receive(conversation, f"c{number}", text, at=at)
    run(conversation.pk, ports(reading, at, **more))


def test_a_turn_is_counted_with_its_version_and_its_day_in_utc(hotel):
    conversation = start(hotel).conversation
    say(conversation, 1, "a room", BOOK)
    say(conversation, 2, "4", {}, MONDAY + timedelta(hours=1))
    assert {row.version_id for row in Tally.objects.all()} == {hotel.live_id}
    assert {row.shard for row in Tally.objects.all()} == {tallies.shard_of(conversation.pk)}
    days = Tally.objects.filter(what="turn:message").order_by("day").values_list("day", "count")
    assert list(days) == [(date(2026, 3, 2), 1), (date(2026, 3, 3), 1)]
    counted = found()
    assert counted["", "", "conversations"] == 1
    assert counted["book", "", "started"] == counted["book", "", "completed"] == 1
    assert counted["book", "ask", "stands"] == counted["book", "ask", "moved"] == 1


def test_a_turn_adds_to_what_is_there_in_one_statement(hotel):
    conversations = [start(hotel).conversation for _ in range(3)]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        for one in conversations:
            say(one, 1, "a room", BOOK)
    assert found()["book", "", "started"] == 3
    assert sum(Tally._meta.db_table in query["sql"] for query in queries) == 3


def test_a_trial_is_not_counted(hotel):
    staff = Person.objects.create_user("staff", is_staff=True)
    trial = trials.begin(hotel, staff, Setup()).pk
    say(Conversation.objects.get(pk=trial), 1, "a room", BOOK)
    assert Version.objects.tried().exists()
    assert not Tally.objects.exists()


@pytest.mark.parametrize("phase", ["during", "after"])
def test_t47_a_turn_that_is_resumed_counts_once_with_the_time_it_took_in_all(hotel, phase):
    conversation = start(hotel).conversation
    receive(conversation, "c1", "a room", at=MONDAY)
    with pytest.raises(Crash):
        run(conversation.pk, ports(BOOK, after_effect=crash_at("understand", phase)))
    assert not Tally.objects.exists()
    Conversation.objects.filter(pk=conversation.pk).update(lease_until=None)
    run(conversation.pk, ports(BOOK, MONDAY + timedelta(seconds=8)))
    assert found()["book", "", "started"] == found()["", "", "turn:message"] == 1
    assert found()["", "", f"ms:{low(8000)}"] == 1


def test_a_commit_that_is_lost_counts_nothing(hotel):
    conversation = start(hotel).conversation
    receive(conversation, "c1", "a room", at=MONDAY)
    work = store.claim(conversation.pk, at=MONDAY, input_id=ports({}).input_id)
    assert work
    Conversation.objects.filter(pk=conversation.pk).update(epoch=99)
    with pytest.raises(LeaseLost):
        store.commit(work, Ending.of(TurnResult(work.input.state, "no_flow")), at=MONDAY)
    assert not Tally.objects.exists()


def test_a_turn_whose_engine_broke_is_counted_as_failed(hotel):
    say(start(hotel).conversation, 1, "a room", {}, engine=broken)
    counted = found()
    assert counted["", "", "failed"] == counted["", "", "turn:message"] == counted["", "", "messages"] == 1


def test_what_it_cost_is_counted_in_billionths_and_can_be_large(hotel):
    conversation = start(hotel).conversation
    receive(conversation, "c1", "a room", at=MONDAY)
    work = store.claim(conversation.pk, at=MONDAY, input_id=ports({}).input_id)
    assert work
    tallies.add(work, Ending.of(TurnResult(work.input.state, "no_flow")), cost=12.5, at=MONDAY)
    tallies.add(work, Ending.of(TurnResult(work.input.state, "no_flow")), cost=100_000.0, at=MONDAY)
    assert found()["", "", "cost"] == 100_012_500_000_000


# Many at once

AT_ONCE = 12
EACH = 15


@pytest.fixture
def _several_connections(settings: Any, _one_connection: None) -> None:
    settings.DB_THREAD_SENSITIVE = False


def started(flow: str, number: int) -> RunMoved:
    return RunMoved(str(number), flow)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_several_connections")
async def test_many_commits_at_once_add_up_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them in the same shard, and from conversation to conversation with the same rows in another order."""
    monkeypatch.setattr(tallies, "SHARDS", 1)
    agent = await hop(lambda: import_agent(AGENT, publish=True).agent)
    conversations = [(await hop(start, agent)).conversation for _ in range(AT_ONCE)]

    def counted(work: Any, ending: Ending, **_more: Any) -> Tallies:
        flows = [f"flow_{number}" for number in range(6)]
        order = flows if work.claim.conversation.int % 2 else flows[::-1]
        return Counter({(flow, "", "started"): work.number for flow in order})

    monkeypatch.setattr(tallies, "counted", counted)

    async def talk(conversation: Conversation) -> None:
        for number in range(EACH):
            await hop(receive, conversation, f"c{number}", "hello")
            await runner.run(conversation.pk, World().ports(echo))

    await asyncio.gather(*map(talk, conversations))
    rows = await hop(lambda: list(Tally.objects.order_by("flow").values_list("flow", "count")))
    expected = AT_ONCE * sum(range(1, EACH + 1))
    assert rows == [(f"flow_{number}", expected) for number in range(6)]
