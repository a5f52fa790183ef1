"""The page of analytics, from a small database and from a large one: a million messages, and a year of tallies.

The floor is the same reading of the same days while the database was small. Only the tallies of the days that are shown
are read, so neither the messages nor the days before should be felt.
"""

from collections.abc import Callable, Iterable
from datetime import date, timedelta

from django.db import connection, transaction
from django.utils import timezone

from agents.models import Agent
from bench.facts import noted, times
from bench.measured import Measured
from conversations import analytics
from conversations.analytics import Selection
from conversations.gathering import gather
from conversations.measures_numbers import days_up_to
from conversations.models import Message, Tally

AIM = 50.0
SHOWN = 30
"""Days that the page shows."""
YEAR = 365
DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def measure(turns: int, messages: int) -> list[Measured]:
    """Look at the hotel and at its booking, after the durable turns were measured: they are what was counted."""
    agent = Agent.objects.get(slug="hotel")
    _spread(1, SHOWN)
    readings: dict[str, Callable[[], object]] = {
        "analytics of an agent": lambda: analytics.look(_of(agent)),
        "analytics of a flow": lambda: analytics.look(_of(agent, "book")),
    }
    small = {name: times(read, turns) for name, read in readings.items()}
    _spread(SHOWN, YEAR)
    _fill(messages)
    database = DATABASES[connection.vendor]
    found = []
    for name, read in readings.items():
        with noted() as statements:
            read()
        label = f"{name}, {messages // 1000}k messages, {database}"
        found.append(Measured.of(label, times(read, turns), small[name], aim=AIM, statements=len(statements)))
    return found


def _of(agent: Agent, flow: str = "") -> Selection:
    return Selection(days_up_to(timezone.now().date(), SHOWN), agent, flow)


@transaction.atomic
def _spread(first: int, last: int) -> None:
    """Count again on each of the days so far back what was counted today, gathered as the worker does it."""
    today = timezone.now().date()
    oldest = today - timedelta(last - 1)
    _copy(today, [oldest])
    while gather(timezone.now()):
        pass
    _copy(oldest, [today - timedelta(back) for back in range(first, last - 1)])


def _copy(day: date, days: Iterable[date]) -> None:
    rows = list(Tally.objects.filter(day=day))
    for other in days:
        for row in rows:
            row.pk, row.day = None, other
        Tally.objects.bulk_create(rows, batch_size=500)


@transaction.atomic
def _fill(messages: int) -> None:
    """Say what was said again and again, in the conversations in which it was said."""
    table = Message._meta.db_table
    said = Message.objects.count()
    again = {"seq": "seq + n * 1000", "key": "NULL", "client_id": "NULL"}
    columns = [str(column.column) for column in Message._meta.concrete_fields if not column.primary_key]
    taken = ", ".join(again.get(column, column) for column in columns)
    numbers = f"WITH RECURSIVE again(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM again WHERE n < {messages // said})"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) {numbers} SELECT {taken} FROM again CROSS JOIN {table}"
        )
        if connection.vendor == "postgresql":
            cursor.execute("ANALYZE")
