"""The conversations of a site for those who may read them: the latest first, a page at a time, never all counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from agents.models import Agent
from conversations.models import Conversation, Turn

ON_A_PAGE = 50
BROKEN = (Turn.Status.FAILED, Turn.Status.DIVERGED)
BROKE = "broke"
"""In place of a reason: some turn broke, or was resumed by other code."""
_ACTIVITY = Coalesce("last_message_at", "created_at")
_Place = tuple[datetime, UUID]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which conversations: of an agent, of a version by its number, of a day (UTC), with a turn that stopped so."""

    agent: Agent | None = None
    version: int | None = None
    day: date | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A conversation in the list. `reason` is that of its last turn, `broken` counts the turns that broke."""

    conversation: Any
    at: datetime
    reason: str = ""
    broken: int = 0


@dataclass(frozen=True, slots=True)
class Listed:
    """A page. `after` is the place where the next one begins, empty at the end."""

    lines: tuple[Line, ...] = ()
    after: str = ""


def listed(wanted: Wanted, after: str = "") -> Listed:
    """A page of the list, in three queries. An `after` that is none begins at the beginning."""
    rows = list(_behind(_rows(wanted), after)[: ON_A_PAGE + 1])
    shown = rows[:ON_A_PAGE]
    reasons, broken = _last_reasons(shown), _broken(shown)
    lines = tuple(Line(row, row.at, reasons.get(row.pk, ""), broken.get(row.pk, 0)) for row in shown)
    return Listed(lines, f"{shown[-1].at.isoformat()}_{shown[-1].pk}" if len(rows) > ON_A_PAGE else "")


def _rows(wanted: Wanted) -> QuerySet[Any]:
    rows = Conversation.objects.filter(trial=None).annotate(at=_ACTIVITY)
    rows = rows.select_related("agent", "version", "person").defer("version__document", "state", "context", "given")
    if wanted.agent:
        rows = rows.filter(agent=wanted.agent)
    if wanted.version is not None:
        rows = rows.filter(version__number=wanted.version)
    if wanted.day:
        begin = datetime.combine(wanted.day, datetime.min.time(), UTC)
        rows = rows.filter(at__gte=begin, at__lt=begin + timedelta(days=1))
    if wanted.reason:
        turns = Turn.objects.filter(conversation=OuterRef("pk"))
        of_kind = Q(status__in=BROKEN) if wanted.reason == BROKE else Q(stopped_reason=wanted.reason)
        rows = rows.filter(Exists(turns.filter(of_kind)))
    return rows.order_by(_ACTIVITY.desc(), F("id").desc())


def _behind(rows: QuerySet[Any], after: str) -> QuerySet[Any]:
    place = _place(after)
    if place is None:
        return rows
    at, id = place
    # the first condition alone is a range of the index; the second leaves out what was shown of that moment
    return rows.filter(at__lte=at).exclude(at=at, pk__gte=id)


def _place(after: str) -> _Place | None:
    at, _line, id = after.partition("_")
    try:
        moment = datetime.fromisoformat(at)
        return (moment, UUID(id)) if moment.tzinfo else None
    except ValueError:
        return None


def _last_reasons(rows: list[Any]) -> Mapping[UUID, str]:
    """How the last turn of each stopped."""
    turns = Turn.objects.filter(conversation__in=[row.pk for row in rows], number=F("conversation__state_version"))
    return dict(turns.order_by().values_list("conversation", "stopped_reason"))


def _broken(rows: list[Any]) -> Mapping[UUID, int]:
    turns = Turn.objects.filter(conversation__in=[row.pk for row in rows], status__in=BROKEN).order_by()
    return dict(turns.values("conversation").annotate(count=Count("pk")).values_list("conversation", "count"))
