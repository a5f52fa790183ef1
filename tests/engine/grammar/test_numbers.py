"""Numbers as whole answers (T9)."""

import pytest

from conversations.engine.grammar.literal import NOT_LITERAL
from tests.engine.grammar.cases import LANGUAGES, read

WORDS = {
    "en": ("one", "two", "twelve"),
    "de": ("eins", "zwei", "zwölf"),
    "fr": ("un", "deux", "douze"),
    "es": ("uno", "dos", "doce"),
    "pt": ("um", "dois", "doze"),
    "it": ("uno", "due", "dodici"),
}
POLITE = {
    "en": ("2 please", "For 2, thank you!"),
    "de": ("2 bitte", "für 2, danke"),
    "fr": ("2 s'il vous plaît", "pour 2, merci"),
    "es": ("2 por favor", "para 2, gracias"),
    "pt": ("2 por favor", "para 2, obrigado"),
    "it": ("2 per favore", "per 2, grazie"),
}
OPEN = {
    "en": (
        "2 or 3",
        "2-3",
        "2 to 3",
        "between 2 and 3",
        "2 adults and 1 child",
        "at least 2",
        "not 2",
        "2+",
        "2, 3",
        "twenty one",
        "two hundred",
        "a dozen",
    ),
    "de": ("2 oder 3", "2 bis 3", "2-3", "zwischen 2 und 3", "2 Erwachsene und 1 Kind", "mindestens 2", "nicht 2"),
    "fr": ("2 ou 3", "2 à 3", "entre 2 et 3", "2 adultes et 1 enfant", "au moins 2", "pas 2"),
    "es": ("2 o 3", "2 a 3", "entre 2 y 3", "2 adultos y 1 niño", "al menos 2", "no 2"),
    "pt": ("2 ou 3", "2 a 3", "entre 2 e 3", "2 adultos e 1 criança", "pelo menos 2", "não 2"),
    "it": ("2 o 3", "da 2 a 3", "tra 2 e 3", "2 adulti e 1 bambino", "almeno 2", "non 2"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["2", " 2 ", "2.", "2!", "2 !"])
def test_t9_digits_are_an_integer(language, text):
    assert read(text, "integer", language) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_t9_number_words_are_integers(language):
    assert [read(word, "integer", language) for word in WORDS[language]] == [1, 2, 12]


@pytest.mark.parametrize("language", LANGUAGES)
def test_t9_politeness_changes_nothing(language):
    assert [read(text, "integer", language) for text in POLITE[language]] == [2, 2]


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in LANGUAGES for text in OPEN[language]])
def test_t9_a_range_or_an_alternative_is_no_literal(language, text):
    assert read(text, "integer", language) is NOT_LITERAL


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("en", "2.5", 2.5),
        ("en", "1,000.50", 1000.5),
        ("en", "1'000", 1000),
        ("en", "-3", -3),
        ("en", "CHF 1200", 1200),
        ("en", "$50", 50),
        ("en", "2 million", 2_000_000),
        ("de", "2,5", 2.5),
        ("de", "1.000,50", 1000.5),
        ("de", "1 000", 1000),
        ("de", "1’000.-", 1000),
        ("de-CH", "2.5", 2.5),
        ("fr", "2,5", 2.5),
        ("fr", "1 000,50", 1000.5),
        ("fr", "1\u202f000", 1000),
        ("es", "1.000,5", 1000.5),
        ("pt-BR", "1.000,5", 1000.5),
        ("it", "1.000,5 euro", 1000.5),
        ("fr", "1'250,50", 1250.5),
    ],
)
def test_t9_numbers_take_the_signs_of_the_language(language, text, number):
    assert read(text, "number", language) == number


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "2,5"), ("de", "2.5"), ("fr", "2.5"), ("en", "50%"), ("en", "1.2.3"), ("en", "7pm"), ("en", "3rd")],
)
def test_t9_the_signs_of_another_language_are_no_literal(language, text):
    assert read(text, "number", language) is NOT_LITERAL


def test_t9_a_number_with_a_fraction_is_no_integer():
    assert read("2.0", "integer") == 2
    assert read("2.5", "integer") is NOT_LITERAL


def test_t6_a_literal_outside_its_choices_is_still_the_number():
    assert read("three", "integer", enum=(2, 4)) == 3
    assert read("four", "integer", enum=(2, 4)) == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sign", ["'", "’", "‘", "ʼ", "′", "´", "`"])
def test_t9_an_apostrophe_between_groups_makes_a_point_the_decimal_sign(language, sign):
    assert read(f"1{sign}250.50", "number", language) == 1250.5
    assert read(f"12{sign}000", "integer", language) == 12000
    assert read(f"CHF 1{sign}250{sign}000.05", "number", language) == 1250000.05


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text", ["12.50 CHF", "CHF 12.50", "Fr. 12.50", "12.50 fr.", "12.50 francs", "€12.50", "12.50 €", "EUR 12,50"]
)
def test_t9_an_amount_with_two_decimals_may_have_either_sign(language, text):
    assert read(text, "number", language) == 12.5


@pytest.mark.parametrize(
    ("language", "text"),
    [("fr", "12.50"), ("fr", "12.5 francs"), ("en", "12,5 CHF"), ("fr", "1'25.50 francs"), ("fr", "1'250'50 francs")],
)
def test_t9_a_sign_of_another_language_without_two_decimals_and_a_currency_is_no_literal(language, text):
    assert read(text, "number", language) is NOT_LITERAL
