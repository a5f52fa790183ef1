"""Mappings as rows: values of fields, an action's input, what is kept of its result, other words for choices. Pure."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from agents.admin.inputs import parts as p
from agents.admin.inputs import texts
from agents.admin.inputs.controls import control
from agents.admin.inputs.offers import FREE, TEXT, Kind, Offers, kind_of_schema
from agents.admin.inputs.paths import expressions
from facts.values import Json


class FieldValues:
    """Values for fields, a row each: a part of a Next, not an input of its own."""

    def __init__(self, offers: Offers) -> None:
        self.offers = offers

    def show(self, value: Any, group: str) -> p.Parts | None:
        """A row for each field."""
        if not isinstance(value or {}, dict):
            return None
        found = [(name, texts.written(one, self._kind(name))) for name, one in (value or {}).items()]
        return p.numbered([{"name": (name,), "value": (text,)} for name, text in found], group)

    def read(self, parts: p.Parts, group: str) -> dict[str, Json]:
        """The values of the rows that name a field."""
        return _mapping_of(p.rows(parts, group), self._kind, keep_empty=True)

    def view(self, parts: p.Parts, group: str) -> list[p.View]:
        """The rows, and an empty one."""
        found = [row for row in p.rows(parts, group) if p.first(row, "name")]
        return [self._viewed(row) for row in [*found, {}]]

    def _kind(self, name: str) -> Kind:
        named = self.offers.named_fields.get(name)
        return FREE if named is None or named.kind.type in ("list", "object") else named.kind

    def _viewed(self, row: p.Row) -> p.View:
        name = p.first(row, "name")
        labels = {field: named.label for field, named in self.offers.named_fields.items()}
        return {
            "names": select_of(labels, name, _("choose a field")),
            "value": control("value", self._kind(name), row.get("value", ()), names=field_names(self.offers)),
        }


def field_names(offers: Offers) -> list[tuple[Any, str]]:
    """Expressions that stand for a value as it is, with their labels."""
    found = [(named.label, f"{{{{ data.{name} }}}}") for name, named in offers.named_fields.items()]
    return found + [(named.label, f"{{{{ run.{name} }}}}") for name, named in offers.named_runs.items()]


def select_of(labels: Mapping[str, Any], chosen: str, nothing: Any) -> list[tuple[str, Any, bool]]:
    """The options of a select; what is chosen and gone is shown as gone."""
    found = {"": nothing, **labels}
    if chosen not in found:
        found[chosen] = _("%(name)s (gone)") % {"name": chosen}
    return [(name, label, name == chosen) for name, label in found.items()]


def _mapping_of(rows: list[p.Row], kind: Any, *, keep_empty: bool = False) -> dict[str, Json]:
    """The rows with a name as a mapping. Raises Refused for a name that is there twice, or a row without one."""
    found: dict[str, Json] = {}
    for row in rows:
        name, text = p.first(row, "name"), p.first(row, "value")
        if not name and text:
            raise p.Refused(_("Say what “%(text)s” is for, or empty it."), text=text)
        if name in found:
            raise p.Refused(_("“%(name)s” stands here twice: keep one."), name=name)
        if name and (text or keep_empty):
            found[name] = texts.read(text, kind(name), template=True)
    return found


class ActionInput(p.Shape):
    """The input of an action: a row for each entry of its schema. `given` is the action's name."""

    template = "action_input"
    groups: ClassVar[Mapping[str, str]] = {"rows": "", "free": ""}
    areas = frozenset({"value"})
    follows = "action"

    def __init__(self, offers: Offers, schemas: Mapping[str, Any]) -> None:
        self.offers = offers
        self.schemas = schemas

    def show(self, value: Json) -> p.Parts | None:
        """A row for each entry that is given."""
        if not isinstance(value or {}, dict):
            return None
        found = value if isinstance(value, dict) else {}
        rows: list[p.Row] = [
            {"name": (name,), "value": (texts.written(one, self._kind(name)),)} for name, one in found.items()
        ]
        return {"for": (str(self.given or ""),), **p.numbered(rows)}

    def read(self, parts: p.Parts) -> Json:
        """What is given; an empty input gives nothing."""
        return _mapping_of(p.rows(parts), self._kind)

    def view(self, parts: p.Parts) -> p.View:
        """The entries of the schema in its order, what else is given, and an empty row where the schema is open."""
        typed = {p.first(row, "name"): p.first(row, "value") for row in p.rows(parts)}
        known = dict.fromkeys([*self._properties, *filter(None, typed)])
        return {
            "for": p.first(parts, "for"),
            "rows": [self._viewed(name, typed.get(name, "")) for name in known],
            "free": [self._free()] if self._is_open else [],
            "names": expressions(self.offers),
            "is_chosen": bool(self.given),
        }

    @property
    def _schema(self) -> Mapping[str, Any]:
        found = self.schemas.get(str(self.given))
        return found.input if found else {}

    @property
    def _properties(self) -> Mapping[str, Any]:
        return self._schema.get("properties", {})

    @property
    def _is_open(self) -> bool:
        return self._schema.get("additionalProperties", True) is not False

    def _kind(self, name: str) -> Kind:
        return kind_of_schema(self._properties.get(name))

    def _viewed(self, name: str, text: str) -> p.View:
        described = self._properties.get(name, {}) if name in self._properties else None
        return {
            "name": name,
            "label": name if described is not None or self._is_open else _("%(name)s (gone)") % {"name": name},
            "hint": (described or {}).get("description") or _hint(self._kind(name)),
            "required": name in self._schema.get("required", ()),
            "value": control("value", self._kind(name), [text], names=field_names(self.offers)),
        }

    def _free(self) -> p.View:
        return {"name": "", "value": control("value", FREE, [""], names=field_names(self.offers))}


def _hint(kind: Kind) -> Any:
    words = {
        "integer": _("a whole number"),
        "number": _("a number"),
        "boolean": _("yes or no"),
        "date": _("a date"),
        "string": _("a text"),
        "list": _("a list"),
    }
    return words.get(kind.type, "")


class Saves(p.Shape):
    """What is kept of an action's result: a name for an entry. `given` is the action's name."""

    template = "saves"
    follows = "action"

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        self.schemas = schemas

    def show(self, value: Json) -> p.Parts | None:
        """A row for each name."""
        if not isinstance(value or {}, dict):
            return None
        found = value if isinstance(value, dict) else {}
        if not all(isinstance(one, str) for one in found.values()):
            return None
        return p.numbered([{"name": (name,), "value": (str(one),)} for name, one in found.items()])

    def read(self, parts: p.Parts) -> Json:
        """The names with what they keep; a name that is left out is that of the entry."""
        named = [{**row, "name": (p.first(row, "name").strip() or p.first(row, "value"),)} for row in p.rows(parts)]
        for row in named:
            if p.first(row, "name") and not p.first(row, "value"):
                raise p.Refused(_("Choose what is kept as “%(name)s”."), name=p.first(row, "name"))
        return _mapping_of(named, lambda _name: TEXT)

    def view(self, parts: p.Parts) -> p.View:
        """The rows, and an empty one."""
        found = [row for row in p.rows(parts) if p.first(row, "name") or p.first(row, "value")]
        return {"rows": [self._viewed(row) for row in [*found, {}]]}

    def _viewed(self, row: p.Row) -> p.View:
        schema = self.schemas.get(str(self.given))
        output: Mapping[str, Any] = schema.output if schema else {}
        names = {
            name: f"{name} – {hint}" if (hint := _hint(kind_of_schema(one))) else name
            for name, one in output.get("properties", {}).items()
        }
        value = p.first(row, "value")
        is_closed = bool(names) and output.get("additionalProperties", True) is False
        return {
            "name": p.first(row, "name"),
            "value": value,
            "keys": select_of(names, value, _("choose")) if is_closed else [],
        }


class Synonyms(p.Shape):
    """Other words for each choice of a field, one a line. `given` are its choices."""

    template = "synonyms"
    areas = frozenset({"words"})
    follows = "enum"

    def given_in(self, data: Mapping[str, Any], prefix: str) -> Any:
        """The choices as they were typed, one a line."""
        typed = data.get(f"{prefix}enum_lines")
        return None if typed is None else [line.strip() for line in p.lined(typed).split("\n") if line.strip()]

    def show(self, value: Json) -> p.Parts | None:
        """The words of each choice."""
        found = value or {}
        if not isinstance(found, dict) or not all(_are_texts(words) for words in found.values()):
            return None
        return p.numbered([{"name": (name,), "words": ("\n".join(map(str, words)),)} for name, words in found.items()])  # type: ignore[arg-type]

    def read(self, parts: p.Parts) -> Json:
        """The choices that have other words."""
        found: dict[str, Json] = {}
        for row in p.rows(parts):
            name, words = p.first(row, "name"), p.lined(p.first(row, "words")).split("\n")
            if kept := [word.strip() for word in words if word.strip()]:
                if not name or name in found:
                    raise p.Refused(_("Say once for which choice “%(word)s” is another word."), word=kept[0])
                found[name] = kept  # type: ignore[assignment]
        return found

    def view(self, parts: p.Parts) -> p.View:
        """A row for each choice."""
        typed = {p.first(row, "name"): p.first(row, "words") for row in p.rows(parts)}
        choices = [texts.written(one, TEXT) for one in self.given or ()]
        names = dict.fromkeys([*filter(None, typed), *choices])
        return {"rows": [self._viewed(name, typed.get(name, ""), choices) for name in names]}

    def _viewed(self, name: str, words: str, choices: list[str]) -> p.View:
        label = name if name in choices else _("%(name)s (gone)") % {"name": name}
        return {"name": name, "label": label, "words": words}


def _are_texts(words: Any) -> bool:
    return isinstance(words, list) and bool(words) and all(isinstance(word, str) for word in words)
