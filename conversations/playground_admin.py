"""The playground: staff try a draft in the admin, the chat as people get it beside what happened, a clock in hand."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from agents.actions import errors_in, problems_of
from agents.columns import canonical
from agents.draft import document_of
from agents.models import Agent
from agents.telling import place, sentence
from conversations import attending, trials
from conversations.actions import Refused
from conversations.inspecting import inspection
from conversations.models import Conversation, Trial, Turn
from conversations.playground import Form, form_for
from conversations.pretending import moment_of
from conversations.reading import Reading
from facts.timezones import is_timezone

JUMPS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "two_days": timedelta(days=2), "week": timedelta(days=7)}
SHOWN = 20
"""Turns that are shown."""
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


def urls() -> list[URLPattern]:
    """Where the pages are in the admin."""
    view = admin.site.admin_view
    return [
        path("agents/agent/<int:agent>/try/", view(begin), name="try_agent"),
        path("conversations/trial/<uuid:conversation>/", view(trial), name="trial"),
        path("conversations/trial/<uuid:conversation>/turns/", view(turns), name="trial_turns"),
    ]


class LengthForm(forms.Form):
    """How far the clock is set ahead: a number and a unit."""

    amount = forms.IntegerField(min_value=1, max_value=10_000, initial=30)
    unit = forms.ChoiceField(choices=[("m", _("minutes")), ("h", _("hours")), ("d", _("days"))])

    @property
    def length(self) -> timedelta:
        """The time, once it is valid."""
        return timedelta(**{_UNITS[self.cleaned_data["unit"]]: self.cleaned_data["amount"]})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def begin(request: HttpRequest, agent: int) -> HttpResponse:
    """The form that asks as whom the draft is tried; POST begins the trial."""
    found = get_object_or_404(Agent, pk=agent)
    if not may_try(request):
        raise PermissionDenied
    last = _last(request, found)
    form = form_for(found, request.POST or None, trials.setup_of(last.conversation) if last else None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("admin:trial", _begin(request, found, form.setup()).pk)
        except Refused as refused:
            form.who.add_error(None, str(refused.message))
    return _show_form(request, found, form, last)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def trial(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """The chat beside the inspector; POST sets the clock ahead, begins again or ends the trial."""
    found = _mine(request, conversation)
    return _do(request, found) if request.method == "POST" else _show(request, found, LengthForm())


@require_safe
@never_cache
def turns(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """What happened, as a part of the page: asked for once the chat says that a turn is done."""
    found = _mine(request, conversation)
    return TemplateResponse(request, "admin/conversations/playground_turns.html", _happened(found))


def may_try(request: HttpRequest) -> bool:
    """Whether whoever asks may try drafts: those who may change them."""
    return request.user.has_perm("agents.change_agent")


def _turns(conversation: Conversation) -> list[Turn]:
    """The latest turns, the last one first."""
    return list(conversation.turns.order_by("-number").select_related("version")[:SHOWN])


def _happened(conversation: Conversation) -> dict[str, Any]:
    """The turns, with the panels of the last one."""
    turns = _turns(conversation)
    last = inspection(turns[0], Reading(conversation, is_own=True)) if turns else None
    return {"conversation": conversation, "turns": turns, "inspection": last}


def _mine(request: HttpRequest, conversation: UUID) -> Conversation:
    """The conversation of a trial that whoever asks began; others' are not there."""
    rows = Conversation.objects.select_related("agent", "version", "person", "keyring", "trial")
    found = rows.filter(pk=conversation, trial__by=request.user.pk).first()
    if found is None or not may_try(request):
        raise Http404
    return found


def _do(request: HttpRequest, conversation: Conversation) -> HttpResponse:
    match request.POST.get("do", ""):
        case "end":
            agent = conversation.agent
            trials.end(conversation)
            return redirect("admin:agents_agent_change", agent.pk)
        case "restart":
            return _restart(request, conversation)
        case jump:
            return _jump(request, conversation, jump)


def _restart(request: HttpRequest, conversation: Conversation) -> HttpResponse:
    """The same person once more, with the draft as it is now; what was said before goes."""
    try:
        begun = _begin(request, conversation.agent, trials.setup_of(conversation))
    except Refused as refused:
        messages.error(request, str(refused.message))
        return redirect("admin:trial", conversation.pk)
    trials.end(conversation)
    return redirect("admin:trial", begun.pk)


def _begin(request: HttpRequest, agent: Agent, setup: trials.Setup) -> Conversation:
    """A trial, and the line that it was begun."""
    begun = trials.begin(agent, _user(request), setup)
    attending.tried(request.user, begun)
    return begun


def _jump(request: HttpRequest, conversation: Conversation, jump: str) -> HttpResponse:
    form = LengthForm(request.POST if jump == "ahead" else None)
    try:
        if jump == "timer":
            _to_next_timer(request, conversation)
        elif jump in JUMPS:
            trials.jump(conversation, JUMPS[jump])
        elif form.is_valid():
            trials.jump(conversation, form.length)
        else:
            return _show(request, conversation, form, status=422)
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("admin:trial", conversation.pk)


def _to_next_timer(request: HttpRequest, conversation: Conversation) -> None:
    due = trials.next_timer(conversation)
    if due is None:
        messages.info(request, _("Nothing waits for a moment in this conversation."))
    else:
        trials.jump(conversation, max(due - moment_of(conversation), timedelta()) + timedelta(seconds=1))


def _show_form(request: HttpRequest, agent: Agent, form: Form, last: Trial | None) -> HttpResponse:
    context = {
        "title": _("Try %(agent)s") % {"agent": agent},
        "agent": agent,
        "form": form,
        "errors": [(place(problem), sentence(problem)) for problem in errors_in(problems_of(agent))],
        "begun": last,
        "back": reverse("admin:agents_agent_change", args=[agent.pk]),
    }
    return _answer(request, "begin", context, status=422 if request.method == "POST" else 200)


def _show(request: HttpRequest, conversation: Conversation, length: LengthForm, *, status: int = 200) -> HttpResponse:
    setup = trials.setup_of(conversation)
    zone = conversation.timezone or conversation.agent.timezone
    context = {
        "title": _("Try %(agent)s") % {"agent": conversation.agent},
        "agent": conversation.agent,
        "setup": setup,
        "moment": moment_of(conversation),
        "is_ahead": bool(conversation.trial.ahead),
        "zone": zone if is_timezone(zone) else "UTC",
        "next_timer": trials.next_timer(conversation),
        "length": length,
        **_happened(conversation),
        "is_outdated": canonical(document_of(conversation.agent)) != conversation.version.document,
        "back": reverse("admin:agents_agent_change", args=[conversation.agent_id]),
    }
    return _answer(request, "trial", context, status=status)


def _answer(request: HttpRequest, name: str, context: dict[str, Any], *, status: int) -> HttpResponse:
    whole = {**admin.site.each_context(request), **context}
    with timezone.override(context.get("zone")):
        response = TemplateResponse(request, f"admin/conversations/playground_{name}.html", whole, status=status)
        return response.render()


def _last(request: HttpRequest, agent: Agent) -> Trial | None:
    """The latest of their trials of this agent."""
    mine = Trial.objects.filter(by=_user(request), conversation__agent=agent).order_by("-begun_at")
    return mine.select_related("conversation__keyring").first()


def _user(request: HttpRequest) -> Any:
    return request.user
