"""From a request's thread to the event loop of the server, where turns run and sockets are."""

import asyncio
import time
from typing import Any
from uuid import UUID

from asgiref.sync import SyncToAsync, async_to_sync

from conversations import live, runner
from conversations.database import hop
from conversations.models import Turn
from conversations.work import Frame

PATIENCE = 60.0
"""Seconds that a request waits for a turn."""
LOOK = 0.1


def answer_soon(conversation: UUID, stored: Frame) -> None:
    """Tell those who listen, and start the turn. Where no event loop serves, the worker takes it within seconds."""
    loop = getattr(SyncToAsync.threadlocal, "main_event_loop", None)
    if loop is not None and loop.is_running():
        asyncio.run_coroutine_threadsafe(_start(conversation, stored), loop)


def answer_now(conversation: UUID, message: int, stored: Frame) -> dict[str, Any] | None:
    """Run the turn and answer its report; None if it takes longer than a request can wait."""
    return async_to_sync(_answer)(conversation, message, stored)


async def _start(conversation: UUID, stored: Frame) -> "asyncio.Task[None]":
    await live.send(conversation, stored)
    return runner.start(conversation)


async def _answer(conversation: UUID, message: int, stored: Frame) -> dict[str, Any] | None:
    """The turn is a task that is kept: a client that hangs up does not end it."""
    end = time.monotonic() + PATIENCE
    task = await _start(conversation, stored)
    await asyncio.wait([task], timeout=PATIENCE)
    while (report := await hop(_report, message)) is None and time.monotonic() < end:
        await asyncio.sleep(LOOK)
    return report


def _report(message: int) -> dict[str, Any] | None:
    """The report of the turn that handled the message, once it is closed."""
    turn = Turn.objects.filter(messages=message).select_related("conversation__keyring").first()
    if turn is None or turn.status == Turn.Status.OPEN:
        return None
    report = turn.opened("report", turn.conversation.keyring)
    assert isinstance(report, dict)
    return {"turn": str(turn.pk), **report}
