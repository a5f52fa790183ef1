"""The pages of one scenario in the admin: its text and how it came out; a new one; its file; whether it shall go."""

from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import ADDITION
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from agents.admin import audit
from agents.admin.filing import posted_text
from agents.models import Agent
from conversations.inspector import looking
from conversations.models import Scenario
from conversations.scenario import proving, shelf
from conversations.scenario.format import BadScenario
from conversations.scenario.standing import State
from conversations.scenario_admin import VIEW, WRITE, answer, may_run, require, run, way_to
from facts.keyring import Unreadable


@dataclass(frozen=True)
class Told:
    """What a scenario says and how it came out, as whoever asks may read it; `hidden` says why they may not."""

    text: str = ""
    differences: tuple[str, ...] = ()
    hidden: str = ""


def urls() -> list[URLPattern]:
    """Where the pages are in the admin."""
    view, one = admin.site.admin_view, "conversations/scenario/<int:scenario>/"
    return [
        path("agents/agent/<int:agent>/scenarios/add/", view(add), name="add_scenario"),
        path(one, view(scenario_page), name="scenario"),
        path(f"{one}file/", view(download), name="scenario_file"),
        path(f"{one}delete/", view(delete), name="delete_scenario"),
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def add(request: HttpRequest, agent: int) -> HttpResponse:
    """A new scenario, which begins from an example."""
    found = get_object_or_404(Agent, pk=agent)
    require(request, VIEW, WRITE)
    if request.method != "POST":
        return _show(request, found, None, text=shelf.example(found))
    return _posted(request, found, None)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def scenario_page(request: HttpRequest, scenario: int) -> HttpResponse:
    """The text of a scenario and what came out otherwise; POST checks a text, or writes it."""
    found = _found(request, scenario)
    told = _told(request, found)
    if request.method != "POST":
        return _show(request, found.agent, found, text=told.text, told=told)
    if told.hidden:
        raise PermissionDenied
    require(request, WRITE)
    return _posted(request, found.agent, found)


@require_safe
@never_cache
def download(request: HttpRequest, scenario: int) -> HttpResponse:
    """The scenario as a file to keep, or to play with `manage.py scenario`."""
    found = _found(request, scenario)
    told = _told(request, found)
    if told.hidden:
        raise PermissionDenied
    headers = {"Content-Disposition": f'attachment; filename="{found.agent.slug}-scenario-{found.pk}.yaml"'}
    return HttpResponse(told.text, content_type="application/yaml; charset=utf-8", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def delete(request: HttpRequest, scenario: int) -> HttpResponse:
    """Ask whether it shall go; on POST it goes."""
    found = _found(request, scenario)
    require(request, WRITE)
    if request.method != "POST":
        context = {"title": _("Delete a scenario"), "trail": way_to(found.agent), "scenario": found}
        return answer(request, found.agent, "scenario_delete", context)
    number = found.pk
    found.delete()
    # by its number: its name may hold words of a conversation
    audit.note(request, found.agent, _("Deleted scenario %(number)d.") % {"number": number})
    messages.success(request, _("Deleted."))
    return redirect("admin:scenarios", found.agent_id)


def _found(request: HttpRequest, scenario: int) -> Scenario:
    rows = Scenario.objects.select_related("agent__live", "keyring", "by")
    found = get_object_or_404(rows, pk=scenario)
    require(request, VIEW)
    return found


def _told(request: HttpRequest, scenario: Scenario) -> Told:
    """What of it whoever asks may read. One that was saved from a conversation is read like it: a look is left."""
    if scenario.source_id is not None:
        try:
            looking.look(request.user, scenario.source_id)
        except PermissionDenied:
            why = _("It holds what was said in a conversation. To read it you need the permission to read transcripts.")
            return Told(hidden=why)
    try:
        return Told(shelf.text_of(scenario), tuple(shelf.differences_of(scenario)))
    except Unreadable:
        return Told(hidden=_("It cannot be read with the keys that this site has."))


def _posted(request: HttpRequest, agent: Agent, scenario: Scenario | None) -> HttpResponse:
    text, fault = posted_text(request)
    if fault:
        messages.error(request, fault)
        return _show(request, agent, scenario, text=text, status=422)
    if request.POST.get("do") == "check" or request.FILES:
        return _show(request, agent, scenario, text=text, problems=shelf.problems_in(text))
    try:
        kept = _write(request, agent, scenario, text)
    except BadScenario as bad:
        return _show(request, agent, scenario, text=text, problems=bad.problems, status=422)
    except shelf.Stale:
        return _show(request, agent, scenario, text=text, is_stale=True, status=409)
    if request.POST.get("do") == "run":
        run(request, agent, Scenario.objects.filter(pk=kept.pk))
        return redirect("admin:scenarios", agent.pk)
    return redirect("admin:scenario", kept.pk)


def _write(request: HttpRequest, agent: Agent, scenario: Scenario | None, text: str) -> Scenario:
    """Keep the text, and a line of it. Raises BadScenario and Stale."""
    by: Any = request.user
    if scenario is None:
        scenario = shelf.add(agent, text, by)
        audit.note(request, agent, _("Added scenario %(number)d.") % {"number": scenario.pk}, ADDITION)
        messages.success(request, _("Kept with the agent."))
    elif shelf.change(scenario, text, seen=request.POST.get("save_over") or request.POST.get("seen", "")):
        audit.note(request, agent, _("Changed scenario %(number)d.") % {"number": scenario.pk})
        messages.success(request, _("Saved."))
    return scenario


def _show(
    request: HttpRequest,
    agent: Agent,
    scenario: Scenario | None,
    *,
    text: str,
    told: Told | None = None,
    problems: list[str] | None = None,
    is_stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    context = {
        "title": scenario.name if scenario else _("New scenario"),
        "trail": way_to(agent),
        "agent": agent,
        "scenario": scenario,
        "text": text,
        "height": max(14, min(40, text.count("\n") + 3)),
        "problems": problems,
        "may_write": request.user.has_perm(WRITE),
        "may_run": may_run(request),
        "seen": request.POST.get("seen", "") or (shelf.mark(scenario) if scenario else ""),
        **_result(agent, scenario, told or Told()),
        **(_stored(scenario) if scenario and is_stale else {}),
    }
    return answer(request, agent, "scenario", context, status=status)


def _result(agent: Agent, scenario: Scenario | None, told: Told) -> dict[str, Any]:
    """How it came out last, where the page is that of a scenario as it is kept."""
    if scenario is None:
        return {}
    line = proving.line(scenario, agent)
    return {"line": line, "failed": line.state is State.FAILED, "hidden": told.hidden, "differences": told.differences}


def _stored(scenario: Scenario) -> dict[str, Any]:
    """What is stored now, beside what was typed."""
    held = Scenario.objects.select_related("keyring").get(pk=scenario.pk)
    return {"stored": shelf.text_of(held), "over": shelf.mark(held)}
