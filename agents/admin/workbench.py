"""What stands above the pages of a draft: where one is, what is wrong, what is live, and what can be done."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents.actions import errors_in
from agents.admin.places import page
from agents.admin.sheet import Sheet, sheet_of
from agents.models import Agent, Field, Flow, Step
from agents.problem import Problem
from agents.telling import place, sentence


@dataclass(frozen=True)
class Shown:
    """A problem as a line: where, what, and the address of the place."""

    is_error: bool
    place: str
    sentence: str
    url: str


@dataclass(frozen=True)
class Button:
    """Something that can be done: a link, or a form that posts."""

    label: str
    url: str
    icon: str
    posts: bool = False
    is_main: bool = False


def above(row: Any) -> Any:
    """The row on whose page a part is listed."""
    return row.flow if isinstance(row, Step) else row.agent


def trail(row: Any) -> list[tuple[str, str]]:
    """The way to a page: the list of agents, and the pages above."""
    ways = [] if isinstance(row, Agent) else [(str(above(row)), page(above(row)))]
    if isinstance(row, Step):
        ways.insert(0, (str(row.flow.agent), page(row.flow.agent)))
    return [(_("Agents"), reverse("admin:agents_agent_changelist")), *ways]


def of_place(problems: tuple[Problem, ...], row: Any) -> tuple[Problem, ...]:
    """The problems of a row and of what is below it."""
    match row:
        case Flow():
            return tuple(one for one in problems if one.flow == row.slug)
        case Step():
            return tuple(one for one in problems if (one.flow, one.step) == (row.flow.slug, row.slug))
        case Field():
            return tuple(one for one in problems if one.path[:2] == ("fields", row.slug))
    return problems


def shown(sheet: Sheet, problems: tuple[Problem, ...]) -> list[Shown]:
    """Lines for problems."""
    return [Shown(one.severity == "error", place(one), sentence(one), sheet.places.url(one)) for one in problems]


def counted(problems: tuple[Problem, ...]) -> str:
    """How many there are, as “2 errors, 1 warning”."""
    errors = len(errors_in(problems))
    warnings = len(problems) - errors
    said = [
        ngettext("%(count)d error", "%(count)d errors", errors) % {"count": errors} if errors else "",
        ngettext("%(count)d warning", "%(count)d warnings", warnings) % {"count": warnings} if warnings else "",
    ]
    return ", ".join(filter(None, said)) or _("No problems")


def panel(request: HttpRequest, row: Any) -> dict[str, Any]:
    """The problems of a page, as the panel shows them."""
    sheet = sheet_of(request, row.owner)
    found = of_place(sheet.problems, row)
    return {
        "shown_problems": shown(sheet, found),
        "problems_counted": counted(found),
        "has_errors": bool(errors_in(found)),
        "elsewhere": counted(sheet.problems) if len(found) < len(sheet.problems) else "",
        "agent_page": page(row.owner),
        "problems_url": problems_url(row),
    }


def problems_url(row: Any) -> str:
    """Where the panel of a page is asked for anew."""
    return reverse(f"admin:agents_{row._meta.model_name}_problems", args=[row.pk])


def context(request: HttpRequest, row: Any) -> dict[str, Any]:
    """What all pages of a draft show above their form."""
    sheet = sheet_of(request, row.owner)
    return {
        "trail": trail(row),
        "here": str(row),
        "buttons": _buttons(request, row, sheet),
        "live_number": row.owner.live.number if row.owner.live else None,
        "is_live": sheet.is_live,
        "changed": sheet.changed,
        "changes_url": reverse("admin:agents_agent_changes", args=[row.owner.pk]) if sheet.changed else "",
        **panel(request, row),
    }


def _buttons(request: HttpRequest, row: Any, sheet: Sheet) -> list[Button]:
    may = request.user.has_perm
    found = []
    if may(f"agents.add_{row._meta.model_name}") and not isinstance(row, Field):
        url = reverse(f"admin:agents_{row._meta.model_name}_duplicate", args=[row.pk])
        found.append(Button(_("Duplicate"), url, "content_copy", posts=True))
    if isinstance(row, Agent):
        found.append(Button(_("File"), reverse("admin:agents_agent_file", args=[row.pk]), "description"))
        if row.live:
            found.append(Button(_("What changed"), reverse("admin:agents_agent_changes", args=[row.pk]), "difference"))
        if row.live and (chat := _chat(row)):
            found.append(Button(_("Open the chat"), chat, "chat"))
    if isinstance(row, Agent):
        found.append(Button(_("Scenarios"), reverse("admin:scenarios", args=[row.pk]), "checklist"))
    if may("conversations.view_turn") and (chosen := _counted_as(row, sheet)):
        found.append(Button(_("How it goes"), f"{reverse('admin:analytics')}?{urlencode(chosen)}", "monitoring"))
    if may("agents.change_agent"):
        found.append(Button(_("Try"), reverse("admin:try_agent", args=[row.owner.pk]), "play_arrow"))
    if may("agents.publish_agent") and not sheet.is_live and sheet.places.flows:
        label = _("Publish version %(number)d") % {"number": sheet.next_number}
        url = reverse("admin:agents_agent_publish", args=[row.owner.pk])
        found.append(Button(label, url, "publish", is_main=True))
    return found


def _counted_as(row: Any, sheet: Sheet) -> dict[str, str]:
    """What the analytics tell of a page: of its agent, or of its flow; nothing of what people do not get."""
    flow = row.flow if isinstance(row, Step) else row
    if sheet.live is None or (isinstance(flow, Flow) and flow.slug not in sheet.live["flows"]):
        return {}
    return {"agent": row.owner.slug} | ({"flow": flow.slug} if isinstance(flow, Flow) else {})


def _chat(agent: Agent) -> str:
    """Where people talk to the agent; empty on a site that lacks the page."""
    try:
        return reverse("chat", args=[agent.slug])
    except NoReverseMatch:
        return ""
