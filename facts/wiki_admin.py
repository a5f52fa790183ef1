"""The page of shared patterns: what at least `WIKI_PEOPLE` people share, for staff to approve or refuse (F21)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from facts import audit, wiki
from facts.catalogue import Catalogue, load
from facts.cleaning import clean
from facts.models import WikiEntry
from facts.showing import show

PAGE = "admin:facts_wikientry_changelist"
ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Row:
    """A pattern as the page has it. One that is `suppressed` shows neither a value nor a count."""

    key: str
    label: str
    written: str = ""
    shown: str = ""
    people: int = 0
    of: int = 0
    state: str = ""
    suppressed: bool = False


@admin.register(WikiEntry)
class WikiEntryAdmin(ModelAdmin):
    """One page: the patterns, each with its count, what was decided, and two buttons."""

    def get_urls(self) -> list[URLPattern]:
        """The list alone: a review is one click on it, and nobody adds or deletes a pattern."""
        return [path("", self.admin_site.admin_view(self.changelist_view), name="facts_wikientry_changelist")]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People make patterns."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A review is changed, not deleted."""
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The patterns; on POST one of them is approved or refused."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.method != "POST":
            return self._show(request)
        if not self.has_change_permission(request):
            raise PermissionDenied
        return _review(request)

    def _show(self, request: HttpRequest) -> HttpResponse:
        chosen, found = request.GET.get("key", ""), rows()
        kept = [row for row in found if chosen in ("", row.key)]
        context = {
            **self.admin_site.each_context(request),
            "title": _("Shared patterns"),
            "opts": self.opts,
            "page": Paginator(kept, ON_A_PAGE).get_page(request.GET.get("page")),
            "keys": {row.key: row.label for row in found},
            "chosen": chosen,
            "least": settings.WIKI_PEOPLE,
            "may_review": self.has_change_permission(request),
        }
        return TemplateResponse(request, "admin/facts/patterns.html", context)


def rows() -> list[Row]:
    """The patterns by key, and behind them those that were reviewed and are shared by too few people now."""
    catalogue, found = load(), wiki.patterns()
    reviews = {(entry.key, entry.value): entry.state for entry in WikiEntry.objects.all()}
    shared = [_row(pattern, catalogue, reviews.pop((pattern.key, pattern.written), "")) for pattern in found]
    return shared + list(_suppressed((key for key, _value in reviews), catalogue))


def _row(pattern: wiki.Pattern, catalogue: Catalogue, state: str) -> Row:
    return Row(
        key=pattern.key,
        label=catalogue.title(pattern.key),
        written=pattern.written,
        shown=show(pattern.value, get_language() or "en"),
        people=pattern.people,
        of=pattern.of,
        state=state,
    )


def _suppressed(keys: Iterable[str], catalogue: Catalogue) -> Iterable[Row]:
    """A row for each key with reviews of what too few people share: which key, and no more."""
    return (Row(key=key, label=catalogue.title(key), suppressed=True) for key in sorted(set(keys)))


def _review(request: HttpRequest) -> HttpResponse:
    """Approve or refuse a pattern, and show the list again as it was filtered."""
    key, written, state = (clean(request.POST.get(name, "")) for name in ("key", "value", "state"))
    if state not in WikiEntry.State.values:
        raise BadRequest
    try:
        entry = wiki.review(key, written, WikiEntry.State(state), by=request.user)  # type: ignore[arg-type] # signed in
    except wiki.Suppressed:
        messages.warning(request, _("Too few people share this value now. Nothing was changed."))
    else:
        approved = state == WikiEntry.State.APPROVED
        # the value stays out of the log: it may be shared by too few tomorrow (F21)
        said = _("Approved a shared pattern.") if approved else _("Refused a shared pattern.")
        audit.note(request.user, entry, str(said), name=key)
        messages.success(request, _("Approved. Agents may suggest it.") if approved else _("Refused. It is not used."))
    shown = {name: value for name in ("chosen", "page") if (value := request.POST.get(name, ""))}
    query = urlencode({"key" if name == "chosen" else name: value for name, value in shown.items()})
    return HttpResponseRedirect(f"{reverse(PAGE)}?{query}" if query else reverse(PAGE))
