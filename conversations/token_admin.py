"""Tokens of the API in the admin. The log tells whose they are and never what they are: they open what a person may."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.http import HttpRequest
from rest_framework.authtoken.admin import TokenAdmin as ShippedTokenAdmin
from rest_framework.authtoken.models import TokenProxy
from unfold.admin import ModelAdmin

from facts import audit

admin.site.unregister(TokenProxy)


@admin.register(TokenProxy)
class TokenAdmin(ShippedTokenAdmin, ModelAdmin):
    """As shipped, in the admin's looks; the text of a token, which Django would keep in the log, is the token."""

    raw_id_fields = ("user",)  # a list of all people has no end

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> LogEntry:
        """A line of whose token it is."""
        return _note(request, obj, message, ADDITION)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> LogEntry:
        """A line of whose token it is."""
        return _note(request, obj, message, CHANGE)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> list[LogEntry]:
        """A line of whose token it was."""
        return [_note(request, token, "", DELETION) for token in queryset]


def _note(request: HttpRequest, token: Any, message: Any, flag: int) -> LogEntry:
    return audit.note(request.user, token, message, flag, name=token.user.get_username())
