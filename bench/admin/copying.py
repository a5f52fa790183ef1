"""Many rows like one that is there, written by the database itself."""

from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.db.models import Model


def copied(model: type[Model], source: str, changed: Mapping[str, str], params: tuple[Any, ...] = ()) -> None:
    """Insert a row for each of `source`, what stands behind FROM, where `old` is the row that is copied.

    `changed` are the columns that differ, as SQL. The new rows get ids of their own.
    """
    taken = {name: changed.get(name, f"old.{name}") for name in _columns(model)}
    names, values = ", ".join(taken), ", ".join(taken.values())
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table(model)} ({names}) SELECT {values} FROM {source}", params)


def numbers(first: int, last: int) -> str:
    """A table `again` with the numbers `n` from the first to the last, to be put behind FROM."""
    counting = f"SELECT {first} AS n WHERE {first} <= {last} UNION ALL SELECT n + 1 FROM again WHERE n < {last}"
    return f"(WITH RECURSIVE again(n) AS ({counting}) SELECT n FROM again) again"


def table(model: type[Model]) -> str:
    """The name of its table."""
    return model._meta.db_table


def analysed() -> None:
    """What PostgreSQL does by itself some time after so many rows came; SQLite is as it stands on a site."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _columns(model: type[Model]) -> list[str]:
    """All but the id that the database gives."""
    found = model._meta.concrete_fields
    return [str(column.column) for column in found if not (column.primary_key and column.db_returning)]
