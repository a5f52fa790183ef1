"""An agent's scenarios in the admin: the list, which runs them, and what becomes of one: written, mended, deleted."""

from typing import Any, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from agents.admin import audit, workbench
from agents.admin.places import page
from agents.models import Agent
from conversations.clock import now
from conversations.models import Scenario
from conversations.scenario import asked, proving
from conversations.scenario.standing import State
from facts.timezones import is_timezone

VIEW: Final = "agents.view_agent"
WRITE: Final = "agents.change_agent"
PUBLISH: Final = "agents.publish_agent"
SOON: Final = "2"
"""Seconds after which a page looks again for results."""


def urls() -> list[URLPattern]:
    """Where the list is in the admin; the pages of one are in `scenario_page_admin`."""
    view = admin.site.admin_view
    return [path("agents/agent/<int:agent>/scenarios/", view(scenarios), name="scenarios")]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def scenarios(request: HttpRequest, agent: int) -> HttpResponse:
    """The scenarios of an agent; POST runs them, or stops that."""
    found = get_object_or_404(Agent.objects.select_related("live"), pk=agent)
    require(request, VIEW)
    return _do(request, found) if request.method == "POST" else _show(request, found)


def _show(request: HttpRequest, agent: Agent) -> HttpResponse:
    lines = proving.lines(agent)
    waits = [line for line in lines if line.state.waits]
    context = {
        "title": _("Scenarios"),
        "agent": agent,
        "lines": lines,
        "counted": _counted(lines),
        "waits": len(waits),
        "is_forlorn": any(line.is_forlorn for line in waits),
        "may_write": request.user.has_perm(WRITE),
        "may_run": may_run(request),
    }
    response = answer(request, agent, "scenarios", context)
    if waits:
        response.headers["Refresh"] = SOON
    return response


def _counted(lines: list[proving.Line]) -> str:
    """How many there are of each state, as “3 passed, 1 failed”."""
    counts = {state: sum(line.state is state for line in lines) for state in State}
    return ", ".join(f"{count} {proving.WORDS[state]}" for state, count in counts.items() if count)


def _do(request: HttpRequest, agent: Agent) -> HttpResponse:
    if not may_run(request):
        raise PermissionDenied
    if request.POST.get("do") == "stop":
        asked.stop(agent.scenarios.all())
    else:
        run(request, agent, _wanted(agent, request.POST.get("do", ""), request.POST.get("scenario", "")))
    is_publishing = request.POST.get("back") == "publish"
    return redirect("admin:agents_agent_publish" if is_publishing else "admin:scenarios", agent.pk)


def _wanted(agent: Agent, what: str, which: str) -> "QuerySet[Scenario]":
    """All; those that have no result for the draft as it is now; or one."""
    match what:
        case "missing":
            return agent.scenarios.exclude(passed__isnull=False, ran_at_revision=agent.revision)
        case "one" if which.isdecimal() and len(which) < 19:
            return agent.scenarios.filter(pk=which)
    return agent.scenarios.all()


def run(request: HttpRequest, agent: Agent, wanted: "QuerySet[Scenario]") -> None:
    """Have them played by the worker, and keep who wanted it."""
    count = asked.ask(wanted, now())
    if count:
        words = ngettext("Ran %(count)d scenario.", "Ran %(count)d scenarios.", count)
        audit.note(request, agent, words % {"count": count})
    else:
        messages.info(request, _("There is nothing to run: it is being run already, or cannot be read."))


# What the pages of scenarios have in common


def may_run(request: HttpRequest) -> bool:
    """Whether whoever asks may run scenarios: those who write, and those who publish."""
    return request.user.has_perm(WRITE) or request.user.has_perm(PUBLISH)


def require(request: HttpRequest, *permissions: str) -> None:
    """Raise PermissionDenied for whoever lacks one."""
    if not request.user.has_perms(permissions):
        raise PermissionDenied


def way_to(agent: Agent) -> list[tuple[str, str]]:
    """The way to the page of one scenario, the list included."""
    return [*_above(agent), (_("Scenarios"), reverse("admin:scenarios", args=[agent.pk]))]


def _above(agent: Agent) -> list[tuple[str, str]]:
    return [*workbench.trail(agent), (str(agent), page(agent))]


def answer(request: HttpRequest, agent: Agent, name: str, context: dict[str, Any], *, status: int = 200) -> Any:
    """A page, with the way to it, in the time zone of whoever asks."""
    zone = getattr(request.user, "timezone", "")
    zone = zone if is_timezone(zone) else timezone.get_default_timezone_name()
    list_url = reverse("admin:scenarios", args=[agent.pk])
    around = {**admin.site.each_context(request), "trail": _above(agent), "zone": zone, "list_url": list_url}
    with timezone.override(zone):
        response = TemplateResponse(request, f"admin/conversations/{name}.html", {**around, **context}, status=status)
        return response.render()
