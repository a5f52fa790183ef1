"""The pages of the profile: everything kept about the person who looks at them, and their say in it (F18).

Every change is a form that works without JavaScript: it posts, and leads back to the page. `static/js/profile.js`
sends the same forms without a reload, and opens the page of one fact within the list.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from facts import actions, page, queries
from facts.catalogue import load
from facts.models import Entry, Person
from facts.templatetags.facts_shown import isolated
from facts.value_form import Value
from facts.values import Invalid

View = Callable[..., HttpResponse]


def _own(view: View) -> View:
    """A view of the person's own facts: signed in, not kept by caches; what is not theirs is not there."""

    @login_required
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, **parts: Any) -> HttpResponse:
        try:
            return view(request, **parts)
        except actions.NotFound:
            raise Http404 from None
        except actions.Overtaken:
            messages.warning(request, _("This was changed or answered meanwhile. Here is what counts now."))
            return redirect(_back(request))

    return guarded


def _change(view: View) -> View:
    """A view that changes the person's own facts, by POST."""
    return _own(require_POST(view))


@require_safe
@_own
def profile(request: HttpRequest) -> HttpResponse:
    """What waits for an answer, what is contested, what is known."""
    return _profile(request)


@require_safe
@_own
def scope(request: HttpRequest, scope: str) -> HttpResponse:
    """All that is known in one scope, by pages; the profile where that is nothing any more."""
    try:
        content = page.scope_content(page.person_of(request), scope, request.GET.get("page", ""), timezone.now())
    except actions.NotFound:
        return redirect("facts:profile")
    return _render(request, "facts/scope.html", content)


@require_safe
@_own
def unused(request: HttpRequest) -> HttpResponse:
    """What is kept and not in use: taken back, refused, or settled otherwise."""
    content = page.unused_content(page.person_of(request), request.GET.get("page", ""))
    return _render(request, "facts/unused.html", content)


@require_safe
@_own
def fact(request: HttpRequest, entry: int) -> HttpResponse:
    """One fact: its value, the form that corrects it, its history by pages."""
    before = request.GET.get("before", "")
    return _fact(request, entry, before=int(before) if before.isdecimal() and len(before) < 19 else None)


@require_safe
@_own
def offers(request: HttpRequest) -> HttpResponse:
    """The keys that one may add a value to."""
    person = page.person_of(request)
    return _render(request, "facts/offers.html", {"offers": page.addable(person, timezone.now())})


@require_http_methods(["GET", "HEAD", "POST"])
@_own
def add(request: HttpRequest, key: str) -> HttpResponse:
    """Type a value that the site keeps (F10)."""
    posted = request.POST if request.method == "POST" else None
    form, rule = page.addition(key, posted)
    if posted is not None and form.is_valid():
        try:
            return _added(request, key, form.cleaned_data["value"])
        except Invalid:
            form.add_error("value", _("This value does not fit here. Check it and try again."))
    content = {"form": form, "key": key, "title": load().title(key), "rule": rule}
    return _render(request, "facts/add.html", content, status=422 if form.errors else 200)


@_change
def accept(request: HttpRequest, proposal: int) -> HttpResponse:
    """Remember a proposal."""
    noted = actions.accept(page.person_of(request), proposal)
    return _done(request, _("%(label)s: remembered."), noted.title, undo=noted.entry)


@_change
def reject(request: HttpRequest, proposal: int) -> HttpResponse:
    """Do not remember a proposal."""
    person = page.person_of(request)
    noted = actions.reject(person, proposal)
    text = _("%(label)s: not remembered. You will not be asked again.")
    return _done(request, text, noted.title, undo=queries.last_line(person, proposal))


@_change
def resolve(request: HttpRequest, contested: int) -> HttpResponse:
    """Say which of two values is right."""
    choice = request.POST.get("choice")
    if choice not in Entry.Choice.values:
        return _profile(request, status=400)
    noted = actions.resolve(page.person_of(request), contested, choice)  # type: ignore[arg-type]
    settled = _("%(label)s: neither value is kept.") if choice == Entry.Choice.NEITHER else _("%(label)s: settled.")
    return _done(request, settled, noted.title, undo=noted.entry)


@_change
def correct(request: HttpRequest, entry: int) -> HttpResponse:
    """Replace a value; with a mistake in it, the page of the fact comes back with the words that were typed."""
    person = page.person_of(request)
    form = page.correction(person, entry, request.POST)
    if form.is_valid():
        try:
            noted = actions.correct(person, entry, form.cleaned_data["value"])
            return _done(request, _("%(label)s: corrected."), noted.title, undo=noted.entry)
        except Invalid:
            form.add_error("value", _("This value does not fit here. Check it and try again."))
    return _fact(request, entry, form=form, status=422)


@_change
def retract(request: HttpRequest, entry: int) -> HttpResponse:
    """Take a value back: it is used no more, its history stays."""
    person = page.person_of(request)
    held = page.held(person, entry)
    taken = actions.retract(person, held.key, entry=entry)
    text = _("%(label)s: taken back. It will not be used any more.")
    return _done(request, text, load().title(held.key), undo=taken[0].entry if taken else None)


@_change
def undo(request: HttpRequest, entry: int) -> HttpResponse:
    """Take back what an answer or a change did (F8)."""
    undone, *_others = actions.undo(page.person_of(request), entry)
    return _done(request, _("%(label)s: undone."), undone.title)


def _added(request: HttpRequest, key: str, value: Any) -> HttpResponse:
    person = page.person_of(request)
    known = {fact.entry for fact in queries.current(person, timezone.now())}
    noted = actions.state(person, key, value)
    if noted.entry in known:
        return _done(request, _("%(label)s: known already."), noted.title)
    return _done(request, _("%(label)s: added."), noted.title, undo=noted.entry)


def _done(request: HttpRequest, text: str, title: str, *, undo: int | None = None) -> HttpResponse:
    """Say it, with an Undo where there is one, and go back to the page that the form stood on."""
    messages.success(request, text % {"label": isolated(title)}, extra_tags=str(undo or ""))
    return redirect(_back(request))


def _back(request: HttpRequest) -> str:
    """The page that the form stood on: `next` if it is one of this site's, else the profile."""
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()})
    return back if is_ours else resolve_url("facts:profile")


def _profile(request: HttpRequest, *, status: int = 200) -> HttpResponse:
    person = page.person_of(request)
    content = page.content(person, timezone.now(), whole=request.GET.get("all", ""))
    return _render(request, "facts/profile.html", content, status=status)


def _fact(
    request: HttpRequest, entry: int, *, before: int | None = None, form: Value | None = None, status: int = 200
) -> HttpResponse:
    person = page.person_of(request)
    content = page.fact_content(person, entry, timezone.now(), before=before, form=form)
    return _render(request, "facts/fact.html", {**content, "before": before}, status=status)


def _render(request: HttpRequest, template: str, content: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """The page with its times in the reader's zone (L8)."""
    with timezone.override(_zone(page.person_of(request))):
        return render(request, template, content, status=status)


def _zone(person: Person) -> str:
    return person.timezone or timezone.get_default_timezone_name()
