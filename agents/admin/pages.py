"""The two levels: an agent's page leads to its flows' pages, a flow's page to its steps' pages."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.admin import ModelAdmin

from agents import renaming
from agents.actions import errors_in, problems_of
from agents.admin import (
    adding,
    audit,
    comparing,
    deleting,
    duplicating,
    filing,
    guide,
    inlines,
    kinds,
    lines,
    picture,
    publishing,
    stale,
    workbench,
)
from agents.admin.columns import DraftColumns
from agents.admin.examples import with_example
from agents.admin.places import page
from agents.admin.sentences import branch_sentences
from agents.admin.sheet import sheet_of
from agents.admin.workbench import above
from agents.models import Agent, Field, Flow, Step


class DraftPage(DraftColumns, ModelAdmin):
    """A page of a draft. Only what was changed is saved, so that looking and saving raises no revision."""

    form = stale.PageForm
    change_form_template = "admin/agents/draft_page.html"

    class Media:
        css = {"all": ("css/tokens.css", "css/diagram.css", "css/workbench.css")}  # Django's own name for it

    # Addresses

    def get_urls(self) -> list[URLPattern]:
        """The addresses of the page, and of what can be done on it."""
        return [*(self._route(name, view) for name, view in self.views().items()), *super().get_urls()]

    def views(self) -> dict[str, Callable[[HttpRequest, Any], HttpResponse]]:
        """What can be done with a row, by the last part of the address and of its name."""
        found = {"problems": self.problems_view}
        return found | ({"duplicate": duplicating.view} if self.model in duplicating.COPIES else {})

    def _route(self, name: str, view: Callable[[HttpRequest, Any], HttpResponse]) -> URLPattern:
        def of_row(request: HttpRequest, object_id: int) -> HttpResponse:
            row = get_object_or_404(self.rows(), pk=object_id)
            if not self.has_view_permission(request, row):
                raise PermissionDenied
            return view(request, row)

        address = f"<int:object_id>/{name.replace('_', '-')}/"
        return path(address, self.admin_site.admin_view(of_row), name=f"agents_{self.opts.model_name}_{name}")

    def rows(self) -> Any:
        """The rows with what they stand in."""
        return self.model._base_manager.select_related(*_PARENTS[self.model])

    def get_queryset(self, request: HttpRequest) -> Any:
        """The rows with what they stand in."""
        return super().get_queryset(request).select_related(*_PARENTS[self.model])

    def problems_view(self, request: HttpRequest, row: Any) -> HttpResponse:
        """The panel of problems alone, for a page that was left and is looked at again."""
        return TemplateResponse(request, "admin/agents/problems.html", workbench.panel(request, row))

    # What the page shows

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """The form field of a column, with an example."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None:
            field.help_text = with_example(self.model, db_field.name, field.help_text)
        return field

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """The page, with what stands above and beside its form."""
        row = context.get("original")
        if row is not None:
            context.update(self.around(request, row, context))
        return super().render_change_form(request, context, *args, **kwargs)

    def around(self, request: HttpRequest, row: Any, context: Any) -> dict[str, Any]:
        """What the page shows beside its inputs."""
        sheet = sheet_of(request, row.owner)
        for rows in context["inline_admin_formsets"]:
            if isinstance(rows.opts, inlines.Lines):
                rows.lines = lines.lines_of(rows.formset.forms, sheet.problems)
        formsets = [rows.formset for rows in context["inline_admin_formsets"]]
        return {
            **workbench.context(request, row),
            **stale.context(context["adminform"].form, formsets),
            "may_change": self.has_change_permission(request, row),
            "show_save_and_add_another": False,
        }

    # Saving

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:
        """A line at the agent's history of what was changed, if anything was."""
        if message:
            audit.note(request, obj.owner, audit.changed(obj, message))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save the row if anything of it changed."""
        if not change or form.changed_data:
            super().save_model(request, obj, form, change)

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """As everywhere, but what is said of the save counts the errors that the draft has now."""
        request.errors_left = len(errors_in(problems_of(obj.owner)))  # type: ignore[attr-defined]
        return super().response_change(request, obj)

    def message_user(self, request: HttpRequest, message: Any, level: int | str = messages.INFO, **kwargs: Any) -> None:
        """Say it; a save that leaves errors is no plain success."""
        if level == messages.SUCCESS and (count := getattr(request, "errors_left", 0)):
            text = ngettext(
                "The draft has %(count)d error, which has to be mended before it is published; see its problems.",
                "The draft has %(count)d errors, which have to be mended before it is published; see its problems.",
                count,
            )
            level, message = messages.WARNING, format_html("{} {}", message, text % {"count": count})
        super().message_user(request, message, level, **kwargs)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save the rows, then rewrite what names a step, flow or field that was renamed."""
        super().save_related(request, form, formsets, change)
        forms = [form, *(row for formset in formsets for row in formset.initial_forms)]
        renamed = [one for one in forms if "slug" in one.changed_data and one.initial.get("slug")]
        for model in (Step, Flow, Field):
            if found := [one for one in renamed if isinstance(one.instance, model)]:
                _rename(found[0].instance, {one.initial["slug"]: one.instance.slug for one in found})


_PARENTS = {Agent: ("live",), Flow: ("agent__live",), Field: ("agent__live",), Step: ("flow__agent__live",)}


def _rename(row: Any, ids: dict[str, str]) -> None:
    """Rewrite what names `row` and its siblings of a page, renamed all at once: one may have taken another's old id."""
    match row:
        case Step():
            renaming.steps_renamed(row.flow, ids)
        case Flow():
            renaming.flows_renamed(row.agent, ids)
        case Field():
            renaming.fields_renamed(row.agent, ids)


class PartPage(DraftPage):
    """The page of a part of an agent: reached from the page above it, to which it goes back.

    There are no actions on many at once: they would pass by `Row.delete`, and with it the revision.
    """

    actions = None

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Parts do not stand in the menu."""
        return False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Parts are added on the page above."""
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Parts have no list of their own: theirs are on the pages above."""
        return HttpResponseRedirect(reverse("admin:agents_agent_changelist"))

    def response_post_save_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """Back to the page above."""
        return HttpResponseRedirect(page(above(obj)))

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: int) -> HttpResponse:
        """Back to the page above, which outlives the part."""
        super().response_delete(request, obj_display, obj_id)
        return HttpResponseRedirect(request.above)  # type: ignore[attr-defined]

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete the part, and keep where to go back to."""
        request.above = page(above(obj))  # type: ignore[attr-defined]
        super().delete_model(request, obj)

    # The log: all of an agent's lines stand at its history

    def log_deletions(self, request: HttpRequest, queryset: Any) -> None:
        """A line at the agent's history."""
        for row in queryset:
            audit.note(request, row.owner, str(_("Deleted %(part)s.")) % {"part": audit.part(row)})

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """The history of the agent."""
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        return HttpResponseRedirect(reverse("admin:agents_agent_history", args=[row.owner.pk]))


PEOPLE = ("visitors", "people_hours", "people_asked", "people_away", "onboarding")


@admin.register(Agent)
class AgentAdmin(DraftPage):
    """An agent: its fields and flows, its settings, what is wrong with it, and which version is live."""

    list_display = ("name", "slug", "language", "version")
    list_select_related = ("live",)
    search_fields = ("name", "slug")
    change_list_template = "admin/agents/list.html"
    inlines = (inlines.FlowLines, inlines.FieldLines, inlines.InstructionRows)
    fieldsets = (
        (_("Settings"), {"fields": ("seen_revision", "name", "slug")}),
        (_("Voice"), {"fields": ("persona", "fallback", "language", "timezone"), "classes": ("tab",)}),
        (_("People"), {"fields": PEOPLE, "classes": ("tab",)}),
        (_("Time"), {"fields": (("quiet_from", "quiet_to"), "retention"), "classes": ("tab",)}),
    )

    @admin.display(description=_("what people get"))
    def version(self, agent: Agent) -> str:
        """The version that is live."""
        return str(_("Version %(number)d") % {"number": agent.live.number} if agent.live else _("Not published yet"))

    def get_urls(self) -> list[URLPattern]:
        """The addresses of the page, and the one of the import."""
        view = self.admin_site.admin_view(self.import_view)
        return [path("import/", view, name="agents_agent_import"), *super().get_urls()]

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """A file that becomes a new agent."""
        return filing.import_view(self.admin_site, request)

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """The short form of a new agent."""
        return adding.agent_view(self.admin_site, request)

    def views(self) -> dict[str, Any]:
        """What can be done with an agent."""
        site = self.admin_site
        return {
            **super().views(),
            "publish": lambda request, agent: publishing.publish_view(site, request, agent),
            "changes": lambda request, agent: comparing.view(site, request, agent),
            "file": lambda request, agent: filing.file_view(site, request, agent),
            "file_download": lambda request, agent: filing.download(agent),
            "add_field": lambda request, agent: adding.view(site, request, agent, adding.FieldForm),
            "add_flow": lambda request, agent: adding.view(site, request, agent, adding.FlowForm),
        }

    def around(self, request: HttpRequest, row: Agent, context: Any) -> dict[str, Any]:
        """The guide of a new agent, and the picture of its flows."""
        may = request.user.has_perm
        flow_url, field_url = (reverse(f"admin:agents_agent_add_{one}", args=[row.pk]) for one in ("flow", "field"))
        return super().around(request, row, context) | {
            "guide": guide.guide(request, row),
            "picture": picture.of_agent(sheet_of(request, row)) if sheet_of(request, row).places.flows else "",
            "add_urls": {
                "flows": flow_url if may("agents.add_flow") else "",
                "fields": field_url if may("agents.add_field") else "",
            },
        }

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list, with the way to import where one may."""
        may_import = request.user.has_perm("agents.add_agent") and filing.may_write(request)
        return super().changelist_view(request, {"may_import": may_import, **(extra_context or {})})

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> deleting.Answer:
        """What goes with agents, counted, and what keeps them; whoever may delete an agent may delete its parts."""
        return deleting.what_goes(list(objs))

    def response_post_save_change(self, request: HttpRequest, obj: Agent) -> HttpResponse:
        """The agent's page again: one goes on there."""
        return HttpResponseRedirect(page(obj))


@admin.register(Flow)
class FlowAdmin(PartPage):
    """A flow: its steps beside its picture, and its settings."""

    inlines = (inlines.StepLines, inlines.TriggerRows, inlines.InstructionRows)
    fieldsets = (
        (_("Settings"), {"fields": ("seen_revision", "name", "slug", "description")}),
        (_("What it needs"), {"fields": ("required", "optional", "complete_when", "batch"), "classes": ("tab",)}),
        (_("When it starts"), {"fields": ("condition", "reentrant"), "classes": ("tab",)}),
        (_("How it ends"), {"fields": ("on_end", "chain", "completion", "completion_say"), "classes": ("tab",)}),
        (_("When somebody is stuck"), {"fields": ("max_attempts", "on_stuck", "max_steps"), "classes": ("tab",)}),
    )

    def views(self) -> dict[str, Any]:
        """What can be done with a flow."""
        return {
            **super().views(),
            "add_step": lambda request, flow: adding.view(self.admin_site, request, flow, adding.StepForm),
            "ask": adding.ask_view,
            "picture": lambda _request, flow: picture.file(flow),
        }

    def around(self, request: HttpRequest, row: Flow, context: Any) -> dict[str, Any]:
        """The picture, and the ways to add steps."""
        may_add = request.user.has_perm("agents.add_step")
        asked = {name for step in row.steps.all() for name in step.collect}
        unasked = [name for name in row.required if name not in asked]
        return super().around(request, row, context) | {
            "picture": picture.of_flow(sheet_of(request, row.agent), row),
            "picture_url": reverse("admin:agents_flow_picture", args=[row.pk]),
            "add_urls": {"steps": reverse("admin:agents_flow_add_step", args=[row.pk]) if may_add else ""},
            "unasked": unasked if may_add else [],
            "ask_url": reverse("admin:agents_flow_ask", args=[row.pk]),
        }


@admin.register(Step)
class StepAdmin(PartPage):
    """A step: its kind, only the inputs of that kind, and its branches."""

    form = kinds.StepForm
    inlines = (inlines.BranchRows, inlines.InstructionRows)

    class Media:
        css = {"all": ("css/kinds.css",)}  # Django's own name for it

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """The kind as a row of cards."""
        return (
            kinds.kind_field()
            if db_field.name == "kind"
            else super().formfield_for_dbfield(db_field, request, **kwargs)
        )

    def get_fieldsets(self, request: HttpRequest, obj: Step | None = None) -> Any:
        """The inputs of every kind; the style sheet shows those of the one that is chosen."""
        if obj is not None and not self.has_change_permission(request, obj):
            return ((None, {"fields": ("name", "slug", "kind", *kinds.inputs(obj.kind))}),)
        return (
            (None, {"fields": ("kind",), "classes": ("step-kind",)}),
            (None, {"fields": ("seen_revision", "name", "slug")}),
            (_("What it does"), {"fields": kinds.every(kinds.DOES)}),
            (_("Where it goes next"), {"fields": kinds.every(kinds.GOES)}),
            (_("Before and after"), {"fields": kinds.every(kinds.AROUND), "classes": ("collapse", "step-around")}),
        )

    def around(self, request: HttpRequest, row: Step, context: Any) -> dict[str, Any]:
        """The picture, the steps before and after, the branches as sentences."""
        steps = list(row.flow.steps.only("slug", "name", "flow_id"))
        at = next(index for index, step in enumerate(steps) if step.pk == row.pk)
        for rows in context["inline_admin_formsets"]:
            if isinstance(rows.opts, inlines.BranchRows):
                rows.sentences = branch_sentences(row, rows.formset.forms)
        return super().around(request, row, context) | {
            "picture": picture.of_flow(sheet_of(request, row.owner), row.flow, current=row.slug),
            "before": (steps[at - 1], page(steps[at - 1])) if at else None,
            "after": (steps[at + 1], page(steps[at + 1])) if at + 1 < len(steps) else None,
        }

    def save_model(self, request: HttpRequest, obj: Step, form: Any, change: bool) -> None:
        """Save the step, and keep whether its kind changed."""
        request.kind_changed = "kind" in form.changed_data  # type: ignore[attr-defined]
        super().save_model(request, obj, form, change)

    def response_post_save_change(self, request: HttpRequest, obj: Step) -> HttpResponse:
        """Back to the flow; to the step itself when its kind changed, for its inputs are others now."""
        return HttpResponseRedirect(page(obj if request.kind_changed else obj.flow))  # type: ignore[attr-defined]


@admin.register(Field)
class FieldAdmin(PartPage):
    """A field with all its constraints."""

    fieldsets = (
        (None, {"fields": ("seen_revision", "slug", "type", "description", "ask", "fact")}),
        (_("Choices"), {"fields": ("enum", "synonyms")}),
        (_("Bounds"), {"fields": (("minimum", "maximum"), "schema", "prefer")}),
        (_("Taking"), {"fields": ("extract", "stale_on_change")}),
    )
