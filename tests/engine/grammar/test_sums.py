"""Sums that nobody has told, and the nouns that numbers count (T9)."""

import pytest

from conversations.engine.grammar.mentions import is_open, mentions
from facts.values import ValueType
from tests.engine.grammar.cases import LANGUAGES, named, speech

SUMS = {
    "en": ("for 2 adults and 2 children", "2 adults, 2 children and 1 baby", "2 adults with 2 small children",
        "2 adults and a child", "two adults + two kids", "2 pizzas and 2 beers", "2 tall adults, and 1 dog"),
    "de": ("für 2 Erwachsene und 2 Kinder", "2 Erwachsene mit 2 Kindern", "2 Erwachsene und ein Kind"),
    "fr": ("pour 2 adultes et 2 enfants", "2 adultes avec 2 enfants", "2 adultes et un enfant"),
    "es": ("para 2 adultos y 2 niños", "2 adultos con 2 niños", "2 adultos y un niño"),
    "pt": ("para 2 adultos e 2 crianças", "2 adultos com 2 crianças", "2 adultos e uma criança"),
    "it": ("per 2 adulti e 2 bambini", "2 adulti con 2 bambini", "2 adulti e un bambino"),
}  # fmt: skip
PLAIN = {
    "en": ("2 people and 3 nights", "2 rooms and 4 people", "2 people with 3 bikes", "for 2 and 3 bottles of wine",
        "2 people on Friday and 3 on Sunday"),
    "de": ("2 Personen und 3 Nächte", "2 Zimmer und 4 Personen"),
    "fr": ("2 personnes et 3 nuits", "2 chambres et 4 personnes"),
    "es": ("2 personas y 3 noches", "2 habitaciones y 4 personas"),
    "pt": ("2 pessoas e 3 noites", "2 quartos e 4 pessoas"),
    "it": ("2 persone e 3 notti", "2 camere e 4 persone"),
}  # fmt: skip
UNITS = {
    "en": ("two nights from Friday for 3", [(2, "nights"), (3, "")]),
    "de": ("2 Nächte ab Freitag für 3", [(2, "nachte"), (3, "")]),
    "fr": ("deux nuits dès vendredi pour 3 personnes", [(2, "nuits"), (3, "personnes")]),
    "es": ("2 noches desde el viernes para 3", [(2, "noches"), (3, "")]),
    "pt": ("duas noites na sexta para 3", [(2, "noites"), (3, "")]),
    "it": ("2 notti da venerdì per 3", [(2, "notti"), (3, "")]),
}


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in LANGUAGES for text in SUMS[language]])
def test_t9_the_parts_of_a_sum_are_no_number_of_the_whole(language, text):
    assert named(text, "integer", language) == []
    assert is_open(2, text, speech(language))


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in LANGUAGES for text in PLAIN[language]])
def test_t9_numbers_that_count_things_apart_are_no_sum(language, text):
    assert len(named(text, "integer", language)) == 2
    assert not is_open(2, text, speech(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_t9_a_number_has_the_noun_that_it_counts(language):
    text, units = UNITS[language]
    found = mentions(text, ValueType("integer"), speech(language))
    assert [(item.value, item.unit) for item in found] == units


@pytest.mark.parametrize(
    ("language", "text", "name", "opened"),
    [
        ("en", "2 adults and 3 children", "adults", False),
        ("en", "3 adults and 2 children", "child", False),
        ("en", "3 adults and 2 kids", "children", False),
        ("fr", "3 adultes et 2 enfants", "children", False),
        ("en", "2 adults and 3 children", "guests", True),
        ("en", "2 adults or 3 adults", "adults", True),
    ],
)
def test_t9_a_part_is_plain_to_the_field_that_counts_it(language, text, name, opened):
    assert is_open(2, text, speech(language), (name,)) is opened


def test_t9_what_follows_a_sum_is_still_a_number():
    assert named("2 adults and 2 children for 3 nights", "integer") == [(3, "3")]
    assert named("2 people and a table outside", "integer") == [(2, "2")]
