"""The pages that ask before a version goes live: publishing the draft, going back to an older version."""

import json
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents import actions, gate
from agents.admin import comparing, workbench
from agents.admin.places import page
from agents.admin.sheet import sheet_of
from agents.models import Agent, Version

TEMPLATE = "admin/agents/go_live.html"
LONGEST_REASON = 500
SOON = "2"
"""Seconds after which a page looks again for results."""


def publish_view(site: Any, request: HttpRequest, agent: Agent) -> HttpResponse:
    """Show what is wrong, how the scenarios stand, and ask for a note; on POST publish, or say why not."""
    person = _person(request)
    return _publish(site, request, agent, person) if request.method == "POST" else _ask(site, request, agent)


def _ask(site: Any, request: HttpRequest, agent: Agent, *, refused: actions.NotProved | None = None) -> HttpResponse:
    sheet = sheet_of(request, agent)
    context = {
        "title": _("Publish"),
        "refused": bool(actions.errors_in(sheet.problems)),
        "unchanged": sheet.is_live,
        "asks_note": True,
        "groups": comparing.groups(sheet.live, sheet.document, sheet.places) if sheet.live else [],
        "back": page(agent),
        "button": _("Publish version %(number)d") % {"number": sheet.next_number},
        **workbench.context(request, agent),
        "trail": [*workbench.trail(agent), (str(agent), page(agent))],
        **_proved(agent, is_refused=refused is not None),
        "note": request.POST.get("note", ""),
    }
    response = TemplateResponse(
        request, TEMPLATE, {**site.each_context(request), **context}, status=422 if refused else 200
    )
    if context["waits"]:
        response.headers["Refresh"] = SOON
    return response


def _proved(agent: Agent, *, is_refused: bool) -> dict[str, Any]:
    """How the scenarios stand. While one is being played there is no form yet, unless it was just refused."""
    proofs = gate.proofs(agent)
    return {
        "proofs": proofs,
        "unproved": [proof for proof in proofs if not proof.passed],
        "missing": [proof for proof in proofs if not (proof.passed or proof.failed)],
        "waits": not is_refused and any(proof.waits for proof in proofs),
        "needs_reason": is_refused,
        "scenarios_url": reverse("admin:scenarios", args=[agent.pk]),
        "longest_reason": LONGEST_REASON,
    }


def _publish(site: Any, request: HttpRequest, agent: Agent, person: Any) -> HttpResponse:
    before, reason = agent.live, request.POST.get("reason", "").strip()[:LONGEST_REASON]
    try:
        version = actions.publish(agent, by=person, note=request.POST.get("note", ""), reason=reason)
    except actions.PublishRefused as refused:
        _say_refused(request, refused)
    except actions.NotProved as refused:
        agent.refresh_from_db()
        return _ask(site, request, agent, refused=refused)
    else:
        _say_live(request, version, is_new=version != before)
    return HttpResponseRedirect(page(agent))


def _say_live(request: HttpRequest, version: Version, *, is_new: bool) -> None:
    if is_new:
        text = _("Version %(number)d is live. Conversations that have begun stay on their version.")
        messages.success(request, text % {"number": version.number})
    else:
        text = _("Nothing has changed since version %(number)d, which is live.")
        messages.info(request, text % {"number": version.number})


def rollback_view(site: Any, request: HttpRequest, object_id: str) -> HttpResponse:
    """Ask whether an older version shall be live again; on POST make it so, or say why not."""
    version = get_object_or_404(Version.objects.select_related("agent__live"), pk=object_id)
    if request.method == "POST":
        return _roll_back(request, version)
    text = _("Make version %(number)d of %(agent)s live again")
    live = version.agent.live
    context = {
        "live_number": live.number if live else None,
        "groups": comparing.groups(json.loads(live.document), json.loads(version.document), None) if live else [],
        "title": text % {"number": version.number, "agent": version.agent},
        "trail": [*workbench.trail(version.agent), (str(version.agent), page(version.agent))],
        "back": page(version),
        "button": _("Make live"),
    }
    return TemplateResponse(request, TEMPLATE, {**site.each_context(request), **context})


def _roll_back(request: HttpRequest, version: Version) -> HttpResponse:
    try:
        actions.rollback(version.agent, version.number, by=_person(request))
    except actions.PublishRefused as refused:
        _say_refused(request, refused)
    else:
        messages.success(request, _("Version %(number)d is live again.") % {"number": version.number})
    return HttpResponseRedirect(page(version.agent))


def _person(request: HttpRequest) -> Any:
    """Who is asking. Raises PermissionDenied for those who may not publish."""
    if not request.user.has_perm("agents.publish_agent"):
        raise PermissionDenied
    return request.user


def _say_refused(request: HttpRequest, refused: actions.PublishRefused) -> None:
    text = ngettext(
        "Not published: %(count)d error has to be mended first; it is listed below.",
        "Not published: %(count)d errors have to be mended first; they are listed below.",
        len(refused.problems),
    )
    messages.error(request, text % {"count": len(refused.problems)})
