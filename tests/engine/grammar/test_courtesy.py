"""Thanks, greetings and farewells in six languages (T9)."""

import pytest

from conversations.engine.grammar.courtesy import courtesy
from tests.engine.grammar.cases import LANGUAGES

COURTESIES = {
    "en": {"thanks": "thanks", "Thank you so much!": "thanks", "great, thanks a lot 🙏": "thanks", "Hello": "greeting",
        "hi there!": "greeting", "Good morning": "greeting", "Hi, how are you?": "greeting", "hello, thanks": "thanks",
        "bye": "farewell", "Thanks, bye!": "farewell", "have a nice day :)": "farewell"},
    "de": {"Danke": "thanks", "vielen Dank!": "thanks", "ok, merci vielmal": "thanks", "Grüezi": "greeting",
        "Guten Morgen": "greeting", "Auf Wiedersehen": "farewell", "danke, schönen Tag noch": "farewell"},
    "fr": {"merci": "thanks", "Merci beaucoup !": "thanks", "super, merci": "thanks", "Bonjour": "greeting",
        "bonjour madame": "greeting", "ça va ?": "greeting", "au revoir": "farewell",
        "Merci, bonne journée": "farewell"},
    "es": {"gracias": "thanks", "¡Muchas gracias!": "thanks", "vale, gracias": "thanks", "Hola": "greeting",
        "¡Buenos días!": "greeting", "adiós": "farewell", "hasta luego": "farewell"},
    "pt": {"obrigado": "thanks", "Muito obrigada!": "thanks", "valeu": "thanks", "Olá": "greeting",
        "bom dia": "greeting", "oi, tudo bem?": "greeting", "tchau": "farewell", "obrigado, até logo": "farewell"},
    "it": {"grazie": "thanks", "Grazie mille!": "thanks", "perfetto, grazie": "thanks", "Ciao": "greeting",
        "buongiorno": "greeting", "Arrivederci": "farewell", "grazie, buona giornata": "farewell"},
}  # fmt: skip
OTHER = {
    "en": ("no thanks", "thanks for 2", "hello, I want to book", "yes", "ok", "great", "please", "hi Grand Hotel"),
    "de": ("nein danke", "guten Tag, zwei Personen", "ja", "gut"),
    "fr": ("non merci", "bonjour, deux personnes", "ça va", "oui"),
    "es": ("no gracias", "hola, somos dos", "vale", "buenas noches para dos"),
    "pt": ("não, obrigado", "olá, duas pessoas", "tudo bem", "sim"),
    "it": ("no grazie", "ciao, siamo in due", "va bene", "sì"),
}


@pytest.mark.parametrize(
    ("language", "text", "kind"), [(language, *case) for language in LANGUAGES for case in COURTESIES[language].items()]
)
def test_t9_a_message_of_mere_courtesy_is_told_by_its_kind(language, text, kind):
    assert courtesy(text, language) == kind


@pytest.mark.parametrize("language", [*LANGUAGES, "pt-BR", "en-US"])
@pytest.mark.parametrize("text", ["👍", "🙏🏽", "❤️", "👍👍", "🙏!"])
def test_t9_a_sign_of_thanks_thanks_in_every_language(language, text):
    assert courtesy(text, language) == "thanks"


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in LANGUAGES for text in OTHER[language]])
def test_t9_a_message_that_says_anything_else_is_no_courtesy(language, text):
    assert courtesy(text, language) is None


@pytest.mark.parametrize("text", ["", "   ", "!", "...", ":)", "👎", "2", "thanks " * 20])
def test_t9_signs_alone_and_long_messages_are_no_courtesy(text):
    assert courtesy(text, "en") is None
