"""What the profile page shows: the person's facts with their histories and the forms that correct them (F18)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from facts import queries
from facts.actions import NotFound, Overtaken
from facts.catalogue import Catalogue, load
from facts.models import Entry, Person
from facts.queries import Held, Said
from facts.value_form import Value, value_form


@dataclass(frozen=True, slots=True)
class Row:
    """One known value: the fact, all that was said of its key (the newest first), and the form that corrects it."""

    fact: Held
    history: list[Said]
    form: Value


@dataclass(frozen=True, slots=True)
class Group:
    """The known values of one scope."""

    label: str
    rows: list[Row]


def person_of(request: HttpRequest) -> Person:
    """Who is signed in; behind `login_required` there is always somebody."""
    assert isinstance(request.user, Person)
    return request.user


def content(person: Person, at: datetime, corrections: Mapping[int, Value]) -> dict[str, Any]:
    """Everything on the page. `corrections` are forms that came back with a mistake, by entry."""
    catalogue = load()
    proposals, contested = queries.proposals(person), queries.contested(person)
    return {
        "catalogue": catalogue,
        "proposals": proposals,
        "contested": contested,
        "groups": _groups(person, at, catalogue, corrections),
        "corrections": corrections,
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


def _groups(person: Person, at: datetime, catalogue: Catalogue, corrections: Mapping[int, Value]) -> list[Group]:
    histories = queries.histories(person)
    facts = queries.current(person, at)
    rows = [
        Row(fact, histories[fact.key][::-1], corrections.get(fact.entry) or _form(fact, catalogue)) for fact in facts
    ]
    order = {name: number for number, name in enumerate(catalogue.scopes)}
    rows.sort(key=lambda row: (order.get(row.fact.scope, len(order)), row.fact.scope))
    by_scope = groupby(rows, key=lambda row: row.fact.scope)
    return [Group(catalogue.scope_label(scope), list(group)) for scope, group in by_scope]


def _form(fact: Held, catalogue: Catalogue, data: Any = None) -> Value:
    entry = catalogue.key_for(fact.key)
    schema = entry.schema if entry else {}
    return value_form(schema, current=fact.value, name=f"fact-{fact.entry}", data=data)
