"""What all tests share."""

from collections.abc import Iterator

import pytest
from django.test import TransactionTestCase

from facts import triggers


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
