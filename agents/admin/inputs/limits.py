"""What a field may be: its choices, its bounds, the rest of its constraints. Pure."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _

from agents.admin.inputs import parts as p
from agents.admin.inputs import texts
from agents.admin.inputs.controls import control
from agents.admin.inputs.mappings import select_of
from agents.admin.inputs.offers import FREE, NUMBERS, Kind, Offers
from facts.values import Json

_ORDERED: Final = ("integer", "number", "date", "time", "datetime")


class Enum(p.Shape):
    """The choices of a field, one a line. `given` is the field's type."""

    template = "enum"
    areas = frozenset({"lines"})
    follows = "type"

    def show(self, value: Json) -> p.Parts | None:
        """A line for each choice."""
        if not isinstance(value or [], list):
            return None
        kind = self._kind
        return {"lines": ("\n".join(texts.written(one, kind) for one in value or ()),)}  # type: ignore[union-attr]

    @property
    def _kind(self) -> Kind:
        return FREE if self.given in ("list", "object") else Kind(str(self.given or ""))

    def read(self, parts: p.Parts) -> Json:
        """The choices of the lines that are not empty: numbers for a field of numbers."""
        lines = p.lined(p.first(parts, "lines")).split("\n")
        return [texts.read(line.strip(), self._kind) for line in lines if line.strip()]

    def view(self, parts: p.Parts) -> p.View:
        """The text area."""
        text = p.first(parts, "lines")
        return {"text": text, "height": max(3, min(12, text.count("\n") + 2))}


_RELATIVE: Final = re.compile(r"(today|now)(?:([+-])(\d{1,6})([smhdw]))?", re.ASCII)
UNITS: Final = {"s": _("seconds"), "m": _("minutes"), "h": _("hours"), "d": _("days"), "w": _("weeks")}


class Bound(p.Shape):
    """The least or most of a field: a value, a moment counted from today or now, or another field (T50)."""

    template = "bound"
    follows = "type"
    areas = frozenset({"value"})

    def __init__(self, offers: Offers) -> None:
        self.offers = offers

    def show(self, value: Json) -> p.Parts | None:
        """How the bound is said, and its value."""
        match value:
            case None:
                return {"how": ("",)}
            case {"field": str(name), **rest} if not rest and name:
                return {"how": ("field",), "field": (name,)}
            case str(text) if (found := _RELATIVE.fullmatch(text)) and self.given not in NUMBERS:
                how, sign, amount, unit = found.groups("")
                return {"how": (how,), "sign": (sign or "+",), "amount": (amount,), "unit": (unit or "d",)}
            case str() | int() | float():
                return {"how": ("value",), "value": (texts.written(value, self._kind),)}
        return None

    @property
    def _kind(self) -> Kind:
        return Kind(str(self.given)) if self.given in _ORDERED else FREE

    def read(self, parts: p.Parts) -> Json:
        """The bound, None for none."""
        how = p.first(parts, "how")
        if how == "field":
            return {"field": p.first(parts, "field") or _lacks(_("Choose the field that bounds this one."))}
        if how == "value":
            return texts.read(p.first(parts, "value") or _lacks(_("Write the value, or choose “none”.")), self._kind)
        return self._moved(how, parts) if how in ("today", "now") else None

    def _moved(self, anchor: str, parts: p.Parts) -> str:
        amount = p.first(parts, "amount").strip()
        if amount and not re.fullmatch(r"\d{1,6}", amount, re.ASCII):
            raise p.Refused(_("“%(text)s” is no whole number: write one such as 7."), text=amount)
        sign = "-" if p.first(parts, "sign") == "-" else "+"
        return f"{anchor}{sign}{amount}{p.first(parts, 'unit', 'd')}" if amount else anchor

    def view(self, parts: p.Parts) -> p.View:
        """The select of how it is said, and the inputs of each way."""
        how, unit, field = p.first(parts, "how"), p.first(parts, "unit", "d"), p.first(parts, "field")
        labels = {name: named.label for name, named in self.offers.named_fields.items()}
        return {
            "ways": [(name, label, name == how) for name, label in self._ways(how).items()],
            "value": control("value", self._kind, parts.get("value", ())),
            "before": p.first(parts, "sign") == "-",
            "amount": p.first(parts, "amount"),
            "units": [(name, label, name == unit) for name, label in UNITS.items()],
            "fields": select_of(labels, field, _("choose a field")),
        }

    def _ways(self, how: str) -> dict[str, Any]:
        timed = {"today": _("today"), "now": _("now")}
        ways = {"": _("none"), "value": _("this value"), **timed, "field": _("another field")}
        unfit = {"date": ("now",), "time": ("today",), "datetime": ()}.get(str(self.given), tuple(timed))
        return {name: label for name, label in ways.items() if name == how or name not in unfit}


def _lacks(sentence: Any) -> Any:
    raise p.Refused(sentence)


_WHOLE: Final = ("minLength", "maxLength", "minItems", "maxItems")
_LABELS: Final[dict[str, Any]] = {
    "minLength": _("at least so many characters"),
    "maxLength": _("at most so many characters"),
    "pattern": _("fits the pattern (RE2)"),
    "multipleOf": _("a multiple of"),
    "minItems": _("at least so many entries"),
    "maxItems": _("at most so many entries"),
    "items": _("each entry is"),
    "uniqueItems": _("no entry twice"),
}
_OF: Final = {
    "list": ("items", "minItems", "maxItems", "uniqueItems"),
    "integer": ("multipleOf",),
    "number": ("multipleOf",),
    "boolean": (),
    "object": (),
    "date": (),
    "time": (),
    "datetime": (),
}
_TEXTUAL: Final = ("minLength", "maxLength", "pattern")
ITEMS: Final = {"string": _("a text"), "integer": _("a whole number"), "number": _("a number"), "date": _("a date")}


class Constraints(p.Shape):
    """The JSON Schema keywords without a column of their own, an input each. `given` is the field's type."""

    template = "constraints"
    groups: ClassVar[Mapping[str, str]] = {}
    follows = "type"

    def show(self, value: Json) -> p.Parts | None:
        """A part for each keyword."""
        found = value or {}
        if not isinstance(found, dict) or not found.keys() <= _LABELS.keys():
            return None
        shown = {name: self._shown(name, one) for name, one in found.items()}
        return None if None in shown.values() else {name: (str(text),) for name, text in shown.items()}

    def _shown(self, name: str, value: Any) -> str | None:
        if name == "items":
            return (
                value["type"]
                if isinstance(value, dict) and list(value) == ["type"] and value["type"] in ITEMS
                else None
            )
        if name == "uniqueItems":
            return "on" if value is True else None
        return texts.written(value, _kind_of_keyword(name))

    def read(self, parts: p.Parts) -> Json:
        """The keywords that say something."""
        return {name: self._read(name, p.first(parts, name)) for name in _LABELS if p.first(parts, name).strip()}

    def _read(self, name: str, text: str) -> Json:
        if name == "items":
            return {"type": text}
        return True if name == "uniqueItems" else texts.read(text, _kind_of_keyword(name))

    def view(self, parts: p.Parts) -> p.View:
        """The keywords that fit the type, and those that are given."""
        fit = _OF.get(str(self.given), _TEXTUAL)
        return {"rows": [self._viewed(name, p.first(parts, name)) for name in _LABELS if name in fit or name in parts]}

    def _viewed(self, name: str, text: str) -> p.View:
        kind = _kind_of_keyword(name)
        if name == "uniqueItems":
            drawn: p.View = {"is": "tick", "name": name, "ticked": bool(text)}
        elif name == "items":
            options = [("", _("anything"), not text), *((one, label, one == text) for one, label in ITEMS.items())]
            drawn = {"is": "select", "name": name, "groups": [("", options)]}
        else:
            drawn = control(name, kind, [text])
        return {"label": _LABELS[name], "control": drawn}


def _kind_of_keyword(name: str) -> Kind:
    return Kind("integer" if name in _WHOLE else "number" if name == "multipleOf" else "string")
