"""The inspector in the admin: the conversations, their turns, what happened in one, and how it would go now."""

from datetime import date
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from agents.models import Version
from conversations.inspecting import inspection
from conversations.inspector import looking
from conversations.inspector.diverging import Divergence, against_draft, against_version
from conversations.inspector.listing import BROKE, Wanted, listed
from conversations.inspector.stopping import REASONS
from conversations.inspector.transcript import transcript
from conversations.models import Turn
from conversations.period_admin import agent_field
from conversations.pretending import trial_of
from conversations.reading import Reading
from conversations.scenario.saving import LONGEST_NAME, NotSaved, save
from facts import audit
from facts.timezones import is_timezone

SAVE = "agents.change_agent"
DRAFT = "draft"
VERSIONS = 20
"""Published versions that a turn can be run against, the latest first."""


def urls() -> list[URLPattern]:
    """Where the pages are in the admin."""
    view, one = admin.site.admin_view, "conversations/transcripts/<uuid:conversation>/"
    return [
        path("conversations/transcripts/", view(conversations), name="transcripts"),
        path(one, view(turns), name="transcript"),
        path(f"{one}scenario/", view(save_scenario), name="save_scenario"),
        path(f"{one}turns/<int:number>/", view(turn), name="inspected_turn"),
        path(f"{one}turns/<int:number>/panels/", view(panels), name="turn_panels"),
    ]


def may_look(request: HttpRequest) -> bool:
    """Whether whoever asks may read conversations."""
    return request.user.has_perm(looking.READ)


class WantedForm(forms.Form):
    """Which conversations are listed."""

    agent = agent_field()
    version = forms.IntegerField(
        label=_("Version"),
        required=False,
        min_value=1,
        max_value=2_000_000_000,
        widget=UnfoldAdminTextInputWidget(attrs={"type": "number", "min": 1}),
        error_messages={"invalid": _("Write the number of a version, such as 3.")},
    )
    day = forms.DateField(
        label=_("Day (UTC)"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}),
        error_messages={"invalid": _("Write a day such as 2026-03-31.")},
    )
    reason = forms.ChoiceField(
        label=_("How a turn stopped"),
        required=False,
        choices=[("", _("any")), (BROKE, _("broke")), *REASONS.items()],
        widget=UnfoldAdminSelectWidget,
        error_messages={"invalid_choice": _("Choose one of the reasons, or any.")},
    )

    def clean_day(self) -> date | None:
        """A day that a database can count from."""
        day: date | None = self.cleaned_data["day"]
        if day and not date(2000, 1, 1) <= day <= date(2100, 1, 1):
            raise forms.ValidationError(_("Choose a day from the year 2000 on."))
        return day


class NameForm(forms.Form):
    """What a scenario is called."""

    name = forms.CharField(
        label=_("Name of the scenario"),
        required=False,
        max_length=LONGEST_NAME,
        widget=UnfoldAdminTextInputWidget(attrs={"dir": "auto"}),
    )


@require_safe
@never_cache
def conversations(request: HttpRequest) -> HttpResponse:
    """The list, the latest first. A filter that cannot be read is said so, and nothing is listed (status 400)."""
    if not may_look(request):
        raise PermissionDenied
    form = WantedForm(request.GET)
    if not form.is_valid():
        return _page(request, "transcripts", {"title": _("Conversations"), "form": form}, status=400)
    asked = form.cleaned_data
    found = listed(
        Wanted(asked["agent"], asked["version"], asked["day"], asked["reason"]), request.GET.get("after", "")
    )
    filters = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    context = {
        "title": _("Conversations"),
        "form": WantedForm(initial=asked | {"agent": asked["agent"].slug if asked["agent"] else ""}),
        "found": found,
        "is_filtered": bool(filters),
        "next": urlencode({**filters, "after": found.after}) if found.after else "",
        "first": urlencode(filters) if request.GET.get("after") else None,
    }
    return _page(request, "transcripts", context)


@require_safe
@never_cache
def turns(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """The turns of a conversation, with what was said."""
    reading = looking.look(request.user, conversation)
    before = request.GET.get("before", "")
    page = transcript(reading, before=int(before) if before.isdecimal() and len(before) < 10 else None)
    return _page(request, "transcript", {**_about(request, reading), "page": page, "is_newest": not before})


@require_safe
@never_cache
def turn(request: HttpRequest, conversation: UUID, number: int) -> HttpResponse:
    """What happened in a turn; with `against` how it would go with the draft, or a version."""
    reading = looking.look(request.user, conversation)
    found = _turn(reading, number)
    against = request.GET.get("against", "")
    context = {
        **_about(request, reading),
        "title": _("Turn %(number)d") % {"number": number},
        "turn": found,
        "inspection": inspection(found, reading),
        "versions": _versions(reading),
        "against": against,
        "divergence": _divergence(found, reading, against) if against else None,
        "before": number - 1 or None,
        "after": number + 1 if reading.conversation.turns.filter(number=number + 1).exists() else None,
    }
    return _page(request, "inspected_turn", context)


@require_safe
@never_cache
def panels(request: HttpRequest, conversation: UUID, number: int) -> HttpResponse:
    """The panels alone, to be put into another page."""
    reading = looking.look(request.user, conversation)
    context = {"inspection": inspection(_turn(reading, number), reading)}
    return TemplateResponse(request, "admin/conversations/panels.html", context)


@require_POST
def save_scenario(request: HttpRequest, conversation: UUID) -> HttpResponse:
    """Keep the conversation as a scenario of its agent, for those who may change the agent."""
    reading = looking.look(request.user, conversation)
    if not request.user.has_perm(SAVE):
        raise PermissionDenied
    form = NameForm(request.POST)
    by: Any = request.user
    name = form.cleaned_data["name"] if form.is_valid() else request.POST.get("name", "")[:LONGEST_NAME]
    try:
        saved = save(reading.conversation, by, name or _default_name(reading))
        # its name may hold words of the conversation
        audit.note(by, saved.agent, str(_("Saved a conversation as a scenario.")))
        text = _("Saved as the scenario “%(name)s”.") % {"name": saved.name}
        link = reverse("admin:scenarios", args=[saved.agent_id])
        messages.success(request, format_html('{} <a href="{}">{}</a>', text, link, _("Scenarios")))
    except NotSaved as why:
        messages.error(request, str(why))
    is_trial = trial_of(reading.conversation) is not None
    return redirect("admin:trial" if is_trial else "admin:transcript", conversation)


def _default_name(reading: Reading) -> str:
    at = timezone.localtime(reading.conversation.created_at).strftime("%Y-%m-%d %H:%M")
    return _("Conversation of %(moment)s") % {"moment": at}


def _turn(reading: Reading, number: int) -> Turn:
    found = reading.conversation.turns.select_related("version").filter(number=number).first()
    if found is None:
        raise Http404
    return found


def _versions(reading: Reading) -> list[Version]:
    rows = reading.conversation.agent.versions.published().defer("document").order_by("-number")
    return list(rows[:VERSIONS])


def _divergence(turn: Turn, reading: Reading, against: str) -> Divergence:
    if against == DRAFT:
        return against_draft(turn, reading)
    number = int(against) if against.isdecimal() and len(against) < 10 else 0
    version = reading.conversation.agent.versions.published().filter(number=number).first()
    if version is None:
        raise Http404
    return against_version(turn, reading, version)


def _about(request: HttpRequest, reading: Reading) -> dict[str, Any]:
    conversation = reading.conversation
    is_trial = trial_of(conversation) is not None
    return {
        "title": _("Conversation with %(agent)s") % {"agent": conversation.agent},
        "conversation": conversation,
        "is_trial": is_trial,
        "name": NameForm(),
        "may_save": request.user.has_perm(SAVE),
        "back": reverse("admin:trial", args=[conversation.pk]) if is_trial else reverse("admin:transcripts"),
    }


def _page(request: HttpRequest, name: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    zone = getattr(request.user, "timezone", "")
    zone = zone if is_timezone(zone) else timezone.get_default_timezone_name()
    whole = {**admin.site.each_context(request), "zone": zone, **context}
    with timezone.override(zone):
        return TemplateResponse(request, f"admin/conversations/{name}.html", whole, status=status).render()
