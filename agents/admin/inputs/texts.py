"""A value as the text of an input, and read from it again. Pure.

Where the type is known the text is read by it. Elsewhere `2`, `true`, `["a"]` and `"2"` are JSON, all else is a text.
"""

import json
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from agents.admin.inputs.offers import FREE, NUMBERS, TEXTS, Kind
from agents.admin.inputs.parts import Refused
from agents.columns import canonical
from facts.values import Json

_NEITHER: Final = object()


def written(value: Json, kind: Kind = FREE) -> str:
    """The text that `read` reads as the value."""
    if isinstance(value, str) and (kind.type in TEXTS or free(value) == value):
        return value
    if isinstance(value, dict) and kind.type == "map":
        return _as_lines(value)
    return canonical(value)


def read(text: str, kind: Kind = FREE, *, template: bool = False) -> Json:
    """The value of a text; with `template`, a text with an expression is taken as it stands. Raises Refused."""
    if kind.type in TEXTS or (template and "{{" in text and kind.type != "map" and _json(text) is _NEITHER):
        return text
    if kind.type in NUMBERS or kind.type == "boolean":
        return _typed(text, kind.type)
    return _mapping(text) if kind.type == "map" else free(text)


def free(text: str) -> Json:
    """The JSON that a text is, else the text."""
    found = _json(text)
    return text if found is _NEITHER else found


def _typed(text: str, type_name: str) -> Json:
    found = _json(text)
    if type_name == "boolean" and isinstance(found, bool):
        return found
    if type_name != "boolean" and type(found) in (int, float) and (type_name == "number" or type(found) is int):
        return found
    raise Refused(_UNLIKE[type_name], text=text)


_UNLIKE: Final = {
    "boolean": _("Choose yes or no."),
    "integer": _("“%(text)s” is no whole number: write one such as 4."),
    "number": _("“%(text)s” is no number: write one such as 4 or 2.5."),
}


def _json(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return _NEITHER


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _as_lines(value: dict[str, Json]) -> str:
    """A mapping as `name = value` lines, or as JSON where these would not be read as the same."""
    lines = "\n".join(f"{name} = {written(item)}" for name, item in value.items())
    try:
        return lines if canonical(_mapping(lines)) == canonical(value) else canonical(value)
    except Refused:
        return canonical(value)


def _mapping(text: str) -> Json:
    found = _json(text)
    if isinstance(found, dict):
        return found
    made: dict[str, Json] = {}
    for line in filter(str.strip, text.split("\n")):
        name, sign, item = line.partition("=")
        if not sign or not name.strip():
            raise Refused(_("Write one “name = value” a line; “%(line)s” is none."), line=line.strip())
        made[name.strip()] = free(item.strip())
    return made
