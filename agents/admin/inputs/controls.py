"""The one input of a value that fits its kind: a select, a date, a number, a text. Pure."""

import re
from collections.abc import Sequence
from datetime import date, time
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from agents.admin.inputs.offers import NUMBERS, Kind
from agents.admin.inputs.parts import View
from agents.admin.inputs.texts import written
from agents.columns import canonical

_CLOCK: Final = re.compile(r"\d\d:\d\d(:\d\d)?", re.ASCII)
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def control(name: str, kind: Kind, typed: Sequence[str], *, many: bool = False, names: Any = ()) -> View:
    """What the template draws. `typed` is kept whatever it is: a browser empties a date input that holds no date.

    `many` takes several values, `names` are expressions (label, text) that may be chosen in place of a value.
    """
    options = _options(kind)
    text = typed[0] if typed else ""
    if options and many:
        ticks = [*typed, *(one for one, _label in options if one not in typed)]
        labels = dict(options)
        return {
            "is": "ticks",
            "name": "ticked",
            "options": [(one, labels.get(one, one), one in typed) for one in ticks],
        }
    if many:
        return {"is": "area", "name": name, "text": "\n".join(typed), "hint": _("One a line.")}
    if options and not ("{{" in text and text not in dict(names).values()):
        return {"is": "select", "name": name, "groups": _groups(options, text, names)}
    if kind.type in ("map", "object") or "\n" in text:
        return {
            "is": "area",
            "name": name,
            "text": text,
            "hint": _("One “name = value” a line.") if kind.type == "map" else "",
        }
    hint = "" if kind.type or names else _("a text, a number, true or false")
    type_name = "text" if names else _input_type(kind, text)
    return {"is": "input", "name": name, "text": text, "type": type_name, "hint": hint}


def _options(kind: Kind) -> list[tuple[str, Any]]:
    if kind.type == "boolean":
        return [("true", _("yes")), ("false", _("no"))]
    return [
        (written(choice, kind), choice if isinstance(choice, str) else canonical(choice)) for choice in kind.choices
    ]


def _groups(options: list[tuple[str, Any]], text: str, names: Any) -> list[tuple[Any, list[tuple[str, Any, bool]]]]:
    offered = dict(options) | {inserted: label for label, inserted in names}
    plain = [("", _("choose"), not text), *((one, label, one == text) for one, label in options)]
    if text and text not in offered:
        plain.append((text, _("%(name)s (gone)") % {"name": text}, True))
    values = [(inserted, label, inserted == text) for label, inserted in names]
    return [("", plain), *([(_("The value of"), values)] if values else [])]


def _input_type(kind: Kind, text: str) -> str:
    if kind.type in NUMBERS and (not text or re.fullmatch(r"-?\d+(\.\d+)?", text, re.ASCII)):
        return "number"
    if kind.type == "date" and (not text or _is(text, _DAY, date)):
        return "date"
    if kind.type == "time" and (not text or _is(text, _CLOCK, time)):
        return "time"
    return "text"


def _is(text: str, pattern: "re.Pattern[str]", read: Any) -> bool:
    try:
        return bool(pattern.fullmatch(text) and read.fromisoformat(text))
    except ValueError:
        return False
