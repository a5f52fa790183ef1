"""What is sent to those who listen: this process's sockets at once, other processes over the channel layer."""

import asyncio
import uuid
from typing import Any

import pytest
from channels.layers import get_channel_layer

from conversations import live, runner
from conversations.actions import receive
from conversations.database import hop
from conversations.models import Conversation
from tests.conversations.engines import World
from tests.conversations.test_socket import connect, frames_until, messages_in, session_of, world

pytestmark = pytest.mark.django_db(transaction=True)

__all__ = ["connect", "world"]


class Ear:
    """A socket that keeps what it hears."""

    def __init__(self, fails: bool = False) -> None:
        self.seen = 0
        self.heard: list[Any] = []
        self.fails = fails

    async def deliver(self, frame: Any) -> None:
        if self.fails:
            raise ConnectionError
        self.heard.append(frame)

    async def catch_up(self) -> None:
        self.heard.append("catch up")

    async def look_again(self) -> None:
        self.heard.append("look again")


def delta(at: int, text: str, key: str = "k", attempt: int = 1) -> dict[str, Any]:
    return {"type": "delta", "turn": "1", "key": key, "attempt": attempt, "at": at, "text": text}


@pytest.fixture
def layer(settings: Any) -> Any:
    """A layer that other processes are thought to hear."""
    settings.REDIS_URL = "redis://nowhere"
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    return get_channel_layer()


async def heard_by_others(layer: Any, conversation: Any, until: str) -> list[Any]:
    """What another process hears, message by message, up to a frame of that type."""
    messages = []
    while True:
        messages.append((await asyncio.wait_for(layer.receive("other"), 3))["frames"])
        if any(frame["type"] == until for frame in messages[-1]):
            return messages


async def test_a_socket_that_is_gone_costs_nobody_anything(conversation):
    dead, ear = Ear(fails=True), Ear()
    live.join(conversation.pk, dead)
    live.join(conversation.pk, ear)
    await live.send(conversation.pk, {"type": "pong"})
    live.leave(conversation.pk, dead)
    live.leave(conversation.pk, ear)
    assert ear.heard == [{"type": "pong"}]


async def test_only_sockets_that_are_behind_catch_up(conversation):
    ahead, behind = Ear(), Ear()
    ahead.seen = 1
    await hop(receive, conversation, "c1", "hello")
    for ear in (ahead, behind):
        live.join(conversation.pk, ear)
    await asyncio.sleep(live.POLL * 4)
    for ear in (ahead, behind):
        live.leave(conversation.pk, ear)
    assert ahead.heard == []
    assert set(behind.heard) == {"catch up"}


async def test_deltas_for_other_processes_are_gathered_and_never_overtaken(layer):
    conversation = uuid.uuid4()
    await layer.group_add(live.group(conversation), "other")
    for number, letter in enumerate("hello"):
        await live.send(conversation, delta(number, letter))
    await live.send(conversation, delta(0, "again", attempt=2))
    await live.send(conversation, {"type": "message", "seq": 1})
    assert await heard_by_others(layer, conversation, "message") == [
        [delta(0, "hello"), delta(0, "again", attempt=2), {"type": "message", "seq": 1}]
    ]


async def test_deltas_that_nothing_follows_are_sent_after_a_tenth_of_a_second(layer):
    conversation = uuid.uuid4()
    await layer.group_add(live.group(conversation), "other")
    await live.send(conversation, delta(0, "a"))
    await live.send(conversation, delta(1, "b"))
    assert await heard_by_others(layer, conversation, "delta") == [[delta(0, "ab")]]


async def test_without_a_layer_between_processes_nothing_is_sent_over_one(conversation, settings, monkeypatch):
    settings.REDIS_URL = ""
    monkeypatch.setattr(live, "get_channel_layer", lambda: pytest.fail("the layer was asked for"))
    await live.send(conversation.pk, {"type": "pong"})


@pytest.mark.redis
async def test_a_turn_of_another_process_is_seen_on_this_ones_socket(
    connect, conversation: Conversation, ann, monkeypatch
):
    monkeypatch.setattr(live, "POLL", 60)
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="hello")
    monkeypatch.setattr(live, "PROCESS", "another")
    here = dict(live._sockets)
    await hop(receive, conversation, "c1", "pay")
    live._sockets.clear()
    await runner.run(conversation.pk, World().ports())
    live._sockets.update(here)
    monkeypatch.setattr(live, "PROCESS", "this one")
    frames = await frames_until(socket, type="turn", status="done")
    assert messages_in(frames) == [(1, "user"), (2, "agent")]
    assert "".join(frame["text"] for frame in frames if frame["type"] == "delta") == "Thank you"
