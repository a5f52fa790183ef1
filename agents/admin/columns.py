"""Which form field stands for which column: choices for what exists, lines for lists of wordings, JSON for the rest."""

from typing import Any

from django import forms
from django.db import models
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget

from agents.admin.choices import Choices, LinesField, NamesField, NextField
from agents.columns import JsonText
from agents.models import Agent, Flow, Step

LINES = ("messages", "vetoes", "when", "onboarding")
FIELD_NAMES = ("required", "optional", "requires", "collect")
ACTION_NAMES = ("prepare", "finalize")
NEXTS = {
    "then": _("the step after it"),
    "else_then": _("end; of a wait for a time: go on waiting"),
    "on_fail": _("the run ends"),
    "on_stuck": _("explain and keep asking"),
}
"""The columns that hold a Next, and what an empty one means."""
FEW_ROWS = 2
ROWS = {"persona": 5, "prompt": 4, "otherwise": 4, "say": 4, "messages": 5}
"""The height of a text area, in lines; `FEW_ROWS` where none is given."""


class DraftColumns:
    """Mixed into the pages and inlines of a draft."""

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form of the page, with the choices of its agent or flow."""
        request.draft_choices = choices_of(obj)  # type: ignore[attr-defined]
        return super().get_form(request, obj, change=change, **kwargs)  # type: ignore[misc]

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        """The forms of an inline, with the choices of its agent or flow."""
        request.draft_choices = choices_of(obj)  # type: ignore[attr-defined]
        return super().get_formset(request, obj, **kwargs)  # type: ignore[misc]

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """The form field of a column."""
        choices = getattr(request, "draft_choices", Choices())
        field = form_field(db_field, choices)
        field = field or super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc]
        if field and isinstance(field.widget, forms.Textarea):
            field.widget.attrs["rows"] = ROWS.get(db_field.name, FEW_ROWS)
        return field


def choices_of(row: Any) -> Choices:
    """What may be chosen on the page of an agent, a flow or a step."""
    match row:
        case Agent():
            return Choices(agent=row)
        case Flow():
            return Choices(agent=row.agent, flow=row)
        case Step():
            return Choices(agent=row.flow.agent, flow=row.flow)
    return Choices()


def form_field(column: "models.Field[Any, Any]", choices: Choices) -> forms.Field | None:
    """The form field of a column that has one of its own, else None."""
    shared: dict[str, Any] = {
        "label": capfirst(str(column.verbose_name)),
        "help_text": column.help_text,
        "required": not column.blank,
    }
    if column.name == "position":
        return forms.IntegerField(min_value=0, **{**shared, "required": False}, widget=UnfoldAdminIntegerFieldWidget)
    if isinstance(column, JsonText):
        return _json_field(column.name, choices, shared)
    if column.name == "chain":
        return _choice_field(choices.flows, shared)
    if column.name == "action":
        return _choice_field(choices.actions, shared)
    return None


def _json_field(name: str, choices: Choices, shared: dict[str, Any]) -> forms.Field | None:
    if name in LINES:
        return LinesField(**shared)
    if name in FIELD_NAMES:
        return NamesField(choices=choices.fields, **shared)
    if name in ACTION_NAMES:
        return NamesField(choices=choices.actions, **shared)
    if name in NEXTS:
        return NextField(choices=choices, nowhere=_("choose") if shared["required"] else NEXTS[name], **shared)
    return None


def _choice_field(pairs: list[tuple[str, Any]], shared: dict[str, Any]) -> forms.ChoiceField:
    return forms.ChoiceField(choices=[("", _("none")), *pairs], widget=UnfoldAdminSelectWidget, **shared)
