"""What staff manage of the fact store: the catalogue, its scopes, and people's accounts (F1).

Facts themselves are shown on one page only (`facts.staff_admin`). Deleting a person is an action of `conversations`,
which forgets all that is theirs (F20); by itself the ledger refuses it (F11).
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminTextInputWidget

from facts import wiki_admin  # noqa: F401 # the page of shared patterns
from facts.catalogue import built_in_scopes
from facts.doubts import doubts_about
from facts.keys import normalise_pattern
from facts.models import CatalogueKey, Person, Receipt, Scope
from facts.read_only_admin import ReadOnlyAdmin
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


class PatternField(forms.CharField):
    """`Profile.Pet` is profile.pet: made one before it is checked."""

    widget = UnfoldAdminTextInputWidget

    def to_python(self, value: Any) -> str:
        """The spelling that keys have."""
        return normalise_pattern(str(super().to_python(value)))


class CatalogueKeyForm(forms.ModelForm):
    """A key as it is typed: its spelling is made one (F2)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "many" in self.fields:
            self.fields["many"].help_text = _(
                "A person can have several at a time. If you switch it off later, the next statement under the key "
                "replaces all the values that a person has, and undoing it does not bring them back."
            )


@admin.register(CatalogueKey)
class CatalogueKeyAdmin(ModelAdmin):
    """The keys that may be known about people."""

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """The pattern has a field of its own."""
        if db_field.name == "pattern":
            kwargs["form_class"] = PatternField
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    form = CatalogueKeyForm
    list_display = ("pattern", "label", "many", "sensitive", "shareable", "fresh")
    list_filter = ("many", "sensitive", "shareable")
    search_fields = ("pattern", "label", "description")
    fieldsets = (
        (None, {"fields": ("pattern", "label", "description")}),
        (_("The value"), {"fields": ("schema", "many", "fresh")}),
        (_("Care"), {"fields": ("sensitive", "shareable")}),
        (_("Confidence"), {"fields": ("write", "propose")}),
    )

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save it, and say what is seldom meant so."""
        super().save_model(request, obj, form, change)
        for doubt in doubts_about(obj):
            messages.warning(request, doubt)


@admin.register(Scope)
class ScopeAdmin(ModelAdmin):
    """Groups of keys: those that staff add. The built-in ones are told of, for one of that name takes their place."""

    list_display = ("name", "label", "is_open")
    list_before_template = "admin/facts/built_in_scopes.html"

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The fields, under what is built in."""
        return ((None, {"fields": ("name", "label", "is_open"), "description": _about_scopes()}),)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list, with what is built in above it."""
        return super().changelist_view(request, {"about_scopes": _about_scopes(), **(extra_context or {})})


@admin.register(Receipt)
class ReceiptAdmin(ReadOnlyAdmin):
    """What was forgotten, when and why, and how many rows went; of whom is not told. To read only (F20)."""

    list_display = ("at", "what", "rows", "because")
    list_display_links = None
    list_filter = ("what",)
    show_full_result_count = False


def _about_scopes() -> str:
    """Which scopes are there without a row, and what a row of such a name does."""
    names = ", ".join(f"{name} ({label})" for name, label in built_in_scopes().items())
    return gettext(
        "Built in: %(names)s. One that you add under such a name takes its place: its heading is your label, "
        "and it is open only if you say so."
    ) % {"names": names}
