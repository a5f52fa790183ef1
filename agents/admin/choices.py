"""Form fields that offer what exists: the agent's fields, its steps and flows, the registered actions."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from agents.columns import JsonField
from agents.models import Agent, Flow
from agents.registry import registered

Pairs = list[tuple[str, Any]]
Options = list[tuple[Any, Any]]
"""Pairs, or groups of them under a heading."""

DESCRIBED = 60
"""How much of a field's description stands beside its id, in characters."""


@dataclass(frozen=True)
class Choices:
    """What may be chosen on a page: that of an agent, or of one of its flows."""

    agent: Agent | None = None
    flow: Flow | None = None

    @cached_property
    def fields(self) -> Pairs:
        """The fields of the agent."""
        rows = self.agent.fields.all() if self.agent else []
        return [(row.slug, _described(row.slug, row.description)) for row in rows]

    @cached_property
    def steps(self) -> Pairs:
        """The steps of the flow."""
        rows = self.flow.steps.all() if self.flow else []
        return [(row.slug, _named(row.slug, row.name)) for row in rows]

    @cached_property
    def flows(self) -> Pairs:
        """The flows of the agent."""
        rows = self.agent.flows.all() if self.agent else []
        return [(row.slug, _named(row.slug, row.name)) for row in rows]

    @cached_property
    def actions(self) -> Pairs:
        """The registered actions."""
        return [(name, _named(name, spec.label)) for name, spec in registered().items()]


def _named(slug: str, name: Any) -> str:
    return f"{name} ({slug})" if name and name != slug else slug


def _described(slug: str, description: str) -> str:
    return f"{slug} – {Truncator(description).chars(DESCRIBED)}" if description else slug


class OrderedBoxes(UnfoldAdminCheckboxSelectMultipleWidget):
    """Boxes of which the ticked come first, in the order they are kept in: a browser posts in the order of the page.

    So what stays ticked keeps its order, and what is newly ticked comes after it.
    """

    choices: Options

    def optgroups(self, name: str, value: Sequence[str], attrs: dict[str, Any] | None = None) -> Any:
        """The boxes, those that are ticked first; a chosen one that no longer exists is shown too."""
        offered = dict(self.choices)
        chosen = {name: offered.get(name, _("%(name)s (gone)") % {"name": name}) for name in value}
        self.choices = [*chosen.items(), *((name, label) for name, label in offered.items() if name not in chosen)]
        return super().optgroups(name, value, attrs)


class NamesField(forms.MultipleChoiceField):
    """A list of names out of those that exist, in order."""

    widget = OrderedBoxes

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the names or their order differ."""
        return list(initial or []) != list(data or [])


class LinesField(forms.CharField):
    """A list of texts, one a line."""

    widget = UnfoldAdminTextareaWidget

    def prepare_value(self, value: Any) -> Any:
        """The list as lines."""
        return "\n".join(_lines(value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """The lines that are not empty."""
        return [line.strip() for line in str(value or "").splitlines() if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the lines differ."""
        return _lines(initial or []) != self.to_python(data)


def _lines(texts: Iterable[Any]) -> list[str]:
    return [" ".join(str(text).split()) for text in texts]


# A Next: a choice, or JSON for what a choice cannot say

AS_JSON = "json"
_FIXED: Pairs = [
    ("end", _("end")),
    ("failed", _("end, not completed")),
    ("handoff", _("hand over to a person")),
]


def next_choices(choices: Choices, nowhere: Any) -> Options:
    """Where a run can go from a step of this flow; `nowhere` is what no choice means."""
    steps = [(f"step:{slug}", label) for slug, label in choices.steps]
    flows = [(f"flow:{slug}", label) for slug, label in choices.flows]
    return [("", nowhere), *_FIXED, (_("Steps"), steps), (_("Flows"), flows), (AS_JSON, _("as written in JSON"))]


class NextWidget(forms.MultiWidget):
    """A select and, for `clear`, `set`, `input` and `say`, a small text area of JSON."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        self.offered: set[str] = set()
        area = UnfoldAdminTextareaWidget({"rows": 2, "placeholder": '{"step": "ask_date", "clear": ["date"]}'})
        super().__init__({"choice": UnfoldAdminSelectWidget(), AS_JSON: area}, attrs)

    def offer(self, options: Options) -> None:
        """Set what the select offers."""
        self.widgets[0].choices = options  # type: ignore[attr-defined]
        self.offered = _flat(options)

    def decompress(self, value: Any) -> list[str]:
        """The choice that says the value, else the JSON that does."""
        choice = _choice(value)
        if choice in self.offered:
            return [choice, ""]
        return [AS_JSON, json.dumps(value, ensure_ascii=False)]


class NextField(forms.MultiValueField):
    """Where a run goes on (T28)."""

    widget: NextWidget

    def __init__(self, *, choices: Choices, nowhere: Any, **kwargs: Any) -> None:
        offered = next_choices(choices, nowhere)
        fields = (forms.ChoiceField(choices=offered, required=False), JsonField(required=False))
        super().__init__(fields=fields, require_all_fields=False, widget=NextWidget, **kwargs)
        self.widget.offer(offered)

    def compress(self, data_list: list[Any]) -> Any:
        """The Next that the choice or the JSON says."""
        choice, written = data_list or ("", None)
        if choice != AS_JSON:
            if written is not None:
                raise ValidationError(_("Choose “as written in JSON”, or empty the JSON."))
            return _next(choice)
        if not isinstance(written, str | dict):
            raise ValidationError(_('Write a Next as JSON, e.g. {"step": "ask_date", "clear": ["date"]}.'))
        return written

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the widgets say something else than they showed."""
        return super().has_changed(self.widget.decompress(initial), data)


def _flat(choices: Iterable[tuple[Any, Any]]) -> set[str]:
    return {
        name
        for value, label in choices
        for name in ([entry for entry, _label in label] if isinstance(label, list | tuple) else [value])
    } - {AS_JSON}


def _choice(value: Any) -> str:
    """The choice that stands for a Next, or something that is no choice."""
    match value:
        case None | "":
            return ""
        case "end" | "handoff":
            return str(value)
        case str(step):
            return f"step:{step}"
        case {"end": "failed", **rest} if not rest:
            return "failed"
        case {"end": True, **rest} if not rest:
            return "end"
        case {"step": str(step), **rest} if not rest:
            return f"step:{step}"
        case {"flow": str(flow), **rest} if not rest:
            return f"flow:{flow}"
    return AS_JSON


def _next(choice: str) -> Any:
    kind, _colon, target = choice.partition(":")
    if kind == "flow":
        return {"flow": target}
    return target or {"": None, "failed": {"end": "failed"}}.get(kind, kind)
