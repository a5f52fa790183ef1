"""Facts that a sentence takes back, and sentences that only look like it (T49)."""

from dataclasses import replace
from typing import Any

import pytest

from conversations.engine.effects import FactQuestion
from conversations.llm.builtin import read
from tests.llm.builtin.test_reader import CATALOGUE
from tests.llm.examples import understand

KNOWN = {
    "profile.city": "Bern",
    "profile.canton": "BE",
    "profile.company": "Migros",
    "profile.email": "ann@example.org",
    "profile.trade": "plumber",
}
OFFERED = tuple(replace(fact, known=KNOWN.get(fact.key)) for fact in CATALOGUE)


def reading(text: str, language: str = "en", known: Any = OFFERED) -> Any:
    return read(understand(text, language=language, flows=(), fields=(), facts=known))


@pytest.mark.parametrize(
    ("language", "text", "keys"),
    [
        ("en", "Forget that I live in Bern.", {"profile.city", "profile.canton"}),
        ("en", "Could you please forget that I work for Migros?", {"profile.company"}),
        ("en", "I don't work for Migros any more", {"profile.company"}),
        ("en", "I no longer live in Bern", {"profile.city", "profile.canton"}),
        ("en", "Please forget my e-mail", {"profile.email"}),
        ("fr", "Oublie que j’habite à Bern", {"profile.city", "profile.canton"}),
        ("pt", "Esquece que moro em Bern", {"profile.city", "profile.canton"}),
        ("pt", "Já não moro em Bern", {"profile.city", "profile.canton"}),
        ("de", "Vergiss, dass ich in Bern wohne.", {"profile.city", "profile.canton"}),
        ("de", "Ich arbeite nicht mehr bei Migros", {"profile.company"}),
        ("es", "Ya no vivo en Bern", {"profile.city", "profile.canton"}),
        ("es", "Olvida que vivo en Bern", {"profile.city", "profile.canton"}),
        ("it", "Non abito più a Bern", {"profile.city", "profile.canton"}),
        ("it", "Dimentica che abito a Bern", {"profile.city", "profile.canton"}),
    ],
)
def test_t49_what_is_known_is_taken_back(language: str, text: str, keys: set[str]) -> None:
    found = reading(text, language)
    assert set(found["retract"]) == keys
    assert found["facts"] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Forget that I live in Basel"),
        ("en", "I no longer live in Basel"),
        ("fr", "Je n’habite plus à Bâle"),
        ("de", "Vergiss, dass ich in Basel wohne"),
        ("en", "Forget that, I live in Bern"),
        ("en", "I will never forget that I live in Bern"),
        ("en", "Did you forget that I live in Bern"),
        ("en", "Forget my question about Bern"),
        ("en", "I don't live in Bern any more, do I?"),
        ("fr", "N’oublie pas que j’habite à Bern"),
    ],
)
def test_t49_what_is_not_known_so_or_not_meant_so_stays(language: str, text: str) -> None:
    assert reading(text, language)["retract"] == []


def test_t49_what_is_to_be_forgotten_is_no_statement() -> None:
    assert reading("Forget that I live in Bern", known=CATALOGUE)["facts"] == []


def test_f19_a_sensitive_fact_is_taken_back_though_nobody_is_told_its_value() -> None:
    offered = tuple(replace(fact, sensitive=fact.key == "profile.salary") for fact in OFFERED)
    assert reading("Forget that I earn 90000 a year", known=offered)["retract"] == ["profile.salary"]


def test_t49_a_canton_stays_that_has_nothing_to_do_with_the_town_that_is_taken_back() -> None:
    known = tuple(replace(fact, known="VS" if fact.key == "profile.canton" else None) for fact in CATALOGUE)
    assert reading("I no longer live in Basel", known=known)["retract"] == []


def test_t49_where_one_lives_is_taken_back_without_naming_it() -> None:
    assert reading("Forget where I live")["retract"] == ["profile.city"]
    assert reading("Forget where I live", known=CATALOGUE)["retract"] == []


@pytest.mark.parametrize(
    ("language", "text", "keys"),
    [
        ("en", "I don't live in Bern", {"profile.city"}),
        ("en", "No, I do not live in Bern!", {"profile.city"}),
        ("fr", "Je n'habite pas à Bern", {"profile.city"}),
        ("de", "Ich wohne nicht in Bern", {"profile.city"}),
        ("pt", "Não moro em Bern", {"profile.city"}),
        ("es", "No vivo en Bern", {"profile.city"}),
        ("it", "Non abito a Bern", {"profile.city"}),
        ("en", "My e-mail no longer works", {"profile.email"}),
        ("fr", "Mon e-mail n'est plus valable", {"profile.email"}),
        ("en", "I don't live in Basel", set()),
        ("en", "I don't know whether I live in Bern", set()),
        ("en", "I don't like it in Bern", set()),
        ("de", "Ich weiss nicht, ob ich in Bern wohne", set()),
        ("en", "Don't I live in Bern?", set()),
    ],
)
def test_t49_what_is_known_and_denied_is_taken_back(language: str, text: str, keys: set[str]) -> None:
    found = reading(text, language)
    assert set(found["retract"]) - {"profile.canton"} == keys
    assert found["facts"] == []


@pytest.mark.parametrize(
    ("language", "text", "answer"),
    [
        ("en", "I don't live in Bern", "new"),
        ("en", "I no longer live in Bern", "new"),
        ("en", "I don't live in Zurich", "old"),
        ("fr", "Je n'habite pas à Bern", "new"),
        ("de", "Ich wohne nicht in Bern", "new"),
        ("it", "Non abito a Zurich", "old"),
        ("en", "I don't live in Basel", None),
        ("en", "Don't I live in Bern?", None),
    ],
)
def test_f7_a_denied_value_of_a_contradiction_leaves_the_other(language: str, text: str, answer: str | None) -> None:
    question = FactQuestion("profile.city", "contested", old="Bern", new="Zurich", at="2026-03-02T09:00:00+01:00")
    effect = understand(text, language=language, flows=(), fields=(), facts=OFFERED, fact_questions=(question,))
    found: Any = read(effect)
    assert found["fact_answers"].get("profile.city") == answer
    assert answer is None or "profile.city" not in found["retract"]


@pytest.mark.parametrize(("text", "answer"), [("I don't live in Basel", "reject"), ("I don't live in Bern", None)])
def test_f18_what_is_denied_is_not_to_be_remembered(text: str, answer: str | None) -> None:
    question = FactQuestion("profile.city", "proposed", new="Basel", at="2026-03-02T09:00:00+01:00")
    offered = tuple(replace(fact, known=None) for fact in CATALOGUE)
    found: Any = read(understand(text, flows=(), fields=(), facts=offered, fact_questions=(question,)))
    assert found["fact_answers"].get("profile.city") == answer


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I am not a plumber"),
        ("en", "I'm no longer a plumber"),
        ("en", "I am not a plumber any more"),
        ("fr", "Je ne suis plus plumber"),
        ("de", "Ich bin kein Plumber mehr"),
        ("de", "Ich bin kein Plumber"),
    ],
)
def test_t49_a_trade_that_is_none_any_more_is_taken_back(language: str, text: str) -> None:
    assert reading(text, language)["retract"] == ["profile.trade"]
    assert reading(text.replace("lumber", "ainter"), language)["retract"] == []
