"""Choosing an agent and days for the staff pages that count, and answering with a file of what was counted."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from agents.models import Agent
from conversations.measures_numbers import LONGEST, Period, days_up_to

PERIODS = (7, 30, 90)
_DAYS = 30
_EARLIEST = date(2000, 1, 1)


def may_look(request: HttpRequest) -> bool:
    """Whether whoever asks may see the page: it tells of turns."""
    return request.user.has_perm("conversations.view_turn")


def day_field(label: Any = None) -> forms.DateField:
    """A day that may be left out."""
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}),
        error_messages={"invalid": _("Write a day such as 2026-03-31.")},
    )


def agent_field() -> forms.ModelChoiceField:
    """One of the agents, by its id, or all."""
    return forms.ModelChoiceField(
        Agent.objects.order_by("name"),
        label=_("Agent"),
        required=False,
        to_field_name="slug",
        empty_label=_("All agents"),
        widget=UnfoldAdminSelectWidget,
        error_messages={"invalid_choice": _("Choose one of the agents, or all.")},
    )


class PeriodForm(forms.Form):
    """Which agent, and which days: the last so many, or from a day to a day. `period` once it is valid."""

    agent = agent_field()
    since = day_field()
    until = day_field()
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


def links(values: Mapping[str, str], current: int | None) -> list[dict[str, Any]]:
    """The usual periods, each with what else was chosen; `current` are the days of the one that is shown."""
    return [
        {
            "query": urlencode({**values, "days": days}),
            "words": ngettext("Last %(days)d day", "Last %(days)d days", days) % {"days": days},
            "is_current": days == current,
        }
        for days in PERIODS
    ]


def days_of(period: Period) -> dict[str, str]:
    """The days as an address has them."""
    return {"since": period.first.isoformat(), "until": period.last.isoformat()}


def csv_of(name: str, period: Period) -> HttpResponse:
    """An empty file to write lines into, named after what it counts and its days."""
    headers = {"Content-Disposition": f'attachment; filename="{name}-{period.first}-{period.last}.csv"'}
    return HttpResponse(content_type="text/csv; charset=utf-8", headers=headers)
