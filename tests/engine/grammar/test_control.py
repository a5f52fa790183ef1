"""Control words in six languages (T9, T11)."""

import pytest

from conversations.engine.grammar.control import control_word
from conversations.engine.reading import SIGNALS
from tests.engine.grammar.cases import LANGUAGES

CONTROL = {
    "en": {"cancel": "cancel", "Stop!": "stop", "help": "question", "a person, please": "handoff",
        "can I talk to a human?": "handoff", "again": "repeat", "skip": "skip", "go back": "back",
        "unsubscribe": "mute"},
    "de": {"Abbrechen": "cancel", "stopp": "stop", "Hilfe!": "question", "Mit einem Menschen sprechen": "handoff",
        "nochmal bitte": "repeat", "überspringen": "skip", "zurück": "back", "abmelden": "mute"},
    "fr": {"annuler": "cancel", "arrête": "stop", "aide": "question", "une personne s'il vous plaît": "handoff",
        "encore une fois": "repeat", "passer": "skip", "retour": "back", "me désabonner": "mute"},
    "es": {"cancelar": "cancel", "parar": "stop", "ayuda": "question", "una persona por favor": "handoff",
        "otra vez": "repeat", "saltar": "skip", "atrás": "back", "darme de baja": "mute"},
    "pt": {"cancelar": "cancel", "pare": "stop", "ajuda": "question", "um atendente": "handoff",
        "de novo": "repeat", "pular": "skip", "voltar": "back", "descadastrar": "mute"},
    "it": {"annulla": "cancel", "basta": "stop", "aiuto": "question", "un operatore": "handoff", "ripeti": "repeat",
        "salta": "skip", "indietro": "back", "disiscrivimi": "mute"},
}  # fmt: skip
NOT_CONTROL = (
    "I want to cancel my trip to Rome",
    "do not stop",
    "help yourself",
    "stop the music at 10",
    "no",
    "2",
    "",
    "   ",
    "x" * 500,
)


@pytest.mark.parametrize(
    ("language", "text", "word"), [(language, *case) for language in LANGUAGES for case in CONTROL[language].items()]
)
def test_t9_a_control_word_is_read_without_a_model(language, text, word):
    assert control_word(text, language) == word


@pytest.mark.parametrize("language", LANGUAGES)
def test_t9_every_language_has_every_control_word(language):
    assert set(CONTROL[language].values()) == {*SIGNALS, "stop"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", NOT_CONTROL)
def test_t9_only_a_whole_message_is_a_control_word(language, text):
    assert control_word(text, language) is None


def test_t9_a_region_speaks_its_language():
    assert control_word("cancelar", "pt-BR") == "cancel"
