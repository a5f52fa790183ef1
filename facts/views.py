"""The profile page: everything kept about the person who looks at it, and their say in it (F18).

Every change is a form that works without JavaScript: it posts, and leads back to the page. `static/js/profile.js`
sends the same forms without a reload.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from facts import actions, page
from facts.catalogue import load
from facts.models import Entry
from facts.values import Invalid

Change = Callable[..., HttpResponse]


def _change(view: Change) -> Change:
    """A view that changes the person's own facts: signed in, by POST; what is not theirs is not there."""

    @login_required
    @require_POST
    @wraps(view)
    def guarded(request: HttpRequest, **ids: int) -> HttpResponse:
        try:
            return view(request, **ids)
        except actions.NotFound:
            raise Http404 from None
        except actions.Overtaken:
            messages.warning(request, _("This was changed or answered meanwhile. Here is what counts now."))
            return redirect("facts:profile")

    return guarded


@login_required
@require_safe
def profile(request: HttpRequest) -> HttpResponse:
    """What waits for an answer, what is contested, what is known."""
    return _page(request)


@_change
def accept(request: HttpRequest, proposal: int) -> HttpResponse:
    """Remember a proposal."""
    noted = actions.accept(page.person_of(request), proposal)
    return _done(request, _("%(label)s: remembered.") % {"label": noted.title})


@_change
def reject(request: HttpRequest, proposal: int) -> HttpResponse:
    """Do not remember a proposal."""
    noted = actions.reject(page.person_of(request), proposal)
    return _done(request, _("%(label)s: not remembered. You will not be asked again.") % {"label": noted.title})


@_change
def resolve(request: HttpRequest, contested: int) -> HttpResponse:
    """Say which of two values is right."""
    choice = request.POST.get("choice")
    if choice not in Entry.Choice.values:
        return _page(request, status=400)
    noted = actions.resolve(page.person_of(request), contested, choice)  # type: ignore[arg-type]
    settled = _("%(label)s: neither value is kept.") if choice == Entry.Choice.NEITHER else _("%(label)s: settled.")
    return _done(request, settled % {"label": noted.title})


@_change
def correct(request: HttpRequest, entry: int) -> HttpResponse:
    """Replace a value; with a mistake in it, the page comes back with the form open."""
    person = page.person_of(request)
    form = page.correction(person, entry, request.POST)
    if form.is_valid():
        try:
            noted = actions.correct(person, entry, form.cleaned_data["value"])
            return _done(request, _("%(label)s: corrected.") % {"label": noted.title})
        except Invalid:
            form.add_error("value", _("This value does not fit here. Check it and try again."))
    return _page(request, status=422, corrections={entry: form})


@_change
def retract(request: HttpRequest, entry: int) -> HttpResponse:
    """Take a value back."""
    person = page.person_of(request)
    held = page.held(person, entry)
    actions.retract(person, held.key, entry=entry)
    return _done(request, _("%(label)s: taken back.") % {"label": load().title(held.key)})


def _done(request: HttpRequest, text: str) -> HttpResponse:
    """Say it, and go back to the page that the form stood on: `next` if it is one of this site's, else the profile."""
    messages.success(request, text)
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()})
    return redirect(back if is_ours else "facts:profile")


def _page(request: HttpRequest, *, status: int = 200, corrections: Any = None) -> HttpResponse:
    person = page.person_of(request)
    with timezone.override(person.timezone or timezone.get_default_timezone_name()):
        content = page.content(person, timezone.now(), corrections or {})
        return render(request, "facts/profile.html", content, status=status)
