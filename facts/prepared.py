"""Statements whose SQL is compiled once a process and kind of database.

The ORM compiles a queryset anew each time it runs, which takes several times as long as the database takes to run it,
and a turn runs the same two dozen statements each time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models import Expression, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery

Row = TypeVar("Row", bound=models.Model)
Converter = tuple[int, list[Callable[..., Any]], Any]


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
        self._compiled = cache(lambda vendor: _compiled_update(*build()))

    def __call__(self, **given: Any) -> int:
        """Run it with these values; how many rows it changed."""
        sql, params = self._compiled(connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(sql, _values(params, given))
            return int(cursor.rowcount)


def _compiled_update(queryset: QuerySet[Any], changes: dict[str, Any]) -> tuple[str, list[Any]]:
    query: Any = queryset.query.chain(UpdateQuery)
    query.add_update_values(changes)
    sql, params = query.get_compiler(connection=connection).as_sql()
    return sql, list(params)


class Select(Generic[Row]):
    """The rows of the queryset that `build` makes on first use: `only`, `select_related` and annotations hold."""

    def __init__(self, build: Callable[[], QuerySet[Row]]) -> None:
        self._compiled = cache(lambda vendor: _compiled_select(build()))

    def __call__(self, **given: Any) -> list[Row]:
        """Run it with these values."""
        compiled = self._compiled(connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(compiled.sql, _values(compiled.params, given))
            return list(compiled.rows(cursor.fetchall()))


@dataclass(frozen=True, slots=True)
class _Selection:
    """A compiled queryset, and how it makes instances of what the database answers."""

    sql: str
    params: list[Any]
    model: type[models.Model]
    own: slice
    """The places of the row's own columns, `names` their attributes."""
    names: list[str]
    related: list[Any]
    annotations: dict[str, int]
    converters: list[Converter]
    """By place: what makes a value of the driver's one of Python's."""

    def rows(self, fetched: list[Any]) -> Iterator[Any]:
        """The rows as instances, just as a queryset's own iterator makes them."""
        for values in map(self._converted, fetched):
            row = self.model.from_db(connection.alias, self.names, values[self.own])
            for populator in self.related:
                populator.populate(values, row)
            for name, place in self.annotations.items():
                setattr(row, name, values[place])
            yield row

    def _converted(self, fetched: Any) -> list[Any]:
        values = list(fetched)
        for place, converters, column in self.converters:
            for convert in converters:
                values[place] = convert(values[place], column, connection)
        return values


def _compiled_select(queryset: QuerySet[Any]) -> _Selection:
    compiler: Any = queryset.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    info, columns = compiler.klass_info, [column for column, _sql, _alias in compiler.select]
    own = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
    found = compiler.get_converters(columns)
    return _Selection(
        sql=sql,
        params=list(params),
        model=info["model"],
        own=own,
        names=[column.target.attname for column in columns[own]],
        related=get_related_populators(info, compiler.select, connection.alias),  # type: ignore[call-arg] # stubs of 6.1
        annotations=compiler.annotation_col_map,
        converters=[(place, converters, column) for place, (converters, column) in found.items()],
    )


def insert(row: models.Model) -> None:
    """Write a new row whose id the database gives, as `row.save(force_insert=True)` does, but without signals."""
    sql, columns, returned = _insertion(type(row), connection.vendor)
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in columns]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row.pk = _given_id(cursor, row, returned)
    row._state.adding, row._state.db = False, connection.alias


@cache
def _insertion(model: type[models.Model], vendor: str) -> tuple[str, list[Any], Any]:
    """The SQL of an insert, the columns that it takes values for, and what it returns."""
    columns = [field for field in model._meta.concrete_fields if not field.primary_key]
    query = InsertQuery(model)
    query.insert_values(columns, [model()])
    compiler: Any = query.get_compiler(connection=connection)
    if connection.features.can_return_columns_from_insert:
        compiler.returning_fields = [model._meta.pk]
    [(sql, _params)] = compiler.as_sql()
    return sql, columns, compiler.returning_params


def _given_id(cursor: Any, row: models.Model, returned: Any) -> Any:
    database: Any = connection.ops
    if connection.features.can_return_columns_from_insert:
        return database.fetch_returned_insert_columns(cursor, returned)[0]
    return database.last_insert_id(cursor, row._meta.db_table, row._meta.pk.column)


def _values(params: list[Any], given: dict[str, Any]) -> list[Any]:
    """The parameters as the database takes them."""
    return [
        param.output_field.get_db_prep_value(given[param.name], connection) if isinstance(param, Given) else param
        for param in params
    ]
