"""Bounds that are told by the moment (T50, T52)."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from facts.values import Invalid, bound, is_bound

ZURICH = ZoneInfo("Europe/Zurich")
NOON = datetime(2026, 3, 2, 12, tzinfo=ZURICH)
NIGHT = datetime(2026, 3, 28, 23, 30, tzinfo=ZURICH)


@pytest.mark.parametrize(
    ("expression", "name", "at", "value"),
    [
        ("today", "date", NOON, "2026-03-02"),
        ("today+7d", "date", NOON, "2026-03-09"),
        ("today - 1d", "date", NOON, "2026-03-01"),
        ("Today+2w", "date", NOON, "2026-03-16"),
        ("now", "date", NOON, "2026-03-02"),
        ("now+2h", "date", NIGHT, "2026-03-29"),
        ("now", "time", NOON, "12:00"),
        ("now+90m", "time", NOON, "13:30"),
        ("now+2h", "time", NIGHT, "23:59"),
        ("now-13h", "time", NOON, "00:00"),
        ("now", "datetime", NOON, "2026-03-02T12:00:00+01:00"),
        ("today", "datetime", NOON, "2026-03-02T00:00:00+01:00"),
        ("2026-03-06", "date", NOON, "2026-03-06"),
        ("08:00", "time", NOON, "08:00"),
        (5, "integer", NOON, 5),
        ("5", "integer", NOON, 5),
        (2.5, "number", NOON, 2.5),
    ],
)
def test_t50_a_bound_is_judged_at_the_moment_in_the_persons_zone(expression, name, at, value):
    assert bound(expression, name, at) == value


def test_t52_days_are_calendar_days_and_hours_exact_over_the_change_of_the_clocks():
    assert bound("now+1d", "datetime", NIGHT) == "2026-03-29T23:30:00+02:00"
    assert bound("now+24h", "datetime", NIGHT) == "2026-03-30T00:30:00+02:00"


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("soon", "date"),
        ("today+", "date"),
        ("today+2h", "date"),
        ("today", "time"),
        ("today", "integer"),
        ("now", "number"),
        ("today+999999w", "date"),
        ("today+99999999d", "date"),
        (5, "date"),
        (True, "integer"),
        (None, "date"),
        ({"field": "arrival"}, "date"),
        ("today", "string"),
        (1, "boolean"),
        (1, "email"),
    ],
)
def test_t50_nonsense_is_no_bound(expression, name):
    assert not is_bound(expression, name)
    with pytest.raises(Invalid) as caught:
        bound(expression, name, NOON)
    assert caught.value.code == "type"


@pytest.mark.parametrize(
    ("expression", "name"), [("today+7d", "date"), ("now-2h", "datetime"), (1, "integer"), ("09:00", "time")]
)
def test_t50_what_can_be_resolved_is_a_bound(expression, name):
    assert is_bound(expression, name)
