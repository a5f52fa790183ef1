"""Statements whose SQL is compiled once a process.

The ORM compiles a queryset anew each time it runs, which takes several times as long as the database takes to run it,
and a turn runs the same dozen of statements each time.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models import Expression, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import UpdateQuery

Row = TypeVar("Row", bound=models.Model)


class Given(Expression):
    """A value that is given anew each time the statement runs."""

    def __init__(self, name: str, output_field: "models.Field[Any, Any]") -> None:
        super().__init__(output_field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        """A placeholder, with this expression in place of the value."""
        return "%s", [self]


class Update:
    """`queryset.update(**changes)`, both made by `build` on first use; either may hold `Given` values."""

    def __init__(self, build: Callable[[], tuple[QuerySet[Any], dict[str, Any]]]) -> None:
        self._build = build

    def __call__(self, **given: Any) -> int:
        """Run it with these values; how many rows it changed."""
        sql, params = self._compiled
        with connection.cursor() as cursor:
            cursor.execute(sql, _values(params, given))
            return int(cursor.rowcount)

    @cached_property
    def _compiled(self) -> tuple[str, list[Any]]:
        queryset, changes = self._build()
        query: Any = queryset.query.chain(UpdateQuery)
        query.add_update_values(changes)
        sql, params = query.get_compiler(connection=connection).as_sql()
        return sql, list(params)


class Select(Generic[Row]):
    """The rows of the queryset that `build` makes on first use: `only`, `select_related` and annotations hold."""

    def __init__(self, build: Callable[[], QuerySet[Row]]) -> None:
        self._build = build

    def __call__(self, **given: Any) -> list[Row]:
        """Run it with these values."""
        sql, params, compiler = self._compiled
        with connection.cursor() as cursor:
            cursor.execute(sql, _values(params, given))
            return list(self._rows(compiler, cursor.fetchall()))

    @cached_property
    def _compiled(self) -> tuple[str, list[Any], Any]:
        compiler = self._build().query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        return sql, list(params), compiler

    @cached_property
    def _converters(self) -> list[tuple[int, list[Callable[..., Any]], Any]]:
        """By column: what makes a value of the driver's one of Python's."""
        compiler = self._compiled[2]
        found = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        return [(place, converters, column) for place, (converters, column) in found.items()]

    def _rows(self, compiler: Any, fetched: list[Any]) -> Iterator[Row]:
        """The rows as instances, just as a queryset's own iterator makes them."""
        info, alias = compiler.klass_info, connection.alias
        start, end = info["select_fields"][0], info["select_fields"][-1] + 1
        names = [column.target.attname for column, _sql, _alias in compiler.select[start:end]]
        related = get_related_populators(info, compiler.select, alias)  # type: ignore[call-arg] # the stubs are of 6.1
        for values in map(self._converted, fetched):
            row: Row = info["model"].from_db(alias, names, values[start:end])
            for populator in related:
                populator.populate(values, row)
            for name, place in compiler.annotation_col_map.items():
                setattr(row, name, values[place])
            yield row

    def _converted(self, fetched: Any) -> list[Any]:
        values = list(fetched)
        for place, converters, column in self._converters:
            for convert in converters:
                values[place] = convert(values[place], column, connection)
        return values


def _values(params: list[Any], given: dict[str, Any]) -> list[Any]:
    """The parameters as the database takes them."""
    return [
        param.output_field.get_db_prep_value(given[param.name], connection) if isinstance(param, Given) else param
        for param in params
    ]
