"""A throw-away database of its own for a measurement, made and dropped as the tests make and drop theirs."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections
from django.test.utils import setup_databases, teardown_databases


@contextmanager
def throw_away_database() -> Iterator[None]:
    """Migrate an empty database beside the configured one, and drop it at the end."""
    made = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        connections.close_all()
        teardown_databases(made, verbosity=0)
