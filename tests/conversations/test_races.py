"""Races between connections that are really several: nothing is stranded, nothing is answered twice (T48)."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest
from django.db import connection, transaction

from conversations import runner
from conversations.actions import receive, start
from conversations.clock import now
from conversations.database import hop
from conversations.models import Conversation, Message
from tests.conversations.engines import World, echo

pytestmark = pytest.mark.django_db(transaction=True)

SENDERS = 4
EACH = 6


@pytest.fixture(autouse=True)
def _several_connections(settings: Any, _one_connection: None) -> None:
    settings.DB_THREAD_SENSITIVE = False


def log_of(conversation: Conversation) -> list[tuple[int, str, str]]:
    rows = conversation.messages.order_by("seq")
    return [(row.seq, str(row.role), str(row.opened("text", conversation.keyring))) for row in rows]


async def send(conversation: Conversation, sender: int, world: World) -> None:
    """Send one message after the other, each followed by a runner, as a process of its own would."""
    for number in range(EACH):
        await hop(receive, conversation, f"{sender}-{number}", f"{sender}-{number}")
        await runner.run(conversation.pk, world.ports(echo))


async def test_t48_messages_of_several_senders_are_each_answered_once_and_in_order(conversation):
    world = World()
    await asyncio.gather(*(send(conversation, sender, world) for sender in range(SENDERS)))
    log = await hop(log_of, conversation)
    assert [seq for seq, _, _ in log] == list(range(1, len(log) + 1))
    said = [text for _, role, text in log if role == "user"]
    answered = [part for _, role, text in log if role == "agent" for part in text.split(" | ")]
    assert len(said) == SENDERS * EACH
    assert answered == said
    await hop(conversation.refresh_from_db)
    assert conversation.lease_until is None


async def test_a_message_whose_transaction_is_open_at_the_release_is_not_stranded(conversation):
    """The runner that releases answers it itself: its sender may have found the lease still held, and gone."""
    stored, threads = threading.Event(), ThreadPoolExecutor(1)

    def sends_slowly() -> None:
        with transaction.atomic():
            receive(conversation, "c2", "just then")
            stored.set()
            time.sleep(0.3)
        connection.close()

    def clock() -> datetime:
        """The second time it is asked the turn is about to be committed."""
        asked.append(now())
        if len(asked) == 2:
            threads.submit(sends_slowly)
            stored.wait()
        return asked[-1]

    asked: list[datetime] = []
    await hop(receive, conversation, "c1", "first")
    await runner.run(conversation.pk, World().ports(echo, clock=clock))
    threads.shutdown()
    assert [text for _, role, text in await hop(log_of, conversation) if role == "agent"] == ["first", "just then"]


async def test_the_same_message_sent_at_once_by_two_tabs_is_one(conversation):
    messages = await asyncio.gather(*(hop(receive, conversation, "c1", "hello") for _ in range(SENDERS)))
    assert {message.seq for message in messages} == {1}
    await hop(conversation.refresh_from_db)
    assert conversation.seq == 1


async def test_conversations_are_run_side_by_side(agent):
    world = World()
    conversations = [(await hop(start, agent)).conversation for _ in range(SENDERS)]
    await asyncio.gather(*(send(conversation, 0, world) for conversation in conversations))
    assert await hop(lambda: Message.objects.filter(role="user").exclude(turn__status="done").count()) == 0
