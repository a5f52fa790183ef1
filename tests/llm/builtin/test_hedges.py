"""What a person is not sure of is read as unsure, with the words that say so (F4, F5, F16)."""

from typing import Any

import pytest

from conversations.engine.effects import OfferedField
from conversations.llm.builtin import read
from conversations.llm.builtin.hedges import hedged
from conversations.llm.builtin.sentences import HEDGED, SURE
from tests.llm.builtin.test_reader import CATALOGUE, shipped
from tests.llm.examples import DATE, EMAIL, understand

GUESTS = OfferedField("guests", "integer", "People, personnes, pessoas")
CANTON = OfferedField("canton", "string", "Canton", enum=("VD", "GE"), synonyms={"GE": ("Genève", "Genf", "Genebra")})


def read_fields(text: str, language: str) -> dict[str, Any]:
    """The fields of the reading."""
    effect = understand(text, language=language, flows=(), fields=(EMAIL, CANTON, GUESTS, DATE))
    fields: Any = read(effect)["fields"]
    return dict(fields)


@pytest.mark.parametrize(
    ("language", "text", "field", "quote"),
    [
        ("en", "I think my email is demo@example.org", "email", "I think my email is demo@example.org"),
        ("en", "Hello. My email is demo@example.org, I think.", "email", "My email is demo@example.org, I think"),
        ("en", "Maybe we are 5 people", "guests", "Maybe we are 5 people"),
        ("fr", "je crois que c'est à Genève", "canton", "je crois que c'est à Genève"),
        ("fr", "nous serons 4 personnes, peut-être", "guests", "nous serons 4 personnes, peut-être"),
        ("pt", "acho que somos 3 pessoas", "guests", "acho que somos 3 pessoas"),
        ("de", "ich glaube, in Genf", "canton", "ich glaube, in Genf"),
    ],
)
def test_f16_an_unsure_value_is_quoted_with_its_hedge(language: str, text: str, field: str, quote: str) -> None:
    read_value = read_fields(text, language)[field]
    assert (read_value["quote"], read_value["confidence"]) == (quote, HEDGED)


@pytest.mark.parametrize(
    ("language", "text", "field"),
    [
        ("en", "my email is demo@example.org, and maybe we are 5 people", "email"),
        ("en", "Maybe it rains. My email is demo@example.org", "email"),
        ("fr", "c'est à Genève, et nous serons probablement 4 personnes", "canton"),
        ("pt", "somos 3 pessoas. Talvez chova", "guests"),
    ],
)
def test_f16_a_hedge_elsewhere_leaves_a_value_as_sure_as_it_is(language: str, text: str, field: str) -> None:
    assert read_fields(text, language)[field]["confidence"] >= 0.85


@pytest.mark.parametrize(
    ("language", "text", "key"),
    [
        ("en", "I think I live in Sion", "profile.city"),
        ("fr", "Je crois que je suis plombier", "profile.trade"),
        ("pt", "acho que moro em Lisboa", "profile.city"),
        ("fr", "j'habite à Sion, je crois", "profile.city"),
    ],
)
def test_f5_an_unsure_fact_is_quoted_with_its_hedge(language: str, text: str, key: str) -> None:
    facts: Any = read(understand(text, language=language, flows=(), fields=(), facts=CATALOGUE))["facts"]
    assert [(fact["quote"], fact["confidence"]) for fact in facts if fact["key"] == key] == [(text, HEDGED)]


LAWYER = ("profile.trade", SURE)
SION = ("profile.city", HEDGED)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "en",
            "I work as a lawyer and I think I live in Sion",
            {LAWYER: "I work as a lawyer", SION: "I think I live in Sion"},
        ),
        (
            "en",
            "I think I live in Sion, and I work as a lawyer",
            {LAWYER: "I work as a lawyer", SION: "I think I live in Sion"},
        ),
        (
            "en",
            "I live in Sion, I think, and I work as a lawyer",
            {LAWYER: "I work as a lawyer", SION: "I live in Sion, I think"},
        ),
        (
            "en",
            "I live in Sion, maybe Bern, and I work as a lawyer",
            {LAWYER: "I work as a lawyer", SION: "I live in Sion, maybe Bern"},
        ),
        (
            "fr",
            "Je suis avocat et je crois que j'habite à Sion",
            {LAWYER: "Je suis avocat", SION: "je crois que j'habite à Sion"},
        ),
        (
            "de",
            "Ich bin Anwalt und ich glaube, ich wohne in Sion",
            {LAWYER: "Ich bin Anwalt", SION: "ich glaube, ich wohne in Sion"},
        ),
        (
            "de",
            "Ich wohne in Sion, glaube ich, und ich bin Anwalt",
            {LAWYER: "ich bin Anwalt", SION: "Ich wohne in Sion, glaube ich"},
        ),
        (
            "pt",
            "Trabalho como advogado e acho que moro em Sion",
            {LAWYER: "Trabalho como advogado", SION: "acho que moro em Sion"},
        ),
        (
            "es",
            "Trabajo como abogado y creo que vivo en Sion",
            {LAWYER: "Trabajo como abogado", SION: "creo que vivo en Sion"},
        ),
        (
            "it",
            "Lavoro come avvocato e forse abito a Sion",
            {LAWYER: "Lavoro come avvocato", SION: "forse abito a Sion"},
        ),
    ],
)
def test_f5_a_doubt_lowers_only_the_clause_it_stands_in(
    language: str, text: str, expected: dict[tuple[str, float], str]
) -> None:
    facts: Any = read(understand(text, language=language, flows=(), fields=(), facts=CATALOGUE))["facts"]
    found = {(fact["key"], fact["confidence"]): fact["quote"] for fact in facts if fact["key"] != "profile.canton"}
    assert found == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I work as a lawyer and I live in Sion, I think"),
        ("fr", "Je crois que j'habite à Sion et que je suis avocat"),
        ("de", "Ich bin Anwalt und ich wohne in Sion, glaube ich"),
        ("pt", "Acho que moro em Sion e trabalho como advogado"),
        ("es", "Soy abogado, vivo en Sion, creo"),
        ("it", "Forse abito a Sion e lavoro come avvocato"),
    ],
)
def test_f5_where_the_reach_of_a_doubt_cannot_be_told_all_is_in_doubt(language: str, text: str) -> None:
    facts: Any = read(understand(text, language=language, flows=(), fields=(), facts=CATALOGUE))["facts"]
    found = {fact["key"]: fact["confidence"] for fact in facts if fact["key"] != "profile.canton"}
    assert found == {"profile.trade": HEDGED, "profile.city": HEDGED}


def test_f5_one_verb_less_leaves_both_clauses_to_one_doubt() -> None:
    text = "I think I live in Sion and work as a lawyer"
    assert hedged(text, text.index("Sion"), text.index(" and")) == (0, text.index(" and"))
    assert hedged(text, text.index("lawyer"), len(text)) == (0, len(text))
    assert hedged("I work as a lawyer and probably live in Sion", 12, 18) is None


def test_f5_a_doubt_behind_the_sentence_is_of_the_sentence() -> None:
    text = "I live in Sion. I'm not sure about that."
    assert hedged(text, 0, 14) == (0, len(text) - 1)
    assert hedged("I live in Sion. Maybe it rains.", 0, 14) is None


def test_f16_subject_to_vat_is_not_yet_a_method() -> None:
    reading = read(shipped("bookkeeping", "je crois que je vais être assujetti à la TVA"))
    assert "vat" not in reading["fields"]  # type: ignore[operator]
