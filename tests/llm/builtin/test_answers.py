"""Answers of one or two words, and what is none (T4)."""

from typing import Any

import pytest

from conversations.engine.effects import OfferedField
from conversations.llm.builtin import read
from tests.llm.examples import NIGHTS, understand

COMPANY = OfferedField("company", "string", "Company")
GUESTS = OfferedField("guests", "integer", "People, personnes, pessoas, Personen")


def answered(text: str, language: str, *fields: OfferedField) -> dict[str, Any]:
    """The values of a message that answers the question for the fields."""
    asking = tuple(spec.id for spec in fields)
    read_fields: Any = read(understand(text, language=language, flows=(), fields=fields, asking=asking))["fields"]
    return {name: item["value"] for name, item in read_fields.items()}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "that's right"),
        ("en", "ok"),
        ("en", "Yes, correct."),
        ("en", "stop"),
        ("en", "go back please"),
        ("fr", "c'est juste"),
        ("fr", "d'accord"),
        ("fr", "annuler"),
        ("pt", "está certo"),
        ("pt", "sim, isso"),
        ("pt", "cancelar"),
        ("de", "das ist richtig"),
    ],
)
def test_t4_agreeing_and_steering_is_no_free_text(language: str, text: str) -> None:
    assert answered(text, language, COMPANY) == {}


@pytest.mark.parametrize(
    ("language", "text"), [("en", "Right Track"), ("fr", "Juste Pain"), ("pt", "Padaria Certa"), ("de", "Klar & Co")]
)
def test_t4_a_name_that_holds_such_a_word_is_one(language: str, text: str) -> None:
    assert answered(text, language, COMPANY) == {"company": text}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "just me"),
        ("en", "It's only me, thanks"),
        ("fr", "seulement moi"),
        ("fr", "juste moi, merci"),
        ("pt", "só eu"),
        ("pt", "apenas eu"),
        ("de", "nur ich"),
    ],
)
def test_t4_someone_alone_is_one_person(language: str, text: str) -> None:
    assert answered(text, language, GUESTS) == {"guests": 1}


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "just me and my wife"), ("en", "not just me"), ("fr", "seulement moi et ma fille"), ("pt", "só eu e ela")],
)
def test_t4_someone_with_another_is_not_one_person(language: str, text: str) -> None:
    assert answered(text, language, GUESTS) == {}


def test_t4_just_me_counts_no_nights() -> None:
    assert answered("just me", "en", NIGHTS) == {}
