"""The doorbell between processes, over a real Redis (architecture.md, step 6)."""

import asyncio
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator
from django.conf import settings

from config.asgi import application
from conversations import live
from conversations.actions import start
from conversations.models import Conversation
from tests.conversations.processes import address
from tests.conversations.test_socket import ORIGIN, messages_in

pytestmark = [
    pytest.mark.redis,
    pytest.mark.skipif(not settings.REDIS_URL, reason="REDIS_URL is not set"),
]

OTHER_PROCESS = """
import asyncio, json, sys, uuid, django
django.setup()
from conversations import live

async def main():
    for frame in json.loads(sys.argv[2]):
        await live.send(uuid.UUID(sys.argv[1]), frame)
    await asyncio.sleep(0.3)

asyncio.run(main())
"""


def send_from_another_process(conversation: Conversation, frames: list[dict[str, Any]]) -> None:
    """What a runner in another process sends, after which that process ends."""
    command = [sys.executable, "-c", OTHER_PROCESS, str(conversation.pk), json.dumps(frames)]
    subprocess.run(command, env=os.environ, check=True)


async def heard(conversation: Conversation, token: str, frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a socket of this process hears, up to the last of the frames that another process sends."""
    path = f"/ws/conversations/{conversation.pk}/"
    socket = WebsocketCommunicator(application, path, [ORIGIN], ["rapport.v1", f"token.{token}"])
    assert (await socket.connect())[0]
    received = [await socket.receive_json_from()]
    await asyncio.to_thread(send_from_another_process, conversation, frames)
    while received[-1] != frames[-1]:
        received.append(await socket.receive_json_from(timeout=5))
    await socket.disconnect()
    return received[1:]


@pytest.fixture(autouse=True)
def _no_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the doorbell is heard, not the slow poll that makes up for a lost one."""
    monkeypatch.setattr(live, "POLL", 60)


DELTA = {"type": "delta", "turn": "1", "key": "k", "attempt": 1, "at": 0, "text": "Hel"}
MESSAGE = {"type": "message", "seq": 1, "role": "agent", "key": "k", "text": "Hello.", "quick_replies": [], "at": ""}
DONE = {"type": "turn", "turn": "1", "status": "done"}


def test_what_another_process_sends_arrives_in_order(agent):
    started = start(agent)
    sent = [DELTA, DONE]
    assert async_to_sync(heard)(started.conversation, started.token, sent) == sent


def test_deltas_of_another_process_are_gathered(agent):
    started = start(agent)
    sent = [DELTA, {**DELTA, "at": 3, "text": "lo."}, DONE]
    assert async_to_sync(heard)(started.conversation, started.token, sent) == [{**DELTA, "text": "Hello."}, DONE]


FORGET = """
import sys, django
django.setup()
from asgiref.sync import async_to_sync
from conversations import live
from conversations.forgetting import forget_conversation
from conversations.models import Conversation

conversation = Conversation.objects.select_related("keyring", "person").get(pk=sys.argv[1])
forget_conversation(conversation)
async_to_sync(live.end)(conversation.pk)  # what the event loop of a server does
"""


@pytest.mark.django_db(transaction=True)
def test_f20_what_another_process_forgets_closes_the_line_at_once(agent):
    started = start(agent)
    assert async_to_sync(closed)(started.conversation, started.token) == 4401


async def closed(conversation: Conversation, token: str) -> int:
    """The code with which a socket of this process is closed when another one forgets its conversation."""
    path = f"/ws/conversations/{conversation.pk}/"
    socket = WebsocketCommunicator(application, path, [ORIGIN], ["rapport.v1", f"token.{token}"])
    assert (await socket.connect())[0]
    await socket.receive_json_from()
    command = [sys.executable, "-c", FORGET, str(conversation.pk)]
    environment = {**os.environ, "DATABASE_URL": address()}
    await asyncio.to_thread(subprocess.run, command, env=environment, check=True)
    assert (await socket.receive_json_from(timeout=5))["code"] == "forgotten"
    code: int = (await socket.receive_output(timeout=5))["code"]
    await socket.disconnect()
    return code


def test_a_message_that_is_rung_for_twice_arrives_once(agent):
    started = start(agent)
    frames = async_to_sync(heard)(started.conversation, started.token, [MESSAGE, MESSAGE, DONE])
    assert messages_in(frames) == [(1, "agent")]
