"""What all tests share."""

import os
from collections.abc import Iterator

import pytest
import pytest_django
from django.db import connection, transaction
from django.test import TransactionTestCase
from hypothesis import settings

from facts import triggers

MADE_BY_MIGRATION: set[str] = set()
"""Tables that have rows before the first test, such as permissions and roles: they stay as they are."""

# How long an example takes is the machine's: what hangs is ended by the timeout of the test.
settings.register_profile("anywhere", deadline=None)
# In CI the same examples every time, so that a red run is about the change; elsewhere new ones, to find faults.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "anywhere")


def pytest_addoption(parser: pytest.Parser) -> None:
    """An option for the second database: what touches none has nothing new to say there."""
    parser.addoption("--database-only", action="store_true", help="only the tests that use the database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the pure tests with `--database-only`."""
    if config.getoption("--database-only"):
        config.hook.pytest_deselected(items=[item for item in items if not uses_database(item)])
        items[:] = [item for item in items if uses_database(item)]


def uses_database(item: pytest.Item) -> bool:
    """Whether the test asks for the database by its marker or, at any remove, by its fixtures."""
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or "db" in fixtures or "transactional_db" in fixtures


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> None:
    """The test database, and which of its tables are not empty."""
    with django_db_blocker.unblock():
        MADE_BY_MIGRATION.update(tables_with_rows())


@pytest.fixture(autouse=True, scope="session")
def _only_what_was_written_is_emptied() -> Iterator[None]:
    """After a transactional test empty the tables that hold rows, and let the ledger be emptied too (F11).

    Django would truncate them all and make its types and permissions anew, which takes longer than most tests.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda case: empty_tables())
        yield


def empty_tables() -> None:
    """Delete all rows, except those that migrations and `post_migrate` made."""
    written = tables_with_rows()
    if not written:
        return
    triggers.drop()
    try:
        with transaction.atomic(), connection.cursor() as cursor:  # foreign keys are checked when it commits
            for table in written:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
    finally:
        triggers.create()


def tables_with_rows() -> list[str]:
    """The tables of models that hold any row, without those of `MADE_BY_MIGRATION`."""
    tables = set(connection.introspection.django_table_names(only_existing=True)) - MADE_BY_MIGRATION
    quote = connection.ops.quote_name
    holds = " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {quote(table)})" for table in sorted(tables)
    )
    with connection.cursor() as cursor:
        cursor.execute(holds)
        return [table for [table] in cursor.fetchall()]
