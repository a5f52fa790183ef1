"""The tallies of a turn in the database: one statement, in the transaction that commits the turn."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db import connection

from conversations.models import Tally
from conversations.tallying import Tallies, tally, tally_turn
from conversations.work import Ending, Work

SHARDS: Final = 16
AT_ONCE: Final = 500
"""Rows of one statement: a turn of fifty steps has less."""
_KEY: Final = ("version", "day", "shard", "flow", "name", "what")
_COLUMNS: Final = (*_KEY, "count")
Row = tuple[int, date, int, str, str, str, int]
"""Version, day, shard, flow, name, what, count."""


def add(work: Work, ending: Ending, *, cost: float, at: datetime) -> None:
    """Count the turn, unless it is one of a trial. Call it last: rows that are counted stay locked to the end.

    `cost` is that of the turn's calls; the day is that of `at`, in UTC.
    """
    if not work.definition.version:
        return
    place = (work.version, at.astimezone(UTC).date(), shard_of(work.claim.conversation))
    # Sorted by their key: two commits never wait for each other in a circle.
    insert([(*place, *key, count) for key, count in sorted(counted(work, ending, cost=cost, at=at).items())])


def counted(work: Work, ending: Ending, *, cost: float, at: datetime) -> Tallies:
    """What the turn adds."""
    seconds = (at - datetime.fromisoformat(work.input.now)).total_seconds()
    found = tally_turn(work.input, ending.status, is_first=work.number == 1, seconds=seconds, cost=cost)
    if ending.result is not None:
        found.update(tally(work.definition, work.input.state, ending.result))
    return found


def shard_of(conversation: UUID) -> int:
    """The shard of a conversation: two that end a turn at once seldom have the same."""
    return conversation.int % SHARDS


def insert(rows: Sequence[Row]) -> None:
    """Add the counts of some rows to those that are there; one statement for every `AT_ONCE` of them."""
    adapt = connection.ops.adapt_datefield_value
    values: list[Sequence[Any]] = [(row[0], adapt(row[1]), *row[2:]) for row in rows]
    with connection.cursor() as cursor:
        for begin in range(0, len(values), AT_ONCE):
            some = values[begin : begin + AT_ONCE]
            cursor.execute(_statement(connection.vendor, len(some)), [value for row in some for value in row])


@cache
def _statement(vendor: str, rows: int) -> str:
    """An insert of so many rows that adds to those that are there; Django's own would overwrite them."""
    quote, fields = connection.ops.quote_name, Tally._meta.get_field
    names = {name: quote(str(fields(name).column)) for name in _COLUMNS}  # type: ignore[union-attr]
    table, count = quote(Tally._meta.db_table), names["count"]
    row = f"({', '.join(['%s'] * len(_COLUMNS))})"
    return (
        f"INSERT INTO {table} ({', '.join(names.values())}) VALUES {', '.join([row] * rows)}"
        f" ON CONFLICT ({', '.join(names[name] for name in _KEY)})"
        f" DO UPDATE SET {count} = {table}.{count} + EXCLUDED.{count}"
    )
