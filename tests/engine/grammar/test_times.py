"""Times of day and moments as whole answers (T9, T10)."""

from datetime import datetime

import pytest

from conversations.engine.grammar.literal import NOT_LITERAL
from tests.engine.grammar.cases import ZURICH, read

TIMES = {
    "en": {
        "19:00": "19:00", "7:30": "07:30", "7pm": "19:00", "7 p.m.": "19:00", "at 7:30 pm": "19:30", "7.30pm": "19:30",
        "noon": "12:00", "12am": "00:00", "12 pm": "12:00", "at 19": "19:00", "7 in the evening": "19:00",
        "half past 7 pm": "19:30", "11 at night": "23:00", "19:00:30": "19:00", "19.30": "19:30",
    },
    "de": {
        "19 Uhr": "19:00", "um 19 Uhr 30": "19:30", "19.30 Uhr": "19:30", "7 Uhr": "07:00", "7 Uhr abends": "19:00",
        "um halb acht abends": "19:30", "Mittag": "12:00", "um 20": "20:00", "viertel nach 7 abends": "19:15",
    },
    "fr": {
        "19h30": "19:30", "19h": "19:00", "à 19 h 30": "19:30", "à 7 heures": "07:00", "19 heures": "19:00",
            "midi": "12:00",
        "7 heures du soir": "19:00", "7 heures et demie du soir": "19:30", "midi et demi": "12:30",
    },
    "es": {
        "19:30": "19:30", "a las 19": "19:00", "a las 7 de la tarde": "19:00", "las siete y media de la tarde": "19:30",
        "7 pm": "19:00", "mediodía": "12:00", "19h": "19:00",
    },
    "pt": {"às 19h": "19:00", "19h30": "19:30", "às 7 da noite": "19:00", "meio-dia": "12:00",
        "às sete e meia da noite": "19:30"},
    "it": {"alle 19": "19:00", "alle 19:30": "19:30", "alle sei di sera": "18:00", "mezzogiorno": "12:00",
        "ore 20": "20:00"},
}  # fmt: skip
NO_TIMES = {
    "en": ("7", "19", "at 7", "7 o'clock", "half past seven", "25:00", "24:00", "7:60", "7pm or 8pm", "not at 7pm",
        "7-8pm", "19:00?"),
    "de": ("7", "um 7", "halb acht", "19 Uhr oder 20 Uhr"),
    "fr": ("7", "à 7", "midi ou 13h"),
    "es": ("7", "a las 7"),
    "pt": ("7", "às 7"),
    "it": ("7", "alle 7"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "time"), [(language, *case) for language, cases in TIMES.items() for case in cases.items()]
)
def test_t9_a_time_is_a_literal_stored_as_hours_and_minutes(language, text, time):
    assert read(text, "time", language) == time


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, texts in NO_TIMES.items() for text in texts]
)
def test_t9_what_may_be_morning_or_evening_is_no_literal(language, text):
    assert read(text, "time", language) is NOT_LITERAL


@pytest.mark.parametrize(
    ("language", "text", "moment"),
    [
        ("en", "tomorrow at 7pm", "2026-03-03T19:00:00+01:00"),
        ("en", "next Friday, 19:00", "2026-03-06T19:00:00+01:00"),
        ("en", "7pm on Friday", "2026-03-06T19:00:00+01:00"),
        ("en", "2026-07-06 19:00", "2026-07-06T19:00:00+02:00"),
        ("en", "2026-03-06T19:00:00Z", "2026-03-06T19:00:00+00:00"),
        ("de", "morgen um 19 Uhr", "2026-03-03T19:00:00+01:00"),
        ("de", "am Freitag um 19.30 Uhr bitte", "2026-03-06T19:30:00+01:00"),
        ("fr", "demain à 19h30", "2026-03-03T19:30:00+01:00"),
        ("es", "mañana a las 7 de la tarde", "2026-03-03T19:00:00+01:00"),
        ("pt", "amanhã às 19h", "2026-03-03T19:00:00+01:00"),
        ("it", "domani alle 19", "2026-03-03T19:00:00+01:00"),
    ],
)
def test_t10_a_moment_is_in_the_persons_zone(language, text, moment):
    assert read(text, "datetime", language) == moment


@pytest.mark.parametrize("text", ["Friday", "19:00", "tomorrow at 7", "Friday or Saturday at 7pm", "2026-02-30T10:00"])
def test_t9_half_a_moment_is_no_literal(text):
    assert read(text, "datetime") is NOT_LITERAL


def test_t10_a_time_that_the_clocks_skip_is_the_one_they_show():
    saturday = datetime(2026, 3, 28, 9, tzinfo=ZURICH)
    assert read("tomorrow at 02:30", "datetime", now=saturday) == "2026-03-29T03:30:00+02:00"
    assert read("2026-03-29T02:30", "datetime", now=saturday) == "2026-03-29T03:30:00+02:00"
