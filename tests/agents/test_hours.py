"""Opening hours (T11) and quiet hours (T52)."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.hours import Hours, HoursError, Span, first_moment, is_open, parse, quiet_until

ZURICH = ZoneInfo("Europe/Zurich")
NIGHT = ("22:00", "08:00")


def at(text: str, fold: int = 0) -> datetime:
    """A moment in Zurich. 2 March 2026 is a Monday; clocks change on 29 March and 25 October."""
    return datetime.fromisoformat(text).replace(tzinfo=ZURICH, fold=fold)


@pytest.mark.parametrize(
    ("text", "moment", "open_"),
    [
        ("Mo-Fr 08:00-18:00", "2026-03-02T08:00", True),
        ("Mo-Fr 08:00-18:00", "2026-03-02T07:59", False),
        ("Mo-Fr 08:00-18:00", "2026-03-06T17:59", True),
        ("Mo-Fr 08:00-18:00", "2026-03-06T18:00", False),
        ("Mo-Fr 08:00-18:00", "2026-03-07T12:00", False),
        ("mo–fr 8:00 – 18:00", "2026-03-02T08:00", True),
        ("Mo-Fr 08:00-12:00, 13:00-18:00", "2026-03-02T12:30", False),
        ("Mo-Fr 08:00-12:00, 13:00-18:00", "2026-03-02T13:00", True),
        ("Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-12:00", "2026-03-07T11:00", True),
        ("Mo-Fr 08:00-12:00, Sa 09:00-12:00", "2026-03-07T08:30", False),
        ("Mo, We 08:00-12:00", "2026-03-02T09:00", True),
        ("Mo, We 08:00-12:00", "2026-03-03T09:00", False),
        ("Mo, We 08:00-12:00", "2026-03-04T13:00", False),
        ("Sa-Mo 10:00-16:00", "2026-03-08T12:00", True),
        ("Sa-Mo 10:00-16:00", "2026-03-03T12:00", False),
        ("Fr 22:00-06:00", "2026-03-07T05:59", True),
        ("Fr 22:00-06:00", "2026-03-07T06:00", False),
        ("Fr 22:00-06:00", "2026-03-06T05:00", False),
        ("Su 22:00-06:00", "2026-03-02T03:00", True),
        ("Sa 18:00-24:00", "2026-03-07T23:59", True),
        ("Sa 18:00-24:00", "2026-03-08T00:00", False),
        ("Mo 00:00-00:00", "2026-03-02T23:59", True),
        ("08:00-18:00", "2026-03-08T09:00", True),
        ("Sa; Su 10:00-12:00", "2026-03-07T23:00", True),
        ("", "2026-03-08T03:00", True),
        (" ; ", "2026-03-08T03:00", True),
    ],
)
def test_t11_people_are_there_in_their_hours(text: str, moment: str, open_: bool) -> None:
    assert is_open(parse(text), at(moment)) is open_


@pytest.mark.parametrize(
    "text",
    [
        "always",
        "Mon-Fri 08:00-18:00",
        "Mo-Fr 08:00",
        "Mo-Fr 8-18",
        "Mo-Fr 25:00-26:00",
        "Mo 24:00-08:00",
        "Mo 08:00-24:01",
        "Mo 08:60-09:00",
        "08:00-18:00 Mo",
        "Mo-Fr 08:00-12:00,",
        "Mo-",
        "٠٨:٠٠-١٢:٠٠",
    ],
)
def test_t11_what_gives_no_hours_is_refused(text: str) -> None:
    with pytest.raises(HoursError):
        parse(text)


def test_t11_a_refusal_says_what_it_is_about_and_how_to_write_it() -> None:
    with pytest.raises(HoursError, match="“Sa noon” gives no opening hours: write them like Mo-Fr 08:00-18:00"):
        parse("Mo-Fr 08:00-18:00; Sa noon")


def test_t11_hours_are_values() -> None:
    assert parse("Mo 22:00-02:00") == Hours((Span(0, 22 * 60, 26 * 60),))
    assert parse("Mo-We,Tu 08:00-09:00") == parse("Mo-We 8:00-9:00")


@given(st.text(alphabet="MoTuSa 0189:-–;,24") | st.text())
def test_t11_any_text_either_gives_hours_within_two_days_or_is_refused(text: str) -> None:
    try:
        spans = parse(text).spans
    except HoursError:
        return
    assert all(0 <= span.start < span.end <= 2 * 24 * 60 and 0 <= span.weekday < 7 for span in spans)


@pytest.mark.parametrize(
    ("quiet", "moment", "until"),
    [
        (NIGHT, "2026-03-02T21:59:59", None),
        (NIGHT, "2026-03-02T22:00", "2026-03-03T08:00"),
        (NIGHT, "2026-03-03T03:00", "2026-03-03T08:00"),
        (NIGHT, "2026-03-03T07:59:59", "2026-03-03T08:00"),
        (NIGHT, "2026-03-03T08:00", None),
        (("12:00", "14:00"), "2026-03-02T12:00", "2026-03-02T14:00"),
        (("12:00", "14:00"), "2026-03-02T14:00", None),
        (("12:00", "14:00"), "2026-03-02T11:59", None),
        (("22:00", "00:00"), "2026-03-02T23:00", "2026-03-03T00:00"),
        (("00:00", "08:00"), "2026-03-02T00:00", "2026-03-02T08:00"),
        (("08:00", "08:00"), "2026-03-02T08:00", None),
        (NIGHT, "2026-03-28T23:00", "2026-03-29T08:00"),
        (("22:00", "02:30"), "2026-03-29T01:00", "2026-03-29T03:00"),
        (("02:30", "08:00"), "2026-03-29T03:00", "2026-03-29T08:00"),
        (("02:10", "02:50"), "2026-03-29T03:00", None),
        (("22:00", "02:30"), "2026-10-25T01:00", "2026-10-25T02:30"),
    ],
)
def test_t52_quiet_hours_end_at_their_time_of_day(quiet: tuple[str, str], moment: str, until: str | None) -> None:
    assert quiet_until(quiet, at(moment)) == (at(until) if until else None)


def left(moment: datetime) -> timedelta:
    """How long the night is quiet from a moment on."""
    return (quiet_until(NIGHT, moment) or moment).astimezone(UTC) - moment.astimezone(UTC)


def test_t52_quiet_hours_over_a_change_of_clocks_last_an_hour_less_or_more() -> None:
    spring, autumn = at("2026-03-28T23:00"), at("2026-10-24T23:00")
    assert [left(spring), left(autumn)] == [timedelta(hours=8), timedelta(hours=10)]


def test_t52_quiet_hours_that_end_at_a_time_shown_twice_end_at_the_first() -> None:
    ends = quiet_until(("22:00", "02:30"), at("2026-10-25T02:29"))
    assert ends is not None
    assert ends.utcoffset() == timedelta(hours=2)
    assert quiet_until(("22:00", "02:30"), at("2026-10-25T02:10", fold=1)) is None


def test_t52_a_day_that_a_zone_leaves_out_is_gone_over() -> None:
    wall = datetime(2011, 12, 30, 8, tzinfo=ZoneInfo("Pacific/Apia"))
    assert first_moment(wall).isoformat() == "2011-12-31T00:00:00+14:00"


CLOCKS = st.times().map(lambda clock: clock.isoformat("minutes"))
ZONES = st.sampled_from(["UTC", "Europe/Zurich", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia"])
MOMENTS = st.datetimes(
    min_value=datetime.fromisoformat("2005-01-01"),
    max_value=datetime.fromisoformat("2035-01-01"),
    timezones=st.just(UTC),
)


@given(st.tuples(CLOCKS, CLOCKS), MOMENTS, ZONES)
def test_t52_quiet_hours_end_within_a_day_and_are_over_then(
    quiet: tuple[str, str], moment: datetime, zone: str
) -> None:
    local = moment.astimezone(ZoneInfo(zone))
    ends = quiet_until(quiet, local)
    if ends is not None:
        assert timedelta() < ends.astimezone(UTC) - moment <= timedelta(days=2)
        assert quiet_until(quiet, ends) is None
