"""The forms in which a person types a fact: inputs that fit the schema of its key (F10, F18)."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html_join
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from facts.cleaning import clean_json
from facts.showing import show
from facts.values import Json

LONGEST = 2000
MOST_LINES = 20

_BY_CONTENT = {"dir": "auto"}


class Value(forms.Form):
    """One input named `value`; `cleaned_data["value"]` is the JSON value, or for many values a list of them.

    None, or an empty list, is no answer; only a form that is not required takes it.
    """

    def __init__(self, *, field: forms.Field, name: str, data: Any = None, initial: Json = None, prefix: str) -> None:
        super().__init__(data, initial={"value": initial}, auto_id=f"{name}-%s", label_suffix="", prefix=prefix or None)
        field.error_messages["required"] = _("Enter a value.")
        self.fields["value"] = field

    def clean_value(self) -> Json:
        """The JSON value: a date as ISO text, a choice as what it stands for, a whole number without a point."""
        value = self.cleaned_data["value"]
        if isinstance(value, list):
            return [_plain(item) for item in value]
        return None if value in forms.Field.empty_values else _plain(value)


class Lines(forms.CharField):
    """A list of texts, one a line."""

    widget = forms.Textarea

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]


class Several(Lines):
    """Several values of one kind, one a line; `one` is the field that a line has to fit."""

    def __init__(self, one: forms.Field, **options: Any) -> None:
        super().__init__(**options)
        self._one = one

    def clean(self, value: Any) -> Any:
        """The values of all lines. Raises ValidationError with the number of each line that is wrong."""
        lines = super().clean(value)
        if len(lines) > MOST_LINES:
            raise ValidationError(_("Write at most %(count)d lines.") % {"count": MOST_LINES})
        problems: list[Any] = []
        values = [self._read(number, line, problems) for number, line in enumerate(lines, 1)]
        if problems:
            raise ValidationError(problems)
        return values

    def _read(self, number: int, line: str, problems: list[Any]) -> Any:
        try:
            return self._one.clean(line)
        except ValidationError as error:
            problem = " ".join(error.messages)
            problems.append(_("Line %(number)d: %(problem)s") % {"number": number, "problem": problem})


class _Offered:
    """JSON values to choose from, each shown in the reader's language and sent as JSON."""

    def __init__(self, values: list[Json]) -> None:
        language = get_language() or "en"
        self.pairs = [(json.dumps(value), show(value, language)) for value in values]
        self._sent = {sent for sent, _shown in self.pairs}

    def prepared(self, value: Any) -> Any:
        """What was chosen comes back as it was sent, what is stored as it is offered."""
        if value in forms.Field.empty_values:
            return value
        return value if isinstance(value, str) and value in self._sent else json.dumps(value)


class Choice(forms.TypedChoiceField):
    """One of several JSON values; none is chosen beforehand unless it is the value that holds."""

    def __init__(self, values: list[Json], label: Any, *, has_blank: bool = False) -> None:
        self._offered = _Offered(values)
        blank = [("", _("Choose"))] if has_blank else []
        super().__init__(choices=[*blank, *self._offered.pairs], coerce=json.loads, label=label)

    def prepare_value(self, value: Any) -> Any:
        return self._offered.prepared(value)


class Choices(forms.TypedMultipleChoiceField):
    """Several of several JSON values, each a box to tick."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, values: list[Json], label: Any) -> None:
        super().__init__(choices=_Offered(values).pairs, coerce=json.loads, label=label)


def value_form(
    schema: Mapping[str, Any], *, current: Json, name: str, data: Any = None, label: Any = None, is_shown: bool = True
) -> Value:
    """The form for a value under a schema; without one the current value says what kind it is.

    `name` begins the ids of its inputs. With `is_shown` false the current value is not in the form (F19).
    """
    shown = current if is_shown else None
    offered = schema.get("enum")
    has_blank = shown is None or (isinstance(offered, list) and shown not in offered)
    field = _field(schema, current, label or _("New value"), has_blank=has_blank)
    return Value(field=field, name=name, data=data, initial=shown, prefix="")


def answer_form(
    schema: Mapping[str, Any],
    *,
    key: str,
    label: Any,
    hint: Any = "",
    many: bool = False,
    current: Json = None,
    data: Any = None,
) -> Value:
    """The form that asks for the value of a key and does not need one; for many values it takes one a line (F10)."""
    field = _many_field(schema, label) if many else _field(schema, current, label, has_blank=True)
    field.required = False
    field.help_text = format_html_join(" ", "{}", [[text] for text in (hint, field.help_text) if text])
    return Value(field=field, name="answer", data=data, initial=current, prefix=key)


def _plain(value: Any) -> Json:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return clean_json(value.isoformat() if hasattr(value, "isoformat") else value)


def _field(schema: Mapping[str, Any], current: Json, label: Any, *, has_blank: bool) -> forms.Field:
    kind = _kind(schema, current)
    if isinstance(schema.get("enum"), list):
        return Choice(schema["enum"], label, has_blank=has_blank)
    if kind == "boolean":
        return Choice([True, False], label, has_blank=has_blank)
    return _FIELDS.get(kind, _json)(schema, label)


def _many_field(schema: Mapping[str, Any], label: Any) -> forms.Field:
    offered = [True, False] if schema.get("type") == "boolean" else schema.get("enum")
    if isinstance(offered, list):
        return Choices(offered, label)
    one = _field(schema, "", label, has_blank=True)
    return Several(one, label=label, max_length=LONGEST, help_text=_("One a line."), widget=_area())


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
    widget = forms.TextInput(attrs=_BY_CONTENT)
    return forms.CharField(label=label, max_length=longest if isinstance(longest, int) else LONGEST, widget=widget)


def _texts(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return Lines(label=label, max_length=LONGEST, help_text=_("One a line."), widget=_area())


def _integer(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return forms.IntegerField(label=label, **_bounds(schema))


def _number(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return forms.FloatField(label=label, widget=forms.NumberInput(attrs={"step": "any"}), **_bounds(schema))


def _json(schema: Mapping[str, Any], label: Any) -> forms.Field:
    return forms.JSONField(label=label, help_text=_("As JSON."), widget=_area())


def _area() -> forms.Textarea:
    return forms.Textarea(attrs={"rows": 3, **_BY_CONTENT})


def _bounds(schema: Mapping[str, Any]) -> dict[str, Any]:
    pairs = (("min_value", schema.get("minimum")), ("max_value", schema.get("maximum")))
    return {name: bound for name, bound in pairs if isinstance(bound, int | float) and not isinstance(bound, bool)}


_FORMATS = ("date", "time", "email")
_KIND_OF: Mapping[type, str] = {type(None): "string", str: "string", bool: "boolean", int: "number", float: "number"}
_FIELDS: Mapping[str, Callable[[Mapping[str, Any], Any], forms.Field]] = {
    "string": _text,
    "date": _date,
    "time": _time,
    "email": _email,
    "integer": _integer,
    "number": _number,
    "texts": _texts,
}
