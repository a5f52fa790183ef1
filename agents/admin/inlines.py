"""The sortable rows on the pages of a draft."""

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import StackedInline, TabularInline

from agents.admin import summary
from agents.admin.columns import DraftColumns
from agents.admin.forms import PlacedFormSet, RowForm
from agents.models import Branch, Field, Flow, Instruction, Step, Trigger


class Rows(DraftColumns):
    """What all rows have in common: they can be sorted, and a new one is asked for by a click."""

    form = RowForm
    formset = PlacedFormSet
    ordering_field = "position"
    hide_ordering_field = True
    extra = 0


class FieldRows(Rows, TabularInline):
    """The fields of an agent; each has a page of its own."""

    model = Field
    fields = ("position", "slug", "type", "ask", "fact")
    show_change_link = True


class FlowRows(Rows, TabularInline):
    """The flows of an agent; each has a page of its own."""

    model = Flow
    fields = ("position", "slug", "name", "steps_shown")
    readonly_fields = ("steps_shown",)
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flow]:
        """The flows with their steps."""
        return super().get_queryset(request).prefetch_related("steps")

    @staticmethod
    def steps_shown(flow: Flow) -> str:
        """The ids of the steps, in order."""
        return ", ".join(step.slug for step in flow.steps.all()) if flow.pk else ""

    steps_shown.short_description = _("steps")  # type: ignore[attr-defined]


class StepRows(Rows, TabularInline):
    """The steps of a flow, a line each; each has a page of its own."""

    model = Step
    fields = ("position", "slug", "kind", "does", "goes")
    readonly_fields = ("does", "goes")
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Step]:
        """The steps with their branches."""
        return super().get_queryset(request).prefetch_related("branches")

    @staticmethod
    def does(step: Step) -> str:
        """What the step does."""
        return summary.does(step) if step.pk else ""

    @staticmethod
    def goes(step: Step) -> str:
        """Where the run goes on."""
        return summary.goes(step) if step.pk else ""

    does.short_description = _("what it does")  # type: ignore[attr-defined]
    goes.short_description = _("where it goes")  # type: ignore[attr-defined]


class TriggerRows(Rows, StackedInline):
    """What starts a flow."""

    model = Trigger
    fields = ("position", "kind", "messages", "vetoes", "event", "interrupt", "silence")


class BranchRows(Rows, StackedInline):
    """The early exits from a step."""

    model = Branch
    fields = ("position", "label", "when", "vetoes", "condition", "then")


class InstructionRows(Rows, StackedInline):
    """The instructions of an agent, a flow or a step."""

    model = Instruction
    fields = ("position", "kind", "text", "when", "condition")
