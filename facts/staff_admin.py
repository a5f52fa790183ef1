"""The facts of a person in the admin, to read; and the looks that staff took at sensitive ones (F18).

A sensitive value comes only as the answer to a POST, so that it stands in no address and in no log.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import action

from facts import staff
from facts.catalogue import load
from facts.decisions import NotFound
from facts.models import Entry, Look, Person
from facts.page import person_of
from facts.read_only_admin import ReadOnlyAdmin
from facts.staff import Part
from facts.timezones import is_timezone

SEE_FACTS = "facts.view_entry"
SEE_SENSITIVE = "facts.see_sensitive"
ON_A_PAGE = 50


class FactsOfPerson(ModelAdmin):
    """A button on the page of a person, and the page that it leads to. Both need no scripts."""

    actions_detail = ("facts",)

    @action(description=_("Facts"), url_path="facts", permissions=["see_facts"], icon="fact_check")
    def facts(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """What is known, what waits, what is contested, and all that was said; on POST with one value shown."""
        person = get_object_or_404(Person, pk=_number(object_id))
        if request.method == "POST":
            return self._look(request, person)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
        return self._page(request, person, request.GET)

    def has_see_facts_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the button and the page are there: to those who may see people and facts.

        A method: a permission by its name is looked up before there are tables.
        """
        return request.user.has_perm(SEE_FACTS) and self.has_view_permission(request)

    def _look(self, request: HttpRequest, person: Person) -> HttpResponse:
        """The page with the words of one entry, and the look written down in the same transaction."""
        if not request.user.has_perm(SEE_SENSITIVE):
            raise PermissionDenied
        try:
            with transaction.atomic():
                shown = staff.look(person_of(request), person, _number(request.POST.get("entry", "")))
                return self._page(request, person, request.POST, shown=shown)
        except NotFound:
            raise Http404 from None

    def _page(
        self, request: HttpRequest, person: Person, asked: Mapping[str, str], shown: Entry | None = None
    ) -> TemplateResponse:
        part = Part(asked["part"]) if asked.get("part") in Part.values else Part.KNOWN
        of = _number(asked.get("of", "")) or None
        page = Paginator(staff.rows(person, part, of=of), ON_A_PAGE).get_page(asked.get("page"))
        catalogue = load()
        context = {
            **self.admin_site.each_context(request),
            "title": _("Facts about %(person)s") % {"person": person.get_username()},
            "opts": self.opts,
            "person": person,
            "parts": Part.choices,
            "part": part,
            "of": of,
            "page": page,
            "lines": staff.lines(person, staff.entries(page), catalogue, shown=shown),
            "shown": shown,
            "catalogue": catalogue,
            "may_look": request.user.has_perm(SEE_SENSITIVE),
            "zone": _zone(request),
            "back": reverse("admin:facts_person_change", args=[person.pk]),
        }
        return TemplateResponse(request, "admin/facts/person_facts.html", context)


@admin.register(Look)
class LookAdmin(ReadOnlyAdmin):
    """Who looked at a sensitive value, of whom, and when. Nobody changes or deletes one here."""

    list_display = ("at", "by", "person", "entry")
    list_display_links = None
    list_select_related = ("by", "person")
    search_fields = ("by__username", "person__username")
    show_full_result_count = False


def _number(text: str) -> int:
    """An id as it came in; 0, which nothing has, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _zone(request: HttpRequest) -> str:
    """The zone of the times on the page: that of the colleague who looks, else the site's."""
    own = getattr(request.user, "timezone", "")
    return own if is_timezone(own) else timezone.get_default_timezone_name()
