"""The staff page of measures (F22): for an agent or all, and a period, on screen or as CSV."""

import csv
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from agents.models import Agent
from conversations import measures_shown
from conversations.measures import measure
from conversations.measures_numbers import LONGEST, Measures, Period, days_up_to
from conversations.models import Turn

PERIODS = (7, 30, 90)
_DAYS = 30
_EARLIEST = date(2000, 1, 1)


def may_look(request: HttpRequest) -> bool:
    """Whether whoever asks may see the page: it tells of turns."""
    return request.user.has_perm("conversations.view_turn")


def _day() -> Any:
    return forms.DateField(
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}),
        error_messages={"invalid": _("Write a day such as 2026-03-31.")},
    )


class PeriodForm(forms.Form):
    """Which agent, and which days: the last so many, or from a day to a day. `period` once it is valid."""

    agent = forms.ModelChoiceField(
        Agent.objects.order_by("name"),
        label=_("Agent"),
        required=False,
        to_field_name="slug",
        empty_label=_("All agents"),
        widget=UnfoldAdminSelectWidget,
        error_messages={"invalid_choice": _("Choose one of the agents, or all.")},
    )
    since = _day()
    until = _day()
    days = forms.ChoiceField(
        choices=[(str(number), number) for number in PERIODS],
        required=False,
        error_messages={"invalid_choice": _("Choose 7, 30 or 90 days, or two days.")},
    )
    period: Period

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        self.fields["since"].label, self.fields["until"].label = _("From"), _("To")

    def clean(self) -> None:
        """Two days, or none of them."""
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if self.errors:
            return
        if since and until:
            self._between(since, until)
        elif since or until:
            self.add_error("until" if since else "since", _("Choose this day, too, or neither."))
        else:
            self.period = days_up_to(self.today, int(self.cleaned_data["days"] or _DAYS))

    def _between(self, since: date, until: date) -> None:
        # Whoever is ahead of UTC may be in tomorrow already.
        if since < _EARLIEST or until > self.today + timedelta(1):
            self.add_error("since" if since < _EARLIEST else "until", _("Choose a day from the year 2000 to today."))
        elif until < since:
            self.add_error("until", _("Choose a day that is not before the first one."))
        elif (until - since).days >= LONGEST:
            self.add_error("until", _("Choose at most ten years."))
        else:
            self.period = Period(since, until)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The measures. Days that cannot be read are said so, and nothing is counted (status 400)."""
    if not may_look(request):
        raise PermissionDenied
    form = PeriodForm(request.GET, today=datetime.now(UTC).date())
    if not form.is_valid():
        return _answer(request, {"form": form, "links": _links("", None)}, status=400)
    agent = form.cleaned_data["agent"]
    found = measure(form.period, agent)
    if request.GET.get("as") == "csv":
        return _download(found, agent)
    return _answer(request, _context(form, found, agent))


def _context(form: PeriodForm, found: Measures, agent: Agent | None) -> dict[str, Any]:
    slug, period = agent.slug if agent else "", found.period
    days = {"since": period.first.isoformat(), "until": period.last.isoformat()}
    context = {
        "form": PeriodForm(initial={"agent": slug, **days}, today=form.today),
        "links": _links(slug, None if form.cleaned_data["since"] else period.days),
        "span": measures_shown.span(found),
        "download": urlencode({"agent": slug, **days, "as": "csv"}),
    }
    if found.is_empty:
        return {**context, "is_empty": True, "is_new": not Turn.objects.exists()}
    return {**context, "shown": measures_shown.shown(found), "has_cost": bool(found.talk.cost or found.before.cost)}


def _links(agent: str, current: int | None) -> list[dict[str, Any]]:
    return [
        {
            "query": urlencode({"agent": agent, "days": days}),
            "words": ngettext("Last %(days)d day", "Last %(days)d days", days) % {"days": days},
            "is_current": days == current,
        }
        for days in PERIODS
    ]


def _answer(request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    whole = {**admin.site.each_context(request), "title": _("Measures"), **context}
    return TemplateResponse(request, "admin/conversations/measures.html", whole, status=status)


def _download(found: Measures, agent: Agent | None) -> HttpResponse:
    """The numbers as they are counted: a line for each, named in English for whatever reads them."""
    name = f"measures-{agent.slug if agent else 'all'}-{found.period.first}-{found.period.last}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    response = HttpResponse(content_type="text/csv; charset=utf-8", headers=headers)
    writer = csv.writer(response)
    writer.writerow(("measure", "of", "number"))
    writer.writerows(_lines(found))
    return response


def _lines(found: Measures) -> Iterator[tuple[str, str, float]]:
    for part, talk in found.parts.items():
        numbers = {
            "questions_avoided": talk.avoided,
            "questions_asked": talk.asked,
            "exchanges": talk.exchanges,
            "cost": talk.cost,
            "cost_of_exchanges": talk.spent,
        }
        yield from ((name, part.isoformat(), number) for name, number in numbers.items())
    yield "readings_and_replies", "", found.effects
    yield from (("ledger", kind, number) for kind, number in sorted(found.kinds.items()))
    yield from (("not_kept", why, number) for why, number in sorted(found.counted.items()))
    for band in found.bands:
        place = f"{'' if band.low is None else band.low}..{'' if band.high is None else band.high}"
        answers = {"accepted": band.accepted, "refused": band.rejected, "waiting": band.pending}
        yield from ((f"proposals_{name}", place, number) for name, number in answers.items())
    those = found.contradictions
    for name in ("old", "new", "neither", "open", "replaced"):
        yield "contradictions", name, getattr(those, name)
