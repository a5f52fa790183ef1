"""The catalogue: which keys may be known about people, and how their values look (F1, F2)."""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from facts import keys, schemas, sharing, values
from facts.doubts import doubts_about
from facts.models import CatalogueKey, CurrentFact, Scope
from facts.policy import Thresholds
from facts.prepared import Select
from facts.substance import is_empty, is_shared
from facts.values import Invalid, Json

LONGEST_VALUE = 2000
"""Characters of a value's JSON: a fact is short."""

_BUILT_IN = {
    "profile": gettext_lazy("About you"),
    "account": gettext_lazy("Accounts"),
    "merchant": gettext_lazy("Merchants"),
    "preference": gettext_lazy("Preferences"),
}
_OPEN = ("preference",)
_CHUNK = 500
_DOCUMENT = {"catalogue", "scopes"}
_KEY = {"key", "label", "description", "schema", "many", "sensitive", "shareable", "write", "propose", "fresh"}
_FLAGS = {"many", "sensitive", "shareable", "open"}
_NUMBERS = {"write", "propose"}

Row = TypeVar("Row", CatalogueKey, Scope)


_keys = Select(CatalogueKey.objects.all)
_scopes = Select(Scope.objects.all)


class CatalogueError(Exception):
    """A catalogue that cannot be imported. `problems` has one sentence per mistake, each naming its place."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Catalogue:
    """The keys and scopes as they are now. `keys` has the most specific pattern first."""

    keys: tuple[CatalogueKey, ...]
    scopes: Mapping[str, Scope]

    @cached_property
    def patterns(self) -> tuple[str, ...]:
        """The patterns of all keys, most specific first."""
        return tuple(key.pattern for key in self.keys)

    @cached_property
    def open_scopes(self) -> tuple[str, ...]:
        """Scopes in which a key outside the catalogue is accepted (F1)."""
        return tuple(name for name, scope in self.scopes.items() if scope.is_open)

    def readable(self) -> tuple[CatalogueKey, ...]:
        """The keys that a message is read for, in the order of their patterns (F3)."""
        return tuple(sorted(self.keys, key=lambda key: key.pattern))

    def normalise(self, key: str) -> str:
        """The one spelling of a key (F2); empty if it is none."""
        return keys.normalise(key, self.patterns)

    def key_for(self, key: str) -> CatalogueKey | None:
        """The entry of the catalogue that a normalised key falls under."""
        return next((entry for entry in self.keys if keys.matches(entry.pattern, key)), None)

    def accepts(self, key: str) -> bool:
        """Whether a normalised key may be kept at all (F1)."""
        return bool(key) and (self.key_for(key) is not None or key.partition(".")[0] in self.open_scopes)

    def thresholds(self, key: str) -> Thresholds:
        """The key's own thresholds, or the site's (F5)."""
        entry = self.key_for(key) or CatalogueKey()
        return Thresholds(
            write=settings.FACT_WRITE if entry.write is None else entry.write,
            propose=settings.FACT_PROPOSE if entry.propose is None else entry.propose,
        )

    def check(self, key: str, value: Json) -> None:
        """Raise `Invalid` for a value that the key may not have (F2)."""
        if is_empty(value):
            raise Invalid("empty", _("Write something: nobody could read this."))
        if not is_shared(value):
            raise Invalid("number", _("Write a number of at most 15 digits."))
        if len(_written(value)) > LONGEST_VALUE:
            raise Invalid("size", _("Write a value of at most %(count)d characters.") % {"count": LONGEST_VALUE})
        entry = self.key_for(key)
        if entry is not None and entry.schema:
            values.check_schema(value, entry.schema)

    def label(self, key: str) -> str:
        """What people read for a key."""
        return label_of(key, self.key_for(key))

    def title(self, key: str) -> str:
        """The label in the language that is active, if the site's texts have it; else as the catalogue has it."""
        entry = self.key_for(key)
        if entry is None or not entry.label:
            return self.label(key)
        return _filled(_(entry.label), entry.pattern, key)

    def scope_label(self, name: str) -> str:
        """What people read for a scope."""
        scope = self.scopes.get(name)
        return scope.label if scope and scope.label else str(_BUILT_IN.get(name) or _spelled(name))


def built_in_scopes() -> dict[str, str]:
    """The names of the scopes that are there without a row, with their headings."""
    return {name: str(label) for name, label in _BUILT_IN.items()}


def load() -> Catalogue:
    """The catalogue from the database, in two queries."""
    rows = {key.pattern: key for key in _keys()}
    scopes = {name: Scope(name=name, is_open=name in _OPEN) for name in _BUILT_IN}
    scopes.update({scope.name: scope for scope in _scopes()})
    return Catalogue(tuple(rows[pattern] for pattern in keys.specific_first(rows)), scopes)


def label_of(key: str, entry: CatalogueKey | None) -> str:
    """The label of a key; a `*` in it stands for the subject, as in “How purchases at * are booked”."""
    if entry is None:
        return _spelled(key.rpartition(".")[2])
    return _filled(entry.label, entry.pattern, key)


def _filled(label: str, pattern: str, key: str) -> str:
    return label.replace("*", keys.subject(pattern, key))


def _written(value: Json) -> str:
    """The value as it would be stored. Raises `Invalid` for what JSON or UTF-8 cannot hold."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False).encode().decode()
    except (ValueError, TypeError):
        raise Invalid("type", _("Write a value that can be stored.")) from None


def _spelled(name: str) -> str:
    return name.replace("_", " ").capitalize()


def problems_of_key(key: CatalogueKey) -> dict[str, str]:
    """What is wrong with an entry of the catalogue, by column; what a single column can tell is left out."""
    problems = {}
    try:
        schemas.validator(_mapping(key.schema))
    except ValueError as error:
        problems["schema"] = _("This is no JSON Schema: %(problem)s") % {"problem": error}
    write = settings.FACT_WRITE if key.write is None else key.write
    propose = settings.FACT_PROPOSE if key.propose is None else key.propose
    if (
        all(isinstance(bound, int | float) for bound in (write, propose)) and not propose <= write
    ):  # NaN is refused, too
        problems["propose"] = _("Choose at most what it is written from (%(write)s).") % {"write": write}
    if key.pattern.count("*") > 1:
        problems["pattern"] = _("Write one * at most: which part is meant would not be clear.")
    if key.sensitive and key.shareable:
        problems["shareable"] = _("A sensitive key cannot be shareable.")
    return problems


def _mapping(schema: Any) -> dict[str, Any]:
    if not isinstance(schema, dict):
        raise ValueError(_("it has to be a mapping"))
    return schema


@dataclass(frozen=True, slots=True)
class ImportedCatalogue:
    """How many keys and scopes an import wrote, and what is doubtful in them."""

    keys: int
    scopes: int
    doubts: tuple[str, ...] = ()


def import_catalogue(document: Any) -> ImportedCatalogue:
    """Write the keys and scopes of a parsed document `{catalogue: […], scopes: {…}}`; all of it or nothing.

    What is there already is brought up to date, what the document does not name stays. Raises `CatalogueError`.
    """
    problems: list[str] = []
    found_keys, found_scopes = _read(document, problems)
    if problems:
        raise CatalogueError(problems)
    with transaction.atomic():
        _upsert(CatalogueKey, found_keys, "pattern")
        _upsert(Scope, found_scopes, "name")
        relink()
    doubts = tuple(doubt for key in found_keys for doubt in doubts_about(key))
    return ImportedCatalogue(len(found_keys), len(found_scopes), doubts)


def _upsert(model: Any, rows: list[Any], unique: str) -> None:
    columns = [field.name for field in model._meta.concrete_fields if not field.primary_key and field.name != unique]
    model.objects.bulk_create(rows, update_conflicts=True, update_fields=columns, unique_fields=[unique])


def _read(document: Any, problems: list[str]) -> tuple[list[CatalogueKey], list[Scope]]:
    if not isinstance(document, dict):
        problems.append(_("The catalogue has to be a mapping with `catalogue` and `scopes`."))
        return [], []
    problems.extend(_("`%(name)s` is unknown here.") % {"name": name} for name in document.keys() - _DOCUMENT)
    return _read_keys(document.get("catalogue"), problems), _read_scopes(document.get("scopes"), problems)


def _read_keys(items: Any, problems: list[str]) -> list[CatalogueKey]:
    if items is None:
        return []
    if not isinstance(items, list):
        problems.append(_("`catalogue` has to be a list of keys."))
        return []
    found = [_read_key(f"catalogue[{number}]", item, problems) for number, item in enumerate(items)]
    patterns = [key.pattern for key in found if key]
    twice = {pattern for pattern in patterns if patterns.count(pattern) > 1}
    problems.extend(_("`%(key)s` is listed twice.") % {"key": pattern} for pattern in sorted(twice))
    return [key for key in found if key]


def _read_key(place: str, item: Any, problems: list[str]) -> CatalogueKey | None:
    if not isinstance(item, dict) or not isinstance(item.get("key"), str):
        problems.append(_("%(place)s: needs a `key`.") % {"place": place})
        return None
    place = f"{place} ({item['key']})"
    unknown = sorted(item.keys() - _KEY)
    problems.extend(_("%(place)s: `%(name)s` is unknown here.") % {"place": place, "name": name} for name in unknown)
    given = {name: value for name, value in item.items() if name in _KEY - {"key"} and value is not None}
    if wrong := _of_other_types(place, given):
        problems.extend(wrong)
        return None
    key = CatalogueKey(pattern=keys.normalise_pattern(item["key"]), **given)
    key.label = key.label or label_of(item["key"], None)
    return _checked(place, key, problems)


def _read_scopes(items: Any, problems: list[str]) -> list[Scope]:
    if items is None:
        return []
    if not isinstance(items, dict):
        problems.append(_("`scopes` has to be a mapping of names."))
        return []
    found = [_read_scope(name, item, problems) for name, item in items.items()]
    return [scope for scope in found if scope]


def _read_scope(name: str, item: Any, problems: list[str]) -> Scope | None:
    place = f"scopes.{name}"
    if not isinstance(item, dict) or item.keys() - {"open", "label"}:
        problems.append(_("%(place)s: may have `open` and `label`.") % {"place": place})
        return None
    if wrong := _of_other_types(place, item):
        problems.extend(wrong)
        return None
    return _checked(place, Scope(name=name, label=item.get("label", ""), is_open=item.get("open", False)), problems)


def _of_other_types(place: str, given: Mapping[str, Any]) -> list[str]:
    """A sentence for each value that a column would take for what it is not: 1 for true, a text for a number."""
    sentences = {
        **{name: _("%(place)s: `%(name)s` has to be true or false.") for name in _FLAGS if not _is_flag(given, name)},
        **{name: _("%(place)s: `%(name)s` has to be a number.") for name in _NUMBERS if not _is_number(given, name)},
    }
    return [sentences[name] % {"place": place, "name": name} for name in sorted(sentences)]


def _is_flag(given: Mapping[str, Any], name: str) -> bool:
    return isinstance(given.get(name, False), bool)


def _is_number(given: Mapping[str, Any], name: str) -> bool:
    value = given.get(name, 0)
    return isinstance(value, int | float) and not isinstance(value, bool)


def _checked(place: str, row: Row, problems: list[str]) -> Row | None:
    try:
        row.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        for column, messages in error.message_dict.items():
            problems.extend(f"{place}: {column}: {message}" for message in messages)
        return None
    return row


def relink() -> None:
    """Point every current fact at its entry of the catalogue; what is counted across people keeps step (F21)."""
    link()
    sharing.keep_in_step()


def link() -> None:
    """Point every current fact at the entry of the catalogue that its key falls under now.

    With that, reading what is known takes one query, labels and freshness included.
    """
    catalogue = load()
    by_entry: dict[int | None, list[str]] = defaultdict(list)
    for key in CurrentFact.objects.order_by().values_list("key", flat=True).distinct():
        entry = catalogue.key_for(key)
        by_entry[entry.pk if entry else None].append(key)
    for entry_id, names in by_entry.items():
        for start in range(0, len(names), _CHUNK):
            rows = CurrentFact.objects.filter(key__in=names[start : start + _CHUNK])
            rows.exclude(catalogue_key=entry_id).update(catalogue_key=entry_id)
