"""The versions: to read and to go back to, never to change."""

import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from agents.admin import comparing, publishing
from agents.models import Version
from agents.writer import write
from facts.read_only_admin import ReadOnlyAdmin


@admin.register(Version)
class VersionAdmin(ReadOnlyAdmin):
    """A published version: read-only."""

    list_display = ("agent", "number", "published_at", "published_by", "note", "reason", "is_live")
    list_filter = ("agent",)
    list_select_related = ("agent", "published_by")
    actions_detail = ("make_live", "compare", "download")
    fields = ("agent", "number", "is_live", "published_at", "published_by", "note", "reason", "revision", "file")
    readonly_fields = fields

    def has_publish_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Going back is publishing."""
        return request.user.has_perm("agents.publish_agent")

    def has_compare_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Comparing is looking at the agent."""
        return request.user.has_perm("agents.view_agent")

    @admin.display(description=_("live"), boolean=True)
    def is_live(self, version: Version) -> bool:
        """Whether users get this version."""
        return version.agent.live_id == version.pk

    @admin.display(description=_("agent file"))
    def file(self, version: Version) -> SafeString:
        """The version as an agent file."""
        return format_html('<pre class="overflow-x-auto text-xs">{}</pre>', _file(version))

    @action(description=_("Make live"), url_path="live", permissions=["publish"], icon="history")
    def make_live(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The page that asks; its button goes back to this version."""
        return publishing.rollback_view(self.admin_site, request, object_id)

    @action(description=_("Compare"), url_path="compare", permissions=["compare"], icon="difference")
    def compare(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The page of what changed, with this version and the one before it."""
        return comparing.from_version(get_object_or_404(Version.objects.select_related("agent"), pk=object_id))

    @action(description=_("Download"), url_path="file", permissions=["view"], icon="download")
    def download(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The version as an agent file, to keep or to import elsewhere."""
        version = get_object_or_404(Version.objects.select_related("agent"), pk=object_id)
        name = f"{version.agent.slug}-{version.number}.yaml"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return HttpResponse(_file(version), content_type="application/yaml; charset=utf-8", headers=headers)


def _file(version: Version) -> str:
    return write(json.loads(version.document))
