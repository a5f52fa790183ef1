"""SQLite's write-ahead log, emptied: what was removed must not be read there (F20)."""

from django.db import connection

_PATIENCE = 100
"""Milliseconds that the emptying waits for readers; nobody can write meanwhile."""
_TRIES = 20


def empty_log() -> bool:
    """Cut SQLite's write-ahead log to nothing, so that no page of before is left in it (F20); whether it could be done.

    A reader may be in the way for the moment: it is waited for a little, and whoever asked tries again. Elsewhere
    there is nothing to do: what PostgreSQL keeps of old rows is its own (docs/facts.md, Privacy).
    """
    if connection.vendor != "sqlite":
        return True
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        [usual] = cursor.fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            is_busy = cursor.fetchone()[0]
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")
    return not is_busy


def insist() -> bool:
    """Empty the log, for some two seconds again and again; where no receipt tells the worker to, nobody else would."""
    return any(empty_log() for _ in range(_TRIES))
