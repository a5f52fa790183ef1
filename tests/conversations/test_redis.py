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
from facts.catalogue import import_catalogue
from tests.conversations.processes import address
from tests.conversations.test_cards import CATALOGUE, TRADE, cards_of
from tests.conversations.test_cards import say as say_a_fact
from tests.conversations.test_socket import ORIGIN, messages_in, session_of

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


ANSWER_AND_FORGET = """
import asyncio, sys, django
django.setup()
from conversations.database import hop
from conversations.forgetting import forget_key
from facts import actions
from facts.models import Person

async def main():
    person = await Person.objects.aget(username="ann")
    await hop(actions.accept, person, int(sys.argv[1]))
    await asyncio.sleep(0.3)
    await hop(forget_key, person, "profile.trade")
    await asyncio.sleep(0.3)

asyncio.run(main())
"""


@pytest.mark.django_db(transaction=True)
def test_f18_f20_what_another_process_answers_and_forgets_is_told_to_all_lines_of_the_person(agent, ann):
    import_catalogue(CATALOGUE)
    about_trade, other = start(agent, ann).conversation, start(agent, ann).conversation
    say_a_fact(about_trade, "c1", TRADE)
    [card] = cards_of(about_trade)
    said, not_said = async_to_sync(told)([about_trade, other], session_of(ann), card["id"])
    for frames in (said, not_said):
        answers = [frame for frame in frames if frame["type"] == "facts" and frame["changed"]]
        assert {item["id"]: item["state"] for item in answers[0]["changed"]}[card["id"]] == "accepted"
        assert frames[-1]["waiting"] == 0
    assert [frame["seqs"] for frame in said if frame["type"] == "forgotten"] == [[1, 3]]
    assert "forgotten" not in {frame["type"] for frame in not_said}


async def told(conversations: list[Conversation], session: str, card: str) -> list[list[dict[str, Any]]]:
    """What a line of each conversation hears while another process answers a card and forgets its fact."""
    cookie, lines = (b"cookie", f"sessionid={session}".encode()), []
    for conversation in conversations:
        path = f"/ws/conversations/{conversation.pk}/"
        lines.append(WebsocketCommunicator(application, path, [ORIGIN, cookie], ["rapport.v1"]))
        assert (await lines[-1].connect())[0]
    environment = {**os.environ, "DATABASE_URL": address()}
    command = [sys.executable, "-c", ANSWER_AND_FORGET, card]
    await asyncio.to_thread(subprocess.run, command, env=environment, check=True)
    heard = []
    for line in lines:
        frames = []
        while not await line.receive_nothing(0.3):
            frames.append(await line.receive_json_from())
        heard.append(frames)
        await line.disconnect()
    return heard


def test_a_message_that_is_rung_for_twice_arrives_once(agent):
    started = start(agent)
    frames = async_to_sync(heard)(started.conversation, started.token, [MESSAGE, MESSAGE, DONE])
    assert messages_in(frames) == [(1, "agent")]
