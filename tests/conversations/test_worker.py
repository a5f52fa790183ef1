"""The worker: what nobody runs is found and run once (T44, T47), by any number of workers."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync

from agents.models import Agent
from conversations import lease, resting, runner, worker
from conversations.actions import receive, report_event, start
from conversations.clock import now
from conversations.database import hop
from conversations.management.commands import worker as command
from conversations.models import Conversation, Message
from conversations.ports import Crash
from facts.models import Keyring
from tests.conversations.engines import World, crash_at, echo, park

run = async_to_sync(runner.run)


@pytest.fixture(autouse=True)
def _nothing_rests() -> Iterator[None]:
    yield
    resting._resting.clear()


def _says_hello(agent: Agent) -> Conversation:
    conversation = start(agent).conversation
    receive(conversation, "c1", "hello")
    return conversation


def test_nothing_is_due_where_nothing_waits(conversation):
    receive(conversation, "c1", "hello")
    run(conversation.pk, World().ports(echo))
    assert worker.due(now()) == []


def test_a_message_that_nobody_took_is_due_after_a_moment(conversation):
    receive(conversation, "c1", "hello")
    assert worker.due(now()) == []
    assert worker.due(now() + worker.GRACE) == [conversation.pk]


def test_t47_a_conversation_whose_runner_died_is_due_when_its_lease_ran_out(conversation):
    receive(conversation, "c1", "hello")
    with pytest.raises(Crash):
        run(conversation.pk, World().ports(after_effect=crash_at("understand", "after")))
    assert worker.due(now() + timedelta(hours=1)) == []
    lease.expire(conversation.pk)
    assert worker.due(now()) == [conversation.pk]


def test_a_timer_is_due_at_its_time_and_an_event_at_once(conversation, agent):
    park(conversation, "t", now() + timedelta(hours=1))
    assert worker.due(now()) == []
    assert worker.due(now() + timedelta(hours=1)) == [conversation.pk]
    other = start(agent).conversation
    report_event(other, "e1", name="paid", payload={})
    assert worker.due(now()) == [other.pk]


def test_t11_while_staff_have_a_conversation_nothing_in_it_is_due_and_no_turn_runs(conversation):
    receive(conversation, "c1", "hello")
    type(conversation).objects.update(handed_off=True)
    assert worker.due(now() + worker.GRACE) == []
    run(conversation.pk, World().ports(echo))
    conversation.refresh_from_db()
    assert conversation.lease_until is None
    assert not conversation.turns.exists()


@pytest.mark.django_db(transaction=True)
async def test_t44_of_two_workers_a_due_timer_is_handled_by_one(conversation, monkeypatch):
    monkeypatch.setattr(worker, "EVERY", 0.01)
    await hop(park, conversation, "t", now())
    stop, ports = asyncio.Event(), World().ports(echo)
    workers = [asyncio.create_task(worker.work(stop, ports)) for _ in range(2)]
    while not await hop(conversation.messages.exists):
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    stop.set()
    await asyncio.gather(*workers)
    assert await hop(lambda: list(conversation.turns.values_list("kind", "status"))) == [("timer", "done")]


@pytest.mark.django_db(transaction=True)
async def test_the_next_conversation_is_taken_up_as_soon_as_one_ends_and_never_more_than_there_is_room_for(
    agent, monkeypatch
):
    monkeypatch.setattr(worker, "EVERY", 60.0)
    monkeypatch.setattr(worker, "AT_ONCE", 2)
    monkeypatch.setattr(worker, "GRACE", timedelta(0))
    conversations = [await hop(_says_hello, agent) for _ in range(7)]
    at_once, most, done = 0, 0, asyncio.Event()

    async def speaks() -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.01)
        at_once -= 1
        if world.spoken == len(conversations):
            done.set()

    stop, world = asyncio.Event(), World(before_speaking=speaks)
    working = asyncio.create_task(worker.work(stop, world.ports()))
    await asyncio.wait_for(done.wait(), 30)
    stop.set()
    await working
    assert most == 2
    statuses = await hop(lambda: [conversation.turns.get().status for conversation in conversations])
    assert statuses == ["done"] * len(conversations)


@pytest.mark.django_db(transaction=True)
async def test_a_worker_that_is_told_to_stop_takes_up_nothing_more(agent, monkeypatch):
    monkeypatch.setattr(worker, "AT_ONCE", 1)
    monkeypatch.setattr(worker, "GRACE", timedelta(0))
    conversations = [await hop(_says_hello, agent) for _ in range(3)]
    stop = asyncio.Event()

    async def told_to_stop() -> None:
        stop.set()
        await asyncio.sleep(0)

    await worker.work(stop, World(before_speaking=told_to_stop).ports())
    turns = await hop(lambda: [conversation.turns.count() for conversation in conversations])
    assert sorted(turns) == [0, 0, 1]


@pytest.mark.django_db(transaction=True)
async def test_a_worker_that_is_told_to_stop_finishes_its_turns(conversation, monkeypatch):
    monkeypatch.setattr(worker, "EVERY", 0.01)
    monkeypatch.setattr(worker, "GRACE", timedelta(0))
    stop = asyncio.Event()

    async def told_to_stop():
        stop.set()
        await asyncio.sleep(0.05)

    await hop(receive, conversation, "c1", "pay")
    await worker.work(stop, World(before_speaking=told_to_stop).ports())
    assert await hop(lambda: conversation.turns.get().status) == "done"


@pytest.mark.django_db(transaction=True)
async def test_a_look_that_fails_does_not_end_the_worker(conversation, monkeypatch, caplog):
    monkeypatch.setattr(worker, "EVERY", 0.01)
    monkeypatch.setattr(worker, "GRACE", timedelta(0))
    failures = [OSError("no database")]
    looks = worker._beat_and_look

    def look(at):
        if failures:
            raise failures.pop()
        return looks(at)

    monkeypatch.setattr(worker, "_beat_and_look", look)
    await hop(receive, conversation, "c1", "hello")
    stop = asyncio.Event()
    task = asyncio.create_task(worker.work(stop, World().ports(echo)))
    while not await hop(conversation.turns.filter(status="done").exists):
        await asyncio.sleep(0.01)
    stop.set()
    await task
    assert "OSError" in caplog.text


@pytest.mark.parametrize("what", ["message", "timer", "event", "lease"])
def test_f19_what_is_sealed_under_a_missing_key_is_not_found_until_the_key_is_set_again(conversation, what):
    if what == "message":
        receive(conversation, "c1", "hello")
    elif what == "timer":
        park(conversation, "t", now())
    elif what == "event":
        report_event(conversation, "e1", name="paid", payload={})
    else:
        type(conversation).objects.update(lease_until=now() - timedelta(seconds=1))
    later = now() + worker.GRACE
    assert worker.due(later) == [conversation.pk]
    name = Keyring.objects.get().site_key
    Keyring.objects.update(site_key="another")
    assert worker.due(later) == []
    Keyring.objects.update(site_key=name)
    assert worker.due(later) == [conversation.pk]


@pytest.mark.django_db(transaction=True)
async def test_f19_what_cannot_be_read_rests_for_longer_each_time_and_is_taken_up_once_it_can(
    agent, conversation, monkeypatch, caplog
):
    monkeypatch.setattr(worker, "EVERY", 0.01)
    monkeypatch.setattr(worker, "GRACE", timedelta(0))
    monkeypatch.setattr(resting, "FIRST", 0.2)
    await hop(receive, conversation, "c1", "hello")
    sound = await hop(lambda: bytes(conversation.messages.get().text))
    await hop(lambda: Message.objects.update(text=b"damaged"))
    other = await hop(_says_hello, agent)
    stop = asyncio.Event()
    working = asyncio.create_task(worker.work(stop, World().ports(echo)))
    await asyncio.sleep(0.8)  # tried at once, after 0.2 and after 0.4 seconds more: not eighty times
    tried = [record for record in caplog.records if "cannot be read" in record.message]
    assert 2 <= len(tried) <= 3
    assert all(str(conversation.keyring_id) in record.message for record in tried)
    assert await hop(lambda: other.turns.get().status) == "done"
    await hop(lambda: conversation.messages.update(text=sound))
    while not await hop(conversation.turns.filter(status="done").exists):
        await asyncio.sleep(0.01)
    stop.set()
    await working
    assert conversation.pk not in resting._resting


def test_a_rest_is_never_longer_than_an_hour(conversation):
    lengths = [resting.begin(conversation.pk) for _ in range(10)]
    assert lengths[:3] == [60, 120, 240]
    assert lengths[-1] == resting.LONGEST
    assert resting.resting() == [conversation.pk]


async def test_the_worker_closes_its_connections_to_the_model_at_its_end(monkeypatch):
    done: list[str] = []

    async def work(stop: asyncio.Event) -> None:
        done.append("work")
        raise KeyError

    async def close() -> None:
        done.append("close")

    monkeypatch.setattr(command, "work", work)
    monkeypatch.setattr(command.configured, "close", close)
    with pytest.raises(KeyError):
        await command._work()
    assert done == ["work", "close"]
