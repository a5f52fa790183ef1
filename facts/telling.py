"""What is told of a decision about a fact: the entry in words, by what became of it, and what is only counted."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.db.models import F

from facts.decisions import Decisions, Noted
from facts.ledger import Ledger
from facts.models import Counter, Entry, Person
from facts.policy import Decision, Standing, same


def replaced(ledger: Ledger, standing: Standing, entry: Entry) -> Entry | None:
    """The entry whose value the new one replaces or disputes."""
    if entry.kind == Entry.Kind.PROPOSED:
        return None
    if standing.many:
        return ledger.entries.get(entry.about_id or 0) if entry.kind == Entry.Kind.CORRECTED else None
    return ledger.entries[standing.held[0].entry] if standing.held else None


def noted(ledger: Ledger, entry: Entry, old: Entry | None = None) -> Noted:
    """An entry in words; `old` is the one that it replaces, disputes, takes back or undoes."""
    rule = ledger.catalogue.key_for(entry.key)
    return Noted(
        entry=entry.pk,
        key=entry.key,
        label=ledger.catalogue.label(entry.key),
        title=ledger.catalogue.title(entry.key),
        value=entry.read_value(),
        quote=entry.read_quote(),
        confidence=entry.confidence,
        sensitive=entry.sensitive or bool(old and old.sensitive) or bool(rule and rule.sensitive),
        old=old.read_value() if old else None,
        old_quote=old.read_quote() if old else "",
        old_entry=old.pk if old else None,
        old_at=old.recorded_at if old else None,
    )


def with_value(note: Noted, held: Entry | None) -> Noted:
    """The same with the value that is in use then, if there is one."""
    if held is None:
        return note
    is_sensitive = note.sensitive or held.sensitive
    return replace(note, value=held.read_value(), quote=held.read_quote(), sensitive=is_sensitive)


def decisions(taken: Iterable[tuple[Decision, Noted | None]], tally: Mapping[str, int]) -> Decisions:
    """What became of statements, by kind, with the counts of those that were not kept."""
    lists: dict[str, list[Noted]] = {"written": [], "proposed": [], "contested": [], "changed": []}
    for decision, note in taken:
        if note:
            lists[_list_of(decision, note)].append(note)
    return Decisions(**{name: tuple(items) for name, items in lists.items()}, counted=dict(tally))


def _list_of(decision: Decision, note: Noted) -> str:
    if decision.verdict in ("proposed", "contested"):
        return decision.verdict
    return "changed" if note.old_entry and not same(note.old, note.value) else "written"


def count(person: Person, at: datetime, agent: str, tally: Mapping[str, int]) -> None:
    """Add to the day's counters; nothing of what was said is kept (F5, F6)."""
    if person.is_pretended:
        return
    for what, number in tally.items():
        counter: dict[str, Any] = {"person": person, "day": at.astimezone(UTC).date(), "agent": agent, "what": what}
        Counter.objects.get_or_create(**counter)
        Counter.objects.filter(**counter).update(count=F("count") + number)
