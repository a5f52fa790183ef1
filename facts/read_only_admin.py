"""The admin of rows that only the code writes: staff look at them, and change none."""

from typing import Any

from django.http import HttpRequest
from unfold.admin import ModelAdmin


class ReadOnlyAdmin(ModelAdmin):
    """A list, and pages, to read. Who may see them is the model's own permission."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """They are written by what they tell of."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What happened stays as it was."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What happened stays as it was."""
        return False
