"""Conditions as rows: what is looked at, how, against which value. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from agents.admin.inputs import parts as p
from agents.admin.inputs import texts
from agents.admin.inputs.controls import control
from agents.admin.inputs.offers import FREE, Kind, Offers, kind_of
from agents.admin.inputs.paths import OTHER, Paths
from facts.values import Json

WITHOUT_VALUE: Final = ("known", "missing")
WORDS: Final[dict[str, Any]] = {
    "equals": _("is"),
    "not_equals": _("is known, but not"),
    "in": _("is one of"),
    "gt": _("is more than"),
    "gte": _("is at least"),
    "lt": _("is less than"),
    "lte": _("is at most"),
    "contains": _("contains"),
    "matches": _("matches the pattern"),
    "known": _("is known"),
    "missing": _("is missing"),
}
_IN_TIME: Final = {"gt": _("is after"), "gte": _("is on or after"), "lt": _("is before"), "lte": _("is on or before")}


@dataclass(frozen=True)
class Row:
    """One comparison of a condition."""

    path: str
    operator: str
    value: Json = None
    negated: bool = False


def rows_of(document: Json) -> tuple[str, list[Row]] | None:
    """`all` or `any`, and the comparisons that the condition is made of; None if it is nested."""
    if isinstance(document, dict) and list(document) == ["any"] and isinstance(document["any"], list):
        found = [_all_of(item) for item in document["any"]]
        single = [one[0] for one in found if one and len(one) == 1]
        return ("any", single) if single and len(single) == len(found) else None
    rows = _all_of(document)
    return None if rows is None else ("all", rows)


def _all_of(document: Json) -> list[Row] | None:
    """The comparisons of which all must hold."""
    if document in (None, {}):
        return []
    if not isinstance(document, dict):
        return None
    found: list[Row] = []
    for operator, operand in document.items():
        rows = _operation(operator, operand)
        if not rows:
            return None
        found += rows
    return found


def _operation(operator: str, operand: Any) -> list[Row] | None:
    if operator == "all" and isinstance(operand, list):
        inner = [_all_of(item) for item in operand]
        return [row for rows in inner for row in rows or ()] if all(inner) else None
    if operator == "not":
        rows = _all_of(operand)
        return [_turned(rows[0])] if rows and len(rows) == 1 and not rows[0].negated else None
    if operator in WITHOUT_VALUE and isinstance(operand, list):
        return [Row(path, operator) for path in operand] if all(isinstance(one, str) for one in operand) else None
    if operator in WORDS and operator not in WITHOUT_VALUE and isinstance(operand, dict):
        return [Row(path, operator, value) for path, value in operand.items()]
    return None


def _turned(row: Row) -> Row:
    return Row(row.path, row.operator, row.value, negated=True)


def document_of(join: str, rows: list[Row]) -> Json:
    """The condition that the rows state; None for none."""
    documents: list[Json] = [_document(row) for row in rows]
    if len(documents) < 2:
        return documents[0] if documents else None
    return {join: documents}


def _document(row: Row) -> dict[str, Json]:
    operand: Json = [row.path] if row.operator in WITHOUT_VALUE else {row.path: row.value}
    return {"not": {row.operator: operand}} if row.negated else {row.operator: operand}


class Predicate(p.Shape):
    """Conditions by rows; one that is nested is shown as JSON. `nothing` is what no row means."""

    template = "predicate"
    areas = frozenset({"lines", "value", "ticked"})

    def __init__(self, offers: Offers, nothing: Any = "") -> None:
        self.offers = offers
        self.paths = Paths(offers)
        self.nothing = nothing

    def meaning(self, value: Json) -> Json:
        """The condition as its rows make it."""
        found = rows_of(value)
        return value if found is None else document_of(*found)

    def show(self, value: Json) -> p.Parts | None:
        """A row for each comparison."""
        found = rows_of(value)
        if found is None:
            return None
        join, rows = found
        return {"join": (join,), **p.numbered([self._shown(row) for row in rows])}

    def _shown(self, row: Row) -> p.Row:
        kind = self._kind(row.path, row.operator)
        shown: p.Row = {**self._path(row.path), "op": (row.operator,)}
        if row.operator == "in" and isinstance(row.value, list):
            shown["ticked" if kind.choices else "lines"] = _listed(
                [texts.written(one, kind) for one in row.value], kind
            )
        elif row.operator not in WITHOUT_VALUE:
            shown["value"] = (texts.written(row.value, kind),)
        return {**shown, "not": ("on",)} if row.negated else shown

    def _path(self, path: str) -> p.Row:
        """The choice of the path, or the path written out where there is none."""
        is_free = kind_of(path, self.offers) is not None and path not in self.paths.known
        return {"path": (OTHER,), "other": (path,)} if is_free else {"path": (path,)}

    def _kind(self, path: str, operator: str) -> Kind:
        """The kind of the value that the path is held against."""
        kind = kind_of(path, self.offers) or FREE
        if operator == "matches":
            return Kind("string")
        if operator == "contains":
            return Kind(kind.items) if kind.type == "list" else Kind("string")
        return FREE if kind.type in ("list", "object", "map") else kind

    def read(self, parts: p.Parts) -> Json:
        """The condition of the rows that say what is looked at."""
        rows = [self._read(row) for row in p.rows(parts) if _path_in(row)]
        for row in p.rows(parts):
            if p.first(row, "path") == OTHER and not _path_in(row) and _has_value(row):
                raise p.Refused(_("Write what is looked at, such as context.vip."))
        return document_of("any" if p.first(parts, "join") == "any" else "all", rows)

    def _read(self, row: p.Row) -> Row:
        path, operator = _path_in(row), p.first(row, "op", "equals")
        kind, negated = self._kind(path, operator), "not" in row
        if operator in WITHOUT_VALUE:
            return Row(path, operator, None, negated)
        if operator == "in":
            return Row(path, operator, [texts.read(text, kind) for text in _texts_in(row)] or _none(path), negated)
        text = p.first(row, "value")
        if not text:
            _none(path)
        return Row(path, operator, texts.read(text, kind), negated)

    def view(self, parts: p.Parts) -> p.View:
        """The rows, and an empty one."""
        found = [row for row in p.rows(parts) if p.first(row, "path")]
        return {
            "join": p.first(parts, "join", "all"),
            "rows": [self._viewed(row) for row in [*found, {}]],
            "count": len(found),
            "nothing": self.nothing,
        }

    def _viewed(self, row: p.Row) -> p.View:
        operator, path = p.first(row, "op", "equals"), _path_in(row)
        kind = self._kind(path, operator) if path else FREE
        return {
            "negated": "not" in row,
            "paths": self.paths.groups(p.first(row, "path")),
            "other": p.first(row, "other"),
            "is_other": p.first(row, "path") == OTHER,
            "operators": _operators(kind_of(path, self.offers) if path else None, operator),
            "value": _value_control(row, kind, operator),
        }


def _none(path: str) -> Any:
    raise p.Refused(_("Write or choose a value for “%(path)s”, or choose “is known”."), path=path)


def _path_in(row: Mapping[str, tuple[str, ...]]) -> str:
    chosen = p.first(row, "path")
    return p.first(row, "other").strip() if chosen == OTHER else chosen


def _has_value(row: p.Row) -> bool:
    return any(p.first(row, name).strip() for name in ("value", "lines", "ticked"))


def _texts_in(row: p.Row) -> list[str]:
    ticked = list(row.get("ticked", ()))
    return ticked + [line for line in p.lined(p.first(row, "lines")).split("\n") if line.strip()]


def _listed(written: list[str], kind: Kind) -> tuple[str, ...]:
    return tuple(written) if kind.choices else ("\n".join(written),)


def _operators(kind: Kind | None, chosen: str) -> list[tuple[str, Any, bool]]:
    words = WORDS | _IN_TIME if kind and kind.type in ("date", "time", "datetime") else WORDS
    return [(name, word, name == chosen) for name, word in words.items()]


def _value_control(row: p.Row, kind: Kind, operator: str) -> p.View | None:
    """The input of the value; None where the operator has none."""
    if operator in WITHOUT_VALUE:
        return None
    if operator == "in":
        return control("lines", kind, _texts_in(row), many=True)
    typed = _texts_in(row)
    return control("value", kind, [p.first(row, "value") or (typed[0] if typed else "")])
