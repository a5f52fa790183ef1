"""The staff page of measures (F22): for an agent or all, and a period, on screen or as CSV."""

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from agents.models import Agent
from conversations import measures_shown
from conversations.measures import measure
from conversations.measures_numbers import Measures
from conversations.models import Turn
from conversations.period_admin import PeriodForm, csv_of, days_of, links, may_look


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The measures. Days that cannot be read are said so, and nothing is counted (status 400)."""
    if not may_look(request):
        raise PermissionDenied
    form = PeriodForm(request.GET, today=datetime.now(UTC).date())
    if not form.is_valid():
        return _answer(request, {"form": form, "links": links({"agent": ""}, None)}, status=400)
    agent = form.cleaned_data["agent"]
    found = measure(form.period, agent)
    if request.GET.get("as") == "csv":
        return _download(found, agent)
    return _answer(request, _context(form, found, agent))


def _context(form: PeriodForm, found: Measures, agent: Agent | None) -> dict[str, Any]:
    slug, period = agent.slug if agent else "", found.period
    days = days_of(period)
    context = {
        "form": PeriodForm(initial={"agent": slug, **days}, today=form.today),
        "links": links({"agent": slug}, None if form.cleaned_data["since"] else period.days),
        "span": measures_shown.span(found),
        "download": urlencode({"agent": slug, **days, "as": "csv"}),
    }
    if found.is_empty:
        return {**context, "is_empty": True, "is_new": not Turn.objects.exists()}
    return {**context, "shown": measures_shown.shown(found), "has_cost": bool(found.talk.cost or found.before.cost)}


def _answer(request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    whole = {**admin.site.each_context(request), "title": _("Measures"), **context}
    return TemplateResponse(request, "admin/conversations/measures.html", whole, status=status)


def _download(found: Measures, agent: Agent | None) -> HttpResponse:
    """The numbers as they are counted: a line for each, named in English for whatever reads them."""
    response = csv_of(f"measures-{agent.slug if agent else 'all'}", found.period)
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
        answers = {
            "accepted": band.accepted,
            "refused": band.rejected,
            "closed": band.closed,
            "waiting": band.pending,
        }
        yield from ((f"proposals_{name}", place, number) for name, number in answers.items())
    those = found.contradictions
    for name in ("old", "new", "neither", "open", "replaced"):
        yield "contradictions", name, getattr(those, name)
