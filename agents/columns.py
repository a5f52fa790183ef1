"""Columns of the authored rows: JSON kept as text, and the ids that the agent file uses."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from facts.values import Json

slug_validator = RegexValidator(
    r"\A[a-z][a-z0-9_]*\Z", _("Begin with a lower-case letter, then lower-case letters, digits and _ only.")
)
duration_validator = RegexValidator(
    r"\A[0-9]+[smhd]?\Z", _("Write a whole number and s, m, h or d, for instance 90s, 15m, 24h or 2d.")
)


MAX_DEPTH = 30
"""How deep the JSON of one input may be nested: what reads it later counts on some end."""


def canonical(value: Json) -> str:
    """`value` as JSON text in the written order of its keys, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _depth(value: Json) -> int:
    """How deep lists and mappings are nested; it stops just beyond `MAX_DEPTH`."""
    level, depth = [value], 0
    while level and depth <= MAX_DEPTH:
        inner = [list(item.values()) if isinstance(item, dict) else item for item in level]
        level = [part for item in inner if isinstance(item, list) for part in item]
        depth += bool(level)
    return depth


class JsonField(forms.JSONField):
    """The form's side of `JsonText`: indented JSON; the order of keys is part of the value."""

    widget = forms.Textarea
    default_error_messages = {"invalid": _("This is not valid JSON. Mind the double quotes and the commas.")}

    def to_python(self, value: Any) -> Any:
        """The JSON value. Refuses what no database or reader takes: NaN, half a character, a nesting beyond reason."""
        try:
            found = super().to_python(value)
            canonical(found).encode()
        except (ValueError, RecursionError):
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None
        if _depth(found) > MAX_DEPTH:
            raise ValidationError(_("This is nested too deeply."), code="depth")
        return found

    def prepare_value(self, value: Any) -> Any:
        """`value` as the text to edit; nothing for an empty one."""
        if isinstance(value, forms.fields.InvalidJSONInput):
            return str(value)
        return "" if value in (None, [], {}) else json.dumps(value, ensure_ascii=False, indent=2)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether `data` reads differently from `initial`, the order of keys included."""
        try:
            return canonical(self.to_python(data) or None) != canonical(initial or None)
        except ValidationError:
            return True


if TYPE_CHECKING:
    _TextField = models.TextField[Any, Any]
else:
    _TextField = models.TextField


class JsonText(_TextField):
    """JSON kept as canonical text (`jsonb` would reorder keys). `empty` makes the value of an empty column."""

    description = _("JSON as text")

    def __init__(self, *args: Any, empty: Callable[[], Json] | None = None, **kwargs: Any) -> None:
        self.empty = empty
        kwargs.setdefault("blank", True)
        kwargs.setdefault("default", empty)
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """The arguments for a migration."""
        name, path, args, kwargs = super().deconstruct()
        kwargs["blank"] = self.blank
        if self.empty is not None:
            kwargs["empty"] = self.empty
        return name, path, args, kwargs

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Json:
        """The JSON value of the stored text."""
        if not value:
            return self.empty() if self.empty else None
        return json.loads(value)

    def to_python(self, value: Any) -> Any:
        """JSON values stand for themselves."""
        return value

    def get_prep_value(self, value: Any) -> str:
        """The text to store: empty for null, `""`, `[]` and `{}`."""
        return "" if value is None or value in ("", [], {}) else canonical(value)

    def formfield(self, **kwargs: Any) -> Any:
        """A text area of JSON."""
        return super().formfield(**{"form_class": JsonField, **kwargs})
