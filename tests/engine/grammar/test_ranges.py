"""Ranges of days of which one lends the other its month (T10)."""

from datetime import datetime

import pytest

from tests.engine.grammar.cases import ZURICH, named

DECEMBER = ["2026-12-04", "2026-12-06"]
RANGES = {
    "en": ("from 4 to 6 December for 2 people", "4-6 December, 2 people", "from the 4th to the 6th of December for 2",
        "between 4 and 6 December for 2", "December 4 to 6 for 2", "December 4-6, 2026 for 2",
        "from December 4th until the 6th for 2", "from Friday 4 to Sunday 6 December for 2",
        "4 December to 6 December for 2", "4 to 6 December 2026, we are 2"),
    "de": ("vom 4. bis 6. Dezember für 2", "vom 4. bis zum 6. Dezember für 2", "4.-6. Dezember, 2 Personen",
        "4.–6.12.2026 für 2", "vom 4. bis 6.12. für 2", "zwischen dem 4. und dem 6. Dezember für 2",
        "Freitag, den 4. bis Sonntag, den 6. Dezember für 2"),
    "fr": ("du 4 au 6 décembre pour 2", "entre le 4 et le 6 décembre pour 2", "du 4 décembre au 6 pour 2",
        "4-6 décembre, 2 personnes", "du vendredi 4 au dimanche 6 décembre pour 2", "du 4 au 6/12 pour 2",
        "du 4 décembre au 6 décembre pour 2"),
    "es": ("del 4 al 6 de diciembre para 2", "entre el 4 y el 6 de diciembre para 2", "del 4 de diciembre al 6 para 2"),
    "pt": ("de 4 a 6 de dezembro para 2", "do dia 4 ao dia 6 de dezembro para 2", "de 4 até 6 de dezembro, 2 pessoas"),
    "it": ("dal 4 al 6 dicembre per 2", "tra il 4 e il 6 dicembre per 2", "dal 4 dicembre al 6 per 2"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, texts in RANGES.items() for text in texts]
)
def test_t10_the_days_of_a_range_share_the_month_and_feed_no_number(language, text):
    assert [value for value, _ in named(text, "date", language)] == DECEMBER
    assert [value for value, _ in named(text, "integer", language)] == [2]


def test_t10_each_day_of_a_range_has_its_own_words():
    assert named("from 4 to 6 December", "date") == [("2026-12-04", "4"), ("2026-12-06", "6 December")]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("from 28 to 3 December", ["2026-11-28", "2026-12-03"]),
        ("from 28 December to 3", ["2026-12-28", "2027-01-03"]),
        ("from 28 December to 3 January", ["2026-12-28", "2027-01-03"]),
        ("from 4 to 31 February", []),
        ("from 31 to 2 December", []),
        ("from 28 December 9999 to 3", []),
        ("from 28 to 3 January 0001", []),
        ("from Monday 4 to Sunday 6 December", []),
        ("from December 4 to 6 people", ["2026-12-04"]),
        ("on December 4 to 6 pm", ["2026-12-04"]),
        ("on December 4 to 6:30", ["2026-12-04"]),
        ("4 to 6 people on 8 December", ["2026-12-08"]),
    ],
)
def test_t10_a_range_lends_a_month_only_where_both_are_days(text, days):
    assert [value for value, _ in named(text, "date")] == days


def test_t10_a_range_that_has_begun_lies_in_one_year():
    now = datetime(2026, 12, 5, 9, tzinfo=ZURICH)
    assert [value for value, _ in named("from 4 to 6 December", "date", now=now)] == DECEMBER


def test_t10_a_range_of_numbers_stays_open():
    assert named("4 to 6 people", "integer") == []
