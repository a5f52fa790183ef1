"""Messages that have the form of a value and are none (T9, T12)."""

import pytest

from conversations.engine.grammar.shapes import looks_like
from facts.values import ValueType
from tests.engine.grammar.cases import LANGUAGES, speech

IMPOSSIBLE_DAYS = {
    "en": ("31 February", "32 December", "February 30th", "the 31st of April, please", "the 32nd", "on 31 June 2027",
        "29 February 2027", "Friday, 31 June", "13/32", "0 May"),
    "de": ("31. Februar", "am 32. Dezember", "30.2.2026", "31.4.", "der 32."),
    "fr": ("31 février", "le 32 décembre", "le 31 juin s'il vous plaît", "le 32", "le 31/02/2026"),
    "es": ("31 de febrero", "el 32 de diciembre", "el 32"),
    "pt": ("31 de fevereiro", "dia 32 de dezembro", "dia 32"),
    "it": ("31 febbraio", "il 32 dicembre", "il 32"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language in LANGUAGES for text in IMPOSSIBLE_DAYS[language]]
)
def test_t9_a_day_that_no_calendar_has_looks_like_a_date(language, text):
    assert looks_like(text, ValueType("date"), speech(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["2026-02-30", "2026-13-01", "31/31/2026", "32.12.2026", "45-45-2026"])
def test_t9_impossible_digits_look_like_a_date_in_every_language(language, text):
    assert looks_like(text, ValueType("date"), speech(language))


@pytest.mark.parametrize(
    ("type_name", "text"),
    [
        ("time", "25:00"),
        ("time", "24:00"),
        ("time", "at 7:60"),
        ("time", "25h"),
        ("time", "30 pm"),
        ("time", "at 30"),
        ("datetime", "31 February at 7pm"),
        ("datetime", "31 February"),
        ("datetime", "tomorrow at 25:00"),
        ("datetime", "2026-02-30T10:00"),
        ("integer", "2.5"),
        ("integer", "CHF 2.50"),
        ("integer", "1.2.3"),
        ("number", "2,5"),
        ("number", "9999999999999999999999"),
        ("email", "foo@"),
        ("email", "my email is foo@bar"),
        ("email", "@foo.com"),
        ("phone", "12345"),
        ("url", "https://"),
        ("url", "http:/foo"),
    ],
)
def test_t9_what_has_the_form_of_a_value_is_told_from_other_words(type_name, text):
    assert looks_like(text, ValueType(type_name), speech())


@pytest.mark.parametrize(
    ("type_name", "text"),
    [
        ("date", "6 March"),
        ("date", "29 February"),
        ("date", "3/4"),
        ("date", "Friday or Saturday"),
        ("date", "I do not know"),
        ("date", "2"),
        ("date", "32"),
        ("date", "31 February or 1 March"),
        ("date", "what about 31 February?"),
        ("time", "at 7"),
        ("time", "19:00"),
        ("time", "7"),
        ("time", "30"),
        ("datetime", "tomorrow"),
        ("datetime", "tomorrow at 7pm"),
        ("datetime", "at 7pm"),
        ("integer", "2"),
        ("integer", "2 or 3"),
        ("integer", "12/06/2026"),
        ("integer", "12.06.2026"),
        ("integer", "two"),
        ("integer", "2.5 people in the mean"),
        ("number", "2.5"),
        ("email", "foo@bar.com"),
        ("email", "none"),
        ("phone", "+41 79 123 45 67"),
        ("phone", "later"),
        ("url", "https://x.ch"),
        ("boolean", "maybe"),
        ("string", "31 February"),
        ("list", "2.5"),
        ("date", ""),
        ("date", "31 February " * 10),
    ],
)
def test_t9_a_value_and_what_has_no_form_do_not_look_like_an_impossible_one(type_name, text):
    assert not looks_like(text, ValueType(type_name), speech())


def test_t9_a_choice_has_no_form_of_its_own():
    assert not looks_like("2.5", ValueType("integer", enum=(2, 4)), speech())
