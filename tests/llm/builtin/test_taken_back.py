"""Facts that a sentence takes back, and sentences that only look like it (T49)."""

from dataclasses import replace
from typing import Any

import pytest

from conversations.engine.effects import FactQuestion, Said
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
        ("en", "no, I am no plumber"),
        ("en", "No. I'm not a plumber"),
        ("de", "Nein, ich bin kein Plumber"),
        ("fr", "Non, je ne suis pas plumber"),
        ("en", "No, forget that I work for Migros"),
    ],
)
def test_t49_a_no_that_takes_a_fact_back_refuses_no_other_one_that_was_just_proposed(language: str, text: str) -> None:
    question = FactQuestion("profile.city", "proposed", old="Bern", new="Basel", at="2026-03-02T09:00:00+01:00")
    history = (Said("1", "user", "I think I live in Basel", question.at), Said("2", "agent", "I see.", question.at))
    more = {"language": language, "flows": (), "fields": (), "facts": OFFERED, "history": history}
    found: Any = read(understand(text, fact_questions=(question,), **more))
    assert found["fact_answers"] == {}
    assert len(found["retract"]) == 1
    refused: Any = read(understand("no, thank you", fact_questions=(question,), **{**more, "language": "en"}))
    assert (refused["fact_answers"], refused["retract"]) == ({"profile.city": "reject"}, [])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I am not a plumber"),
        ("en", "I am no plumber"),
        ("en", "No, I'm no plumber"),
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


@pytest.mark.parametrize(
    ("language", "text", "key"),
    [
        ("en", "I left Bern", "city"),
        ("en", "I've left Bern", "city"),
        ("en", "I have left Bern for good", "city"),
        ("en", "I left Bern last year", "city"),
        ("en", "I moved away from Bern", "city"),
        ("en", "I moved out of Bern", "city"),
        ("en", "I don't live in Bern any more", "city"),
        ("en", "I don't live in Bern anymore, sorry", "city"),
        ("en", "Actually, I no longer live in Bern", "city"),
        ("en", "By the way, I don't live in Bern anymore", "city"),
        ("en", "Oh, I don't live in Bern any more", "city"),
        ("en", "No, I don't live in Bern anymore", "city"),
        ("en", "I'm not living in Bern anymore", "city"),
        ("en", "I'm no longer living in Bern", "city"),
        ("en", "We no longer live in Bern", "city"),
        ("en", "I no longer work at Migros", "company"),
        ("en", "I'm no longer at Migros", "company"),
        ("en", "I don't work for Migros any longer", "company"),
        ("en", "I left Migros", "company"),
        ("en", "I quit Migros", "company"),
        ("en", "I quit my job at Migros", "company"),
        ("en", "I resigned from Migros", "company"),
        ("en", "I stopped working at Migros", "company"),
        ("en", "I stopped working for Migros", "company"),
        ("en", "I'm not a plumber anymore", "trade"),
        ("en", "I stopped working as a plumber", "trade"),
        ("en", "I no longer work as a plumber", "trade"),
        ("en", "I no longer work for Migros since May", "company"),
        ("en", "I've stopped living in Bern", "city"),
        ("en", "I am no longer employed at Migros", "company"),
        ("en", "I'm not with Migros anymore", "company"),
        ("en", "I was fired from Migros", "company"),
        ("en", "I was laid off by Migros", "company"),
        ("fr", "J'ai quitté Bern", "city"),
        ("fr", "J'ai quitté Berne", "city"),
        ("fr", "Je n'habite plus à Bern", "city"),
        ("fr", "Je n'habite plus Berne", "city"),
        ("fr", "J'habite plus à Bern", "city"),
        ("fr", "Je ne vis plus à Bern", "city"),
        ("fr", "Nous n'habitons plus à Bern", "city"),
        ("fr", "Je ne travaille plus chez Migros", "company"),
        ("fr", "Je ne travaille plus pour Migros", "company"),
        ("fr", "J'ai quitté Migros", "company"),
        ("fr", "J'ai démissionné de Migros", "company"),
        ("fr", "Je suis parti de Bern", "city"),
        ("fr", "Non, je n'habite plus à Bern", "city"),
        ("fr", "En fait, je n'habite plus à Bern", "city"),
        ("fr", "J'ai arrêté de travailler chez Migros", "company"),
        ("fr", "Je n'habite plus à Bern depuis mars", "city"),
        ("fr", "J'ai déménagé de Bern", "city"),
        ("de", "Ich wohne nicht mehr in Bern", "city"),
        ("de", "Ich lebe nicht mehr in Bern", "city"),
        ("de", "Ich wohne seit März nicht mehr in Bern", "city"),
        ("de", "Ich habe Bern verlassen", "city"),
        ("de", "Ich bin aus Bern weggezogen", "city"),
        ("de", "Ich bin von Bern weggezogen", "city"),
        ("de", "Wir wohnen nicht mehr in Bern", "city"),
        ("de", "Ich arbeite nicht mehr bei der Migros", "company"),
        ("de", "Ich arbeite nicht mehr bei Migros", "company"),
        ("de", "Ich habe bei der Migros gekündigt", "company"),
        ("de", "Ich habe die Migros verlassen", "company"),
        ("de", "Ich bin nicht mehr bei der Migros", "company"),
        ("de", "Ich bin nicht mehr bei Migros angestellt", "company"),
        ("de", "Übrigens wohne ich nicht mehr in Bern", "city"),
        ("de", "Nein, ich wohne nicht mehr in Bern", "city"),
        ("de", "Ich bin kein Plumber mehr", "trade"),
        ("pt", "Já não moro em Bern", "city"),
        ("pt", "Já não vivo em Berna", "city"),
        ("pt", "Não moro mais em Bern", "city"),
        ("pt", "Eu não moro mais em Bern", "city"),
        ("pt", "Deixei Bern", "city"),
        ("pt", "Saí de Bern", "city"),
        ("pt", "Mudei-me de Bern", "city"),
        ("pt", "Já não trabalho na Migros", "company"),
        ("pt", "Não trabalho mais na Migros", "company"),
        ("pt", "Deixei a Migros", "company"),
        ("pt", "Saí da Migros", "company"),
        ("pt", "Deixei de trabalhar na Migros", "company"),
        ("pt", "Deixei de morar em Bern", "city"),
        ("pt", "Não, já não moro em Bern", "city"),
        ("pt", "Já não sou plumber", "trade"),
        ("es", "Ya no vivo en Bern", "city"),
        ("es", "Ya no vivo en Berna", "city"),
        ("es", "No vivo más en Bern", "city"),
        ("es", "Dejé Bern", "city"),
        ("es", "He dejado Bern", "city"),
        ("es", "Me fui de Bern", "city"),
        ("es", "Me mudé de Bern", "city"),
        ("es", "Ya no trabajo en Migros", "company"),
        ("es", "Ya no trabajo para Migros", "company"),
        ("es", "No trabajo más para Migros", "company"),
        ("es", "Dejé Migros", "company"),
        ("es", "Dejé de trabajar en Migros", "company"),
        ("es", "Dejé de vivir en Bern", "city"),
        ("es", "No, ya no vivo en Bern", "city"),
        ("es", "Ya no soy plumber", "trade"),
        ("it", "Non abito più a Bern", "city"),
        ("it", "Non vivo più a Berna", "city"),
        ("it", "Ho lasciato Bern", "city"),
        ("it", "Me ne sono andato da Bern", "city"),
        ("it", "Mi sono trasferito da Bern", "city"),
        ("it", "Non lavoro più per Migros", "company"),
        ("it", "Non lavoro più alla Migros", "company"),
        ("it", "Non lavoro più da Migros", "company"),
        ("it", "Ho lasciato Migros", "company"),
        ("it", "Ho lasciato la Migros", "company"),
        ("it", "Mi sono licenziato dalla Migros", "company"),
        ("it", "Ho smesso di lavorare per Migros", "company"),
        ("it", "Ho smesso di vivere a Bern", "city"),
        ("it", "No, non abito più a Bern", "city"),
        ("it", "Non sono più plumber", "trade"),
    ],
)
def test_t49_what_is_left_in_whatever_words_is_taken_back(language: str, text: str, key: str) -> None:
    found = reading(text, language)
    assert set(found["retract"]) - {"profile.canton"} == {f"profile.{key}"}
    assert found["facts"] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I left Bern at 9"),
        ("en", "I left my bag in Bern"),
        ("en", "I left Basel"),
        ("en", "I left a message"),
        ("en", "I just left Bern by train"),
        ("en", "I no longer want to live in Bern"),
        ("en", "I left Bern off the list"),
        ("en", "I am leaving Bern"),
        ("en", "I will leave Bern"),
        ("en", "My brother left Bern"),
        ("en", "I left Migros a review"),
        ("en", "Did I say I left Bern?"),
        ("en", "I don't work at Coop any more"),
        ("en", "I haven't left Bern"),
        ("en", "I never left Bern"),
        ("fr", "J'ai quitté Berne ce matin à 9 h"),
        ("fr", "Je n'ai pas quitté Berne"),
        ("de", "Ich habe Bern heute um 9 verlassen"),
        ("de", "Ich habe Bern nicht verlassen"),
        ("es", "No dejé Bern"),
        ("it", "Non ho lasciato Bern"),
        ("pt", "Não deixei Bern"),
    ],
)
def test_t49_what_only_sounds_like_leaving_takes_nothing_back(language: str, text: str) -> None:
    assert reading(text, language)["retract"] == []


def test_f8_who_leaves_one_town_for_another_changes_it() -> None:
    found = reading("I left Bern and now I live in Zug")
    assert (next(fact["key"] for fact in found["facts"] if fact["change"]), found["retract"]) == ("profile.city", [])


@pytest.mark.parametrize("text", ["I left Bern", "I moved away from Bern", "Forget that I live in Bern"])
def test_f7_f18_what_is_left_or_to_be_forgotten_is_not_the_right_value(text: str) -> None:
    contested = FactQuestion("profile.city", "contested", old="Bern", new="Zurich", at="2026-03-02T09:00:00+01:00")
    proposed = FactQuestion("profile.city", "proposed", new="Bern", at="2026-03-02T09:00:00+01:00")
    offered = tuple(replace(fact, known=None) for fact in CATALOGUE)
    for question, answer in ((contested, "new"), (proposed, "reject")):
        found: Any = read(understand(text, flows=(), fields=(), facts=offered, fact_questions=(question,)))
        assert found["fact_answers"] == {"profile.city": answer}
