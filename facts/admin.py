"""What staff manage of the fact store: the catalogue, its scopes, and people's accounts (F1).

Facts themselves are shown on one page only (`facts.staff_admin`). Deleting a person is an action of `conversations`,
which forgets all that is theirs (F20); by itself the ledger refuses it (F11).
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from facts import wiki_admin  # noqa: F401 # the page of shared patterns
from facts.models import CatalogueKey, Person, Scope
from facts.staff_admin import FactsOfPerson

admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, ModelAdmin):
    """Groups of accounts, with their permissions."""


@admin.register(Person)
class PersonAdmin(FactsOfPerson, UserAdmin, ModelAdmin):
    """Accounts. A person is made inactive; what deletes one has to forget their conversations too (`conversations`)."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Language and time"), {"fields": ("language", "timezone")}))
    list_display = ("username", "email", "is_staff", "is_active", "last_login")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(CatalogueKey)
class CatalogueKeyAdmin(ModelAdmin):
    """The keys that may be known about people."""

    list_display = ("pattern", "label", "many", "sensitive", "shareable", "fresh")
    list_filter = ("many", "sensitive", "shareable")
    search_fields = ("pattern", "label", "description")
    fieldsets = (
        (None, {"fields": ("pattern", "label", "description")}),
        (_("The value"), {"fields": ("schema", "many", "fresh")}),
        (_("Care"), {"fields": ("sensitive", "shareable")}),
        (_("Confidence"), {"fields": ("write", "propose")}),
    )


@admin.register(Scope)
class ScopeAdmin(ModelAdmin):
    """Groups of keys."""

    list_display = ("name", "label", "is_open")
