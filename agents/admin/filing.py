"""The agent file as text beside the form: look at it, check it, save it as the draft; begin an agent with one."""

from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.contrib.admin.models import ADDITION
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from agents import draft
from agents.actions import Imported, errors_in
from agents.admin import audit, stale, workbench
from agents.admin.places import page
from agents.models import Agent
from agents.problem import Problem
from agents.reader import MAX_LENGTH
from agents.rewriting import Stale, begin_with, problems_in, rewrite
from agents.telling import place, sentence
from agents.writer import write

_PARTS: Final = ("field", "flow", "trigger", "step", "branch", "instruction")
WHOLE: Final = (
    "agents.change_agent",
    *(f"agents.{verb}_{part}" for part in _PARTS for verb in ("add", "change", "delete")),
)
"""What one has to be allowed who writes a whole draft."""
TEMPLATE: Final = "admin/agents/file.html"


@dataclass(frozen=True)
class Complaint:
    """A problem of a text: `line` from 1, None where it has none."""

    line: int | None
    is_error: bool
    place: str
    sentence: str


def may_write(request: HttpRequest) -> bool:
    """Whether whoever asks may replace a whole draft."""
    return bool(request.user.has_perms(WHOLE))


def file_view(site: Any, request: HttpRequest, agent: Agent) -> HttpResponse:
    """The draft as a file; POST checks a text or makes it the draft."""
    if request.method == "POST":
        if not may_write(request):
            raise PermissionDenied
        return _posted(site, request, agent)
    return _show(site, request, agent, text=write(draft.document_of(agent)), seen=agent.revision)


def _posted(site: Any, request: HttpRequest, agent: Agent) -> HttpResponse:
    text, fault = posted_text(request)
    seen = _whole(request.POST.get(stale.OVER) or request.POST.get("seen_revision"))
    if fault:
        messages.error(request, fault)
        return _show(site, request, agent, text=text, seen=seen, status=422)
    if request.POST.get("do") == "check" or request.FILES:
        return _show(site, request, agent, text=text, seen=seen, checked=problems_in(text, agent)[1])
    try:
        imported = rewrite(agent, text, seen=seen)
    except Stale as refused:
        return _show_stale(site, request, agent, text, refused.revision, seen)
    if imported.agent is None:
        return _show(site, request, agent, text=text, seen=seen, checked=imported.problems, status=422)
    return _saved(request, agent, imported, is_changed=imported.agent.revision != seen)


def _saved(request: HttpRequest, agent: Agent, imported: Imported, *, is_changed: bool) -> HttpResponse:
    if is_changed:
        audit.note(request, agent, _("Wrote the draft anew from a file."))
        messages.success(request, _("The draft says what the file says."))
    else:
        messages.info(request, _("The file says what the draft says already."))
    return HttpResponseRedirect(page(agent))


def _show_stale(site: Any, request: HttpRequest, agent: Agent, text: str, revision: int, seen: int) -> HttpResponse:
    stored = write(draft.document_of(agent))
    more = {"stale": stale.said(agent), "stored": stored, "over": revision}
    return _show(site, request, agent, text=text, seen=seen, more=more, status=409)


def import_view(site: Any, request: HttpRequest) -> HttpResponse:
    """A form for a file that becomes a new agent."""
    if not (request.user.has_perm("agents.add_agent") and may_write(request)):
        raise PermissionDenied
    if request.method != "POST":
        return _show(site, request, None, text="")
    text, fault = posted_text(request)
    if fault:
        messages.error(request, fault)
        return _show(site, request, None, text=text, status=422)
    if request.POST.get("do") == "check":
        return _show(site, request, None, text=text, checked=problems_in(text)[1])
    imported = begin_with(text)
    if imported.agent is None:
        return _show(site, request, None, text=text, checked=imported.problems, status=422)
    audit.note(request, imported.agent, _("Imported from a file."), ADDITION)
    messages.success(request, _("Imported. People get it once it is published."))
    return HttpResponseRedirect(page(imported.agent))


def download(agent: Agent) -> HttpResponse:
    """The draft as a file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{agent.slug}.yaml"'}
    return HttpResponse(
        write(draft.document_of(agent)), content_type="application/yaml; charset=utf-8", headers=headers
    )


def posted_text(request: HttpRequest) -> tuple[str, str]:
    """The text that was typed or uploaded, and what is wrong with an upload."""
    typed = request.POST.get("text", "").replace("\r\n", "\n")
    uploaded: Any = request.FILES.get("file")
    if uploaded is None:
        return typed, ""
    if uploaded.size > 4 * MAX_LENGTH:
        return typed, _("The file is too large.")
    try:
        return uploaded.read().decode("utf-8-sig").replace("\r\n", "\n"), ""
    except UnicodeDecodeError:
        return typed, _("The file is no text in UTF-8: save it as one and choose it again.")


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() else -1


def _show(
    site: Any,
    request: HttpRequest,
    agent: Agent | None,
    *,
    text: str,
    seen: int = -1,
    checked: tuple[Problem, ...] | None = None,
    more: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    agents = (_("Agents"), reverse("admin:agents_agent_changelist"))
    context = {
        **site.each_context(request),
        "title": _("File") if agent else _("Import an agent"),
        "trail": [agents, (str(agent), page(agent))] if agent else [agents],
        "back": page(agent) if agent else agents[1],
        "agent": agent,
        "text": text,
        "height": max(18, min(40, text.count("\n") + 3)),
        "seen": seen,
        "may_write": may_write(request),
        "checked": None if checked is None else [_complaint(problem) for problem in _sorted(checked)],
        "checked_counted": workbench.counted(checked or ()),
        "refused": bool(errors_in(checked or ())),
        **(more or {}),
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)


def _sorted(problems: tuple[Problem, ...]) -> list[Problem]:
    return sorted(problems, key=lambda problem: (problem.severity, problem.line or 0))


def _complaint(problem: Problem) -> Complaint:
    return Complaint(problem.line, problem.severity == "error", place(problem), sentence(problem))
