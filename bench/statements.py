"""The floor of a durable turn: as many bare statements as the turn ran, of the same size, in as many transactions.

They are recorded from a real turn and then run on a table of two columns through the driver's own cursor: an insert as
an insert, an update as an update, a select as a select of one row. So the floor follows whatever becomes of the turn.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction

from bench.measured import Time

_TABLE = {
    "sqlite": "CREATE TABLE bench_floor (id INTEGER PRIMARY KEY, words BLOB)",
    "postgresql": "CREATE TABLE bench_floor (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, words BYTEA)",
}
_SQL = {
    "INSERT": "INSERT INTO bench_floor (words) VALUES (%s) RETURNING id",
    "UPDATE": "UPDATE bench_floor SET words = %s WHERE id = %s",
    "SELECT": "SELECT words FROM bench_floor WHERE id = %s",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """What kind of statement it was, and how many bytes of values went with it."""

    verb: str
    size: int


@dataclass(frozen=True, slots=True)
class Transaction:
    """The statements that were committed together; one that stood alone committed itself."""

    is_explicit: bool
    statements: list[Statement] = field(default_factory=list)


@dataclass(slots=True)
class Recorder:
    """Notes what is run on the connection that it is installed on."""

    transactions: list[Transaction] = field(default_factory=list)
    _open: Transaction | None = None

    def install(self) -> None:
        """Listen on this thread's connection from now on."""
        connection.execute_wrappers.append(self._note)

    def remove(self) -> None:
        """Listen no more, and close the connection."""
        connection.execute_wrappers.remove(self._note)
        connection.close()

    def take(self) -> list[Transaction]:
        """What was run since the last time."""
        taken, self.transactions = self.transactions, []
        return taken

    def _note(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        verb = sql.split(None, 1)[0]
        if verb in _SQL:
            self._current().statements.append(Statement(verb, sum(map(_size, params or ()))))
        return execute(sql, params, many, context)

    def _current(self) -> Transaction:
        if self._open is None:
            self.transactions.append(Transaction(is_explicit=connection.in_atomic_block))
        if not connection.in_atomic_block:
            return self.transactions[-1]
        if self._open is None:
            self._open = self.transactions[-1]
            transaction.on_commit(self._close)
        return self._open

    def _close(self) -> None:
        self._open = None


def _size(param: Any) -> int:
    return len(param) if isinstance(param, bytes | bytearray | memoryview) else len(str(param))


def create_table() -> None:
    """Make the floor's table, with a first row."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLE[connection.vendor])
        cursor.execute(_SQL["INSERT"], [b""])


def run(transactions: list[Transaction]) -> Time:
    """Run as many statements of the same size through the driver; how long it took."""
    connection.ensure_connection()
    cursor = connection.connection.cursor()
    start = Time.now()
    row = 1
    for group in transactions:
        row = _run(cursor, group, row)
    return Time.since(start)


def _run(cursor: Any, group: Transaction, row: int) -> int:
    sqlite = connection.vendor == "sqlite"
    if group.is_explicit:
        cursor.execute("BEGIN IMMEDIATE" if sqlite else "BEGIN")
    for statement in group.statements:
        sql, values = _SQL[statement.verb], _values(statement, row)
        cursor.execute(sql.replace("%s", "?") if sqlite else sql, values)
        if statement.verb != "UPDATE":
            found = cursor.fetchall()
            row = found[0][0] if statement.verb == "INSERT" else row
    if group.is_explicit:
        cursor.execute("COMMIT")
    return row


def _values(statement: Statement, row: int) -> tuple[Any, ...]:
    words = bytes(statement.size)
    return {"INSERT": (words,), "UPDATE": (words, row), "SELECT": (row,)}[statement.verb]
