"""The worker's loop: once a second it looks for work that nobody does, and runs it (architecture.md, Time).

The rows are the truth: whatever a worker was about to do when it died, the next look finds again.
"""

import asyncio
import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Now

from conversations import lease, runner
from conversations.clock import now
from conversations.database import hop
from conversations.models import Conversation, Heartbeat
from conversations.ports import Ports, default_ports

log = logging.getLogger(__name__)

NAME = "worker"
EVERY = 1.0
"""Seconds between two looks."""
GRACE = timedelta(seconds=2)
"""How long a new message is left to the process that stored it: there its reply can stream."""
AT_ONCE = 8
"""Conversations that one worker runs at the same time."""
MOST = 100


async def work(stop: asyncio.Event, ports: Ports | None = None) -> None:
    """Look and run until `stop` is set; then finish what runs."""
    running: dict[UUID, asyncio.Task[None]] = {}
    while not stop.is_set():
        try:
            await _look(running, ports or default_ports())
        except Exception as error:
            log.error("the worker could not look for work: %s", type(error).__name__)
        await _pause(stop)
    if running:
        await asyncio.wait(running.values())


def due(at: datetime) -> list[UUID]:
    """Conversations whose runner died, or in which something waits that nobody took."""
    died = Q(lease_until__lte=Now())
    untaken = Q(lease_until=None) & lease.waiting(at, messages_until=at - GRACE)
    return list(
        Conversation.objects.filter(died | untaken).order_by("last_message_at").values_list("pk", flat=True)[:MOST]
    )


def beat(at: datetime) -> None:
    """Say that the worker is at work, for `/readyz`."""
    Heartbeat.objects.update_or_create(name=NAME, defaults={"at": at})


async def _look(running: dict[UUID, "asyncio.Task[None]"], ports: Ports) -> None:
    """Take up as many of the due conversations as there is room for; each is claimed by its runner."""
    for conversation in [conversation for conversation, task in running.items() if task.done()]:
        del running[conversation]
    found = await hop(_beat_and_look, ports.clock())
    free = [conversation for conversation in found if conversation not in running]
    for conversation in free[: AT_ONCE - len(running)]:
        running[conversation] = runner.start(conversation, ports)


def _beat_and_look(at: datetime) -> list[UUID]:
    beat(now())
    return due(at)


async def _pause(stop: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(stop.wait(), EVERY)
    except TimeoutError:
        return
