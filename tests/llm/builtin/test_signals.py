"""Signals said in a sentence, and what only sounds like one (T9, T11)."""

from dataclasses import replace

import pytest

from conversations.engine.effects import OfferedFlow
from conversations.llm.builtin import read
from tests.llm.builtin.test_reader import shipped, values
from tests.llm.examples import CONTACT, DATE, GUESTS, TIPS, understand

HOUSE = OfferedFlow("house", "Questions about the house", "", ("asks a question about the house", "has a question"))
COUNTED = {
    "en": ("Number of people", "a person", "person", "Person."),
    "fr": ("Nombre de personnes", "une personne", "personne", "Une personne"),
    "pt": ("Número de pessoas", "uma pessoa", "pessoa", "Uma pessoa."),
    "de": ("Anzahl der Personen", "eine Person", "Person", "eine Person bitte"),
    "es": ("Número de personas", "una persona", "persona", "Una persona"),
    "it": ("Numero di persone", "una persona", "persona", "Una persona"),
}


def signal(language: str, text: str) -> object:
    """The signal of an answer to the questions for guests and day."""
    return read(understand(text, language=language, flows=(), asking=("guests", "date")))["signal"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "do not cancel this"),
        ("en", "please don't cancel that"),
        ("en", "how do I cancel this later?"),
        ("en", "what happens if I cancel it?"),
        ("en", "tell me how to cancel this"),
        ("en", "can I cancel it free of charge?"),
        ("en", "should I cancel this?"),
        ("en", "never mind the price, we arrive on Friday"),
        ("en", "never mind the price"),
        ("en", "forget it, 3 guests"),
        ("en", "I changed my mind about the date"),
        ("en", "I no longer want the Grand, I want the Bellevue"),
        ("en", "I no longer want the Grand"),
        ("en", "I no longer want to book for Friday"),
        ("en", "there is no need to cancel this"),
        ("fr", "n'annulez pas tout"),
        ("fr", "ne laissez tomber personne"),
        ("fr", "laissez tomber la date, je ne la connais pas"),
        ("fr", "je ne veux plus le Grand Hotel"),
        ("fr", "comment annuler tout ça ?"),
        ("fr", "j'ai changé d'avis pour la date"),
        ("pt", "não esqueça que somos 8"),
        ("pt", "não quero cancelar"),
        ("pt", "como posso cancelar tudo depois?"),
        ("pt", "esquece o preço"),
        ("pt", "já não quero o Grand Hotel"),
        ("pt", "mudei de ideia sobre a data"),
        ("de", "ich möchte nicht alles abbrechen"),
        ("de", "wie kann ich das stornieren?"),
        ("de", "vergiss es nicht"),
        ("de", "ich will nicht mehr das Grand Hotel"),
        ("es", "no quiero cancelar todo"),
        ("es", "¿cómo puedo cancelar todo después?"),
        ("es", "ya no quiero el Grand Hotel"),
        ("es", "he cambiado de idea sobre la fecha"),
        ("it", "non voglio annullare"),
        ("it", "come posso annullare tutto dopo?"),
        ("it", "non dimentica mai nulla"),
        ("it", "lascia perdere il prezzo"),
        ("it", "non voglio più il Grand Hotel"),
    ],
)
def test_t11_a_denied_asked_about_or_aimed_phrase_cancels_nothing(language: str, text: str) -> None:
    assert signal(language, text) != "cancel"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "can we stop this?"),
        ("en", "could you cancel this?"),
        ("en", "could you please cancel this now?"),
        ("en", "please cancel this"),
        ("en", "no, cancel this"),
        ("en", "no cancel this please"),
        ("en", "I changed my mind"),
        ("en", "never mind, thanks"),
        ("en", "I no longer want to book"),
        ("en", "I do not want to book any more"),
        ("en", "I don't want this anymore"),
        ("en", "I do not understand, let's stop"),
        ("fr", "je ne veux plus saisir de dépense"),
        ("fr", "je ne veux plus réserver"),
        ("fr", "non, laissez tomber"),
        ("fr", "pourriez-vous tout annuler ?"),
        ("pt", "já não quero reservar"),
        ("pt", "não quero reservar mais"),
        ("pt", "pode cancelar tudo?"),
        ("pt", "não, esquece"),
        ("de", "ich will nicht mehr buchen"),
        ("de", "können wir das abbrechen?"),
        ("de", "nein, vergiss es"),
        ("es", "ya no quiero reservar"),
        ("es", "¿puede cancelar todo?"),
        ("es", "no, olvídelo"),
        ("it", "non voglio più prenotare"),
        ("it", "può annullare tutto?"),
        ("it", "no, lascia perdere"),
    ],
)
def test_t11_who_asks_to_end_it_cancels(language: str, text: str) -> None:
    assert signal(language, text) == "cancel"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I don't want to talk to a person"),
        ("en", "there is no need to talk to a person"),
        ("en", "where can I find a real person at night?"),
        ("en", "are you a real person?"),
        ("en", "I would rather write than talk to someone"),
        ("fr", "je ne veux pas parler à une personne"),
        ("fr", "où puis-je trouver une vraie personne la nuit ?"),
        ("pt", "não quero falar com uma pessoa"),
        ("pt", "não preciso de falar com uma pessoa"),
        ("de", "ich möchte nicht mit einem Menschen sprechen"),
        ("de", "wann kann ich mit jemandem sprechen?"),
        ("es", "no quiero hablar con una persona"),
        ("es", "¿cuándo puedo hablar con alguien?"),
        ("it", "non voglio parlare con una persona"),
        ("it", "quando posso parlare con qualcuno?"),
    ],
)
def test_t11_a_denied_or_asked_about_person_is_no_hand_off(language: str, text: str) -> None:
    assert signal(language, text) != "handoff"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Can I please talk to one person at the desk?"),
        ("en", "this is no good, I want to talk to a real person"),
        ("en", "is it possible to speak to someone?"),
        ("fr", "est-il possible de parler à quelqu'un ?"),
        ("fr", "je voudrais parler avec une vraie personne"),
        ("fr", "je veux parler à un conseiller"),
        ("pt", "quero falar com uma pessoa da equipa"),
        ("pt", "posso falar com alguém?"),
        ("de", "kann ich mit einem echten Menschen sprechen?"),
        ("es", "¿puedo hablar con una persona de verdad?"),
        ("it", "posso parlare con una persona?"),
    ],
)
def test_t11_a_wish_for_a_person_hands_off_and_gives_no_number(language: str, text: str) -> None:
    reading = read(understand(text, language=language, flows=(), asking=("guests", "date"), known={"guests": 8}))
    assert (reading["signal"], values(reading)) == ("handoff", {})


@pytest.mark.parametrize(
    ("language", "description", "text"),
    [(name, about, text) for name, (about, *texts) in COUNTED.items() for text in texts],
)
def test_t9_one_person_answers_how_many(language: str, description: str, text: str) -> None:
    spec = replace(GUESTS, description=description)
    reading = read(understand(text, language=language, flows=(), fields=(spec, DATE), asking=("guests",)))
    assert (reading["signal"], values(reading)) == (None, {"guests": 1})


@pytest.mark.parametrize(("language", "text"), [("en", "a human"), ("en", "a person?"), ("de", "ein Mensch")])
def test_t9_other_words_for_a_person_hand_off_at_a_number_too(language: str, text: str) -> None:
    assert signal(language, text) == "handoff"


@pytest.mark.parametrize("text", ["quero falar com uma pessoa da equipa", "uma pessoa ligou-me da vossa empresa"])
def test_t11_a_person_who_is_spoken_of_corrects_no_number(text: str) -> None:
    effect = shipped("leads", text, ("name",))
    fields = tuple(replace(spec, known=8, flows=()) if spec.id == "team_size" else spec for spec in effect.fields)
    assert "team_size" not in values(read(replace(effect, fields=fields)))


@pytest.mark.parametrize("text", ["we are one person", "a table for one person on Friday", "one person"])
def test_t3_a_person_who_is_counted_is_a_number(text: str) -> None:
    assert values(read(understand(text, flows=(), asking=("wishes",))))["guests"] == 1


@pytest.mark.parametrize(
    ("text", "said", "flows"),
    [
        ("could I skip this question?", "skip", []),
        ("stop please and show me what there is to see", "cancel", ["tips"]),
        ("cancel this and call me back", "cancel", ["contact"]),
    ],
)
def test_t11_the_words_of_a_signal_start_no_flow(text: str, said: str, flows: list[str]) -> None:
    reading = read(understand(text, flows=(HOUSE, TIPS, CONTACT), asking=("wishes",)))
    assert (reading["signal"], reading["flows"]) == (said, flows)


def test_t51_the_negation_of_a_mute_denies_the_writing_only() -> None:
    reading = read(shipped("hotel", "please do not write to me and book the Grand Hotel for 2 tomorrow"))
    assert (reading["signal"], reading["flows"]) == ("mute", ["book"])
    assert values(reading) == {"hotel": "Grand Hotel", "guests": 2, "date": "2026-03-03"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "what did you just say?"),
        ("en", "could you repeat the question?"),
        ("fr", "pourriez-vous répéter la question ?"),
        ("fr", "qu'avez-vous dit ?"),
        ("pt", "o que disse?"),
        ("pt", "poderia repetir a pergunta?"),
        ("de", "was haben Sie gerade gesagt?"),
        ("de", "könnten Sie die Frage wiederholen?"),
        ("es", "¿qué ha dicho?"),
        ("es", "¿podría repetir la pregunta?"),
        ("it", "cosa ha detto?"),
        ("it", "potrebbe ripetere la domanda?"),
    ],
)
def test_t11_who_did_not_hear_is_told_again(language: str, text: str) -> None:
    assert signal(language, text) == "repeat"
