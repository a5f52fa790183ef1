"""Everything that the fact store keeps about a person, as JSON they can take along (F18)."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import date, datetime
from typing import Any

from django.db.models import Model, QuerySet

from facts import queries
from facts.models import Contested, Counter, Look, Person, Proposal, Receipt
from facts.values import Json

FORMAT = 1
_ACCOUNT = ("username", "first_name", "last_name", "email", "language", "timezone")


def export(person: Person, at: datetime) -> dict[str, Json]:
    """What is kept about the person at that moment, sensitive values too, in nine queries however long the ledger.

    The format is described in docs/http-and-websocket.md; `FORMAT` is raised when it changes.
    """
    return {
        "format": FORMAT,
        "exported_at": at.isoformat(),
        "account": {name: getattr(person, name) for name in _ACCOUNT},
        "facts": [_plain(fact) for fact in queries.current(person, at)],
        "history": [_plain(said) for said in queries.everything(person)],
        "proposals": _rows(Proposal.objects.filter(person=person), id="entry_id", key="key", state="state"),
        "contradictions": _rows(
            Contested.objects.filter(person=person), id="entry_id", key="key", state="state", held="held_id"
        ),
        "counters": _rows(Counter.objects.filter(person=person), day="day", agent="agent", what="what", count="count"),
        "looks": _rows(Look.objects.filter(person=person), entry="entry", at="at"),
        "receipts": _rows(Receipt.objects.filter(person=person), what="what", rows="rows", at="at", because="because"),
    }


def _plain(shown: Any) -> dict[str, Json]:
    return {field.name: _json(getattr(shown, field.name)) for field in fields(shown)}


def _rows(kept: QuerySet[Any, Model], /, **columns: str) -> list[Json]:
    found: QuerySet[Any, Mapping[str, Any]] = kept.order_by("pk").values(*columns.values())
    return [{name: _json(row[column]) for name, column in columns.items()} for row in found]


def _json(value: Any) -> Json:
    return value.isoformat() if isinstance(value, date) else value
