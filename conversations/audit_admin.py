"""The audit log in the admin: who did what, when and to what; to read only."""

from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from conversations.audit_listing import Listed, Wanted, kinds, listed, people
from conversations.period_admin import agent_field, day_field
from facts.timezones import is_timezone

SEE: Final = "admin.view_logentry"
SEE_LOOKS: Final = "facts.view_look"
LONGEST_SEARCH: Final = 100


def may_look(request: HttpRequest) -> bool:
    """Whether whoever asks may read the log."""
    return request.user.has_perm(SEE)


class WantedForm(forms.Form):
    """Which lines are listed."""

    by = forms.ModelChoiceField(
        people(),
        label=_("Who"),
        required=False,
        to_field_name="username",
        empty_label=_("Everybody"),
        widget=UnfoldAdminSelectWidget,
        error_messages={"invalid_choice": _("Choose somebody who is in the log, or everybody.")},
    )
    kind = forms.ModelChoiceField(
        kinds(),
        label=_("What"),
        required=False,
        empty_label=_("Everything"),
        widget=UnfoldAdminSelectWidget,
        error_messages={"invalid_choice": _("Choose a kind of thing that is in the log, or everything.")},
    )
    agent = agent_field()
    since = day_field(label=_("From (UTC)"))
    until = day_field(label=_("To (UTC)"))
    words = forms.CharField(
        label=_("With the words"),
        required=False,
        max_length=LONGEST_SEARCH,
        widget=UnfoldAdminTextInputWidget(attrs={"type": "search"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].label_from_instance = lambda kind: kind.name  # type: ignore[attr-defined]

    def clean(self) -> None:
        """The days in their order."""
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", _("Choose a day that is not before the first one."))


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The log, the latest first. What cannot be read of the filters is said so, and nothing is listed (status 400)."""
    if not may_look(request):
        raise PermissionDenied
    form = WantedForm(request.GET)
    if not form.is_valid():
        return _answer(request, form, Listed(), status=400)
    before = request.GET.get("before", "")
    behind = int(before) if before.isascii() and before.isdecimal() and len(before) < 19 else None
    return _answer(request, form, listed(Wanted(**form.cleaned_data), request.user, behind))


def _answer(request: HttpRequest, form: WantedForm, found: Listed, *, status: int = 200) -> HttpResponse:
    filters = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    zone = getattr(request.user, "timezone", "")
    context = {
        **admin.site.each_context(request),
        "title": _("Audit log"),
        "form": form,
        "found": found,
        "is_filtered": bool(filters),
        "next": urlencode({**filters, "before": found.before}) if found.before else "",
        "first": f"?{urlencode(filters)}" if request.GET.get("before") else "",
        "may_see_looks": request.user.has_perm(SEE_LOOKS),
        "zone": zone if is_timezone(zone) else timezone.get_default_timezone_name(),
    }
    return TemplateResponse(request, "admin/conversations/audit_log.html", context, status=status)
