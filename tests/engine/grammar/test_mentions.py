"""What a free text names (T9, T10), for the understanding without a model."""

import pytest

from conversations.engine.grammar.mentions import is_open
from facts.values import ValueType
from tests.engine.grammar.cases import LANGUAGES, named, speech

BOOKINGS = {
    "en": ("I want to book the Grand Hotel for 2 people next Friday", "next Friday"),
    "de": ("Ich möchte das Grand Hotel für 2 Personen nächsten Freitag buchen", "nächsten Freitag"),
    "fr": ("Je voudrais réserver le Grand Hotel pour 2 personnes vendredi prochain", "vendredi prochain"),
    "es": ("Quiero reservar el Grand Hotel para 2 personas el próximo viernes", "el próximo viernes"),
    "pt": ("Quero reservar o Grand Hotel para 2 pessoas na próxima sexta-feira", "na próxima sexta-feira"),
    "it": ("Vorrei prenotare il Grand Hotel per 2 persone venerdì prossimo", "venerdì prossimo"),
}
OPEN = {
    "en": ("2 or 3 people", "2-3 people", "two to three people", "between 2 and 3 of us", "2 people or maybe 3",
        "at least 2 people", "2 or more"),
    "de": ("2 oder 3 Personen", "2 bis 3 Personen", "zwischen 2 und 3 Personen", "mindestens 2 Personen",
        "zwei oder drei"),
    "fr": ("2 ou 3 personnes", "2 à 3 personnes", "entre 2 et 3 personnes", "au moins 2 personnes"),
    "es": ("2 o 3 personas", "de 2 a 3 personas", "entre 2 y 3 personas", "al menos 2 personas"),
    "pt": ("2 ou 3 pessoas", "de 2 a 3 pessoas", "entre 2 e 3 pessoas", "pelo menos 2 pessoas"),
    "it": ("2 o 3 persone", "da 2 a 3 persone", "tra 2 e 3 persone", "almeno 2 persone"),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_t10_one_sentence_names_day_and_number(language):
    text, words = BOOKINGS[language]
    assert named(text, "date", language) == [("2026-03-06", words)]
    assert named(text, "integer", language) == [(2, "2")]
    assert named(text, "time", language) == []


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in LANGUAGES for text in OPEN[language]])
def test_t9_a_range_or_an_alternative_gives_no_number(language, text):
    assert named(text, "integer", language) == []
    assert is_open(2, text, speech(language))


@pytest.mark.parametrize(
    "text", ["2 people", "2 people on Friday at 7pm", "2 people and 3 nights", "a couple", "2 or 3? Let us say 2."]
)
def test_t9_a_number_that_is_told_plainly_is_not_open(text):
    assert not is_open(2, text, speech())


@pytest.mark.parametrize(
    ("language", "text", "numbers"),
    [
        ("en", "on 13/4 at 7pm, call +41 79 123 45 67 or ann22@x.ch", []),
        ("en", "on the 6th of March for 2 people, CHF 1'200", [(2, "2"), (1200, "CHF 1'200")]),
        ("en", "at 7 for two people", [(2, "two")]),
        ("en", "2026-03-06, three of us", [(3, "three")]),
        ("en", "in 3 days for 4 people", [(4, "4")]),
        ("en", "no, 3 not 2", [(3, "3")]),
        ("en", "room A4 on the 3rd floor, 50% off, v1.2.3", []),
        ("en", "1,000 guests", [(1000, "1,000")]),
        ("en", "twenty-one guests, two hundred chairs and a dozen cups for twenty people", [(20, "twenty")]),
        ("de", "zwei Dutzend Gäste", []),
        ("en", "2 dozen eggs", []),
        ("fr", "vingt et un invités, quatre-vingts chaises, vingt tables", [(20, "vingt")]),
        ("es", "treinta y dos personas", []),
        ("pt", "vinte e um convidados", []),
        ("en", "on 6 March, 2000 people", [(2000, "2000")]),
        ("en", "on March 6, 2026 for 2", [(2, "2")]),
        ("en", "one moment, a room for one person", [(1, "one")]),
        ("en", "see https://x.ch/2/3", []),
        ("de", "um 19 Uhr für vier Personen", [(4, "vier")]),
        ("de", "am 6. kommen wir zu zweit", [(2, "zu zweit")]),
        ("de", "1.200 Franken", [(1200, "1.200 Franken")]),
        ("fr", "à 19h30 pour 1 000 personnes", [(1000, "1 000")]),
        ("fr", "le 6 mars, 2 chambres", [(2, "2")]),
        ("fr", "un hôtel neuf", []),
        ("fr", "pendant 2 heures", [(2, "2")]),
        ("es", "a las 7 de la tarde somos cuatro", [(4, "cuatro")]),
        ("pt", "às 19h para 3 pessoas", [(3, "3")]),
        ("it", "alle 20 siamo in due", [(2, "due")]),
    ],
)
def test_t9_digits_of_dates_times_and_addresses_are_no_numbers(language, text, numbers):
    assert named(text, "integer", language) == numbers


@pytest.mark.parametrize(
    ("language", "text", "days"),
    [
        ("en", "from Friday to Sunday", [("2026-03-06", "Friday"), ("2026-03-08", "Sunday")]),
        ("en", "on the 6th for two nights", [("2026-03-06", "the 6th")]),
        ("en", "my 2nd question about the 2nd option", []),
        ("en", "3/4 would be fine", [("2026-04-03", "3/4")]),
        ("en", "6-8 March", [("2026-03-06", "6"), ("2026-03-08", "8 March")]),
        ("en", "I sat in the sun", []),
        ("en", "next sun or on Sat", [("2026-03-08", "next sun"), ("2026-03-07", "Sat")]),
        ("en", "we march in may", []),
        ("de", "Guten Morgen, am Freitag bitte", [("2026-03-06", "Freitag")]),
        ("de", "morgen früh", [("2026-03-03", "morgen früh")]),
        ("fr", "le 6 mars ou après-demain", [("2026-03-06", "le 6 mars"), ("2026-03-04", "après-demain")]),
        ("es", "mañana por la mañana", [("2026-03-03", "mañana por la mañana")]),
        ("es", "a las 7 de la mañana", []),
        ("pt", "a segunda pessoa vem na segunda", [("2026-03-09", "segunda")]),
        ("it", "il 6 marzo in due", [("2026-03-06", "il 6 marzo")]),
    ],
)
def test_t10_days_are_read_with_their_words(language, text, days):
    assert named(text, "date", language) == days


def test_t10_a_numeric_date_in_a_text_has_the_order_of_the_language():
    assert named("around 3/4 please", "date", "en-US") == [("2026-03-04", "3/4")]


@pytest.mark.parametrize(
    ("language", "text", "times"),
    [
        ("en", "on Friday at 7pm for 2", [("19:00", "at 7pm")]),
        ("en", "at 7 for 2", []),
        ("en", "in 2 hours", []),
        ("de", "am Freitag um 19 Uhr", [("19:00", "um 19 Uhr")]),
        ("de", "für 2 um 19.30 Uhr", [("19:30", "um 19.30 Uhr")]),
        ("fr", "vendredi à 19h30 pour deux", [("19:30", "à 19h30")]),
        ("es", "el viernes a las 7 de la tarde", [("19:00", "a las 7 de la tarde")]),
        ("pt", "na sexta às 19h", [("19:00", "às 19h")]),
        ("it", "venerdì alle 20", [("20:00", "alle 20")]),
    ],
)
def test_t9_times_are_read_with_their_words(language, text, times):
    assert named(text, "time", language) == times


@pytest.mark.parametrize(
    ("type_name", "text", "found"),
    [
        (
            "datetime",
            "could we come next Friday at 7:30 pm?",
            [("2026-03-06T19:30:00+01:00", "next Friday at 7:30 pm")],
        ),
        ("datetime", "next Friday", []),
        ("email", "write to ann@Example.org, please", [("ann@example.org", "ann@Example.org")]),
        ("phone", "call 079 123 45 67 please", [("0791234567", "079 123 45 67")]),
        ("phone", "on 06.03.2026 for 2", []),
        ("url", "see https://x.ch/a, or x.com.", [("https://x.ch/a", "https://x.ch/a"), ("https://x.com", "x.com")]),
        ("boolean", "yes, and 2 people", [(True, "yes")]),
        ("boolean", "no problem", []),
        ("number", "2.5 kg", [(2.5, "2.5")]),
        ("integer", "2.5 kg", []),
        ("string", "2 people", []),
        ("list", "2 people", []),
    ],
)
def test_t5_a_mention_is_its_own_quote(type_name, text, found):
    assert named(text, type_name) == found


def test_t9_a_number_outside_its_choices_is_no_mention():
    assert named("2 or so", ValueType("integer", enum=(2, 4))) == []
    assert named("for 3 people", ValueType("integer", enum=(2, 4))) == []
    assert named("for four people", ValueType("integer", enum=(2, 4))) == [(4, "four")]


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("fr", "facture de 1'250.50 francs", [(1250.5, "1'250.50 francs")]),
        ("fr", "facture de 1’250.50 francs", [(1250.5, "1’250.50 francs")]),
        ("fr", "à 12.50 € la pièce", [(12.5, "12.50 €")]),
        ("fr", "j'ai payé 1 250.50 CHF hier", [(1250.5, "1 250.50 CHF")]),
        ("de", "ab 12.10 € pro Person", [(12.1, "12.10 €")]),
        ("de", "es kostet Fr. 12.10 heute", [(12.1, "Fr. 12.10")]),
        ("de", "am 12.10. um 12.10 Uhr", []),
        ("pt", "paguei 99.90 francos", [(99.9, "99.90 francos")]),
    ],
)
def test_t9_an_amount_in_a_text_is_read_by_its_currency_or_its_apostrophe(language, text, found):
    assert named(text, "number", language) == found


@pytest.mark.parametrize("written", ["12/06/2026", "12.06.2026", "12-06-2026", "12/6/2026", "12 / 06 / 2026"])
@pytest.mark.parametrize(
    ("language", "before"),
    [("en", "2 people on"), ("de", "2 Personen am"), ("fr", "2 personnes le"), ("es", "2 personas el"),
        ("pt", "2 pessoas no dia"), ("it", "2 persone il")],
)  # fmt: skip
def test_t10_the_digits_of_a_numeric_date_are_a_day_and_no_number(language, before, written):
    text = f"{before} {written}"
    assert [value for value, _ in named(text, "date", language)] == ["2026-06-12"]
    assert named(text, "integer", language) == [(2, "2")]
    assert named(text, "phone", language) == []


def test_t10_a_numeric_date_begins_with_the_month_in_american_english():
    assert named("2 people on 12/06/2026", "date", "en-US") == [("2026-12-06", "12/06/2026")]
    assert named("2 people on 06/13/2026", "date") == [("2026-06-13", "06/13/2026")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    ["12/06/2026", "06/12/2026", "31/31/2026", "2026-13-45", "2026/06/12", "12/06", "12/06/26", "12-06-26",
        "45.12.2026", "01/2/2026", "19:00", "25:99", "19h30", "19:00:30", "2026-06-12T10:00", "99/99/9999"],
)  # fmt: skip
def test_t9_what_looks_like_a_date_or_a_time_feeds_no_number(language, text):
    assert named(text, "integer", language) == []
    assert named(f"({text})", "number", language) == []


@pytest.mark.parametrize("text", ["079/123 45 67", "022 345-67-89", "+41 79 123 45 67", "0123456789"])
def test_t9_a_phone_number_is_not_taken_for_a_day(text):
    assert len(named(f"call {text}", "phone")) == 1
