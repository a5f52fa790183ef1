"""The lines of the admin's log for those who may read it: the latest first, a page at a time, never all counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.contrib.admin.models import ADDITION, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Case, CharField, Exists, OuterRef, Q, QuerySet, UUIDField, Value, When
from django.db.models.functions import Cast, Replace
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from agents.models import Agent
from conversations.models import Conversation, Trial
from facts.models import Person

ON_A_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which lines: of whom, about what kind of thing, about an agent, from a day to a day (UTC), with these words."""

    by: Person | None = None
    kind: ContentType | None = None
    agent: Agent | None = None
    since: date | None = None
    until: date | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it is shown: what was done, to what kind of thing, by which name.

    `url` is where the thing is, empty where there is none for whoever looks.
    """

    entry: LogEntry
    words: str
    kind: str
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A page. `before` is the line behind which the next one begins, None at the end."""

    lines: tuple[Line, ...] = ()
    before: int | None = None


def listed(wanted: Wanted, looker: Any, before: int | None = None) -> Listed:
    """A page of the log as `looker` may follow its links; as many queries whatever stands in it."""
    rows = _rows(wanted)
    rows = rows if before is None else rows.filter(pk__lt=before)
    found = list(rows.select_related("user", "content_type")[: ON_A_PAGE + 1])
    shown = found[:ON_A_PAGE]
    there = _conversations_there(shown)
    lines = tuple(_line(entry, _url(entry, looker, there)) for entry in shown)
    return Listed(lines, shown[-1].pk if len(found) > ON_A_PAGE else None)


def people() -> QuerySet[Person]:
    """Who did anything."""
    return Person.objects.filter(Exists(LogEntry.objects.filter(user=OuterRef("pk")))).order_by("username")


def kinds() -> QuerySet[ContentType]:
    """What anything was done to."""
    return ContentType.objects.filter(Exists(LogEntry.objects.filter(content_type=OuterRef("pk")))).order_by("model")


def _rows(wanted: Wanted) -> QuerySet[LogEntry]:
    # lines are numbered as they are written
    rows = LogEntry.objects.order_by("-pk")
    if wanted.by:
        rows = rows.filter(user=wanted.by)
    if wanted.kind:
        rows = rows.filter(content_type=wanted.kind)
    if wanted.agent:
        rows = _about(rows, wanted.agent)
    if wanted.since:
        rows = rows.filter(action_time__gte=_begin(wanted.since))
    if wanted.until:
        rows = rows.filter(action_time__lt=_begin(wanted.until) + timedelta(days=1))
    for word in wanted.words.split():
        said = Q(change_message__icontains=word) | Q(object_repr__icontains=word) | Q(user__username__icontains=word)
        rows = rows.filter(said)
    return rows


def _begin(day: date) -> datetime:
    return datetime.combine(day, datetime.min.time(), UTC)


def _about(rows: QuerySet[LogEntry], agent: Agent) -> QuerySet[LogEntry]:
    """Lines of the agent, and of conversations with it that are still there."""
    types = ContentType.objects.get_for_models(Agent, Conversation, Trial)
    talks = [types[Conversation].pk, types[Trial].pk]
    # only the ids of conversations are cast, whatever else a line is about
    talk = Case(
        When(content_type__in=talks, then=Replace(Cast("object_id", CharField()), Value("-"), Value(""))), default=None
    )
    with_agent = Exists(Conversation.objects.filter(agent=agent, pk=Cast(OuterRef("talk"), UUIDField())))
    return rows.alias(talk=talk).filter(Q(content_type=types[Agent], object_id=str(agent.pk)) | with_agent)


def _conversations_there(entries: Sequence[LogEntry]) -> frozenset[str]:
    """Of the conversations that lines are about, those that were not forgotten."""
    kind = ContentType.objects.get_for_model(Conversation)
    ids = [_uuid(entry.object_id) for entry in entries if entry.content_type_id == kind.pk]
    return frozenset(
        map(str, Conversation.objects.filter(pk__in=[id for id in ids if id]).values_list("pk", flat=True))
    )


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None


def _line(entry: LogEntry, url: str) -> Line:
    return Line(entry, _words(entry), _kind(entry), _name(entry), url)


def _words(entry: LogEntry) -> str:
    """What was done. Django notes a deletion without words, and a change by which nothing changed as such."""
    return str(entry.get_change_message()) or {ADDITION: _("Added."), DELETION: _("Deleted.")}.get(
        entry.action_flag, _("Saved without a change.")
    )


def _name(entry: LogEntry) -> str:
    """What the thing was called then; what forgetting took out of a line is not called anything."""
    return entry.object_repr or _("(forgotten)")


def _kind(entry: LogEntry) -> str:
    return str(entry.content_type.name) if entry.content_type else ""


def _url(entry: LogEntry, looker: Any, there: frozenset[str]) -> str:
    """Where the object is: a conversation on its page of turns, all else where the admin has it."""
    kind = entry.content_type
    if kind is None or entry.is_deletion() or not entry.object_id:
        return ""
    if kind.model_class() is Conversation:
        may = entry.object_id in there and looker.has_perm("conversations.read_transcripts")
        return reverse("admin:transcript", args=[entry.object_id]) if may else ""
    may = any(looker.has_perm(f"{kind.app_label}.{verb}_{kind.model}") for verb in ("view", "change"))
    try:
        return reverse(f"admin:{kind.app_label}_{kind.model}_change", args=[entry.object_id]) if may else ""
    except NoReverseMatch:
        return ""
