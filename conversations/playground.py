"""The form in which staff say as whom they try a draft: person, context, facts, and what actions answer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from agents import draft
from agents.columns import JsonField
from agents.models import Agent
from agents.registry import registered
from conversations.trials import Setup
from facts.catalogue import load
from facts.models import CatalogueKey
from facts.timezones import is_timezone
from facts.value_form import Value, answer_form
from facts.values import Json

WHO = (("visitor", _("A visitor without an account")), ("person", _("Somebody with an account")))
_EXAMPLES: Mapping[str, Json] = {"number": 1.0, "integer": 1, "boolean": True, "array": [], "object": {}}
_OBJECT = _('Write a JSON mapping, e.g. {"plan": "gold"}.')


@dataclass(frozen=True, slots=True)
class Needs:
    """What a draft asks of the world: the fact keys that its fields are bound to, and its actions, in order."""

    keys: tuple[str, ...]
    actions: tuple[str, ...]
    visitors: bool


def needs_of(agent: Agent) -> Needs:
    """What the draft names."""
    document = draft.document_of(agent)
    fields = document.get("fields", {}).values()
    keys = [*(spec["fact"] for spec in fields if spec.get("fact")), *document.get("onboarding", ())]
    steps = [step for flow in document.get("flows", {}).values() for step in flow.get("steps", ())]
    names = (name for step in steps for name in _actions_of(step))
    return Needs(tuple(dict.fromkeys(keys)), tuple(dict.fromkeys(names)), bool(document.get("visitors")))


def _actions_of(step: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(step.get("do"), str):
        yield step["do"]
    for hook in ("prepare", "finalize"):
        named = step.get(hook, ())
        yield from [named] if isinstance(named, str) else named


class MappingField(JsonField):
    """A JSON mapping; nothing typed is an empty one."""

    def clean(self, value: Any) -> Any:
        """The mapping. Refuses other JSON."""
        found = super().clean(value)
        if found not in (None, "") and not isinstance(found, dict):
            raise ValidationError(_OBJECT)
        return found or {}


class WhoForm(forms.Form):
    """Who talks, and what the host says of it."""

    who = forms.ChoiceField(label=_("Who you pretend to be"), choices=WHO, widget=forms.RadioSelect)
    language = forms.ChoiceField(label=_("Their language"), required=False, widget=UnfoldAdminSelectWidget)
    timezone = forms.CharField(
        label=_("Their time zone"),
        required=False,
        max_length=64,
        widget=UnfoldAdminTextInputWidget(attrs={"placeholder": "Europe/Zurich"}),
        help_text=_("Empty: the agent’s."),
    )
    context = MappingField(
        label=_("Context"),
        required=False,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2, "placeholder": '{"plan": "gold"}'}),
        help_text=_("What the site would say of this conversation, as JSON; conditions read it as context.plan."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages: Any = self.fields["language"]
        languages.choices = [("", _("the agent’s")), *settings.LANGUAGES]

    def clean_timezone(self) -> str:
        """A zone that exists, or none."""
        zone: str = self.cleaned_data["timezone"]
        if zone and not is_timezone(zone):
            raise ValidationError(_("Write a time zone such as Europe/Zurich."))
        return zone


class ActionForm(forms.Form):
    """Whether an action really runs in the trial, and what it answers if it does not."""

    runs = forms.BooleanField(label=_("Really run it"), required=False)
    answer = MappingField(
        label=_("What it answers"), required=False, widget=UnfoldAdminTextareaWidget(attrs={"rows": 2})
    )

    def __init__(self, name: str, data: Any, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=dict(initial), prefix=f"action-{name}")
        self.name = name
        self.fields["answer"].help_text = _('JSON, or {"error": "declined"} to see what happens when it fails.')


@dataclass(slots=True)
class Form:
    """All the inputs together. `setup` once `is_valid` said yes."""

    needs: Needs
    who: WhoForm
    facts: Mapping[str, Value] = field(default_factory=dict)
    actions: tuple[ActionForm, ...] = ()

    def is_valid(self) -> bool:
        """Whether everything can be read."""
        # every form is looked at, so that all that is wrong is said at once
        found = [form.is_valid() for form in (self.who, *self.facts.values(), *self.actions)]
        return all(found)

    def setup(self) -> Setup:
        """As whom the draft is tried. Facts are those of somebody with an account."""
        who = self.who.cleaned_data
        signed_in = who["who"] == "person"
        return Setup(
            signed_in=signed_in,
            language=who["language"],
            timezone=who["timezone"],
            context=who["context"],
            facts=dict(self._stated()) if signed_in else {},
            answers={one.name: one.cleaned_data["answer"] for one in self.actions if not one.cleaned_data["runs"]},
        )

    def _stated(self) -> Iterator[tuple[str, Json]]:
        for key, form in self.facts.items():
            value = form.cleaned_data["value"]
            if value not in (None, []):
                yield key, value


def form_for(agent: Agent, data: Any = None, setup: Setup | None = None) -> Form:
    """The form for a draft, filled with what was sent, else with what was chosen last."""
    needs = needs_of(agent)
    last = setup or Setup(signed_in=not needs.visitors or bool(needs.keys))
    who = {
        "who": "person" if last.signed_in else "visitor",
        "language": last.language,
        "timezone": last.timezone,
        "context": dict(last.context),
    }
    return Form(
        needs,
        WhoForm(data, initial=who),
        {key: _fact_form(key, last.facts.get(key), data) for key in needs.keys},
        tuple(_action_form(name, setup, data) for name in needs.actions),
    )


def _fact_form(key: str, current: Json, data: Any) -> Value:
    catalogue = load()
    rule = catalogue.key_for(key) or CatalogueKey()
    return answer_form(
        rule.schema, key=key, label=catalogue.title(key), hint="", many=rule.many, current=current, data=data
    )


def _action_form(name: str, setup: Setup | None, data: Any) -> ActionForm:
    answers = setup.answers if setup else {name: _example(name)}
    initial = {"runs": name not in answers, "answer": answers.get(name, _example(name))}
    return ActionForm(name, data, initial=initial)


def _example(name: str) -> Json:
    """Something that fits what the action is registered to answer."""
    spec = registered().get(name)
    properties: Mapping[str, Any] = spec.output.get("properties", {}) if spec else {}
    return {key: _example_of(schema) for key, schema in properties.items()}


def _example_of(schema: Mapping[str, Any]) -> Json:
    if schema.get("enum"):
        first: Json = schema["enum"][0]
        return first
    return _EXAMPLES.get(str(schema.get("type")), "example")
