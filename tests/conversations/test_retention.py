"""What is kept long enough is forgotten (F23): by the agent's retention, or the site's for visitors."""

import asyncio
import json
import threading
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection, connections

from agents.models import Agent, Version
from conversations import retention, worker
from conversations.actions import receive, start
from conversations.clock import now
from conversations.database import hop
from conversations.models import Conversation, Message
from facts.models import Receipt
from facts.sqlite_log import empty_log
from tests.conversations.conftest import DOCUMENT
from tests.conversations.engines import World, echo

LATER = timedelta(days=31)


@pytest.fixture
def keeps(agent: Agent) -> Any:
    """Publish the agent with a retention."""

    def publish(length: str, *, zone: str = "UTC") -> Agent:
        document = {**DOCUMENT, "retention": length, "timezone": zone}
        version = Version.objects.create(agent=agent, number=2, revision=0, document=json.dumps(document))
        Agent.objects.filter(pk=agent.pk).update(live=version)
        agent.refresh_from_db()
        return agent

    return publish


def at(conversation: Conversation, moment: datetime) -> Conversation:
    """As if the person had written then."""
    receive(conversation, "c1", "hello", at=moment)
    return conversation


def kept() -> set[Any]:
    return set(Conversation.objects.values_list("pk", flat=True))


def test_f23_a_conversation_that_was_idle_for_longer_is_forgotten_with_a_receipt(agent, conversation, keeps):
    moment = now()
    at(conversation, moment - timedelta(days=30, minutes=1))
    fresh = at(start(agent).conversation, moment - timedelta(days=29))
    keeps("30d")
    assert retention.forget_idle(moment) == 1
    assert kept() == {fresh.pk}
    receipt = Receipt.objects.get()
    assert (receipt.what, receipt.because, receipt.person_id) == ("conversation", "retention", conversation.person_id)


def test_f23_the_live_version_decides_for_conversations_of_every_version(agent, conversation, keeps):
    at(conversation, now())
    assert retention.forget_idle(now() + LATER) == 0
    keeps("1h")
    assert conversation.version.number == 1
    assert retention.forget_idle(now() + timedelta(hours=2)) == 1


def test_f23_a_conversation_in_which_nothing_was_said_counts_from_its_beginning(conversation, keeps):
    keeps("30d")
    assert retention.forget_idle(now() + timedelta(days=29)) == 0
    assert retention.forget_idle(now() + LATER) == 1


@pytest.mark.parametrize("busy", [{"handed_off": True}, {"lease_until": now()}])
def test_f23_what_a_colleague_has_or_what_runs_is_not_idle(conversation, keeps, busy):
    at(conversation, now())
    keeps("30d")
    Conversation.objects.update(**busy)
    assert retention.forget_idle(now() + LATER) == 0


def test_f23_a_day_is_a_calendar_day_in_the_agents_zone(conversation, keeps):
    """The clocks went forward in between: the same time of day, 23 hours later."""
    keeps("1d", zone="Europe/Zurich")
    at(conversation, datetime.fromisoformat("2026-03-28T12:00:00+01:00"))
    assert retention.forget_idle(datetime.fromisoformat("2026-03-29T11:59:00+02:00")) == 0
    assert retention.forget_idle(datetime.fromisoformat("2026-03-29T12:01:00+02:00")) == 1


def test_f23_visitors_conversations_go_by_the_sites_setting_where_the_agent_says_nothing(agent, conversation, settings):
    mine, visitors = at(conversation, now()), at(start(agent).conversation, now())
    assert retention.forget_idle(now() + LATER) == 0
    settings.VISITOR_RETENTION_DAYS = 30
    assert retention.forget_idle(now() + timedelta(days=29)) == 0
    assert retention.forget_idle(now() + LATER) == 1
    assert kept() == {mine.pk}
    assert visitors.pk not in kept()


def test_f23_the_agents_own_time_goes_before_the_sites(agent, keeps, settings):
    settings.VISITOR_RETENTION_DAYS = 1
    at(start(agent).conversation, now())
    keeps("30d")
    assert retention.forget_idle(now() + timedelta(days=2)) == 0


def test_f23_visitors_conversations_of_an_agent_that_is_offline_go_too(agent, settings):
    settings.VISITOR_RETENTION_DAYS = 30
    at(start(agent).conversation, now())
    Agent.objects.update(live=None)
    assert retention.forget_idle(now() + LATER) == 1


def test_f23_one_look_takes_a_small_batch(agent, keeps):
    for _ in range(5):
        at(start(agent).conversation, now())
    keeps("30d")
    assert retention.forget_idle(now() + LATER, most=3) == 3
    assert retention.forget_idle(now() + LATER, most=3) == 2


def test_f23_who_writes_before_the_lock_is_taken_keeps_the_conversation(agent, conversation, keeps, monkeypatch):
    keeps("30d")
    at(conversation, now())
    later = now() + LATER
    forget = retention.forget_conversation

    def writes_first(row: Any, **how: Any) -> Any:
        receive(row, "c2", "still here", at=later)
        return forget(row, **how)

    monkeypatch.setattr(retention, "forget_conversation", writes_first)
    assert retention.forget_idle(later) == 0
    assert conversation.messages.count() == 2


def test_f23_what_is_looked_for_once_a_minute_is_found_by_an_index(agent, keeps, settings):
    keeps("30d")
    Agent.objects.create(slug="silent", name="Silent")
    settings.VISITOR_RETENTION_DAYS = 30
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan TO OFF")
    asked = [retention._idle(idle) for idle in retention.idle_conversations(now())]
    plans = [rows[: retention.BATCH].explain() for rows in asked]
    assert [name for plan in plans for name in ("idle_of_visitors", "idle_of_people") if name in plan] == [
        *("idle_of_visitors", "idle_of_people", "idle_of_visitors")
    ]
    assert "receipts_of_a_time" in Receipt.objects.order_by("-at").values_list("at")[:1].explain()


@pytest.mark.django_db(transaction=True)
def test_f23_any_number_of_workers_may_look_at_once(agent, keeps):
    for _ in range(8):
        at(start(agent).conversation, now())
    keeps("30d")
    found: list[int] = []
    ready = threading.Barrier(3)

    def look() -> None:
        ready.wait()
        found.append(retention.forget_idle(now() + LATER))
        connections.close_all()

    lookers = [threading.Thread(target=look) for _ in range(3)]
    for looker in lookers:
        looker.start()
    for looker in lookers:
        looker.join()
    assert sum(found) == 8
    assert len(found) == 3
    assert Receipt.objects.count() == 8
    assert not Message.objects.exists()


@pytest.mark.django_db(transaction=True)
async def test_f23_the_worker_looks(agent, keeps, monkeypatch):
    conversation = await hop(lambda: at(start(agent).conversation, now() - LATER))
    await hop(keeps, "30d")
    await hop(lambda: conversation.messages.update(forgotten=True))
    monkeypatch.setattr(worker, "EVERY", 0.01)
    stop = asyncio.Event()
    working = asyncio.create_task(worker.work(stop, World().ports(echo)))
    while await hop(Conversation.objects.exists):
        await asyncio.sleep(0.01)
    stop.set()
    await working


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's log")
@pytest.mark.django_db
def test_f20_a_log_that_cannot_be_emptied_leaves_the_patience_of_the_connection():
    def refuse(execute: Any, sql: str, *rest: Any) -> Any:
        if "wal_checkpoint" in sql:
            raise OperationalError("database table is locked")
        return execute(sql, *rest)

    def patience() -> int:
        with connection.cursor() as cursor:
            return int(cursor.execute("PRAGMA busy_timeout").fetchone()[0])

    usual = patience()
    with connection.execute_wrapper(refuse), pytest.raises(OperationalError):
        empty_log()
    assert patience() == usual > 100


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's log")
@pytest.mark.django_db(transaction=True)
def test_f20_the_worker_empties_the_log_when_a_reader_was_in_the_way():
    Receipt.objects.create(what="key", rows=1)
    emptied: list[bool] = []
    reading, done = threading.Event(), threading.Event()

    def read() -> None:
        with connections["default"].cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT COUNT(*) FROM facts_receipt")
            reading.set()
            done.wait(10)
            cursor.execute("COMMIT")
        connections.close_all()

    reader = threading.Thread(target=read)
    reader.start()
    reading.wait(10)
    Receipt.objects.create(what="key", rows=2)
    emptied.append(empty_log())
    _none, held_up = retention._look(now(), None)
    done.set()
    reader.join()
    _none, caught_up = retention._look(now(), held_up)
    assert (emptied, held_up) == ([False], None)
    assert caught_up == Receipt.objects.first().at
