"""Answers in words to open questions about facts, and what only sounds like one (F7, F18)."""

from dataclasses import replace
from typing import Any

import pytest

from conversations.engine.effects import FactQuestion, OfferedField, Said
from conversations.llm.builtin import read
from tests.llm.examples import CITY, CONFIRMED, GUESTS, HOTEL, SENT, WISHES, understand

CONTESTED = FactQuestion("profile.city", "contested", "Bern", "Geneva", SENT)
TRADE = FactQuestion("profile.trade", "contested", "florist", "baker", SENT)
PROPOSED = FactQuestion("profile.trade", "proposed", None, "florist", SENT)
OTHER = FactQuestion("profile.company", "proposed", None, "Migros", SENT)
SECRET = FactQuestion("profile.salary", "contested", None, None, SENT)
LATER = "2026-03-02T09:05:00+01:00"
HISTORY = (Said("1", "user", "I may be a florist", SENT), Said("2", "agent", "I see.", SENT))


def reading(text: str, *questions: FactQuestion, language: str = "en", **more: Any) -> Any:
    given = {"flows": (), "fields": (), "facts": (CITY,), "language": language, **more}
    return read(understand(text, fact_questions=questions, **given))


def answers(text: str, *questions: FactQuestion, language: str = "en", **more: Any) -> Any:
    return reading(text, *questions, language=language, **more)["fact_answers"]


CHOICES = [
    ("en", "The old one.", "old"),
    ("en", "Keep the first one, please", "old"),
    ("en", "no, the old value is still right", "old"),
    ("en", "the former", "old"),
    ("en", "Bern is right", "old"),
    ("en", "the new one is right", "new"),
    ("en", "The latter", "new"),
    ("en", "I meant Geneva", "new"),
    ("en", "Geneva", "new"),
    ("en", "Geneva's correct.", "new"),
    ("en", "Well, thanks for asking. The second one", "new"),
    ("en", "Neither", "neither"),
    ("en", "neither of them is right", "neither"),
    ("en", "both are wrong", "neither"),
    ("fr", "l’ancienne", "old"),
    ("fr", "Non, c’est la première valeur", "old"),
    ("fr", "le nouveau est juste", "new"),
    ("fr", "Je voulais dire Geneva", "new"),
    ("fr", "ni l’un ni l’autre", "neither"),
    ("fr", "Les deux sont faux", "neither"),
    ("de", "Der alte Wert stimmt noch", "old"),
    ("de", "Nein, das erste", "old"),
    ("de", "Bern ist richtig", "old"),
    ("de", "Ich meinte Geneva", "new"),
    ("de", "die neue Angabe", "new"),
    ("de", "Keiner von beiden", "neither"),
    ("de", "weder noch", "neither"),
    ("pt", "o antigo", "old"),
    ("pt", "O primeiro é que está certo", "old"),
    ("pt", "o novo está correto", "new"),
    ("pt", "queria dizer Geneva", "new"),
    ("pt", "nenhum dos dois", "neither"),
    ("pt", "Os dois estão errados", "neither"),
    ("es", "el viejo", "old"),
    ("es", "El primero es correcto", "old"),
    ("es", "el último", "new"),
    ("es", "quise decir Geneva", "new"),
    ("es", "ninguno de los dos", "neither"),
    ("es", "ambos son falsos", "neither"),
    ("it", "quello vecchio", "old"),
    ("it", "Il primo è giusto", "old"),
    ("it", "l’ultimo", "new"),
    ("it", "intendevo Geneva", "new"),
    ("it", "né l’uno né l’altro", "neither"),
    ("it", "entrambi sono sbagliati", "neither"),
]
WISHES_ABOUT_IT = [
    ("en", "Yes, remember it", "accept"),
    ("en", "please note that down", "accept"),
    ("en", "you can remember that, thanks", "accept"),
    ("en", "Don’t remember that", "reject"),
    ("en", "no, forget that one", "reject"),
    ("fr", "Oui, retiens-le", "accept"),
    ("fr", "vous pouvez le noter", "accept"),
    ("fr", "Ne le retiens pas", "reject"),
    ("de", "Ja, merk dir das", "accept"),
    ("de", "Notieren Sie das bitte", "accept"),
    ("de", "Merk dir das nicht", "reject"),
    ("pt", "sim, guarda isso", "accept"),
    ("pt", "não guardes isso", "reject"),
    ("es", "Sí, recuérdalo", "accept"),
    ("es", "no lo guardes", "reject"),
    ("it", "sì, ricordalo", "accept"),
    ("it", "non ricordarlo", "reject"),
]


@pytest.mark.parametrize(("language", "text", "answer"), CHOICES)
def test_f7_a_contradiction_is_answered_in_words(language: str, text: str, answer: str) -> None:
    assert answers(text, CONTESTED, language=language) == {"profile.city": answer}


@pytest.mark.parametrize(("language", "text", "answer"), WISHES_ABOUT_IT)
def test_f18_a_proposal_is_answered_in_words(language: str, text: str, answer: str) -> None:
    found = reading(text, PROPOSED, language=language)
    assert (found["fact_answers"], found["signal"], found["facts"]) == ({"profile.trade": answer}, None, [])


@pytest.mark.parametrize("text", [text for _language, text, _answer in CHOICES[:14] + WISHES_ABOUT_IT[:5]])
def test_nothing_is_answered_that_nobody_asked(text: str) -> None:
    assert answers(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "The new one?",
        "The old one is not right",
        "I think the new one",
        "the old one or the new one",
        "Bern isn't right",
        "I want to go to Geneva",
        "Geneva is nice",
        "the new one is broken",
        "yes",
        "no",
        "both",
        "remember it",
    ],
)
def test_f7_what_only_sounds_like_an_answer_is_none(text: str) -> None:
    assert answers(text, CONTESTED) == {}


@pytest.mark.parametrize(
    ("language", "text"),
    [("es", "no el viejo"), ("pt", "não o antigo"), ("it", "non il primo"), ("de", "nicht der alte")],
)
def test_f7_what_is_denied_is_no_answer(language: str, text: str) -> None:
    assert answers(text, CONTESTED, language=language) == {}


@pytest.mark.parametrize(
    ("language", "text"), [("es", "No, el viejo"), ("pt", "Não, o antigo"), ("en", "no the old one")]
)
def test_f7_a_no_may_open_an_answer(language: str, text: str) -> None:
    assert answers(text, CONTESTED, language=language) == {"profile.city": "old"}


@pytest.mark.parametrize(
    "text", ["remember my birthday", "I remember that", "the new one", "no, remember it or not", "forget it", "don't"]
)
def test_f18_a_proposal_is_not_answered_by_anything_else(text: str) -> None:
    assert answers(text, PROPOSED) == {}


@pytest.mark.parametrize("text", ["the new one is right", "neither", "the first"])
def test_f7_between_two_open_questions_nothing_is_guessed(text: str) -> None:
    found = reading(text, CONTESTED, TRADE)
    assert (found["fact_answers"], found["unclear"]) == ({}, ["profile.city", "profile.trade"])


@pytest.mark.parametrize("text", ["neither", "the first", "the new one"])
def test_f7_between_a_contradiction_and_a_proposal_nothing_is_guessed(text: str) -> None:
    found = reading(text, CONTESTED, PROPOSED)
    assert (found["fact_answers"], found["unclear"]) == ({}, ["profile.city", "profile.trade"])


def test_f7_only_a_contradiction_has_a_new_value_that_is_right() -> None:
    assert answers("the new one is right", CONTESTED, PROPOSED) == {"profile.city": "new"}


def test_f18_between_two_older_proposals_nothing_is_guessed_and_the_person_is_asked() -> None:
    found = reading("yes, remember it", PROPOSED, OTHER)
    assert (found["fact_answers"], found["unclear"]) == ({}, ["profile.trade", "profile.company"])


REMEMBER = [
    ("en", "yes, remember it", "accept"),
    ("en", "Keep it please", "accept"),
    ("en", "remember that, please", "accept"),
    ("en", "Please save it.", "accept"),
    ("en", "don't remember it", "reject"),
    ("en", "No, please don't keep that", "reject"),
    ("en", "you don't need to remember that", "reject"),
    ("en", "no need to save it", "reject"),
    ("en", "neither", "reject"),
    ("fr", "Oui, garde-le", "accept"),
    ("fr", "retiens ça", "accept"),
    ("fr", "Non, ne le garde pas", "reject"),
    ("fr", "pas besoin de le retenir", "reject"),
    ("fr", "ni l'un ni l'autre", "reject"),
    ("de", "Ja, merke dir das bitte", "accept"),
    ("de", "du kannst dir das merken", "accept"),
    ("de", "Nein, merk dir das nicht", "reject"),
    ("de", "bitte nicht speichern", "reject"),
    ("de", "weder noch", "reject"),
    ("pt", "Sim, anote isso", "accept"),
    ("pt", "podes guardar isso", "accept"),
    ("pt", "não guarde isso", "reject"),
    ("pt", "não é preciso guardar isso", "reject"),
    ("pt", "nenhum dos dois", "reject"),
    ("es", "sí, guárdalo", "accept"),
    ("es", "recuerda eso por favor", "accept"),
    ("es", "no, no lo recuerdes", "reject"),
    ("es", "no hace falta guardarlo", "reject"),
    ("es", "ninguno de los dos", "reject"),
    ("it", "sì, annotalo", "accept"),
    ("it", "puoi salvarlo", "accept"),
    ("it", "no, non salvarlo", "reject"),
    ("it", "non serve ricordarlo", "reject"),
    ("it", "nessuno dei due", "reject"),
]
OLDER = replace(CONTESTED, at="2026-03-01T08:00:00+01:00")


@pytest.mark.parametrize(("language", "text", "answer"), REMEMBER)
def test_f18_what_was_shown_last_is_meant_whatever_else_waits(language: str, text: str, answer: str) -> None:
    older = replace(OTHER, at="2026-03-01T08:00:00+01:00")
    found = reading(text, older, OLDER, PROPOSED, language=language, history=HISTORY)
    assert (found["fact_answers"], found["unclear"]) == ({"profile.trade": answer}, [])


@pytest.mark.parametrize("reply", ["florist", "The trade", "Trade"])
def test_f18_who_was_asked_which_one_names_it_and_what_was_said_before_counts(reply: str) -> None:
    which = Said("2", "agent", "Which of these do you mean: Trade: florist, Company: Migros?", LATER)
    asked = (Said("1", "user", "don't remember it", LATER), which)
    given = {"history": asked, "facts": (replace(CITY, key="profile.trade", label="Trade"),)}
    assert answers(reply, PROPOSED, OTHER, **given) == {"profile.trade": "reject"}
    assert answers("both", PROPOSED, OTHER, **given) == {"profile.trade": "reject", "profile.company": "reject"}


def test_f18_a_value_by_itself_accepts_what_is_proposed() -> None:
    assert answers("Florist", PROPOSED, OTHER) == {"profile.trade": "accept"}


@pytest.mark.parametrize(
    ("language", "text", "answer"),
    [
        ("en", "the new one", "accept"),
        ("en", "The old one is still right", "reject"),
        ("en", "keep the old one", "reject"),
        ("fr", "la nouvelle", "accept"),
        ("fr", "garde l'ancienne", "reject"),
        ("de", "das neue", "accept"),
        ("de", "die alte stimmt", "reject"),
        ("pt", "o novo", "accept"),
        ("pt", "o antigo", "reject"),
        ("es", "el nuevo", "accept"),
        ("es", "el anterior", "reject"),
        ("it", "quello nuovo", "accept"),
        ("it", "il vecchio", "reject"),
    ],
)
def test_f18_a_proposal_beside_a_held_value_is_answered_like_a_contradiction(
    language: str, text: str, answer: str
) -> None:
    assert answers(text, replace(PROPOSED, old="baker"), language=language) == {"profile.trade": answer}


@pytest.mark.parametrize("language", ["en", "fr", "de", "pt", "es", "it"])
def test_f18_the_value_of_a_proposal_or_the_held_one_is_named(language: str) -> None:
    assert answers("baker", replace(PROPOSED, old="baker"), language=language) == {"profile.trade": "reject"}
    assert answers("florist", replace(PROPOSED, old="baker"), language=language) == {"profile.trade": "accept"}


THIRD = FactQuestion("profile.city", "proposed", None, "Bern", SENT)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "yes to both"),
        ("en", "Both, please"),
        ("en", "yes to all"),
        ("en", "yes, all of them"),
        ("en", "remember them all"),
        ("en", "keep both"),
        ("fr", "oui, les deux"),
        ("fr", "les deux"),
        ("fr", "oui à tous"),
        ("fr", "retiens tout"),
        ("de", "ja, beides"),
        ("de", "alle"),
        ("de", "merk dir alles"),
        ("pt", "sim, os dois"),
        ("pt", "todos"),
        ("pt", "guarda tudo"),
        ("es", "sí, los dos"),
        ("es", "todos"),
        ("es", "guárdalos"),
        ("it", "sì, tutti e due"),
        ("it", "tutti"),
        ("it", "ricordali"),
    ],
)
def test_f18_both_and_all_are_those_shown_last_whatever_their_number(language: str, text: str) -> None:
    shown = {"profile.trade": "accept", "profile.company": "accept", "profile.city": "accept"}
    assert answers(text, PROPOSED, OTHER, THIRD, language=language, history=HISTORY) == shown
    older = replace(THIRD, at="2026-03-01T08:00:00+01:00")
    del shown["profile.city"]
    assert answers(text, PROPOSED, OTHER, older, language=language, history=HISTORY) == shown


def test_f18_of_three_that_wait_both_leaves_open_which() -> None:
    found = reading("yes to both", PROPOSED, OTHER, THIRD)
    assert (found["fact_answers"], len(found["unclear"])) == ({}, 3)
    assert len(answers("yes to all", PROPOSED, OTHER, THIRD)) == 3


@pytest.mark.parametrize(
    ("language", "text", "states"),
    [
        ("en", "no, I live in Zug", True),
        ("en", "No. I live in Zug.", True),
        ("en", "Nope - I live in Zug", True),
        ("en", "no I live in Zug", True),
        ("en", "That's wrong, I live in Zug", True),
        ("fr", "Non, j'habite à Zug", True),
        ("fr", "non j'habite à Zug", True),
        ("fr", "C'est faux. J'habite à Zug", True),
        ("de", "Nein, ich wohne in Zug", True),
        ("de", "nein ich wohne in Zug", True),
        ("de", "Falsch, ich wohne in Zug", True),
        ("pt", "Não, moro em Zug", True),
        ("pt", "Não! Eu moro em Zug", True),
        ("es", "No, vivo en Zug", True),
        ("it", "No, abito a Zug", True),
        ("it", "no abito a Zug", True),
        ("en", "No, Zug", False),
    ],
)
def test_f6_who_says_no_and_something_else_refuses_what_was_proposed(language: str, text: str, states: bool) -> None:
    found = reading(text, THIRD, language=language, history=HISTORY)
    assert found["fact_answers"] == {"profile.city": "reject"}
    assert [fact["value"] for fact in found["facts"]] == (["Zug"] if states else [])


def test_f6_a_no_to_something_else_refuses_nothing() -> None:
    assert answers("No, I live in Bern", THIRD, history=HISTORY) == {}
    assert answers("I live in Zug", THIRD, history=HISTORY) == {}
    assert answers("No, that's right", THIRD, history=HISTORY) == {}
    assert answers("No, remember it", THIRD, history=HISTORY) == {}
    assert answers("No vivo en Zug", THIRD, history=HISTORY, language="es") == {}


@pytest.mark.parametrize("text", ["yes", "remember it", "the old one", "Bern is right"])
def test_f17_whether_a_value_still_holds_is_not_answered_as_if_it_were_a_proposal(text: str) -> None:
    assert answers(text, replace(CONTESTED, kind="stale", new=None), history=HISTORY) == {}


def test_f7_a_value_names_its_question_among_others() -> None:
    assert answers("Bern is right. I meant baker", CONTESTED, TRADE) == {"profile.city": "old", "profile.trade": "new"}


def test_f7_a_value_that_two_questions_have_is_no_answer() -> None:
    assert answers("Bern is right", CONTESTED, replace(CONTESTED, key="profile.residence")) == {}


def test_f7_answers_that_contradict_each_other_are_none() -> None:
    assert answers("Bern is right. No, the new one is right", CONTESTED) == {}


def test_f19_a_sensitive_contradiction_is_answered_without_its_values() -> None:
    assert answers("the new one is right", SECRET) == {"profile.salary": "new"}
    assert answers("None is right", SECRET) == {}


@pytest.mark.parametrize("asked", [WISHES, HOTEL])
def test_t9_what_may_answer_the_agents_own_question_answers_that(asked: OfferedField) -> None:
    given = {"fields": (asked,), "asking": (asked.id,)}
    assert answers("the first one", CONTESTED, **given) == {}
    assert answers("Geneva", CONTESTED, **given) == {}
    found = reading("the new one is right", CONTESTED, **given)
    assert (found["fact_answers"], found["fields"]) == ({"profile.city": "new"}, {})


def test_f7_a_question_that_words_cannot_answer_hinders_no_answer() -> None:
    assert answers("the old one", CONTESTED, fields=(GUESTS,), asking=("guests",)) == {"profile.city": "old"}


@pytest.mark.parametrize(
    ("language", "text", "answer"),
    [
        ("en", "yes", "accept"),
        ("en", "Yes please!", "accept"),
        ("en", "no, thanks", "reject"),
        ("fr", "oui", "accept"),
        ("de", "nein danke", "reject"),
        ("pt", "sim", "accept"),
        ("es", "sí", "accept"),
        ("it", "no", "reject"),
    ],
)
def test_f18_a_bare_yes_or_no_answers_the_proposal_that_came_up_just_now(language: str, text: str, answer: str) -> None:
    assert answers(text, PROPOSED, language=language, history=HISTORY) == {"profile.trade": answer}


@pytest.mark.parametrize(
    "more",
    [
        {"history": ()},
        {"history": (HISTORY[0], replace(HISTORY[1], text="Anything else?"))},
        {"history": (replace(HISTORY[0], at="2026-03-02T10:00:00+01:00"), HISTORY[1])},
        {"history": (replace(HISTORY[0], at="then"), HISTORY[1])},
        {"history": HISTORY, "fields": (CONFIRMED,), "asking": ("confirmed",)},
        {"history": HISTORY, "fields": (WISHES,), "asking": ("wishes",)},
    ],
)
def test_f18_a_bare_yes_is_none_where_it_may_be_meant_for_something_else(more: dict[str, Any]) -> None:
    assert answers("yes", PROPOSED, **more) == {}


@pytest.mark.parametrize("text", ["ok", "great", "sure, book it", "yes and no"])
def test_f18_what_is_no_plain_yes_accepts_nothing(text: str) -> None:
    assert answers(text, PROPOSED, history=HISTORY) == {}


def test_f7_a_bare_yes_to_a_contradiction_is_no_answer() -> None:
    assert answers("yes", CONTESTED, history=HISTORY) == answers("yes", PROPOSED, CONTESTED, history=HISTORY) == {}


def test_f18_a_bare_yes_answers_both_proposals_of_one_message_and_else_the_newer_one() -> None:
    both = {"profile.trade": "accept", "profile.company": "accept"}
    assert answers("yes", PROPOSED, OTHER, history=HISTORY) == both
    older = replace(OTHER, at="2026-03-01T08:00:00+01:00")
    assert answers("yes", PROPOSED, older, history=HISTORY) == {"profile.trade": "accept"}
    assert answers("no", PROPOSED, older, history=HISTORY) == {"profile.trade": "reject"}


@pytest.mark.parametrize(
    ("language", "text", "answer"),
    [
        ("en", "yes to both", "accept"),
        ("en", "no, both of them please", "reject"),
        ("fr", "oui, les deux", "accept"),
        ("de", "ja, beides bitte", "accept"),
        ("pt", "sim, ambos", "accept"),
        ("es", "no, las dos", "reject"),
        ("it", "sì, entrambi", "accept"),
    ],
)
def test_f18_yes_to_both_answers_the_two_that_wait(language: str, text: str, answer: str) -> None:
    older = replace(OTHER, at="2026-03-01T08:00:00+01:00")
    found = answers(text, PROPOSED, older, language=language)
    assert found == {"profile.trade": answer, "profile.company": answer}
    assert answers(text, PROPOSED, language=language) == {}
