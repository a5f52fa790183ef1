"""The tallies of a turn in the database: one statement, in the transaction that commits the turn."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db import connection

from conversations.models import Tally
from conversations.tallying import Tallies, tally, tally_turn
from conversations.work import Ending, Work

SHARDS: Final = 16
_KEY: Final = ("version", "day", "shard", "flow", "name", "what")
_COLUMNS: Final = (*_KEY, "count")


def add(work: Work, ending: Ending, *, cost: float, at: datetime) -> None:
    """Count the turn, unless it is one of a trial. Call it last: rows that are counted stay locked to the end.

    `cost` is that of the turn's calls; the day is that of `at`, in UTC.
    """
    if work.definition.version:
        _add(work.version, at, shard_of(work.claim.conversation), counted(work, ending, cost=cost, at=at))


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


def _add(version: int, at: datetime, shard: int, found: Tallies) -> None:
    """Add the counts, sorted by their key: two commits never wait for each other in a circle."""
    day = connection.ops.adapt_datefield_value(at.astimezone(UTC).date())
    rows: list[Sequence[Any]] = [(version, day, shard, *key, count) for key, count in sorted(found.items())]
    with connection.cursor() as cursor:
        cursor.execute(_statement(connection.vendor, len(rows)), [value for row in rows for value in row])


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
