"""Updates whose SQL is compiled once a process.

The ORM compiles a queryset anew each time it runs, and for the conditions of a lease that takes several times as long
as the database does; a turn runs them at every hop.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db import connection, models
from django.db.models import Expression, QuerySet
from django.db.models.sql import UpdateQuery


class Given(Expression):
    """A value that is given anew each time the statement runs."""

    def __init__(self, name: str, output_field: "models.Field[Any, Any]") -> None:
        super().__init__(output_field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        """A placeholder, with this expression in place of the value."""
        return "%s", [self]


class Update:
    """`queryset.update(**changes)`, both built by `build` on first use; either may hold `Given` values."""

    def __init__(self, build: Callable[[], tuple[QuerySet[Any], dict[str, Any]]]) -> None:
        self._build = build

    def __call__(self, **given: Any) -> int:
        """Run it with these values; how many rows it changed."""
        sql, params = self._compiled
        values = [_prepared(param, given) if isinstance(param, Given) else param for param in params]
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return int(cursor.rowcount)

    @cached_property
    def _compiled(self) -> tuple[str, list[Any]]:
        queryset, changes = self._build()
        query: Any = queryset.query.chain(UpdateQuery)
        query.add_update_values(changes)
        sql, params = query.get_compiler(connection=connection).as_sql()
        return sql, list(params)


def _prepared(param: Given, given: dict[str, Any]) -> Any:
    """The value as the database takes it."""
    return param.output_field.get_db_prep_value(given[param.name], connection)
