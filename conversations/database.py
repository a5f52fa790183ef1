"""The way from async code to the database: a hop to one of a bounded number of threads."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, connections, transaction

P = ParamSpec("P")
T = TypeVar("T")


async def hop(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `function` on a database thread. A hop costs about 0.15 ms, so what belongs together goes into one.

    Tests set `DB_THREAD_SENSITIVE`, so that all of a test's work is on one connection.
    """
    if settings.DB_THREAD_SENSITIVE:
        return await sync_to_async(function)(*args, **kwargs)
    return await sync_to_async(_tidy, thread_sensitive=False, executor=_threads())(function, *args, **kwargs)


@contextmanager
def unhurried() -> Iterator[None]:
    """A transaction whose commit does not wait for PostgreSQL's disk, which takes longer than all of its statements.

    For what a turn can do again. A process that dies loses nothing; if the machine dies, the last of these may be lost,
    but none that is older than a transaction that did wait: a message stored, an intent, the end of a turn.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL synchronous_commit TO OFF")
        yield


def _tidy(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call it, and give a pooled connection back. One to SQLite stays with its thread: opening it costs more."""
    try:
        return function(*args, **kwargs)
    finally:
        for used in connections.all(initialized_only=True):
            if used.vendor != "sqlite":
                used.close_if_unusable_or_obsolete()


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=settings.DATABASE_THREADS, thread_name_prefix="database")
