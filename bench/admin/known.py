"""What is known of people on a site that is measured, and what staff looked at and forgot."""

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from bench.admin.copying import copied, numbers, table
from bench.admin.size import Size
from bench.admin.talks import EVERY, SPREAD
from facts import actions
from facts.catalogue import import_catalogue
from facts.models import Contested, CurrentFact, Entry, Look, Person, Proposal, Receipt, WikiEntry
from facts.sharing import canonical

SHARED = "preference.colour"
COLOURS = ("blue", "green", "red")
KNOWN = 8
"""Values that are held of each."""
EACH = 20
"""Of so many lines of a long ledger one is a proposal that waits."""


def people(size: Size) -> list[Person]:
    """People with an account, who came one after the other."""
    made = (
        Person(
            username=f"guest-{number}",
            email=f"guest-{number}@example.org",
            date_joined=timezone.now() - SPREAD * number / size.people,
        )
        for number in range(size.people)
    )
    return Person.objects.bulk_create(made, batch_size=EVERY)


def grow(people: list[Person], boss: Person, size: Size) -> None:
    """Let the same be known of everybody, and much more be asked and said of the first."""
    first = people[0]
    import_catalogue({"catalogue": list(_keys(size))})
    actions.state(first, SHARED, COLOURS[0])
    for number in range(KNOWN - 1):
        actions.state(first, f"preference.number_{number}", f"something they like, number {number}")
    _share(first)
    _ask(first, size)
    WikiEntry.objects.create(key=SHARED, value=canonical(COLOURS[0]), state="approved", reviewed_by=boss)
    _log(first, boss, size)


def _keys(size: Size) -> Iterator[dict[str, object]]:
    text = {"type": "string"}
    yield {"key": SHARED, "label": "Colour", "schema": text, "shareable": True}
    for number in range(max(size.lists, KNOWN)):
        yield {"key": f"preference.number_{number}", "label": f"Number {number}", "schema": text}


def _share(first: Person) -> None:
    """Everybody else states what the first one did. Whose keyring seals it nobody asks who counts."""
    entries, facts, everybody = (table(model) for model in (Entry, CurrentFact, Person))
    theirs = "old.person_id = %s AND person.id <> %s AND person.username LIKE 'guest-%%'"
    pks = (first.pk, first.pk)
    copied(
        Entry,
        f"{entries} old CROSS JOIN {everybody} person WHERE {theirs}",
        {"person_id": "person.id", "recorded_at": "person.date_joined"},
        pks,
    )
    colour = " ".join(f"WHEN {number} THEN '{canonical(name)}'" for number, name in enumerate(COLOURS))
    copied(
        CurrentFact,
        f"{facts} old JOIN {entries} entry ON entry.key = old.key"
        f" JOIN {everybody} person ON person.id = entry.person_id WHERE {theirs}",
        {
            "person_id": "person.id",
            "entry_id": "entry.id",
            "shared": f"CASE WHEN old.shared IS NULL THEN NULL ELSE CASE person.id %% {len(COLOURS)} {colour} END END",
        },
        pks,
    )


def _ask(first: Person, size: Size) -> None:
    """Much is said of one person; some of it waits for their answer, some contradicts what is held."""
    entries = table(Entry)
    copied(
        Entry,
        f"{entries} old CROSS JOIN {numbers(1, size.lines // KNOWN)} WHERE old.person_id = %s",
        {"kind": "'proposed'"},
        (first.pk,),
    )
    said = list(Entry.objects.filter(person=first, kind="proposed").order_by("pk")[::EACH])
    Proposal.objects.bulk_create(Proposal(entry=one, line=one, person=first, key=one.key) for one in said)
    for held in CurrentFact.objects.filter(person=first).order_by("pk")[:2]:
        against = Entry.objects.filter(person=first, kind="proposed", key=held.key).earliest("pk")
        Contested.objects.create(entry=against, held_id=held.entry_id, line=against, person=first, key=held.key)


def _log(first: Person, boss: Person, size: Size) -> None:
    """What staff saw, and what was forgotten, one in a minute."""
    at = [timezone.now() - timedelta(minutes=number) for number in range(size.logs)]
    Look.objects.bulk_create((Look(by=boss, person=first, entry=1, at=one) for one in at), batch_size=EVERY)
    Receipt.objects.bulk_create((Receipt(what="key", rows=9, at=one) for one in at), batch_size=EVERY)
