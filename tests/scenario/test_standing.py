"""How a scenario stands for the draft as it is now."""

from datetime import UTC, datetime, timedelta

import pytest

from conversations.scenario.standing import PATIENCE, Last, State, is_forlorn, state

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (Last(None, None), State.NEVER),
        (Last(True, 7), State.PASSED),
        (Last(False, 7), State.FAILED),
        (Last(True, 6), State.OUTDATED),
        (Last(False, 6), State.OUTDATED),
        (Last(True, 8), State.OUTDATED),
        (Last(True, 7, NOW), State.ASKED),
        (Last(None, None, NOW, NOW + SECOND), State.PLAYING),
        (Last(None, None, NOW, NOW), State.ASKED),
    ],
)
def test_only_a_result_at_the_very_revision_counts_and_none_while_it_is_played_again(
    last: Last, expected: State
) -> None:
    assert state(last, 7, NOW) is expected
    assert expected.waits is (last.asked_at is not None)


def test_it_is_forlorn_once_it_waited_longer_than_a_worker_takes_to_look() -> None:
    assert not is_forlorn(Last(None, None, NOW - PATIENCE), NOW)
    assert is_forlorn(Last(None, None, NOW - PATIENCE - SECOND), NOW)
    assert not is_forlorn(Last(None, None, NOW - 2 * PATIENCE, NOW + SECOND), NOW)
    assert not is_forlorn(Last(True, 7), NOW)
