"""What the pages of the profile show: what waits, what is known, and one fact with its history and forms (F18)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils import timezone

from facts import queries
from facts.actions import NotFound, Overtaken
from facts.catalogue import Catalogue, load
from facts.folding import fold
from facts.models import CatalogueKey, Entry, Person, Receipt
from facts.queries import Held, Unused
from facts.value_form import Value, value_form

QUESTIONS = 20
FACTS = 25
PAGE = 100
RECEIPTS = 10


@dataclass(frozen=True, slots=True)
class Row:
    """One known value, and what the reader calls its key."""

    fact: Held
    title: str


@dataclass(frozen=True, slots=True)
class Group:
    """The known values of one scope: the first of them, and how many there are."""

    scope: str
    label: str
    rows: list[Row]
    count: int

    @property
    def has_more(self) -> bool:
        """Whether there are more than these."""
        return self.count > len(self.rows)


@dataclass(frozen=True, slots=True)
class Questions:
    """Questions that wait: those on the page, and how many there are."""

    shown: list[Any]
    count: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A key that the person may add a value to; `is_another` beside values that are known."""

    key: str
    title: str
    is_another: bool


def person_of(request: HttpRequest) -> Person:
    """Who is signed in; behind `login_required` there is always somebody."""
    assert isinstance(request.user, Person)
    return request.user


def content(person: Person, at: datetime, *, whole: str = "") -> dict[str, Any]:
    """Everything on the profile page. Long lists are cut, but for the questions that `whole` names."""
    catalogue = load()
    return {
        "catalogue": catalogue,
        "proposals": _questions(queries.proposals(person), is_whole=whole == "proposals"),
        "contested": _questions(queries.contested(person), is_whole=whole == "contested"),
        "groups": _groups(queries.current(person, at), catalogue),
        "unused": len(queries.unused(person)),
        "receipts": Receipt.objects.filter(person=person)[:RECEIPTS],
    }


def scope_content(person: Person, scope: str, number: str, at: datetime) -> dict[str, Any]:
    """A page of all that is known in one scope. Raises `NotFound` where that is nothing."""
    catalogue = load()
    rows = _rows((fact for fact in queries.current(person, at) if fact.scope == scope), catalogue)
    if not rows:
        raise NotFound
    part = Paginator(rows, PAGE).get_page(number)
    return {"catalogue": catalogue, "label": catalogue.scope_label(scope), "part": part}


def unused_content(person: Person, number: str) -> dict[str, Any]:
    """A page of what is kept and not in use."""
    catalogue = load()
    part: Any = Paginator(queries.unused(person), PAGE).get_page(number)
    return {"part": part, "rows": [(_title(row, catalogue), row) for row in part]}


def fact_content(
    person: Person, entry: int, at: datetime, *, before: int | None = None, form: Value | None = None
) -> dict[str, Any]:
    """All about the key of an entry: its history, and the forms that change the value if the entry holds one.

    Raises `NotFound` for an entry that is not theirs.
    """
    key = queries.key_of(person, entry)
    if not key:
        raise NotFound
    catalogue = load()
    fact = next((held for held in queries.current(person, at) if held.entry == entry), None)
    timeline = queries.timeline(person, key, before=before)
    return {
        "catalogue": catalogue,
        "key": key,
        "entry": entry,
        "title": catalogue.title(key),
        "fact": fact,
        "form": form or (_form(fact, catalogue) if fact else None),
        "timeline": timeline,
        "sensitive": timeline.sensitive or bool(fact and fact.sensitive),
    }


def held(person: Person, entry: int) -> Held:
    """The person's current fact that an entry holds. Raises `NotFound`, or `Overtaken` if it no longer holds."""
    found = next((fact for fact in queries.current(person, timezone.now()) if fact.entry == entry), None)
    if found is None:
        raise Overtaken if Entry.objects.filter(person=person, pk=entry).exists() else NotFound
    return found


def correction(person: Person, entry: int, data: Any) -> Value:
    """The form for what the person typed in place of a value. Raises as `held` does."""
    return _form(held(person, entry), load(), data)


def addable(person: Person, at: datetime) -> list[tuple[str, list[Offer]]]:
    """What the person may add, by scope: keys without a value, and those that can have several (F10, F18)."""
    catalogue = load()
    known = {fact.key for fact in queries.current(person, at)}
    offers = [
        Offer(entry.pattern, catalogue.title(entry.pattern), entry.pattern in known)
        for entry in catalogue.readable()
        if _can_be_added(entry) and (entry.many or entry.pattern not in known)
    ]
    ranked = sorted(offers, key=lambda offer: (_rank(_scope(offer.key), catalogue), fold(offer.title)))
    return [
        (catalogue.scope_label(scope), list(group)) for scope, group in groupby(ranked, key=lambda o: _scope(o.key))
    ]


def addition(key: str, data: Any = None) -> tuple[Value, CatalogueKey]:
    """The form for a new value of a key, and the key. Raises `NotFound` for one that nobody can add to."""
    catalogue = load()
    entry = next((entry for entry in catalogue.keys if entry.pattern == key and _can_be_added(entry)), None)
    if entry is None:
        raise NotFound
    return value_form(entry.schema, current=None, name="add", label=catalogue.title(key), data=data), entry


def _can_be_added(entry: CatalogueKey) -> bool:
    return "*" not in entry.pattern


def _questions(waiting: list[Any], *, is_whole: bool) -> Questions:
    return Questions(waiting if is_whole else waiting[:QUESTIONS], len(waiting))


def _groups(facts: list[Held], catalogue: Catalogue) -> list[Group]:
    by_scope = groupby(_rows(facts, catalogue), key=lambda row: row.fact.scope)
    return [_group(scope, list(rows), catalogue) for scope, rows in by_scope]


def _group(scope: str, rows: list[Row], catalogue: Catalogue) -> Group:
    return Group(scope, catalogue.scope_label(scope), rows[:FACTS], len(rows))


def _rows(facts: Iterable[Held], catalogue: Catalogue) -> list[Row]:
    rows = [Row(fact, catalogue.title(fact.key)) for fact in facts]
    return sorted(rows, key=lambda row: (_rank(row.fact.scope, catalogue), fold(row.title), row.fact.entry))


def _rank(scope: str, catalogue: Catalogue) -> tuple[int, str]:
    """Scopes in the order of the catalogue, others behind by name."""
    names = list(catalogue.scopes)
    return names.index(scope) if scope in names else len(names), scope


def _scope(key: str) -> str:
    return key.partition(".")[0]


def _title(row: Unused, catalogue: Catalogue) -> str:
    return catalogue.title(row.key)


def _form(fact: Held, catalogue: Catalogue, data: Any = None) -> Value:
    """The form that corrects a fact; what is sensitive is typed anew, not shown in it (F19)."""
    entry = catalogue.key_for(fact.key)
    schema = entry.schema if entry else {}
    name = f"fact-{fact.entry}"
    return value_form(schema, current=fact.value, name=name, data=data, is_shown=not fact.sensitive)
