"""Literal answers at large: yes and no, addresses, limits, and that nothing ever raises (T9)."""

from datetime import date, time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conversations.engine.grammar.literal import NOT_LITERAL, literal
from conversations.engine.grammar.mentions import is_open, mentions
from conversations.engine.grammar.speech import Speech
from facts.values import ValueType, coerce
from tests.engine.grammar.cases import HOTELS, LANGUAGES, MONDAY, ZURICH, read

YES = {
    "en": ("yes", "Yes, please!", "yep", "that's right", "yes, that’s right.", "of course", "👍", "👍🏽"),
    "de": ("ja", "Ja bitte", "genau", "stimmt", "ja, das stimmt", "na klar!"),
    "fr": ("oui", "Oui, s'il vous plaît", "d'accord", "c’est ça", "oui merci", "bien sûr"),
    "es": ("sí", "si", "Sí, por favor", "claro que sí", "así es"),
    "pt": ("sim", "Sim, por favor", "com certeza", "isso mesmo"),
    "it": ("sì", "si", "Sì, grazie", "va bene", "certo"),
}
NO = {
    "en": ("no", "No, thanks", "nope", "not at all"),
    "de": ("nein", "Nein danke", "auf keinen Fall"),
    "fr": ("non", "Non merci", "pas du tout"),
    "es": ("no", "No, gracias", "para nada"),
    "pt": ("não", "nao", "Não, obrigado", "de jeito nenhum"),
    "it": ("no", "No grazie", "per niente"),
}
UNCLEAR = {
    "en": ("yes and no", "yes, no", "no problem", "maybe", "yes but not now", "is it?", "2", "yes?"),
    "de": ("jein", "vielleicht", "ja nein"),
    "fr": ("peut-être", "oui mais non"),
    "es": ("quizás", "sí y no"),
    "pt": ("talvez", "sim e não"),
    "it": ("forse", "sì e no"),
}
NAMES = ("string", "integer", "number", "boolean", "date", "time", "datetime", "email", "phone", "url", "list")
TYPES = (*map(ValueType, NAMES), HOTELS, ValueType("integer", enum=(2, 4)), ValueType("date", prefer="past"))
MOMENTS = st.datetimes(MONDAY.replace(year=1990, tzinfo=None), MONDAY.replace(year=2100, tzinfo=None)).map(
    lambda moment: moment.replace(tzinfo=ZURICH)
)
SCRAPS = """
2 3 31 2026 13/4 3.4. 19:00 7pm h uhr th . , - ' ? ! to or and friday next last tomorrow the of march half a an in
days ago week am um à les il dia not no yes grand hotel the lake palace + @ x.ch CHF % 1'000 1,5 ½ ② 👍🏽 ß İ
"""
PIECES = st.sampled_from(SCRAPS.split())
TEXTS = st.one_of(
    st.text(max_size=70), st.lists(PIECES, max_size=12).map(" ".join), st.lists(PIECES, max_size=12).map("".join)
)


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in LANGUAGES for text in YES[language]])
def test_t9_a_yes_is_true(language, text):
    assert read(text, "boolean", language) is True


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in LANGUAGES for text in NO[language]])
def test_t9_a_no_is_false(language, text):
    assert read(text, "boolean", language) is False


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language in LANGUAGES for text in UNCLEAR[language]]
)
def test_t9_neither_yes_nor_no_is_no_literal(language, text):
    assert read(text, "boolean", language) is NOT_LITERAL


@pytest.mark.parametrize(
    ("type_name", "text", "value"),
    [
        ("email", "Ann@Example.org.", "Ann@example.org"),
        ("email", "my email is ann@example.org", "ann@example.org"),
        ("phone", "+41 (0)79 123 45 67", "+41791234567"),
        ("phone", "079 123 45 67", "0791234567"),
        ("url", "www.Example.com/a", "https://www.example.com/a"),
    ],
)
def test_t9_addresses_are_literals_in_their_one_form(type_name, text, value):
    assert read(text, type_name) == value


@pytest.mark.parametrize(
    ("type_name", "text"),
    [
        ("email", "ann@example"),
        ("email", "ann@example.org or bob@example.org"),
        ("phone", "2"),
        ("phone", "call me"),
        ("url", "hello"),
    ],
)
def test_t9_what_is_no_address_is_no_literal(type_name, text):
    assert read(text, type_name) is NOT_LITERAL


@pytest.mark.parametrize("type_name", ["string", "list", "object"])
def test_t9_free_text_lists_and_objects_have_no_literals(type_name):
    assert read("2", type_name) is NOT_LITERAL


def test_t9_a_literal_has_at_most_64_characters():
    assert read("2" + " please" * 9, "integer") == 2
    assert read("2" + " please" * 10, "integer") is NOT_LITERAL


@pytest.mark.parametrize("type", TYPES, ids=lambda type: type.name)
@settings(deadline=None)
@given(text=TEXTS, language=st.sampled_from((*LANGUAGES, "en-US", "pt-BR", "xx", "")), now=MOMENTS)
def test_t9_no_text_makes_the_grammar_raise(type, text, language, now):
    speech = Speech(language, now)
    value = literal(text, type, speech)
    if value is not NOT_LITERAL:
        assert coerce(value, type, language) == value
    assert is_open(value, text, speech) in (True, False)
    for found in mentions(text, type, speech):
        assert text[found.start : found.end].strip()
        assert coerce(found.value, type, language) == found.value


@settings(deadline=None)
@given(day=st.dates(date(1990, 1, 1), date(2099, 12, 31)), now=MOMENTS, language=st.sampled_from(LANGUAGES))
def test_t9_a_date_with_its_year_is_that_day_whenever_it_is_said(day, now, language):
    for written in (day.isoformat(), f"{day.day}/{day.month}/{day.year}", f"{day.day:02}.{day.month:02}.{day.year}"):
        assert read(written, "date", language, now=now) == day.isoformat()


@settings(deadline=None)
@given(moment=st.times(), language=st.sampled_from(LANGUAGES))
def test_t9_a_time_with_a_colon_is_that_time(moment, language):
    assert read(f"{moment:%H:%M}", "time", language) == time(moment.hour, moment.minute).isoformat("minutes")
