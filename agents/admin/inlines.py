"""The rows on the pages of a draft: lines that lead to pages of their own, and rows that are edited in place."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import StackedInline, TabularInline

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


class Lines(Rows, TabularInline):
    """Rows that have a page of their own, a line each (`agents.admin.lines`): id and place are edited here."""

    template = "admin/agents/lines.html"
    fields: tuple[str, ...] = ("slug", "position")
    heading: Any = ""
    empty: Any = ""


class FieldLines(Lines):
    """The fields of an agent."""

    model = Field
    heading = _("Fields")
    empty = _("No field yet. A field is something that the agent has to know, such as a date or a name.")


class FlowLines(Lines):
    """The flows of an agent."""

    model = Flow
    heading = _("Flows")
    empty = _("No flow yet. A flow is one thing that people can get done, such as booking a room.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flow]:
        """The flows with their steps."""
        return super().get_queryset(request).prefetch_related("steps")


class StepLines(Lines):
    """The steps of a flow."""

    model = Step
    heading = _("Steps")
    empty = _("No step yet. Steps are what the agent does one after the other: ask, say, look something up.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Step]:
        """The steps with their flow and their branches."""
        return super().get_queryset(request).select_related("flow").prefetch_related("branches")


class TriggerRows(Rows, TabularInline):
    """What starts a flow."""

    model = Trigger
    fields = ("kind", "messages", "vetoes", "event", "interrupt", "silence", "position")


class BranchRows(Rows, StackedInline):
    """The early exits from a step: sentences that unfold."""

    model = Branch
    template = "admin/agents/branches.html"
    fields = ("label", "when", "vetoes", "condition", "then", "position")


class InstructionRows(Rows, TabularInline):
    """The instructions of an agent, a flow or a step."""

    model = Instruction
    fields = ("kind", "text", "when", "condition", "position")
