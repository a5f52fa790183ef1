"""The admin with the pages that are no table: they stand in its lists like those of the tables."""

from collections.abc import Iterator
from typing import Any

from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from unfold.sites import UnfoldAdminSite


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
        """The apps with their tables, and the pages that whoever asks may see."""
        apps = super().get_app_list(request, app_label)
        for label, page in _pages(request):
            if app_label in (None, label):
                _app_of(label, apps)["models"].append(page)
        return sorted(apps, key=lambda app: app["name"].lower())


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


def _app_of(label: str, apps: list[Any]) -> dict[str, Any]:
    """The app in the list; put there if none of its tables is for whoever asks."""
    found = next((app for app in apps if app["app_label"] == label), None)
    if found is None:
        found = _empty_app(label)
        apps.append(found)
    return found


def _empty_app(label: str) -> dict[str, Any]:
    from django.apps import apps

    return {
        "name": capfirst(str(apps.get_app_config(label).verbose_name)),
        "app_label": label,
        "app_url": reverse("admin:app_list", kwargs={"app_label": label}),
        "has_module_perms": True,
        "models": [],
    }


def _page_of(name: str, address: str) -> dict[str, Any]:
    """A page as a line among the tables."""
    return {
        "name": name,
        "object_name": address.capitalize(),
        "perms": {"view": True},
        "admin_url": reverse(f"admin:{address}"),
        "add_url": None,
        "view_only": True,
    }
