"""What is known about a person, read at the start of a turn, from a ledger that has grown long (F12, F15).

The floor is the same reading of the same facts while the ledger was short: what is read are the rows of what is in use,
so the length of the ledger should not be felt.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from bench.measured import Measured, Time
from conversations.known import known
from facts import queries
from facts.keyring import keyring_of, seal
from facts.models import Contested, CurrentFact, Entry, Person, Proposal

PEOPLE = 100
FACTS = 25
"""What is known of each."""
AIM = 1.0
WARM_UP = 20
DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
READINGS: dict[str, Callable[[Person], object]] = {
    "facts": lambda person: queries.current(person, timezone.now()),
    "start of a turn": lambda person: known(person, timezone.now(), origin="conversation:1"),
}


def measure(turns: int, entries: int) -> list[Measured]:
    """Read what is known of a person from a short ledger, and from one of so many lines, a hundredth their own."""
    person = _people()[0]
    short = {name: times(partial(read, person), turns) for name, read in READINGS.items()}
    _grow(entries // (PEOPLE * FACTS) - 1)
    _scatter(person)
    _analyse()
    database = DATABASES[connection.vendor]
    return [
        Measured.of(
            f"{name}, {entries // 1000}k lines, {database}",
            times(partial(read, person), turns),
            short[name],
            aim=AIM,
            statements=_statements(read, person),
        )
        for name, read in READINGS.items()
    ]


def times(read: Callable[[], object], turns: int) -> list[Time]:
    """How long it takes to read, so many times."""
    for _ in range(WARM_UP):
        read()
    found = []
    for _ in range(turns):
        start = Time.now()
        read()
        found.append(Time.since(start))
    return found


def _statements(read: Callable[[Person], object], person: Person) -> float:
    with noted() as found:
        read(person)
    return len(found)


@contextmanager
def noted() -> Iterator[list[str]]:
    """The statements that are run meanwhile."""
    found: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        found.append(sql)
        return execute(sql, *given)

    with connection.execute_wrapper(note):
        yield found


def _people() -> list[Person]:
    """People of whom as many things are known as they have lines in the ledger."""
    people = [Person.objects.create(username=f"bench-facts-{number}") for number in range(PEOPLE)]
    for person in people:
        entries = Entry.objects.bulk_create(_lines(person))
        CurrentFact.objects.bulk_create(
            CurrentFact(person=person, scope="preference", key=entry.key, entry=entry) for entry in entries
        )
    return people


def _lines(person: Person) -> Iterable[Entry]:
    keyring = keyring_of(person)
    for number in range(FACTS):
        yield Entry(
            person=person,
            keyring=keyring,
            kind=Entry.Kind.ASSERTED,
            scope="preference",
            key=f"preference.number_{number}",
            value=seal(keyring, f"something they like, number {number}", Entry.VALUE),
            quote=seal(keyring, f"I very much like something, namely number {number}", Entry.QUOTE),
            source=Entry.Source.CHAT,
        )


@transaction.atomic
def _grow(rounds: int) -> None:
    """Say everything again so many times; a tenth of it had been proposed, a fiftieth was once contested."""
    columns = ", ".join(str(column.column) for column in Entry._meta.concrete_fields if not column.primary_key)
    ledger, proposals, contested = (model._meta.db_table for model in (Entry, Proposal, Contested))
    again = f"WITH RECURSIVE again(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM again WHERE n < {rounds})"
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {ledger} ({columns}) {again} SELECT {columns} FROM again CROSS JOIN {ledger}")
        cursor.execute(
            f"INSERT INTO {proposals} (entry_id, line_id, person_id, key, state)"
            f" SELECT id, id, person_id, key, 'accepted' FROM {ledger} WHERE id % 10 = 1"
        )
        cursor.execute(
            f"INSERT INTO {contested} (entry_id, held_id, line_id, person_id, key, state)"
            f" SELECT id, id, id, person_id, key, 'resolved' FROM {ledger} WHERE id % 50 = 2"
        )


def _scatter(person: Person) -> None:
    """Let what is known of the person come from all over the ledger, as it does where people talk by turns."""
    for number, row in enumerate(CurrentFact.objects.filter(person=person)):
        ids = list(Entry.objects.filter(person=person, key=row.key).order_by("id").values_list("id", flat=True))
        CurrentFact.objects.filter(pk=row.pk).update(entry_id=ids[number * len(ids) // FACTS])


def _analyse() -> None:
    """What PostgreSQL does by itself some time after so many rows came; SQLite is as it stands on a site."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
