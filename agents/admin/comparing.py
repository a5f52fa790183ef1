"""The page “What changed”: two versions, or a version and the draft, side by side."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents import sides, telling
from agents.admin import workbench
from agents.admin.places import Places, page
from agents.admin.sheet import sheet_of
from agents.compare import Change, Piece, compare
from agents.diagram import Wording
from agents.models import Agent, Version
from agents.problem import Problem

TEMPLATE: Final = "admin/agents/compare.html"
OPEN: Final = 12
"""Changes up to which everything is unfolded."""
ICONS: Final = {
    "added": "add",
    "removed": "remove",
    "changed": "edit",
    "moved": "swap_vert",
    "renamed": "badge",
}
"""The symbol of each kind of change, beside the word."""


@dataclass(frozen=True)
class Shown:
    """A change as a line: `where` are the parts around it below its group, `url` where it is edited, or empty."""

    kind: str
    icon: str
    where: str
    said: str
    old: str
    new: str
    pieces: tuple[Piece, ...]
    url: str


@dataclass(frozen=True)
class Group:
    """The changes of the agent's settings, of its fields, or of one flow."""

    title: str
    count: str
    changes: list[Shown]
    is_open: bool


def groups(old: dict[str, Any], new: dict[str, Any], places: Places | None) -> list[Group]:
    """What changed from one document to the other; with the `places` of the draft, each line leads to one of them."""
    found = compare(old, new, Wording().translated(_))
    parted = [(title, list(changes)) for title, changes in groupby(found, _title)]
    return [
        Group(title, _counted(changes), list(_shown(changes, places)), is_open=len(found) <= OPEN or len(parted) == 1)
        for title, changes in parted
    ]


def _title(change: Change) -> str:
    if change.flow:
        return _("Flow %(flow)s") % {"flow": change.flow}
    return _("Fields") if change.path[0] == "fields" else _("Settings")


def _counted(changes: list[Change]) -> str:
    return ngettext("%(count)d change", "%(count)d changes", len(changes)) % {"count": len(changes)}


def _shown(changes: Iterable[Change], places: Places | None) -> Iterator[Shown]:
    for change in changes:
        where = telling.around(change, skipped=1 if change.flow else 0)
        values = ("", "") if change.kind == "renamed" else (change.old, change.new)
        url = places.url(_as_problem(change)) if places else ""
        said = change.said.translated(_)
        yield Shown(change.kind, ICONS[change.kind], where, said, *values, change.pieces, url)


def _as_problem(change: Change) -> Problem:
    """The place of a change as `Places` takes it: some keys of the file are inputs of several words."""
    place = Problem("warning", "change", change.said, change.flow, change.step, change.branch, change.path)
    match change.path:
        case ("people", str(key)):
            return replace(place, path=(f"people_{key}",))
        case ("quiet",):
            return replace(place, path=("quiet_from",))
    return place


# The page


def view(site: Any, request: HttpRequest, agent: Agent) -> HttpResponse:
    """What changed between the two sides that are asked for; from the live version to the draft if none is."""
    context = {
        "title": _("What changed"),
        "trail": [*workbench.trail(agent), (str(agent), page(agent))],
        "choices": _choices(agent),
        "back": page(agent),
    }
    status = 200
    try:
        context |= _compared(request, agent)
    except sides.NoSuchSide as fault:
        context["fault"], status = str(fault), 404
    return TemplateResponse(request, TEMPLATE, {**site.each_context(request), **context}, status=status)


def _compared(request: HttpRequest, agent: Agent) -> dict[str, Any]:
    old, new = request.GET.get("from"), request.GET.get("to")
    names = (old or sides.usual(agent)[0], new or sides.DRAFT)
    before, after = sides.documents(agent, *names)
    places = sheet_of(request, agent).places if names[1] == sides.DRAFT else None
    return {"old_side": names[0], "new_side": names[1], "groups": groups(before, after, places)}


def _choices(agent: Agent) -> list[tuple[str, str]]:
    """The draft and the versions, newest first, by the names of their sides."""
    rows = agent.versions.published().defer("document")
    return [(sides.DRAFT, _("Draft")), *((str(row.number), _label(row, agent)) for row in rows)]


def _label(version: Version, agent: Agent) -> str:
    day = formats.date_format(timezone.localtime(version.published_at), "SHORT_DATE_FORMAT")
    text = _("Version %(number)d, %(day)s, live") if version.pk == agent.live_id else _("Version %(number)d, %(day)s")
    return text % {"number": version.number, "day": day}


def from_version(version: Version) -> HttpResponse:
    """To the page: what changed with this version; of the first one, what changed since."""
    earlier = version.agent.versions.published().filter(number__lt=version.number).defer("document").first()
    old, new = (earlier.number, version.number) if earlier else (version.number, sides.DRAFT)
    address = reverse("admin:agents_agent_changes", args=[version.agent_id])
    return HttpResponseRedirect(f"{address}?from={old}&to={new}")
