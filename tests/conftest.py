"""What all tests share."""

import os
from collections.abc import Iterator

import pytest
from django.test import TransactionTestCase
from hypothesis import settings

from facts import triggers

# In CI the same examples every time, so that a red run is about the change; elsewhere new ones, to find faults.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


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


@pytest.fixture(autouse=True, scope="session")
def _ledgers_can_be_emptied() -> Iterator[None]:
    """Let the flush at the end of a transactional test empty the ledger; `post_migrate` guards it again (F11)."""
    empty = TransactionTestCase._fixture_teardown

    def unguarded(case: TransactionTestCase) -> None:
        triggers.drop()
        try:
            empty(case)
        finally:
            triggers.create()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", unguarded)
        yield
