"""Which form field stands for which column: choices for what exists, rows for conditions and mappings."""

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from agents.admin.choices import Choices, LinesField, NamesField
from agents.admin.inputs import lists
from agents.admin.inputs.areas import Line, TemplateArea, Text
from agents.admin.inputs.composite import CompositeField
from agents.admin.inputs.limits import Bound, Constraints, Enum
from agents.admin.inputs.mappings import ActionInput, Saves, Synonyms
from agents.admin.inputs.nexts import Next
from agents.admin.inputs.parts import Shape
from agents.admin.inputs.plain import Duration, FactKey
from agents.admin.inputs.predicates import Predicate
from agents.admin.inputs.redraw import redrawn
from agents.columns import JsonText
from agents.models import Agent, Field, Flow, Step
from agents.registry import registered

LINES = ("messages", "vetoes", "when")
FIELD_NAMES = ("required", "optional", "requires", "collect")
ACTION_NAMES = ("prepare", "finalize")
NEXTS = {
    "then": _("the step after it"),
    "else_then": _("end; of a wait for a time: go on waiting"),
    "on_fail": _("the run ends"),
    "on_stuck": _("explain and keep asking"),
}
"""The columns that hold a Next, and what an empty one means."""
PREDICATES = ("condition", "skip_if")
DURATIONS = ("wait_for", "retention", "silence")
CLOCKS = ("quiet_from", "quiet_to")
TEMPLATES = ("ask", "prompt", "otherwise", "say", "completion", "completion_say")
FEW_ROWS = 2
ROWS = {"persona": 5, "prompt": 4, "otherwise": 4, "say": 4, "messages": 5}
"""The height of a text area, in lines; `FEW_ROWS` where none is given."""


class DraftColumns:
    """Mixed into the pages and inlines of a draft."""

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form of the page, with the choices of its agent or flow."""
        _offer(request, obj)
        return super().get_form(request, obj, change=change, **kwargs)  # type: ignore[misc]

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        """The forms of an inline, with the choices of its agent or flow."""
        _offer(request, obj)
        return super().get_formset(request, obj, **kwargs)  # type: ignore[misc]

    def get_urls(self) -> list[Any]:
        """The addresses of a page, and those where it asks for one of its inputs drawn anew."""
        view = self.admin_site.admin_view(self.input_view)  # type: ignore[attr-defined]
        return [path("input/", view), path("<path:object_id>/input/", view), *super().get_urls()]  # type: ignore[misc]

    def input_view(self, request: HttpRequest, object_id: str = "") -> HttpResponse:
        """An input of the page drawn anew for what stands in it now."""
        row = self.get_object(request, object_id) if object_id else None  # type: ignore[attr-defined]
        if not (self.has_change_permission(request, row) if row else self.has_add_permission(request)):  # type: ignore[attr-defined]
            raise PermissionDenied
        choices = choices_of(row)
        return redrawn(request, lambda column: form_field(column, choices))

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """The form field of a column."""
        choices = getattr(request, "draft_choices", Choices())
        field = form_field(db_field, choices)
        field = field or super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc]
        if field and isinstance(field.widget, forms.Textarea):
            field.widget.attrs["rows"] = ROWS.get(db_field.name, FEW_ROWS)
        return field


def _offer(request: HttpRequest, row: Any) -> None:
    """Keep what may be chosen on a page: all inputs of one page are offered the same, looked up once."""
    if getattr(request, "draft_row", request) != row:
        request.draft_row = row  # type: ignore[attr-defined]
        request.draft_choices = choices_of(row)  # type: ignore[attr-defined]


def choices_of(row: Any) -> Choices:
    """What may be chosen on the page of an agent, a field, a flow or a step."""
    match row:
        case Agent():
            return Choices(agent=row)
        case Field():
            return Choices(agent=row.agent)
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
        # a new row begins as one that code makes: Django's own form fields do the same
        "initial": column.get_default() if column.has_default() else None,
    }
    if column.name == "position":
        return forms.IntegerField(min_value=0, **{**shared, "required": False}, widget=UnfoldAdminIntegerFieldWidget)
    if shape := _shape(column, choices, required=bool(shared["required"])):
        return CompositeField(shape=shape, column=f"{column.model._meta.model_name}.{column.name}", **shared)
    if isinstance(column, JsonText):
        return _list_field(column.name, choices, shared)
    if (pairs := _pairs(column.name, choices)) is not None:
        return forms.ChoiceField(choices=pairs, widget=UnfoldAdminSelectWidget, **shared)
    return _text_field(column, choices, shared)


def _shape(column: "models.Field[Any, Any]", choices: Choices, *, required: bool) -> Shape | None:
    """How a value of the column is taken apart; None for a column that has one input."""
    name = column.name
    if name in PREDICATES:
        return Predicate(choices, _nothing_means(column))
    if name in NEXTS:
        return Next(choices, _("choose") if required else NEXTS[name])
    if name in DURATIONS:
        return Duration()
    if name in ("minimum", "maximum"):
        return Bound(choices)
    return _single_shape(name, choices)


def _nothing_means(column: "models.Field[Any, Any]") -> Any:
    """What an empty condition means; a fork needs one."""
    if column.name == "skip_if":
        return _("never")
    return _("choose what to look at") if column.model is Step else _("always")


def _single_shape(name: str, choices: Choices) -> Shape | None:
    match name:
        case "input":
            return ActionInput(choices, registered())
        case "saves":
            return Saves(registered())
        case "synonyms":
            return Synonyms()
        case "enum":
            return Enum()
        case "schema":
            return Constraints()
        case "fact":
            return FactKey(choices)
    return None


def _list_field(name: str, choices: Choices, shared: dict[str, Any]) -> forms.Field | None:
    if name in LINES:
        return LinesField(**shared)
    if name in FIELD_NAMES:
        return NamesField(choices=choices.fields, **shared)
    if name in ACTION_NAMES:
        return NamesField(choices=choices.actions, **shared)
    return NamesField(choices=choices.facts, **shared) if name == "onboarding" else None


def _pairs(name: str, choices: Choices) -> Any:
    """What a column that is one choice offers; None for any other column."""
    match name:
        case "chain":
            return [("", _("none")), *choices.flows]
        case "action":
            return [("", _("none")), *choices.actions]
        case "language":
            return lists.languages()
        case "timezone":
            return lists.timezones()
    return None


def _text_field(column: "models.Field[Any, Any]", choices: Choices, shared: dict[str, Any]) -> forms.Field | None:
    """The input of a text; with the names that can be used in it where values are filled in."""
    if column.choices or isinstance(column, models.SlugField):
        return None
    if column.name in TEMPLATES:
        return Text(widget=TemplateArea(choices), **shared)
    if column.name in CLOCKS:
        return Line(widget=UnfoldAdminTextInputWidget({"type": "time"}), **shared)
    if isinstance(column, models.TextField):
        return Text(**shared)
    return Line(max_length=column.max_length, **shared) if isinstance(column, models.CharField) else None
