"""The staff page of analytics: how the conversations of an agent, a flow, a version go; on screen or as CSV."""

import csv
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from unfold.widgets import UnfoldAdminSelectWidget

from agents.models import Agent
from conversations import analytics, analytics_shown
from conversations.analytics import Selection
from conversations.measures_shown import in_words
from conversations.period_admin import PeriodForm, csv_of, days_of, links, may_look

TEMPLATE = "admin/conversations/analytics.html"


def _version(label: Any, invalid: Any) -> forms.TypedChoiceField:
    """The number of a version of the chosen agent, or none."""
    return forms.TypedChoiceField(
        label=label,
        required=False,
        coerce=int,
        empty_value=None,
        widget=UnfoldAdminSelectWidget,
        error_messages={"invalid_choice": invalid},
    )


class AnalyticsForm(PeriodForm):
    """Which agent, flow and days, and which version, beside which other one. The choices are those of the agent."""

    flow = forms.ChoiceField(
        label=_("Flow"),
        required=False,
        widget=UnfoldAdminSelectWidget,
        error_messages={"invalid_choice": _("Choose one of the flows of this agent and version, or all.")},
    )
    version = _version(_("Version"), _("Choose one of the versions of this agent, or all."))
    against = _version(_("Beside"), _("Choose one of the versions of this agent, or none."))
    field_order = ("agent", "flow", "version", "against", "since", "until", "days")

    def __init__(self, *args: Any, chosen: Agent | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen = chosen
        if chosen is None:
            for name in ("flow", "version", "against"):
                del self.fields[name]
        else:
            self._offer(chosen)

    def _offer(self, agent: Agent) -> None:
        numbers = list(agent.versions.published().order_by("-number").values_list("number", flat=True))
        versions = [(str(number), gettext("Version %(number)d") % {"number": number}) for number in numbers]
        given = (self.data if self.is_bound else self.initial).get("version")
        number = int(str(given)) if str(given) in dict(versions) else None
        flows = analytics.document_of(agent, number).get("flows", {})
        named = [(flow, str(part.get("name") or flow)) for flow, part in flows.items()]
        self.fields["flow"].choices = [("", _("All flows")), *named]  # type: ignore[attr-defined]
        self.fields["version"].choices = [("", _("All versions")), *versions]  # type: ignore[attr-defined]
        self.fields["against"].choices = [("", _("No other version")), *versions]  # type: ignore[attr-defined]

    def clean(self) -> None:
        """Two different versions, or one, or none."""
        super().clean()
        against = self.cleaned_data.get("against")
        if against and not self.cleaned_data.get("version") and "version" not in self.errors:
            self.add_error("version", _("Choose the version that is to be put beside the other."))
        elif against and against == self.cleaned_data.get("version"):
            self.add_error("against", _("Choose another version than the one it is put beside."))

    def selection(self) -> Selection:
        """What is asked for, once it is valid and an agent is chosen."""
        data = self.cleaned_data
        return Selection(self.period, data["agent"], data["flow"], data["version"], data["against"])


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The analytics. What cannot be read is said so, and nothing is counted (status 400)."""
    if not may_look(request):
        raise PermissionDenied
    form = AnalyticsForm(request.GET, chosen=_chosen(request), today=datetime.now(UTC).date())
    if not form.is_valid():
        return _answer(request, {"form": form, "links": links({}, None)}, status=400)
    if form.chosen is None:
        return _answer(request, _context(form, {}) | _of_agents(form))
    selection = form.selection()
    if request.GET.get("as") == "csv":
        return _download(selection)
    return _answer(request, _context(form, _chosen_values(selection)) | _of_agent(selection))


def _chosen(request: HttpRequest) -> Agent | None:
    return Agent.objects.filter(slug=request.GET.get("agent", "")).first()


def _chosen_values(selection: Selection) -> dict[str, str]:
    """What was chosen beside the days, as the address has it."""
    values = {"agent": selection.agent.slug, "flow": selection.flow}
    numbers = {"version": selection.version, "against": selection.against}
    return {**values, **{name: "" if number is None else str(number) for name, number in numbers.items()}}


def _context(form: AnalyticsForm, values: Mapping[str, str]) -> dict[str, Any]:
    given = {**values, **days_of(form.period)}
    filled = AnalyticsForm(initial=given, chosen=form.chosen, today=form.today)
    return {
        "form": filled,
        "links": links(values, None if form.cleaned_data["since"] else form.period.days),
        "span": in_words(form.period),
        "download": urlencode({**given, "as": "csv"}) if values else "",
    }


def _of_agents(form: AnalyticsForm) -> dict[str, Any]:
    agents = list(Agent.objects.order_by("name"))
    found = analytics.agents(form.period)
    return {"has_agents": bool(agents), "agents": analytics_shown.of_agents(agents, found, days_of(form.period))}


def _of_agent(selection: Selection) -> dict[str, Any]:
    found = analytics.look(selection)
    if found.is_empty:
        return {"agent": selection.agent, "is_empty": True, "is_published": bool(found.document)}
    return {"agent": selection.agent, "selection": selection, "shown": analytics_shown.shown(found)}


def _answer(request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    whole = {**admin.site.each_context(request), "title": _("Analytics"), **context}
    return TemplateResponse(request, TEMPLATE, whole, status=status)


def _download(selection: Selection) -> HttpResponse:
    """The counts as they are kept, a line for each; `conversations.tallying` says what they are called."""
    response = csv_of(f"analytics-{selection.agent.slug}", selection.period)
    writer = csv.writer(response)
    writer.writerow(("version", "day", "flow", "name", "what", "count"))
    writer.writerows(analytics.raw(selection))
    return response
