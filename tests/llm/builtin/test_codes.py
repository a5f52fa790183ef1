"""Choices that are short codes are not read out of ordinary words (T9)."""

from typing import Any

import pytest

from conversations.engine.effects import OfferedField
from conversations.llm.builtin import read
from tests.llm.builtin.test_statements import held
from tests.llm.examples import understand

CANTON = OfferedField(
    "canton", "string", "Canton", enum=("VD", "GE", "FR", "NE", "BE"), synonyms={"NE": ("Neuchâtel",)}
)
FORM = OfferedField("legal_form", "string", "Forme juridique", enum=("Sàrl", "SA"), synonyms={"SA": ("AG",)})


def values(text: str, language: str, asking: tuple[str, ...] = ()) -> dict[str, Any]:
    """The values that the message gives."""
    effect = understand(text, language=language, flows=(), fields=(CANTON, FORM), asking=asking)
    fields: Any = read(effect)["fields"]
    return {name: item["value"] for name, item in fields.items()}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "je ne suis plus plombier"),
        ("fr", "12 fr. 50"),
        ("fr", "J'ai payé 12 FR hier"),
        ("fr", "Ma femme a vendu sa voiture"),
        ("fr", "J'ai vendu sa voiture"),
        ("fr", "JE NE SUIS PLUS PLOMBIER ET SA FEMME NON PLUS"),
        ("en", "I want to be a plumber"),
        ("pt", "quero vender sa coisa e ne sei"),
        ("de", "ne, das be ich nicht"),
    ],
)
@pytest.mark.parametrize("asking", [(), ("canton",), ("legal_form",)])
def test_t9_ordinary_words_are_no_codes(language: str, text: str, asking: tuple[str, ...]) -> None:
    assert values(text, language, asking) == {}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("fr", "Mon activité est dans le canton de NE", {"canton": "NE"}),
        ("fr", "à Neuchâtel, c'est une SA", {"canton": "NE", "legal_form": "SA"}),
        ("fr", "une Sàrl", {"legal_form": "Sàrl"}),
        ("en", "my business is in VD", {"canton": "VD"}),
        ("de", "eine AG", {"legal_form": "SA"}),
        ("pt", "no cantão BE", {"canton": "BE"}),
    ],
)
def test_t9_a_code_written_as_the_author_wrote_it_is_one(language: str, text: str, expected: dict[str, Any]) -> None:
    assert values(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("fr", "ge", "GE"),
        ("fr", "c'est vd", "VD"),
        ("fr", "canton : GE !", "GE"),
        ("en", "be", "BE"),
        ("pt", "ne.", "NE"),
    ],
)
def test_t9_a_code_answers_its_own_question_in_any_case(language: str, text: str, expected: str) -> None:
    assert values(text, language, ("canton",)) == {"canton": expected}


@pytest.mark.parametrize("text", ["J'ai vendu sa voiture", "je suis SA femme".lower(), "J'AI VENDU SA VOITURE"])
def test_f3_a_short_legal_form_is_no_ordinary_word(text: str) -> None:
    assert held(text, "fr") == {}


def test_f3_a_short_legal_form_is_stated_in_capitals() -> None:
    assert held("j'ai une SA", "fr") == {"profile.legal_form": "SA"}
