"""The worker's loop: once a second it looks for work that nobody does, and runs it (architecture.md, Time).

The rows are the truth: whatever a worker was about to do when it died, the next look finds again.
"""

import asyncio
import logging
from collections import deque
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models.functions import Now

from conversations import gathering, resting, retention, runner, upkeep
from conversations.clock import now
from conversations.database import hop
from conversations.models import Conversation, Event, Heartbeat, Message, Timer
from conversations.ports import Ports, default_ports
from conversations.scenario import keeping as scenarios
from facts.keyring import readable_site_keys

log = logging.getLogger(__name__)

NAME = "worker"
EVERY = 1.0
"""Seconds between two looks."""
GRACE = timedelta(seconds=2)
"""How long a new message is left to the process that stored it: there its reply can stream."""
AT_ONCE = 8
"""Conversations that one worker runs at the same time."""
MOST = 100
"""Conversations that one look finds at most."""

Running = dict[UUID, "asyncio.Task[None]"]


async def work(stop: asyncio.Event, ports: Ports | None = None) -> None:
    """Look and run until `stop` is set; then finish what runs."""
    ports = ports or default_ports()
    running: Running = {}
    stopping = asyncio.create_task(stop.wait())
    keeps = (retention.keep(ports.clock), upkeep.keep(), gathering.keep(ports.clock), scenarios.keep(ports.clock))
    tidying = [asyncio.create_task(keep) for keep in keeps]
    try:
        while not stop.is_set():
            await _take_up(await _found(ports), running, stopping, ports)
    finally:
        stopping.cancel()
        for task in tidying:
            task.cancel()
    if running:
        await asyncio.wait(running.values())


def due(at: datetime) -> list[UUID]:
    """Conversations whose runner died, or in which something waits that nobody took, the longest first of each kind.

    Each kind is found by an index of what waits, so that a look costs nothing where there are many conversations.
    Left out is what cannot be read with the site's keys as they are set, and what rests because it could not be read.
    """
    read = {"keyring__site_key__in": readable_site_keys()}
    rests = resting.resting()
    waiting = Message.objects.filter(role=Message.Role.USER, turn=None, forgotten=False)
    messages = waiting.filter(at__lte=at - GRACE).order_by("at")
    timers = Timer.objects.filter(done_at=None, held=False, due_at__lte=at).order_by("due_at")
    events = Event.objects.filter(turn=None).order_by("pk")
    leases = Conversation.objects.filter(lease_until__lte=Now(), **read).exclude(pk__in=rests)
    died = leases.order_by("lease_until").values_list("pk", flat=True)
    free = {"lease_until": None, "handed_off": False, **read}
    of = {f"conversation__{name}": value for name, value in free.items()}
    kinds = (rows.filter(**of).exclude(conversation__in=rests) for rows in (messages, timers, events))
    untaken = (rows.values_list("conversation", flat=True) for rows in kinds)
    return list(dict.fromkeys(pk for found in (died, *untaken) for pk in found[:MOST]))[:MOST]


def beat(at: datetime) -> None:
    """Say that the worker is at work, for `/readyz`."""
    Heartbeat.objects.update_or_create(name=NAME, defaults={"at": at})


async def _found(ports: Ports) -> list[UUID]:
    """What is due; nothing where the look fails, for there is another one in a second."""
    try:
        return await hop(_beat_and_look, ports.clock())
    except Exception as error:
        log.error("the worker could not look for work: %s", type(error).__name__)
        return []


async def _take_up(found: list[UUID], running: Running, stopping: "asyncio.Task[bool]", ports: Ports) -> None:
    """Until the next look, run what was found: as many at once as there is room for, the next as soon as one ends.

    Each is claimed by its runner: one that another worker took in the meantime costs no more than that.
    """
    loop = asyncio.get_running_loop()
    until = loop.time() + EVERY
    waiting = deque(found)
    while not stopping.done() and (left := until - loop.time()) > 0:
        _fill(running, waiting, ports)
        ending = running.values() if waiting else ()
        await asyncio.wait((stopping, *ending), timeout=left, return_when=asyncio.FIRST_COMPLETED)


def _fill(running: Running, waiting: deque[UUID], ports: Ports) -> None:
    """Start those that wait, in the places of those that are done."""
    for conversation in [conversation for conversation, task in running.items() if task.done()]:
        del running[conversation]
    while waiting and len(running) < AT_ONCE:
        conversation = waiting.popleft()
        if conversation not in running:
            running[conversation] = runner.start(conversation, ports)


def _beat_and_look(at: datetime) -> list[UUID]:
    beat(now())
    return due(at)
