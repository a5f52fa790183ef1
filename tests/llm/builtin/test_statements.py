"""What people say about themselves, and what only looks like it (F3 to F5, F8)."""

from typing import Any

import pytest

from conversations.llm.builtin import read
from facts.folding import quoted
from tests.llm.builtin.test_reader import CATALOGUE
from tests.llm.examples import CITY, understand


def facts(text: str, language: str = "en") -> list[dict[str, Any]]:
    """The facts in a message, against the shipped catalogue."""
    found: Any = read(understand(text, language=language, flows=(), fields=(), facts=CATALOGUE))["facts"]
    return list(found)


def held(text: str, language: str = "en") -> dict[str, Any]:
    """Key to value of the facts in a message."""
    return {fact["key"]: fact["value"] for fact in facts(text, language)}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "I live in Lausanne", {"profile.city": "Lausanne", "profile.canton": "VD"}),
        ("en", "I'm a plumber in Geneva", {"profile.trade": "plumber", "profile.canton": "GE"}),
        ("en", "I am a software engineer", {"profile.trade": "software engineer"}),
        ("en", "I work as a dog walker in town", {"profile.trade": "dog walker"}),
        ("en", "I use my car for work", {"profile.car_use": "professionnel"}),
        ("en", "I don't have a car", {"profile.car_use": "pas de véhicule"}),
        ("en", "Adobe purchases go to 6570", {"merchant.adobe.default": "6570"}),
        ("en", "my email is ann@example.org.", {"profile.email": "ann@example.org"}),
        ("en", "My name is Ann Lee and I work for Migros", {"profile.name": "Ann Lee", "profile.company": "Migros"}),
        ("en", "I earn 90'000 a year", {"profile.salary": 90000}),
        ("en", "I make 5000 a month", {"profile.salary": 60000}),
        ("fr", "J’habite à Genève depuis 3 ans", {"profile.city": "Genève", "profile.canton": "GE"}),
        ("fr", "je suis plombier", {"profile.trade": "plombier"}),
        ("fr", "j'utilise ma voiture à moitié pour le travail", {"profile.car_use": "mixte"}),
        ("fr", "chez Adobe, compte 6570", {"merchant.adobe.default": "6570"}),
        ("fr", "Adobe, je comptabilise en pro/6570", {"merchant.adobe.default": "pro/6570"}),
        ("fr", "j'ai une Sàrl", {"profile.legal_form": "Sàrl"}),
        ("fr", "je ne suis pas assujetti à la TVA", {"profile.vat": "pas assujetti"}),
        ("fr", "J'habite à Lausanne, quel est le taux ?", {"profile.city": "Lausanne", "profile.canton": "VD"}),
        ("pt", "moro em Berna", {"profile.city": "Berna", "profile.canton": "BE"}),
        ("pt", "sou canalizador", {"profile.trade": "canalizador"}),
        ("pt", "chamo-me Rui Costa", {"profile.name": "Rui Costa"}),
        ("pt", "uso o carro para o trabalho", {"profile.car_use": "professionnel"}),
        ("pt", "a minha empresa chama-se Padaria Central", {"profile.company": "Padaria Central"}),
    ],
)
def test_f3_a_statement_about_oneself_is_a_fact(language: str, text: str, expected: dict[str, Any]) -> None:
    assert held(text, language) == expected
    unsure = [fact["key"] for fact in facts(text, language) if fact["confidence"] < 0.85]
    # the canton is that of the business: where somebody lives only hints at it
    assert unsure == (["profile.canton"] if "profile.city" in expected else [])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "My friend lives in Lausanne"),
        ("en", "My friend says I live in Lausanne"),
        ("en", "My sister is a plumber"),
        ("en", "Do I live in Lausanne?"),
        ("en", "If I live in Lausanne, I pay more"),
        ("en", "I don't live in Lausanne"),
        ("en", 'He wrote "I live in Bern" in the letter'),
        ("en", "I live in a house"),
        ("en", "I'm a bit late"),
        ("en", "I would like to live in Bern"),
        ("en", "I never use my car for work"),
        ("fr", "ma soeur habite à Lausanne"),
        ("fr", "si j'habitais à Lausanne"),
        ("fr", "je n'habite pas à Lausanne"),
        ("fr", "je suis content"),
        ("fr", "« je suis plombier »"),
        ("pt", "a minha irmã mora em Berna"),
        ("pt", "não moro em Lisboa"),
        ("pt", "sou português"),
        ("pt", "moro em Lisboa?"),
    ],
)
def test_f3_others_questions_denials_quotations_and_suppositions_are_no_facts(language: str, text: str) -> None:
    assert facts(text, language) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "I think I live in Lausanne"), ("fr", "je crois que j'habite à Sion"), ("pt", "acho que moro em Genebra")],
)
def test_f5_a_hedged_statement_is_only_proposed(language: str, text: str) -> None:
    found = facts(text, language)
    assert found
    assert all(0.6 <= fact["confidence"] < 0.85 for fact in found)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I moved to Geneva"),
        ("en", "I no longer live in Bern, now in Geneva"),
        ("fr", "J'ai déménagé à Genève"),
        ("fr", "j'habite désormais à Genève"),
        ("pt", "mudei-me para Genebra"),
    ],
)
def test_f8_a_change_is_marked(language: str, text: str) -> None:
    found = facts(text, language)
    assert {fact["key"] for fact in found} == {"profile.city", "profile.canton"}
    assert all(fact["change"] for fact in found)


def test_f8_a_plain_statement_is_no_change() -> None:
    assert not any(fact["change"] for fact in facts("I live in Geneva"))


@pytest.mark.parametrize(
    "text", ["Well, I live in Lausanne. And you?", "Hi! I'm a plumber in Bern; my email is a@b.ch"]
)
def test_f4_every_fact_has_a_quote_from_the_message(text: str) -> None:
    found = facts(text)
    assert found
    assert all(quoted(fact["quote"], text) for fact in found)


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "Hi, I earn 8000 francs per month and I live in Sion", "I earn 8000 francs per month"),
        ("en", "Per month I earn 8000 francs, as a cook", "Per month I earn 8000 francs"),
        ("en", "I earn CHF 8'000.- gross per month.", "I earn CHF 8'000.- gross per month"),
        ("en", "I earn 8000 francs a month for 40 hours a week", "I earn 8000 francs a month"),
        ("fr", "Je gagne 8000 francs par mois et j'habite à Sion", "Je gagne 8000 francs par mois"),
        ("de", "Mein Lohn beträgt 8000 Franken im Monat", "Mein Lohn beträgt 8000 Franken im Monat"),
        ("pt", "O meu salário é 8000 francos por mês", "O meu salário é 8000 francos por mês"),
        ("es", "Gano 8000 francos al mes, y vivo en Sion", "Gano 8000 francos al mes"),
        ("it", "Guadagno 8000 franchi mensilmente", "Guadagno 8000 franchi mensilmente"),
    ],
)
def test_f4_the_words_of_an_amount_say_for_which_time_it_is(language: str, text: str, words: str) -> None:
    [found] = [fact for fact in facts(text, language) if fact["key"] == "profile.salary"]
    assert (found["value"], found["quote"]) == (96000, words)


def test_f3_another_amount_of_the_sentence_says_nothing_of_the_time() -> None:
    [found] = facts("I earn 96000 francs and pay 1500 a month")
    assert (found["value"], found["quote"]) == (96000, "I earn 96000 francs")


def test_a_value_outside_the_keys_own_values_is_no_fact() -> None:
    assert "profile.canton" not in held("I live in Zurich")


def test_f3_without_offered_keys_nothing_is_read() -> None:
    assert read(understand("I live in Bern"))["facts"] == []


def test_t49_a_fact_may_be_taken_back_without_a_new_value() -> None:
    from dataclasses import replace

    known = (replace(CITY, known="Bern"),)
    assert read(understand("I no longer live in Bern", facts=known))["retract"] == ["profile.city"]
    assert read(understand("I no longer live in Bern, now in Basel", facts=known))["retract"] == []
    assert read(understand("I no longer live in Bern", facts=(CITY,)))["retract"] == []


@pytest.mark.parametrize(
    "text", ["I'm employed at Gamma SA", "I work for Gamma SA", "I'm employed by Gam\u00adma SA 🚀"]
)
def test_f3_the_legal_form_in_an_employers_name_is_not_that_of_the_person(text: str) -> None:
    assert held(text) == {"profile.company": "Gamma SA"}


@pytest.mark.parametrize(
    ("language", "text", "form"),
    [("en", "my business is a Sàrl", "Sàrl"), ("fr", "je suis en raison individuelle", "raison individuelle")],
)
def test_f3_the_legal_form_of_ones_own_business_is_a_fact(language: str, text: str, form: str) -> None:
    assert held(text, language) == {"profile.legal_form": form}


def test_f3_a_company_that_is_only_named_has_no_legal_form() -> None:
    assert held("I own Gamma SA") == {}


def test_f5_a_name_to_be_called_by_is_proposed_and_no_wish_for_a_call() -> None:
    reading: Any = read(understand("Call me Anna", facts=CATALOGUE))
    assert reading["flows"] == []
    assert [(fact["key"], fact["value"], fact["confidence"] < 0.85) for fact in reading["facts"]] == [
        ("profile.name", "Anna", True)
    ]


@pytest.mark.parametrize("text", ["Please call me back", "Call me Monday", "Call me ASAP"])
def test_f3_a_wish_for_a_call_is_no_name(text: str) -> None:
    reading: Any = read(understand(text, facts=CATALOGUE))
    assert (reading["flows"], reading["facts"]) == (["contact"], [])
