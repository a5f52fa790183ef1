"""The sortable rows on the pages of a draft."""

from typing import Any

from django.contrib.admin import display
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import StackedInline, TabularInline

from agents.admin import summary
from agents.admin.columns import DraftColumns
from agents.admin.forms import PlacedFormSet, RowForm
from agents.models import Branch, Field, Flow, Instruction, Step, Trigger


class Rows(DraftColumns):
    """What all rows have in common: they can be sorted, and a new one is asked for by a click.

    `position` is the last of `fields`: the first cell has the handle to drag a row by.
    """

    form = RowForm
    formset = PlacedFormSet
    ordering_field = "position"
    hide_ordering_field = True
    hide_title = True
    extra = 0


class PagedRows(Rows, TabularInline):
    """Rows that have a page of their own, to which the last column leads."""

    readonly_fields: tuple[str, ...] = ("open",)

    @display(description=_("page"))
    def open(self, row: Any) -> Any:
        """A link to the row's own page; a new row has none yet."""
        return (
            format_html('<a href="{}" class="underline">{}</a>', summary.page(row), gettext("Open")) if row.pk else "—"
        )


class FieldRows(PagedRows):
    """The fields of an agent."""

    model = Field
    fields = ("slug", "type", "ask", "fact", "open", "position")


class FlowRows(PagedRows):
    """The flows of an agent."""

    model = Flow
    fields = ("slug", "name", "steps_shown", "open", "position")
    readonly_fields = ("steps_shown", "open")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flow]:
        """The flows with their steps."""
        return super().get_queryset(request).prefetch_related("steps")

    @display(description=_("steps"))
    def steps_shown(self, flow: Flow) -> str:
        """The ids of the steps, in order."""
        return ", ".join(step.slug for step in flow.steps.all()) if flow.pk else "—"


class StepRows(PagedRows):
    """The steps of a flow, a line each."""

    model = Step
    fields = ("slug", "kind", "does", "goes", "open", "position")
    readonly_fields = ("does", "goes", "open")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Step]:
        """The steps with their branches."""
        return super().get_queryset(request).prefetch_related("branches")

    @display(description=_("what it does"))
    def does(self, step: Step) -> str:
        """What the step does."""
        return summary.does(step) if step.pk else "—"

    @display(description=_("where it goes"))
    def goes(self, step: Step) -> str:
        """Where the run goes on."""
        return summary.goes(step) if step.pk else "—"


class TriggerRows(Rows, TabularInline):
    """What starts a flow."""

    model = Trigger
    fields = ("kind", "messages", "vetoes", "event", "interrupt", "silence", "position")


class BranchRows(Rows, StackedInline):
    """The early exits from a step."""

    model = Branch
    hide_title = False
    fields = ("label", "when", "vetoes", "condition", "then", "position")


class InstructionRows(Rows, TabularInline):
    """The instructions of an agent, a flow or a step."""

    model = Instruction
    fields = ("kind", "text", "when", "condition", "position")
