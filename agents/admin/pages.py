"""The two levels: an agent's page leads to its flows' pages, a flow's page to its steps' pages."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.admin import ModelAdmin
from unfold.decorators import action

from agents import renaming
from agents.actions import errors_in, is_live, problems_of
from agents.admin import inlines, picture, publishing, summary
from agents.admin.columns import DraftColumns
from agents.admin.forms import DraftForm
from agents.models import Agent, Field, Flow, Step
from agents.problem import Problem


class DraftPage(DraftColumns, ModelAdmin):
    """A page of a draft. Only what was changed is saved, so that looking and saving raises no revision."""

    form = DraftForm

    class Media:
        css = {"all": ("css/tokens.css", "css/diagram.css")}  # Django's own name for it

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


def _found(agent: Agent) -> tuple[Problem, ...]:
    """What is wrong with the draft, looked for once for an agent that was read for one page."""
    held: tuple[Problem, ...] | None = getattr(agent, "found_problems", None)
    if held is None:
        held = agent.found_problems = problems_of(agent)  # type: ignore[attr-defined]
    return held


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

    def response_post_save_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """Back to the page above."""
        return HttpResponseRedirect(summary.page(above(obj)))

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: int) -> HttpResponse:
        """Back to the page above, which outlives the part."""
        super().response_delete(request, obj_display, obj_id)
        return HttpResponseRedirect(request.above)  # type: ignore[attr-defined]

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete the part, and keep where to go back to."""
        request.above = summary.page(above(obj))  # type: ignore[attr-defined]
        super().delete_model(request, obj)

    @admin.display(description=_("part of"))
    def up(self, obj: Any) -> SafeString:
        """A link to the page above."""
        parent = above(obj)
        return format_html('<a href="{}" class="underline">{}</a>', summary.page(parent), parent)


def above(row: Any) -> Any:
    """The row on whose page a part is listed."""
    return row.flow if isinstance(row, Step) else row.agent


PEOPLE = ("visitors", "people_hours", "people_asked", "people_away", "onboarding")
START_AND_END = ("condition", "reentrant", "on_end", "chain", "completion", "completion_say")


@admin.register(Agent)
class AgentAdmin(DraftPage):
    """An agent: its settings, its fields and flows, what is wrong with it, and which version is live."""

    list_display = ("name", "slug", "language", "live")
    search_fields = ("name", "slug")
    readonly_fields = ("live_version", "problems", "flows_shown")
    actions_detail = ("try_it", "publish")
    inlines = (inlines.FlowRows, inlines.FieldRows, inlines.InstructionRows)
    fieldsets = (
        (None, {"fields": ("seen_revision", "live_version", "problems", "name", "slug")}),
        (_("Voice"), {"fields": ("persona", "fallback", "language", "timezone"), "classes": ("tab",)}),
        (_("People"), {"fields": PEOPLE, "classes": ("tab",)}),
        (_("Time"), {"fields": (("quiet_from", "quiet_to"), "retention"), "classes": ("tab",)}),
        (_("Picture"), {"fields": ("flows_shown",), "classes": ("tab",)}),
    )

    def response_post_save_add(self, request: HttpRequest, obj: Agent) -> HttpResponse:
        """To the agent's page, where its fields and flows are added."""
        return HttpResponseRedirect(summary.page(obj))

    def get_inlines(self, request: HttpRequest, obj: Agent | None) -> Any:
        """A new agent is saved before it gets rows."""
        return self.inlines if obj else ()

    @admin.display(description=_("live version"))
    def live_version(self, agent: Agent) -> Any:
        """The version that users get, and whether the draft differs from it."""
        return publishing.state(agent) if agent.pk else _("Not published yet.")

    @admin.display(description=_("problems"))
    def problems(self, agent: Agent) -> Any:
        """Everything that is wrong with the draft."""
        return summary.problem_list(agent, _found(agent)) if agent.pk else "—"

    @admin.display(description=_("picture"))
    def flows_shown(self, agent: Agent) -> Any:
        """The flows, and which leads to which."""
        return picture.of_agent(agent, _found(agent)) if agent.pk else "—"

    def has_publish_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Publishing has a permission of its own."""
        return request.user.has_perm("agents.publish_agent")

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> Any:
        """No publishing of a draft that says exactly what is live."""
        agent = Agent.objects.select_related("live").filter(pk=object_id).first()
        found = super().get_actions_detail(request, object_id)
        is_same = agent is not None and is_live(agent)
        return [one for one in found if not (is_same and str(one.action_name).endswith("publish"))]

    @action(description=_("Try"), url_path="try-it", permissions=["change"], icon="play_arrow")
    def try_it(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """To the page where one chats with the draft."""
        return HttpResponseRedirect(reverse("admin:try_agent", args=[object_id]))

    @action(description=_("Publish"), url_path="publish", permissions=["publish"], icon="publish")
    def publish(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The page that shows what is wrong and asks for a note; its button publishes."""
        return publishing.publish_view(self, request, object_id)


@admin.register(Flow)
class FlowAdmin(PartPage):
    """A flow: its settings, its problems, and a line for each step."""

    readonly_fields = ("up", "problems", "shown")
    actions_detail = ("download",)
    inlines = (inlines.StepRows, inlines.TriggerRows, inlines.InstructionRows)
    fieldsets = (
        (None, {"fields": ("seen_revision", "up", "problems", "shown", "name", "slug", "description")}),
        (_("Fields"), {"fields": ("required", "optional", "complete_when", "batch"), "classes": ("tab",)}),
        (_("Start and end"), {"fields": START_AND_END, "classes": ("tab",)}),
        (_("Limits"), {"fields": ("max_attempts", "on_stuck", "max_steps"), "classes": ("tab",)}),
    )

    @admin.display(description=_("problems"))
    def problems(self, flow: Flow) -> SafeString:
        """What is wrong with the flow and its steps."""
        return summary.problem_list(flow.agent, [one for one in _found(flow.agent) if one.flow == flow.slug])

    @admin.display(description=_("picture"))
    def shown(self, flow: Flow) -> SafeString:
        """The flow as it is drawn, with its problems; a click leads to the step."""
        return picture.of_flow(flow, _found(flow.agent))

    @action(description=_("Picture (SVG)"), url_path="picture", permissions=["view"], icon="download")
    def download(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The picture as a file."""
        return picture.file_view(request, object_id)


_ENTERING = ("requires", "skip_if")
STEP_INPUTS: dict[str, tuple[str, ...]] = {
    "talk": ("collect", "need", "prompt", "otherwise", *_ENTERING, "prepare", "finalize", "then"),
    "say": ("say", *_ENTERING, "then"),
    "do": ("action", "input", "saves", "on_fail", *_ENTERING, "then"),
    "if": ("condition", "then", "else_then"),
    "wait": ("wait_for", "wait_event", "then", "else_then"),
}
"""The inputs that each kind of step has, in the order of its page."""


@admin.register(Step)
class StepAdmin(PartPage):
    """A step: only the inputs of its kind, and its branches."""

    readonly_fields = ("up", "problems", "shown")

    def get_fieldsets(self, request: HttpRequest, obj: Step | None = None) -> Any:
        """The inputs of the step's kind; another kind shows others once it is saved."""
        inputs = STEP_INPUTS[obj.kind] if obj else ()
        first = (None, {"fields": ("seen_revision", "up", "problems", "name", "slug", "kind", *inputs)})
        return (first, (_("Where it stands"), {"fields": ("shown",)})) if obj else (first,)

    def get_inlines(self, request: HttpRequest, obj: Step | None) -> Any:
        """Branches and instructions where the kind may have them."""
        kind = obj.kind if obj else ""
        rows = (inlines.BranchRows,) if kind in (Step.Kind.TALK, Step.Kind.WAIT) else ()
        return (*rows, inlines.InstructionRows) if kind == Step.Kind.TALK else rows

    @admin.display(description=_("problems"))
    def problems(self, step: Step) -> SafeString:
        """What is wrong with the step and its branches."""
        place = (step.flow.slug, step.slug)
        found = [problem for problem in _found(step.owner) if (problem.flow, problem.step) == place]
        return summary.problem_list(step.owner, found)

    @admin.display(description=_("picture"))
    def shown(self, step: Step) -> SafeString:
        """The flow with this step marked."""
        return picture.of_flow(step.flow, _found(step.owner), current=step.slug)

    def save_model(self, request: HttpRequest, obj: Step, form: Any, change: bool) -> None:
        """Save the step, and keep whether its kind changed."""
        request.kind_changed = "kind" in form.changed_data  # type: ignore[attr-defined]
        super().save_model(request, obj, form, change)

    def response_post_save_change(self, request: HttpRequest, obj: Step) -> HttpResponse:
        """Back to the flow; to the step itself when its kind changed, for its inputs are others now."""
        return HttpResponseRedirect(summary.page(obj if request.kind_changed else obj.flow))  # type: ignore[attr-defined]


@admin.register(Field)
class FieldAdmin(PartPage):
    """A field with all its constraints."""

    readonly_fields = ("up", "problems")
    fieldsets = (
        (None, {"fields": ("seen_revision", "up", "problems", "slug", "type", "description", "ask", "fact")}),
        (_("Choices"), {"fields": ("enum", "synonyms")}),
        (_("Bounds"), {"fields": (("minimum", "maximum"), "schema", "prefer")}),
        (_("Taking"), {"fields": ("extract", "stale_on_change")}),
    )

    @admin.display(description=_("problems"))
    def problems(self, field: Field) -> SafeString:
        """What is wrong with the field."""
        found = (problem for problem in problems_of(field.agent) if problem.path[:2] == ("fields", field.slug))
        return summary.problem_list(field.agent, found)
