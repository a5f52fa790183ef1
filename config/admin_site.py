"""The admin with the pages that are no table: they stand in its lists like those of the tables."""

from collections.abc import Iterator
from typing import Any, Final

from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from unfold.sites import UnfoldAdminSite

HEADINGS: Final = {
    "agents": _("Agents"),
    "conversations": _("Conversations"),
    "facts": _("Facts"),
    "auth": _("Accounts"),
}
"""What the tables and pages stand under, in the order in which staff need them."""
MOVED: Final = {"authtoken": "auth", "facts.Person": "auth"}
"""The apps and tables that stand under another heading than their own."""
NAMES: Final = {"conversations.Conversation": _("Waiting for a person")}
"""What is called otherwise than its table."""


class Site(UnfoldAdminSite):
    """The admin, with the pages that we made among its tables."""

    def extra_urls(self) -> list[URLPattern]:
        """Where the pages are; unfold asks for them."""
        from conversations import (
            analytics_admin,
            audit_admin,
            inspector_admin,
            measures_admin,
            playground_admin,
            scenario_admin,
            scenario_page_admin,
        )

        return [
            path("conversations/analytics/", self.admin_view(analytics_admin.page), name="analytics"),
            path("conversations/measures/", self.admin_view(measures_admin.page), name="measures"),
            path("audit-log/", self.admin_view(audit_admin.page), name="audit_log"),
            *playground_admin.urls(),
            *inspector_admin.urls(),
            *scenario_admin.urls(),
            *scenario_page_admin.urls(),
        ]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The tables and the pages that whoever asks may see, by what they are about."""
        found = {label: _heading(label, name) for label, name in HEADINGS.items()}
        for app in super().get_app_list(request):
            for model in app["models"]:
                place = f"{app['app_label']}.{model['object_name']}"
                label = MOVED.get(place) or MOVED.get(app["app_label"], app["app_label"])
                heading = found.setdefault(label, _heading(label, app["name"]))
                heading["models"].append({**model, "name": str(NAMES.get(place, model["name"]))})
        for label, page in _pages(request):
            found[label]["models"].append(page)
        wanted = MOVED.get(app_label or "", app_label)
        return [app for label, app in found.items() if app["models"] and wanted in (None, label)]


class Config(AdminConfig):
    """Django's admin, with this site for its own."""

    default_site = "config.admin_site.Site"


def _pages(request: HttpRequest) -> Iterator[tuple[str, dict[str, Any]]]:
    """The pages that whoever asks may see, each with the app among whose tables it stands."""
    from conversations import audit_admin, inspector_admin, period_admin

    if inspector_admin.may_look(request):
        yield "conversations", _page_of(_("All conversations"), "transcripts")
    if period_admin.may_look(request):
        yield "conversations", _page_of(_("Analytics"), "analytics")
        yield "conversations", _page_of(_("Measures"), "measures")
    if audit_admin.may_look(request):
        yield "auth", _page_of(_("Audit log"), "audit_log")


def _heading(label: str, name: Any) -> dict[str, Any]:
    return {
        "name": str(name),
        "app_label": label,
        "app_url": reverse("admin:app_list", kwargs={"app_label": label}),
        "has_module_perms": True,
        "models": [],
    }


def _page_of(name: Any, address: str) -> dict[str, Any]:
    """A page as a line among the tables."""
    return {
        "name": str(name),
        "object_name": address.capitalize(),
        "perms": {"view": True},
        "admin_url": reverse(f"admin:{address}"),
        "add_url": None,
        "view_only": True,
    }
