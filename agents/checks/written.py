"""The templates and predicates that stand in a document, parsed where they parse. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agents import predicate, template
from agents.predicate import Predicate, PredicateError
from agents.problem import Place
from agents.template import Template, TemplateError

Holder = tuple[Place, Any, str]
"""The place of a value, the value, and the flow it stands in (empty for none)."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is a template; `error` where it does not parse."""

    place: Place
    flow: str
    template: Template | None = None
    error: TemplateError | None = None

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths it reads."""
        return template.paths(self.template) if self.template else ()


@dataclass(frozen=True, slots=True)
class Condition:
    """A predicate; `error` where it does not parse."""

    place: Place
    flow: str
    predicate: Predicate | None = None
    error: PredicateError | None = None

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths it reads."""
        return predicate.paths(self.predicate) if self.predicate else ()


def texts_in(holders: Iterable[Holder]) -> Iterator[Text]:
    """The templates in values and in all that is nested in them."""
    for place, value, flow in holders:
        for inner, text in _strings(value, place):
            try:
                yield Text(inner, flow, template=template.parse(text))
            except TemplateError as error:
                yield Text(inner, flow, error=error)


def conditions_in(holders: Iterable[Holder]) -> Iterator[Condition]:
    """The predicates; what is no mapping at all the schema has reported."""
    for place, value, flow in holders:
        if isinstance(value, Mapping):
            try:
                yield Condition(place, flow, predicate=predicate.parse(value))
            except PredicateError as error:
                yield Condition(place, flow, error=error)


def _strings(value: Any, place: Place) -> Iterator[tuple[Place, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _strings(item, (*place, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _strings(item, (*place, index))
