"""A database of SQLite that exists for a scenario only: the configured one is neither read nor written meanwhile."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.test.utils import override_settings

Fresh = Callable[[], None]
"""Makes the database as it was just after its migrations."""


@contextmanager
def throw_away_database() -> Iterator[Fresh]:
    """Put a migrated, empty database in the place of the configured one; the previous one comes back afterwards."""
    # One thread for everything: the connections of others would still lead to the configured database.
    with tempfile.TemporaryDirectory() as folder, override_settings(DB_THREAD_SENSITIVE=True):
        path, template = Path(folder) / "scenario.sqlite3", Path(folder) / "template.sqlite3"
        with _instead(path):
            call_command("migrate", verbosity=0, interactive=False)
            connections.close_all()
            path.rename(template)
            yield lambda: _renew(path, template)


@contextmanager
def _instead(path: Path) -> Iterator[None]:
    configured = connections.settings[DEFAULT_DB_ALIAS]
    connections.close_all()
    _connect(_database(path))
    try:
        yield
    finally:
        connections.close_all()
        _connect(configured)


def _connect(database: dict[str, Any]) -> None:
    connections.settings[DEFAULT_DB_ALIAS] = database
    del connections[DEFAULT_DB_ALIAS]


def _database(path: Path) -> dict[str, Any]:
    wanted = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": settings.SQLITE_OPTIONS}
    return connections.configure_settings({DEFAULT_DB_ALIAS: wanted})[DEFAULT_DB_ALIAS]


def _renew(path: Path, template: Path) -> None:
    connections.close_all()
    for leftover in path.parent.glob(f"{path.name}*"):
        leftover.unlink()
    shutil.copyfile(template, path)
