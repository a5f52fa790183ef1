"""What is sent to those who listen: the sockets of this process directly, other processes over the channel layer.

The database is the truth, this is only the doorbell (architecture.md, step 6): whatever is lost here is made up for by
`watch`, which looks once a second for conversations that went on. Deltas for other processes are gathered to at most
ten frames a second; all else goes at once, after the deltas that wait.
"""

import asyncio
import logging
import uuid
from collections import defaultdict
from collections.abc import Awaitable
from typing import Protocol, TypeVar
from uuid import UUID
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.conf import settings

from conversations.database import hop
from conversations.models import Conversation
from conversations.work import Frame

log = logging.getLogger(__name__)
T = TypeVar("T")

PROCESS = uuid.uuid4().hex
"""Names this process to itself: what it sent over the layer it does not take from there."""
GATHER = 0.1
POLL = 1.0
"""Seconds."""


class Socket(Protocol):
    """One socket of this process. `seen` is the last `seq` that was sent to it."""

    seen: int

    async def deliver(self, frame: Frame) -> None:
        """Send the frame. A message goes in order of `seq`, and what lies before it first."""
        ...

    async def catch_up(self) -> None:
        """Send the messages after `seen`."""
        ...

    async def look_again(self) -> None:
        """Close the line (4401) if the conversation is not theirs any more."""
        ...


_sockets: defaultdict[UUID, set[Socket]] = defaultdict(set)
_open_to: defaultdict[int, set[UUID]] = defaultdict(set)
"""The conversations of each person that somebody hears in this process."""
_gathered: dict[UUID, list[Frame]] = {}
_watching: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = WeakKeyDictionary()
_flushing: set[asyncio.Task[None]] = set()


def group(conversation: UUID) -> str:
    """The name of the conversation's group on the channel layer."""
    return f"conversation.{conversation.hex}"


def group_of(person: int) -> str:
    """The name of the group of all lines of a person."""
    return f"person.{person}"


def reaches_others() -> bool:
    """Whether there is a layer between processes; without one nobody else could hear."""
    return bool(settings.REDIS_URL)


def join(conversation: UUID, socket: Socket, person: int | None = None) -> None:
    """Let the socket hear the conversation, from the running event loop; and what is told to its person."""
    _sockets[conversation].add(socket)
    if person is not None:
        _open_to[person].add(conversation)
    loop = asyncio.get_running_loop()
    if loop not in _watching or _watching[loop].done():
        _watching[loop] = loop.create_task(watch())


def leave(conversation: UUID, socket: Socket, person: int | None = None) -> None:
    """The socket is gone."""
    _sockets[conversation].discard(socket)
    if _sockets[conversation]:
        return
    del _sockets[conversation]
    if person is not None:
        _open_to[person].discard(conversation)
        if not _open_to[person]:
            del _open_to[person]


async def send(conversation: UUID, frame: Frame) -> None:
    """Send a frame to everyone who hears the conversation. Never raises for a socket that is gone."""
    for socket in tuple(_sockets.get(conversation, ())):
        await _guarded(socket.deliver(frame))
    if not reaches_others():
        return
    if frame["type"] == "delta":
        _gather(conversation, frame)
    else:
        await _flush(conversation, frame)


def may_hear(person: int, *, but: UUID | None = None) -> bool:
    """Whether a line of the person may be open, other than those of the conversation `but`."""
    return reaches_others() or bool(_open_to.get(person, set()) - {but})


async def tell(person: int, frame: Frame, *, but: UUID | None = None) -> None:
    """Send a frame to all lines of a person, whichever their conversation, save those of the conversation `but`."""
    for conversation in _open_to.get(person, set()) - {but}:
        for socket in tuple(_sockets.get(conversation, ())):
            await _guarded(socket.deliver(frame))
    if reaches_others():
        message = {"type": "live.told", "process": PROCESS, "frame": frame, "but": str(but)}
        await _guarded(get_channel_layer().group_send(group_of(person), message))


async def end(conversation: UUID) -> None:
    """The conversation is gone: every line of it is closed, those of other processes too."""
    for socket in tuple(_sockets.get(conversation, ())):
        await _guarded(socket.look_again())
    if reaches_others():
        message = {"type": "live.ended", "process": PROCESS}
        await _guarded(get_channel_layer().group_send(group(conversation), message))


async def watch() -> None:
    """Once a second, one query for all sockets: those that are behind catch up, those of what is gone are closed."""
    while _sockets:
        await asyncio.sleep(POLL)
        conversations = [conversation for conversation, sockets in _sockets.items() if sockets]
        reached = await _guarded(hop(_reached, conversations))
        if reached is not None:
            await _bring_up(conversations, reached)


async def _bring_up(conversations: list[UUID], reached: dict[UUID, int]) -> None:
    for conversation in conversations:
        for socket in tuple(_sockets.get(conversation, ())):
            if conversation not in reached:
                await _guarded(socket.look_again())
            elif socket.seen < reached[conversation]:
                await _guarded(socket.catch_up())


def _reached(conversations: list[UUID]) -> dict[UUID, int]:
    return dict(Conversation.objects.filter(pk__in=conversations).values_list("pk", "seq"))


def _gather(conversation: UUID, frame: Frame) -> None:
    """Put the delta to those that wait; the first one sets the clock."""
    if conversation not in _gathered:
        _gathered[conversation] = []
        task = asyncio.create_task(_flush_later(conversation))
        _flushing.add(task)
        task.add_done_callback(_flushing.discard)
    waiting = _gathered[conversation]
    if waiting and _continues(waiting[-1], frame):
        waiting[-1] = {**waiting[-1], "text": waiting[-1]["text"] + frame["text"]}
    else:
        waiting.append(frame)


def _continues(last: Frame, frame: Frame) -> bool:
    same = all(last[name] == frame[name] for name in ("turn", "key", "attempt"))
    return same and last["at"] + len(last["text"]) == frame["at"]


async def _flush_later(conversation: UUID) -> None:
    await asyncio.sleep(GATHER)
    await _flush(conversation)


async def _flush(conversation: UUID, *frames: Frame) -> None:
    """Send to other processes the deltas that wait, and these frames."""
    waiting = [*_gathered.pop(conversation, ()), *frames]
    if waiting:
        message = {"type": "live.frames", "process": PROCESS, "frames": waiting}
        await _guarded(get_channel_layer().group_send(group(conversation), message))


async def _guarded(sending: Awaitable[T]) -> T | None:
    """Await it; a failure costs the slow poll a second, and never a turn."""
    try:
        return await sending
    except Exception as error:
        log.info("a doorbell was lost: %s", type(error).__name__)
        return None
