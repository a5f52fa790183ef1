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
    """The admin, with the measures among what it has of conversations."""

    def extra_urls(self) -> list[URLPattern]:
        """Where the pages are; unfold asks for them."""
        from conversations import measures_admin, playground_admin

        return [
            path("conversations/measures/", self.admin_view(measures_admin.page), name="measures"),
            *playground_admin.urls(),
        ]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The apps with their tables, and the pages that whoever asks may see."""
        from conversations import measures_admin

        apps = super().get_app_list(request, app_label)
        if app_label in (None, _APP) and measures_admin.may_look(request):
            found = next((app for app in apps if app["app_label"] == _APP), None)
            if found is None:
                found = _empty_app()
                apps.append(found)
                apps.sort(key=lambda app: app["name"].lower())
            found["models"].append(_measures())
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


def _measures() -> dict[str, Any]:
    return {
        "name": _("Measures"),
        "object_name": "Measures",
        "perms": {"view": True},
        "admin_url": reverse("admin:measures"),
        "add_url": None,
        "view_only": True,
    }
