"""The form field and the widget of a shape: its parts, and the same value as JSON a click away."""

import copy
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import Script
from django.template.loader import render_to_string

from agents.admin.inputs.parts import Parts, Refused, Shape, View, first, in_order, is_nothing, is_same, lined, shown
from agents.columns import JsonField
from facts.values import Json

RAW, AS, IS, DRAWN = "json", "as", "is", "drawn"
"""What every input posts: the value as JSON, whether that counts, which column it is, and whether parts were drawn."""


@dataclass(frozen=True)
class Typed:
    """What stands in an input: its parts, or JSON where `is_raw`."""

    parts: Parts
    raw: str = ""
    is_raw: bool = False


def typed_in(data: Mapping[str, Any], name: str) -> Typed:
    """What was posted of the input `name`. Where no parts were shown, the JSON counts."""
    start = f"{name}_"
    found = {key.removeprefix(start): _all(data, key) for key in data if key.startswith(start)}
    parts = {key: texts for key, texts in found.items() if key not in (RAW, AS, IS, DRAWN)}
    raw = first(found, RAW, _all(data, name)[0] if name in data else "")
    return Typed(parts, raw, AS in found or not (parts or DRAWN in found))


def _all(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    found = data.getlist(key) if hasattr(data, "getlist") else data[key]
    return tuple(lined(str(text)) for text in (found if isinstance(found, list | tuple) else [found]))


def show(shape: Shape, value: Json) -> Typed:
    """How a value stands in the input before anybody typed."""
    parts = shown(shape, value)
    return Typed(parts or {}, _raw(shape, value), parts is None)


def _raw(shape: Shape, value: Json) -> str:
    if is_nothing(value):
        return ""
    return str(value) if shape.as_text else json.dumps(value, ensure_ascii=False, indent=2)


def read(shape: Shape, typed: Typed) -> Json:
    """The value of what stands in an input. Raises Refused."""
    if not typed.is_raw:
        return shape.read(typed.parts)
    if shape.as_text:
        return typed.raw.strip()
    try:
        return JsonField(required=False).to_python(typed.raw)
    except ValidationError as error:
        raise Refused(error.messages[0]) from None


def is_changed(shape: Shape, value: Json, typed: Typed) -> bool:
    """Whether what stands in an input says anything else than it did when it showed `value`."""
    before = show(shape, value)
    if shape.as_text and typed.is_raw and before.is_raw:
        return _flat(typed.raw) != _flat(before.raw)
    try:
        if typed.is_raw or before.is_raw:
            return not is_same(read(shape, typed), value)
        # Rows have an order of their own, that of a schema for instance.
        return not is_same(in_order(read(shape, typed)), in_order(read(shape, before)))
    except Refused:
        return True


def _prefixed(shape: Shape, parts: Parts, name: str) -> View:
    """What the template draws, with what begins the names of each row's parts."""
    view = {**shape.view(parts), "prefix": f"{name}_"}
    counts: Counter[str] = Counter()
    for key, group in shape.groups.items():
        for row in view.get(key, ()):
            row["prefix"] = f"{name}_{group}{counts[group]}_"
            counts[group] += 1
    return view


def _flat(text: str) -> str:
    """A text as an input of one line posts it."""
    return lined(text).replace("\n", "").strip()


class CompositeWidget(forms.Widget):
    """Draws a shape. `column` is `model.column`, by which the page asks for its input drawn anew."""

    def __init__(self, shape: Shape, column: str = "", label: Any = "") -> None:
        super().__init__()
        self.shape = shape
        self.column = column
        self.label = label

    class Media:
        css = {"all": ("css/admin_inputs.css",)}  # Django's own name for it
        js = (Script("js/admin/inputs.js", type="module"),)

    def follow(self, given: Any) -> None:
        """Be told what the column that is followed holds. The shape is shared with other forms, so it is copied."""
        self.shape = copy.copy(self.shape)
        self.shape.given = given

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Typed:
        """What was posted."""
        prefix = name.removesuffix(self.column.rpartition(".")[2])
        given = self.shape.given_in(data, prefix)
        if given is not None:
            self.follow(given)
        return typed_in(data, name)

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Whether the page had no such input."""
        return name not in data and not any(key.startswith(f"{name}_") for key in data)

    def id_for_label(self, id_: str) -> str:
        """The label belongs to the first part."""
        return id_

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """What the template draws."""
        typed = value if isinstance(value, Typed) else show(self.shape, value)
        return {
            "name": name,
            "id": (attrs or {}).get("id", f"id_{name}"),
            "label": self.label,
            "column": self.column,
            "follows": self.shape.follows,
            "rows_template": f"admin/agents/inputs/{self.shape.template}.html",
            "is_raw": typed.is_raw,
            "is_text": self.shape.as_text,
            "raw": self._raw_of(typed),
            "view": None if typed.is_raw else _prefixed(self.shape, typed.parts, name),
        }

    def _raw_of(self, typed: Typed) -> str:
        """What the parts say, as JSON; what was typed where they say nothing."""
        if typed.is_raw:
            return typed.raw
        try:
            return _raw(self.shape, read(self.shape, typed))
        except Refused:
            return typed.raw

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> Any:
        """The input, drawn by a template of the site."""
        return render_to_string("admin/agents/inputs/composite.html", self.get_context(name, value, attrs))


class CompositeField(forms.Field):
    """A value by its parts."""

    widget: CompositeWidget

    def __init__(self, *, shape: Shape, column: str, label: Any = "", **kwargs: Any) -> None:
        super().__init__(widget=CompositeWidget(shape, column, label), label=label, **kwargs)

    def to_python(self, value: Any) -> Json:
        """The value of what was typed."""
        try:
            return read(self.widget.shape, value)
        except Refused as error:
            raise ValidationError(error.said()) from None

    def validate(self, value: Any) -> None:
        """Refuse nothing where something is needed."""
        if self.required and is_nothing(value):
            raise ValidationError(self.error_messages["required"], code="required")

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the parts say something else than they showed."""
        return is_changed(self.widget.shape, initial, data)
