"""From a request's thread to the event loop of the server, where turns run and sockets are."""

import asyncio
import time
from collections.abc import Coroutine, Iterable
from contextvars import Context
from typing import Any
from uuid import UUID

from asgiref.sync import SyncToAsync, async_to_sync

from conversations import frames, live, runner
from conversations.database import hop
from conversations.models import Conversation, Event, Message, Turn
from conversations.work import Frame

PATIENCE = 60.0
"""Seconds that a request waits for a turn."""
LOOK = 0.1


def announce(conversation: UUID, stored: Frame) -> None:
    """Tell those who listen of a message that no turn answers."""
    soon(live.send(conversation, stored))


def let_go(conversations: Iterable[UUID]) -> None:
    """Show no more of what is being written in these conversations: they were taken away from their runners."""
    for conversation in conversations:
        runner.let_go(conversation)


def forgotten(conversation: UUID, seqs: Iterable[int]) -> None:
    """Tell those who listen which messages were blanked."""
    soon(live.send(conversation, frames.forgotten(seqs)))


def interrupted(conversation: UUID, turn: int) -> None:
    """Tell those who listen that a turn ended because what it was about was forgotten."""
    soon(live.send(conversation, frames.interrupted(turn)))


def ended(conversation: UUID) -> None:
    """Let every line of a conversation that is gone be closed."""
    soon(live.end(conversation))


def serves() -> bool:
    """Whether this thread has an event loop of a server beside it, so that there may be somebody to tell."""
    return _loop() is not None


def answer_soon(conversation: UUID, stored: Frame | None = None) -> None:
    """Tell those who listen, and start the turn. Where no event loop serves, the worker takes it within seconds."""
    soon(_start(conversation, stored))


def answer_now(conversation: UUID, item: Message | Event, stored: Frame | None = None) -> dict[str, Any] | None:
    """Run the turn that takes the message or event and answer its report.

    None if it takes longer than a request can wait, or if a person is asked for and no turn will come (T11).
    """
    return async_to_sync(_answer)(conversation, item, stored)


def soon(doing: Coroutine[Any, Any, Any]) -> None:
    """Do it in the event loop of the server, if there is one: what others miss, their look at the database finds.

    In a context of its own: nothing of the request, nor of its thread, goes along.
    """
    loop = _loop()
    if loop is not None:
        Context().run(asyncio.run_coroutine_threadsafe, doing, loop)
    else:
        doing.close()


def _loop() -> asyncio.AbstractEventLoop | None:
    loop: asyncio.AbstractEventLoop | None = getattr(SyncToAsync.threadlocal, "main_event_loop", None)
    return loop if loop is not None and loop.is_running() else None


async def _start(conversation: UUID, stored: Frame | None) -> "asyncio.Task[None]":
    if stored:
        await live.send(conversation, stored)
    return runner.start(conversation)


async def _answer(conversation: UUID, item: Message | Event, stored: Frame | None) -> dict[str, Any] | None:
    """The turn is a task that is kept: a client that hangs up does not end it."""
    end = time.monotonic() + PATIENCE
    task = await _start(conversation, stored)
    await asyncio.wait([task], timeout=PATIENCE)
    while (report := await hop(_report, item)) is None and await hop(_goes_on, conversation) and time.monotonic() < end:
        await asyncio.sleep(LOOK)
    return report or await hop(_report, item)  # the turn that hands off is one that was answered


def _goes_on(conversation: UUID) -> bool:
    return Conversation.objects.filter(pk=conversation, handed_off=False).exists()


def _report(item: Message | Event) -> dict[str, Any] | None:
    """The report of the turn that handled the message or event, once it is closed."""
    name = "messages" if isinstance(item, Message) else "events"
    turn = Turn.objects.filter(**{name: item.pk}).select_related("conversation__keyring").first()
    if turn is None or turn.status == Turn.Status.OPEN:
        return None
    report = turn.opened("report", turn.conversation.keyring)
    assert isinstance(report, dict)
    return {"turn": str(turn.pk), **report}
