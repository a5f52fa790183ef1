"""Form fields that offer what exists: the agent's fields, its steps and flows, the registered actions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminTextareaWidget

from agents.admin.inputs.offers import FREE, Kind, Named, kind_of_schema
from agents.models import Agent, Field, Flow, Step
from agents.registry import registered
from facts import catalogue

Pairs = list[tuple[str, Any]]
Options = list[tuple[Any, Any]]
"""Pairs, or groups of them under a heading."""

DESCRIBED = 60
"""How much of a field's description stands beside its id, in characters."""


@dataclass
class Choices:
    """What may be chosen on a page: that of an agent, or of one of its flows."""

    agent: Agent | None = None
    flow: Flow | None = None

    @cached_property
    def named_fields(self) -> Mapping[str, Named]:
        """The fields of the agent."""
        rows = self.agent.fields.all() if self.agent else []
        return {row.slug: Named(_described(row.slug, row.description), _kind(row)) for row in rows}

    @property
    def fields(self) -> Pairs:
        """The fields of the agent by their labels."""
        return [(slug, named.label) for slug, named in self.named_fields.items()]

    @cached_property
    def named_facts(self) -> Mapping[str, Named]:
        """The keys of the catalogue."""
        keys = catalogue.load().readable()
        return {key.pattern: Named(_named(key.pattern, key.label), kind_of_schema(key.schema)) for key in keys}

    @property
    def facts(self) -> Pairs:
        """The keys of the catalogue that are one key, not a pattern, by their labels."""
        return [(key, named.label) for key, named in self.named_facts.items() if "*" not in key]

    @cached_property
    def named_runs(self) -> Mapping[str, Named]:
        """What the actions of the flow keep."""
        kept = ((step.action, name, key) for step in self._steps for name, key in (step.saves or {}).items())
        return {str(name): Named(f"{name} – {action}", _kind_of_result(action, key)) for action, name, key in kept}

    @cached_property
    def _steps(self) -> list[Step]:
        return list(self.flow.steps.all()) if self.flow else []

    @property
    def steps(self) -> Pairs:
        """The steps of the flow."""
        return [(row.slug, _named(row.slug, row.name)) for row in self._steps]

    @cached_property
    def flows(self) -> Pairs:
        """The flows of the agent."""
        rows = self.agent.flows.all() if self.agent else []
        return [(row.slug, _named(row.slug, row.name)) for row in rows]

    @cached_property
    def actions(self) -> Pairs:
        """The registered actions."""
        return [(name, _named(name, spec.label)) for name, spec in registered().items()]


def _kind(row: Field) -> Kind:
    """The kind of a field's values."""
    items = row.schema.get("items") if isinstance(row.schema, dict) else None
    return Kind(row.type, tuple(row.enum or ()), kind_of_schema(items).type)


def _kind_of_result(action: str, key: Any) -> Kind:
    """The kind of an entry of what an action gives."""
    spec = registered().get(action)
    return kind_of_schema(spec.output.get("properties", {}).get(key)) if spec else FREE


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

    def offer(self, stored: Any) -> None:
        """Offer what is stored although it no longer exists, so that a save does not drop it unasked."""
        gone = [name for name in stored or () if not self.valid_value(name)]
        offered: Any = self.choices
        self.choices = [*offered, *((name, _("%(name)s (gone)") % {"name": name}) for name in gone)]

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
