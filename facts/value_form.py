"""The form that corrects one fact: an input that fits the schema of its key (F10, F18)."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from facts.cleaning import clean_json
from facts.showing import show
from facts.values import Json

LONGEST = 2000


class Value(forms.Form):
    """One input named `value`; `cleaned_data["value"]` is the JSON value of the fact."""

    def __init__(self, *, field: forms.Field, name: str, data: Any = None, initial: Json = None) -> None:
        super().__init__(data, initial={"value": initial}, auto_id=f"{name}-%s", label_suffix="")
        field.error_messages["required"] = _("Enter a value.")
        self.fields["value"] = field

    def clean_value(self) -> Json:
        """The JSON value: a date as ISO text, a choice as what it stands for, a whole number without a point."""
        value = self.cleaned_data["value"]
        if isinstance(value, float) and value.is_integer():
            return int(value)
        return clean_json(value.isoformat() if hasattr(value, "isoformat") else value)


class Lines(forms.CharField):
    """A list of texts, one a line."""

    widget = forms.Textarea

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]


class Choice(forms.TypedChoiceField):
    """One of several JSON values, each shown in the reader's language."""

    def __init__(self, values: list[Json], label: Any) -> None:
        language = get_language() or "en"
        pairs = [(json.dumps(value), show(value, language)) for value in values]
        super().__init__(choices=pairs, coerce=json.loads, label=label)
        self._offered = {offered for offered, _shown in pairs}

    def prepare_value(self, value: Any) -> Any:
        """What was chosen comes back as it was sent, what is stored as it is offered."""
        sent = isinstance(value, str) and value in self._offered
        return value if sent else json.dumps(value)


def value_form(schema: Mapping[str, Any], *, current: Json, name: str, data: Any = None) -> Value:
    """The form for a value under a schema; without one the current value says what kind it is."""
    return Value(field=_field(schema, current), name=name, data=data, initial=current)


def _field(schema: Mapping[str, Any], current: Json) -> forms.Field:
    label = _("Correct value")
    if isinstance(schema.get("enum"), list):
        return Choice(schema["enum"], label)
    make = _FIELDS.get(_kind(schema, current), _json)
    return make(schema, label)


def _kind(schema: Mapping[str, Any], current: Json) -> str:
    kind = schema.get("type")
    if kind == "array" or (kind is None and isinstance(current, list)):
        texts = all(isinstance(item, str) for item in current) if isinstance(current, list) else False
        return "texts" if texts else "array"
    if kind == "string" and schema.get("format") in _FORMATS:
        return str(schema["format"])
    return str(kind) if isinstance(kind, str) else _KIND_OF.get(type(current), "object")


def _date(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


def _time(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return forms.TimeField(label=label, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))


def _email(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return forms.EmailField(label=label, max_length=LONGEST)


def _text(schema: Mapping[str, Any], label: Any) -> forms.Field:
    longest = schema.get("maxLength")
    return forms.CharField(label=label, max_length=longest if isinstance(longest, int) else LONGEST)


def _texts(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return Lines(label=label, max_length=LONGEST, help_text=_("One a line."), widget=forms.Textarea(attrs={"rows": 3}))


def _integer(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return forms.IntegerField(label=label, **_bounds(schema))


def _number(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return forms.FloatField(label=label, widget=forms.NumberInput(attrs={"step": "any"}), **_bounds(schema))


def _boolean(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return Choice([True, False], label)


def _json(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return forms.JSONField(label=label, help_text=_("As JSON."), widget=forms.Textarea(attrs={"rows": 3}))


def _bounds(schema: Mapping[str, Any]) -> dict[str, Any]:
    pairs = (("min_value", schema.get("minimum")), ("max_value", schema.get("maximum")))
    return {name: bound for name, bound in pairs if isinstance(bound, int | float) and not isinstance(bound, bool)}


_FORMATS = ("date", "time", "email")
_KIND_OF: Mapping[type, str] = {str: "string", bool: "boolean", int: "number", float: "number"}
_FIELDS: Mapping[str, Callable[[Mapping[str, Any], Any], forms.Field]] = {
    "string": _text,
    "date": _date,
    "time": _time,
    "email": _email,
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "texts": _texts,
}
