"""Dates as whole answers, in six languages (T9, T10, T50)."""

from datetime import datetime

import pytest

from conversations.engine.grammar.literal import NOT_LITERAL
from tests.engine.grammar.cases import LANGUAGES, ZURICH, read

DATES = {
    "en": {
        "2026-03-06": "2026-03-06",
        "today": "2026-03-02",
        "Tomorrow!": "2026-03-03",
        "the day after tomorrow": "2026-03-04",
        "Friday": "2026-03-06",
        "this friday": "2026-03-06",
        "next Friday": "2026-03-06",
        "on Friday, please": "2026-03-06",
        "fri": "2026-03-06",
        "Monday": "2026-03-09",
        "next Monday": "2026-03-09",
        "last Friday": "2026-02-27",
        "in 3 days": "2026-03-05",
        "in two weeks": "2026-03-16",
        "in a week": "2026-03-09",
        "3 days ago": "2026-02-27",
        "March 6": "2026-03-06",
        "March 6th, 2027": "2027-03-06",
        "6 March": "2026-03-06",
        "the 6th of March": "2026-03-06",
        "1 March": "2027-03-01",
        "Friday, 6 March": "2026-03-06",
        "the 6th": "2026-03-06",
        "6th": "2026-03-06",
        "the 1st": "2026-04-01",
        "the first of April": "2026-04-01",
        "29 February": "2028-02-29",
        "13/4": "2026-04-13",
        "13/4/26": "2026-04-13",
        "3/4/2026": "2026-04-03",
        "13/4/2026": "2026-04-13",
        "6/6": "2026-06-06",
    },
    "de": {
        "heute": "2026-03-02",
        "morgen": "2026-03-03",
        "Übermorgen": "2026-03-04",
        "Freitag": "2026-03-06",
        "am Freitag bitte": "2026-03-06",
        "nächsten Freitag": "2026-03-06",
        "diesen Freitag.": "2026-03-06",
        "letzten Freitag": "2026-02-27",
        "in drei Tagen": "2026-03-05",
        "in einer Woche": "2026-03-09",
        "vor 3 Tagen": "2026-02-27",
        "6. März": "2026-03-06",
        "am 6. März 2027": "2027-03-06",
        "Freitag, den 6. März": "2026-03-06",
        "am 6.": "2026-03-06",
        "der sechste": "2026-03-06",
        "13.4.": "2026-04-13",
        "13.4": "2026-04-13",
        "3.4.2026": "2026-04-03",
        "13. 4. 2026": "2026-04-13",
    },
    "fr": {
        "aujourd'hui": "2026-03-02",
        "aujourd’hui": "2026-03-02",
        "demain": "2026-03-03",
        "après-demain": "2026-03-04",
        "vendredi": "2026-03-06",
        "vendredi prochain": "2026-03-06",
        "ce vendredi": "2026-03-06",
        "vendredi dernier": "2026-02-27",
        "dans 3 jours": "2026-03-05",
        "dans une semaine": "2026-03-09",
        "il y a 3 jours": "2026-02-27",
        "le 6 mars": "2026-03-06",
        "6 mars 2027": "2027-03-06",
        "le 1er avril": "2026-04-01",
        "vendredi 6 mars": "2026-03-06",
        "le 6": "2026-03-06",
        "13/4": "2026-04-13",
        "03/04/2026": "2026-04-03",
    },
    "es": {
        "hoy": "2026-03-02",
        "mañana": "2026-03-03",
        "pasado mañana": "2026-03-04",
        "el viernes": "2026-03-06",
        "el próximo viernes": "2026-03-06",
        "viernes que viene": "2026-03-06",
        "este viernes, por favor": "2026-03-06",
        "viernes pasado": "2026-02-27",
        "dentro de 3 días": "2026-03-05",
        "en una semana": "2026-03-09",
        "hace 3 días": "2026-02-27",
        "6 de marzo": "2026-03-06",
        "el 6 de marzo de 2027": "2027-03-06",
        "1º de abril": "2026-04-01",
        "primero de abril": "2026-04-01",
        "el 6": "2026-03-06",
        "3/4/2026": "2026-04-03",
    },
    "pt": {
        "hoje": "2026-03-02",
        "amanhã": "2026-03-03",
        "depois de amanhã": "2026-03-04",
        "sexta-feira": "2026-03-06",
        "sexta": "2026-03-06",
        "na próxima sexta": "2026-03-06",
        "sexta que vem": "2026-03-06",
        "sexta passada": "2026-02-27",
        "daqui a 3 dias": "2026-03-05",
        "em duas semanas": "2026-03-16",
        "há 3 dias": "2026-02-27",
        "6 de março": "2026-03-06",
        "dia 6 de março de 2027": "2027-03-06",
        "dia 6": "2026-03-06",
        "1º de abril": "2026-04-01",
        "3/4/2026": "2026-04-03",
    },
    "it": {
        "oggi": "2026-03-02",
        "domani": "2026-03-03",
        "dopodomani": "2026-03-04",
        "venerdì": "2026-03-06",
        "venerdi prossimo": "2026-03-06",
        "il prossimo venerdì": "2026-03-06",
        "venerdì scorso": "2026-02-27",
        "tra 3 giorni": "2026-03-05",
        "fra una settimana": "2026-03-09",
        "3 giorni fa": "2026-02-27",
        "6 marzo": "2026-03-06",
        "il 6 marzo 2027": "2027-03-06",
        "l'8 marzo": "2026-03-08",
        "1° aprile": "2026-04-01",
        "il primo aprile": "2026-04-01",
        "il 6": "2026-03-06",
        "3/4/2026": "2026-04-03",
    },
}
NO_DATES = {
    "en": (
        "2", "2.", "the 6", "13.4", "3/4", "3-4", "31/4", "Friday or Saturday", "Friday, 7 March", "every Friday",
        "Friday next week", "not Friday", "Friday?", "March", "2026", "from Friday to Sunday", "in 2 people",
        "2026-02-30", "1.2.3.4", "for 2 people on Friday",
    ),
    "de": ("2", "6.", "3.4.", "Freitag oder Samstag", "guten Morgen", "jeden Freitag", "nicht morgen",
        "Freitag nächste Woche"),
    "fr": ("2", "3/4", "vendredi ou samedi", "pas demain", "vendredi en huit", "chaque vendredi", "9"),
    "es": ("2", "3/4", "viernes o sábado", "por la mañana", "cada viernes", "no mañana"),
    "pt": ("2", "3/4", "sexta ou sábado", "toda sexta", "não amanhã"),
    "it": ("2", "3/4", "venerdì o sabato", "ogni venerdì", "non domani"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "day"), [(language, *case) for language, cases in DATES.items() for case in cases.items()]
)
def test_t9_a_whole_message_that_is_a_date_is_a_literal(language, text, day):
    assert read(text, "date", language) == day


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, texts in NO_DATES.items() for text in texts]
)
def test_t9_what_is_no_plain_date_is_no_literal(language, text):
    assert read(text, "date", language) is NOT_LITERAL


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", ["1", "2", "12", "31", "2026"])
def test_t9_a_bare_number_is_never_a_date(language, number):
    assert read(number, "date", language) is NOT_LITERAL


@pytest.mark.parametrize(
    ("language", "day"),
    [("en-US", "2026-03-04"), ("en-GB", "2026-04-03"), ("pt-BR", "2026-04-03"), ("de-CH", "2026-04-03")],
)
def test_t9_month_comes_first_in_american_english_only(language, day):
    assert read("3/4/2026", "date", language) == day


def test_t9_without_a_year_a_swappable_date_is_no_literal_in_any_order():
    assert read("3/4", "date", "en-US") is NOT_LITERAL
    assert read("4/13", "date", "en-US") == read("13/4", "date", "en-US") == "2026-04-13"


@pytest.mark.parametrize("text", ["Friday", "this Friday", "next Friday"])
def test_t10_on_that_very_weekday_the_next_one_is_meant(text):
    friday = datetime(2026, 3, 6, 9, tzinfo=ZURICH)
    assert read(text, "date", now=friday) == "2026-03-13"


def test_t10_the_day_is_the_one_in_the_persons_zone():
    late = datetime.fromisoformat("2026-03-02T23:30:00+00:00")
    assert read("tomorrow", "date", now=late) == "2026-03-03"
    assert read("tomorrow", "date", now=late.astimezone(ZURICH)) == "2026-03-04"


def test_t10_days_are_counted_over_the_change_of_the_clocks():
    night = datetime(2026, 3, 28, 23, 30, tzinfo=ZURICH)
    assert read("in 1 day", "date", now=night) == "2026-03-29"
    assert read("in 2 days", "date", now=night) == "2026-03-30"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("12 December", "2025-12-12"),
        ("2 March", "2026-03-02"),
        ("the 6th", "2026-02-06"),
        ("the 31st", "2026-01-31"),
        ("Friday", "2026-02-27"),
        ("next Friday", "2026-03-06"),
        ("13/4/85", "1985-04-13"),
    ],
)
def test_t50_prefer_past_takes_the_last_such_day(text, day):
    assert read(text, "date", prefer="past") == day
