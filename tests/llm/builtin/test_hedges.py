"""What a person is not sure of is read as unsure, with the words that say so (F4, F5, F16)."""

from typing import Any

import pytest

from conversations.engine.effects import OfferedField
from conversations.llm.builtin import read
from conversations.llm.builtin.sentences import HEDGED
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


def test_f16_subject_to_vat_is_not_yet_a_method() -> None:
    reading = read(shipped("bookkeeping", "je crois que je vais être assujetti à la TVA"))
    assert "vat" not in reading["fields"]  # type: ignore[operator]
