"""The admin with the pages that are no table: they stand in its lists like those of the tables."""

from typing import Any

from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from unfold.sites import UnfoldAdminSite

_APP = "conversations"


class Site(UnfoldAdminSite):
    """The admin, with the measures and all conversations among what it has of conversations."""

    def extra_urls(self) -> list[URLPattern]:
        """Where the pages are; unfold asks for them."""
        from conversations import analytics_admin, inspector_admin, measures_admin, playground_admin

        return [
            path("conversations/analytics/", self.admin_view(analytics_admin.page), name="analytics"),
            path("conversations/measures/", self.admin_view(measures_admin.page), name="measures"),
            *playground_admin.urls(),
            *inspector_admin.urls(),
        ]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The apps with their tables, and the pages that whoever asks may see."""
        from conversations import inspector_admin, period_admin

        apps = super().get_app_list(request, app_label)
        pages = [
            *([_page_of(_("All conversations"), "transcripts")] if inspector_admin.may_look(request) else []),
            *([_page_of(_("Analytics"), "analytics")] if period_admin.may_look(request) else []),
            *([_page_of(_("Measures"), "measures")] if period_admin.may_look(request) else []),
        ]
        if app_label in (None, _APP) and pages:
            found = next((app for app in apps if app["app_label"] == _APP), None)
            if found is None:
                found = _empty_app()
                apps.append(found)
                apps.sort(key=lambda app: app["name"].lower())
            found["models"].extend(pages)
        return apps


class Config(AdminConfig):
    """Django's admin, with this site for its own."""

    default_site = "config.admin_site.Site"


def _empty_app() -> dict[str, Any]:
    from django.apps import apps

    return {
        "name": capfirst(str(apps.get_app_config(_APP).verbose_name)),
        "app_label": _APP,
        "app_url": reverse("admin:app_list", kwargs={"app_label": _APP}),
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
