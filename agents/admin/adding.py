"""The short forms by which an agent, a field, a flow and a step are added."""

from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.admin.models import ADDITION
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from agents.admin import audit, workbench
from agents.admin.choices import LinesField
from agents.admin.forms import RESERVED_IDS
from agents.admin.inputs import lists
from agents.admin.kinds import kind_field
from agents.admin.places import page
from agents.asking import ask_for_required, free
from agents.columns import slug_validator
from agents.models import Agent, Field, Flow, Step, Trigger
from facts.timezones import is_timezone

ID_HELP: Final = gettext_lazy("Lower-case letters, digits and _. Empty: made from what you write above.")


class Adding(forms.Form):
    """A form that adds a part below `parent`."""

    template: type
    slug = forms.CharField(
        label=gettext_lazy("Id"), required=False, max_length=64, validators=[slug_validator], help_text=ID_HELP
    )

    def __init__(self, parent: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.parent = parent
        self.order_fields([*(name for name in self.fields if name != "slug"), "slug"])
        for name, field in self.fields.items():
            if field.help_text:
                field.widget.attrs["aria-describedby"] = f"help-{name}"

    def clean_slug(self) -> str:
        """An id that is free and means nothing else."""
        slug: str = self.cleaned_data["slug"]
        if slug in self.taken:
            raise forms.ValidationError(_("This id is taken: choose another."))
        if slug in RESERVED_IDS.get(self.template, ()):
            raise forms.ValidationError(_("“%(name)s” has a meaning of its own: choose another id.") % {"name": slug})
        return slug

    @property
    def taken(self) -> set[str]:
        """The ids of the siblings."""
        return set(self.siblings.values_list("slug", flat=True))

    @property
    def siblings(self) -> Any:
        """The rows among which the new one will be."""
        raise NotImplementedError

    def id_from(self, text: str, otherwise: str) -> str:
        """The id that was written, or one made from a text."""
        made = slugify(text).replace("-", "_").strip("_")[:50].lstrip("0123456789_")
        reserved = set(RESERVED_IDS.get(self.template, ()))
        return self.cleaned_data["slug"] or free(made or otherwise, self.taken | reserved)

    def place(self) -> int:
        """The place after the last row."""
        last = self.siblings.aggregate(last=Max("position"))["last"]
        return 0 if last is None else last + 1


class AgentForm(Adding):
    """An agent: what it is called, how it speaks, and to whom."""

    template = Agent
    name = forms.CharField(
        label=gettext_lazy("What is the agent called?"),
        max_length=200,
        help_text=gettext_lazy("People see it above the chat, e.g. “Grand Hotel concierge”."),
    )
    persona = forms.CharField(
        label=gettext_lazy("Who is it, and how does it speak?"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("E.g. “You are the concierge of the Grand Hotel. Warm, brief, precise.”"),
    )
    language = forms.ChoiceField(label=gettext_lazy("Which language does it speak?"), choices=lists.languages)
    timezone = forms.ChoiceField(
        label=gettext_lazy("In which time zone is it?"),
        choices=lists.timezones,
        help_text=gettext_lazy("For dates and times when the person's own zone is not known."),
    )
    visitors = forms.BooleanField(label=gettext_lazy("People without an account may talk to it"), required=False)

    @property
    def siblings(self) -> Any:
        return Agent.objects.all()

    def save(self) -> Agent:
        """The new agent."""
        data = self.cleaned_data
        values = {name: data[name] for name in ("name", "persona", "language", "timezone", "visitors")}
        return Agent.objects.create(slug=self.id_from(data["name"], "agent"), **values)


class FieldForm(Adding):
    """A field: what is asked, and what kind of answer it has."""

    template = Field
    ask = forms.CharField(
        label=gettext_lazy("What does the agent ask?"),
        max_length=500,
        help_text=gettext_lazy("As a question, e.g. “How many guests?”"),
    )
    description = forms.CharField(
        label=gettext_lazy("What is the answer?"),
        max_length=500,
        help_text=gettext_lazy("In a few words, for the model that reads messages, e.g. “Number of guests”."),
    )
    type = forms.ChoiceField(label=gettext_lazy("What kind of answer is it?"), choices=Field.Type.choices)

    @property
    def siblings(self) -> Any:
        return self.parent.fields

    def save(self) -> Field:
        """The new field."""
        data = self.cleaned_data
        slug = self.id_from(data["description"], "field")
        values = {name: data[name] for name in ("ask", "description", "type")}
        return Field.objects.create(agent=self.parent, slug=slug, position=self.place(), **values)


class FlowForm(Adding):
    """A flow: what people want, what they say, what has to be known."""

    template = Flow
    name = forms.CharField(
        label=gettext_lazy("What can people get done?"), max_length=200, help_text=gettext_lazy("E.g. “Book a hotel”.")
    )
    description = forms.CharField(
        label=gettext_lazy("What does the person want?"),
        max_length=500,
        help_text=gettext_lazy("One sentence for the model, e.g. “The guest wants a room.”"),
    )
    messages = LinesField(
        label=gettext_lazy("What do people say or want when it begins?"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("One a line, e.g. “wants to book a hotel”. Empty: only another flow starts it."),
    )
    required = forms.MultipleChoiceField(
        label=gettext_lazy("What has to be known?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("The flow is complete when these are known."),
    )
    make_steps = forms.BooleanField(
        label=gettext_lazy("Make the steps: a question for each of these, then a closing text"),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(row.slug, row.ask or row.description or row.slug) for row in self.parent.fields.all()]
        self.fields["required"].choices = names  # type: ignore[attr-defined]
        if not names:
            del self.fields["required"], self.fields["make_steps"]

    @property
    def siblings(self) -> Any:
        return self.parent.flows

    def save(self) -> Flow:
        """The new flow, with its trigger and its first steps."""
        data = self.cleaned_data
        slug, required = self.id_from(data["name"], "flow"), data.get("required", [])
        flow = Flow.objects.create(
            agent=self.parent,
            slug=slug,
            position=self.place(),
            name=data["name"],
            description=data["description"],
            required=required,
        )
        if data["messages"]:
            Trigger.objects.create(flow=flow, messages=data["messages"])
        if required and data.get("make_steps"):
            ask_for_required(flow)
        return flow


class StepForm(Adding):
    """A step: its kind. All else is asked on its page."""

    template = Step
    kind = kind_field(initial=Step.Kind.TALK)
    name = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("For your colleagues, e.g. “The day”."),
    )

    @property
    def siblings(self) -> Any:
        return self.parent.steps

    def save(self) -> Step:
        """The new step, at the end."""
        data = self.cleaned_data
        slug = self.id_from(data["name"], data["kind"])
        return Step.objects.create(
            flow=self.parent, slug=slug, position=self.place(), name=data["name"], kind=data["kind"]
        )


def agent_view(site: Any, request: HttpRequest) -> HttpResponse:
    """The form of a new agent; POST makes it and goes to its page."""
    if not request.user.has_perm("agents.add_agent"):
        raise PermissionDenied
    zone = getattr(request.user, "timezone", "")
    usual = {"language": get_language() or "en", "timezone": zone if is_timezone(zone) else settings.TIME_ZONE}
    form = AgentForm(None, request.POST or None, initial=usual)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            made = form.save()
            audit.note(request, made, _("Added %(part)s.") % {"part": made}, ADDITION)
        messages.success(request, _("Added. The steps below lead from here to a published agent."))
        return HttpResponseRedirect(page(made))
    agents = reverse("admin:agents_agent_changelist")
    return _show(site, request, form, _("Add an agent"), [(_("Agents"), agents)], agents)


TITLES: Final = {
    FieldForm: gettext_lazy("Add a field"),
    FlowForm: gettext_lazy("Add a flow"),
    StepForm: gettext_lazy("Add a step"),
}


def view(site: Any, request: HttpRequest, parent: Agent | Flow, form_class: type[Adding]) -> HttpResponse:
    """The form; POST adds the part and goes to its page."""
    if not request.user.has_perm(f"agents.add_{form_class.template._meta.model_name}"):  # type: ignore[attr-defined]
        raise PermissionDenied
    form = form_class(parent, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            made = form.save()  # type: ignore[attr-defined]
            audit.note(request, made.owner, _("Added %(part)s.") % {"part": audit.part(made)})
        messages.success(request, _("Added %(part)s.") % {"part": audit.part(made)})
        return HttpResponseRedirect(request.path if "another" in request.POST else page(made))
    trail = [*workbench.trail(parent), (str(parent), page(parent))]
    return _show(site, request, form, TITLES[form_class], trail, page(parent), may_repeat=form_class is FieldForm)


def _show(
    site: Any, request: HttpRequest, form: Adding, title: Any, trail: Any, back: str, *, may_repeat: bool = False
) -> HttpResponse:
    context = {"title": title, "form": form, "trail": trail, "back": back, "may_repeat": may_repeat}
    status = 422 if form.errors else 200
    return TemplateResponse(request, "admin/agents/add.html", {**site.each_context(request), **context}, status=status)


def ask_view(request: HttpRequest, flow: Flow) -> HttpResponse:
    """Make a step for each required field that is not asked for, by one click."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not request.user.has_perm("agents.add_step"):
        raise PermissionDenied
    made = ask_for_required(flow)
    said = ngettext(
        "Made %(count)d step from the required fields.", "Made %(count)d steps from the required fields.", len(made)
    )
    if made:
        words = said % {"count": len(made)}
        audit.note(request, flow.agent, f"{audit.part(flow)}: {words}")
        messages.success(request, words)
    return HttpResponseRedirect(page(flow))
