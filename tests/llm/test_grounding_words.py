"""What a model is not believed for, whatever it says (F3, F4, F5)."""

from dataclasses import replace
from typing import Any

import pytest

from conversations.engine.effects import OfferedFact, Said
from conversations.llm.grounding_words import FULL, NOT, belief, is_named, own_quote, places_of, with_time
from tests.llm.examples import CITY, SENT, understand

CANTON = OfferedFact("profile.canton", "Canton", schema={"enum": ["VD", "GE", "BE"]})
DIET = OfferedFact("preference.diet", "Diet")


def limit(value: Any, quote: str, text: str, fact: OfferedFact = CITY, **values: Any) -> float:
    """The most confidence that is left."""
    return belief(value, quote, fact, text, understand(text, facts=(fact,), **values))


@pytest.mark.parametrize("value", ["Bern", "berne", "BE"])
def test_a_place_is_named_by_its_names_and_by_its_canton(value: str) -> None:
    assert is_named(value, "in Bern")
    assert not is_named(value, "in Lausanne")


def test_f4_a_quote_is_found_whatever_signs_stand_between_its_words() -> None:
    assert list(places_of("I live in Bern", "So: i LIVE,\nin  Bern.")) == [(4, 20)]
    assert list(places_of("Bern", "Berner")) == []
    assert list(places_of("…", "…")) == []


def test_f3_any_place_where_the_person_says_it_themselves_is_enough() -> None:
    assert limit("Bern", "Bern", "My sister lives in Bern. I live in Bern too") == FULL


def test_f5_a_value_that_is_derived_from_words_partly_of_others_is_only_proposed() -> None:
    text = "I eat no meat, my husband eats it"
    assert limit("vegetarian", "I eat no meat", text, DIET) == FULL
    assert NOT < limit("vegetarian", text, text, DIET) < 0.85


def test_f3_a_denial_denies_what_stands_behind_it_in_its_clause() -> None:
    text = "I don't live in Bern but in Thun"
    assert limit("Bern", text, text) == NOT
    assert limit("Thun", text, text) == FULL
    assert limit("BE", "in Bern", "I don't live in Bern", CANTON) == NOT


@pytest.mark.parametrize(
    ("text", "sure", "unsure"),
    [
        ("I work as a lawyer and I think I live in Sion", "lawyer", "Sion"),
        ("Je suis avocat et je crois que j'habite à Sion", "avocat", "Sion"),
        ("Ich bin Anwalt und ich glaube, ich wohne in Bern", "Anwalt", "Bern"),
        ("Trabalho como advogado e acho que moro em Sion", "advogado", "Sion"),
        ("Soy abogado y creo que vivo en Sion", "abogado", "Sion"),
        ("Sono avvocato e forse abito a Sion", "avvocato", "Sion"),
    ],
)
def test_f5_of_a_quote_with_two_clauses_only_the_one_in_doubt_is_lowered(text: str, sure: str, unsure: str) -> None:
    assert limit(sure, text, text, OfferedFact("profile.trade", "Trade")) == FULL
    assert NOT < limit(unsure, text, text) < 0.85
    both = "I think I live in Sion and work as a lawyer"
    assert limit("lawyer", "work as a lawyer", both, OfferedFact("profile.trade", "Trade")) < 0.85


@pytest.mark.parametrize(
    ("value", "text", "words"),
    [
        ("lawyer", "I work as a lawyer and I think I live in Sion", "I work as a lawyer"),
        ("Sion", "I work as a lawyer and I think I live in Sion", "I think I live in Sion"),
        ("Sion", "I work as a lawyer, and I live in Sion", "I live in Sion"),
        ("Sion", "I think I live in Sion and work as a lawyer", "I think I live in Sion and work as a lawyer"),
        (96000, "I earn 8000 francs per month, and I live in Sion", "I earn 8000 francs per month, and I live in Sion"),
    ],
)
def test_f4_a_quote_is_cut_to_the_statement_that_names_the_value(value: Any, text: str, words: str) -> None:
    assert own_quote(value, text, text) == words


@pytest.mark.parametrize("text", ["yes", "Yes, that one", "oui, c'est ça", "ja genau", "exactly"])
def test_f3_who_only_assents_states_nothing(text: str) -> None:
    history = (Said("a1", "agent", "Do you live in Bern, BE?", SENT),)
    assert limit("Bern", text, text, history=history) == NOT
    assert limit("BE", text, text, CANTON, history=history) == NOT


def test_f3_a_value_that_stands_only_in_what_is_known_is_not_said() -> None:
    known = replace(CITY, known="Bern")
    assert limit("Bern", "I still live there", "I still live there", known) == NOT


def test_a_value_that_shows_in_another_order_than_it_is_written_is_none() -> None:
    assert limit("\u202enreB", "I live in \u202enreB", "I live in \u202enreB") == NOT


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("plumber", "I'm a former plumber"),
        ("plombier", "Je suis un ancien plombier"),
        ("Klempner", "Ich bin ehemaliger Klempner"),
        ("canalizador", "Sou um antigo canalizador"),
        ("idraulico", "Sono un ex idraulico"),
        ("fontanero", "Soy un antiguo fontanero"),
        ("Migros", "My former employer Migros"),
    ],
)
def test_f3_what_somebody_was_is_not_what_they_are(value: str, text: str) -> None:
    trade = OfferedFact("profile.trade", "Trade")
    assert limit(value, text, text, trade) == NOT
    assert limit("plumber", "I'm a plumber", "I'm a plumber", trade) == FULL


@pytest.mark.parametrize(
    ("quote", "text", "words"),
    [
        ("8000", "I earn 8000 francs per month", "8000 francs per month"),
        ("Je gagne 8000", "Bonjour. Je gagne 8000 francs par mois.", "Je gagne 8000 francs par mois"),
        ("earn 96000", "I earn 96000 francs and pay 1500 a month", "earn 96000 francs"),
        ("nothing of it", "I earn 8000 francs per month", "nothing of it"),
    ],
)
def test_f4_the_words_of_an_amount_are_widened_to_its_time(quote: str, text: str, words: str) -> None:
    assert with_time(quote, text) == words
