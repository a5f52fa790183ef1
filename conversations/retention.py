"""What is kept long enough is forgotten (F23): idle conversations, by the retention of their agent or the site's.

Each look forgets a small batch, each conversation in a transaction of its own, so that nobody waits long for it. The
conversation itself decides, under its lock, whether it is still idle: any number of workers may look at once.
"""

import asyncio
import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import DateTimeField, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.db.models.lookups import LessThan

from agents.definition import Definition, Duration
from agents.live import definition
from agents.models import Agent
from conversations import trials
from conversations.actions import Refused
from conversations.clock import Clock
from conversations.database import hop
from conversations.forgetting import forget_conversation
from conversations.models import Conversation
from facts.models import Receipt
from facts.sqlite_log import empty_log

log = logging.getLogger(__name__)

EVERY = 60.0
PAUSE = 1.0
"""Seconds between two looks, and after one that found as much as it could take."""
BATCH = 20
_QUIET_SINCE = Coalesce("last_message_at", "created_at")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


async def keep(clock: Clock) -> None:
    """Look again and again, until it is cancelled. One that fails is made up for by the next."""
    emptied: datetime | None = None
    while True:
        try:
            forgotten, emptied = await hop(_look, clock(), emptied)
        except Exception as error:
            log.error("retention could not be looked after: %s", type(error).__name__)
            forgotten = 0
        await asyncio.sleep(PAUSE if forgotten == BATCH else EVERY)


def forget_idle(at: datetime, most: int = BATCH) -> int:
    """Forget conversations that were idle for longer than they are kept, `most` at a time; how many went."""
    forgotten = 0
    for idle in idle_conversations(at):
        for conversation in _idle(idle)[: most - forgotten]:
            forgotten += _forget(conversation, idle)
        if forgotten >= most:
            break
    return forgotten


def _idle(idle: Q) -> "QuerySet[Conversation]":
    """Those of which it holds, the longest idle first."""
    return Conversation.objects.filter(idle).select_related("keyring", "person").order_by(_QUIET_SINCE)


def idle_conversations(at: datetime) -> Iterator[Q]:
    """What holds of the conversations that are kept no longer, of one agent after the other, and of visitors'.

    A conversation that a colleague has, or that runs, is not idle. Where the agent says nothing, a visitor's is kept as
    long as the site's setting says. Visitors' and people's are asked for apart, for each has an index of its own.
    """
    silent = []
    for agent in Agent.objects.select_related("live").order_by("pk"):
        spoken = definition(agent.live) if agent.live else None
        if spoken and spoken.retention:
            idle = Q(agent=agent) & _idle_since(_before(spoken.retention, at, spoken))
            yield from (idle & Q(person__isnull=True), idle & Q(person__isnull=False))
        else:
            silent.append(agent.pk)
    if silent and (days := settings.VISITOR_RETENTION_DAYS):
        yield Q(agent__in=silent, person__isnull=True) & _idle_since(at - timedelta(days=days))


def _idle_since(moment: datetime) -> Q:
    """The person wrote last before that moment; who never wrote, began before it."""
    return Q(LessThan(_QUIET_SINCE, Value(moment, DateTimeField()))) & Q(handed_off=False, lease_until=None)


def _before(kept: Duration, at: datetime, spoken: Definition) -> datetime:
    """So long before; a day is a calendar day, here in the agent's zone (T52)."""
    local = at.astimezone(ZoneInfo(spoken.timezone)) if kept.unit == "d" else at
    return local - timedelta(**{_UNITS[kept.unit]: kept.amount})


def _forget(conversation: Conversation, idle: Q) -> int:
    """1 if it was still idle, and nobody else was faster."""
    try:
        forget_conversation(conversation, because="retention", provided=idle)
    except Refused:
        return 0
    return 1


def _look(at: datetime, emptied: datetime | None) -> tuple[int, datetime | None]:
    """Forget what is idle; and empty SQLite's log where a reader was in the way after something was forgotten (F20)."""
    trials.tidy(at)
    forgotten = forget_idle(at)
    newest = Receipt.objects.order_by("-at").values_list("at", flat=True).first()
    if newest is None or newest == emptied or not empty_log():
        return forgotten, emptied
    return forgotten, newest
