"""Whole messages that ask what is known about the person (F18)."""

import pytest
from django.urls import reverse

from conversations.engine.grammar.about_me import asks_what_is_known
from conversations.engine.signals import PROFILE_PAGE


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "What do you know about me?"),
        ("en", "what do you remember about me"),
        ("en", "What do you know of me so far?"),
        ("en", "Hi, what do you know about me?"),
        ("en", "Can you tell me what you know about me?"),
        ("en", "what information do you have about me?"),
        ("en", "What data do you store about me?"),
        ("en", "Which data about me do you store?"),
        ("en", "do you know anything about me?"),
        ("en", "Do you remember me?"),
        ("en", "Who am I?"),
        ("en", "show me my data"),
        ("en", "what have you stored about me"),
        ("en", "What's known about me?"),
        ("en", "what do you have on me"),
        ("fr", "Que sais-tu de moi ?"),
        ("fr", "Que savez-vous sur moi ?"),
        ("fr", "Qu'est-ce que tu sais de moi ?"),
        ("fr", "Tu sais quoi sur moi ?"),
        ("fr", "Dis-moi ce que tu sais de moi"),
        ("fr", "Quelles données avez-vous sur moi ?"),
        ("fr", "Est-ce que tu te souviens de moi ?"),
        ("fr", "Montrez-moi mes données"),
        ("fr", "Qu'est-ce que vous avez retenu sur moi ?"),
        ("de", "Was weißt du über mich?"),
        ("de", "Was weisst du alles über mich?"),
        ("de", "Was wissen Sie über mich?"),
        ("de", "Was hast du über mich gespeichert?"),
        ("de", "Welche Daten haben Sie über mich?"),
        ("de", "Zeig mir, was du über mich weisst"),
        ("de", "Kennst du mich?"),
        ("de", "Zeigen Sie mir meine Daten"),
        ("de", "Hallo, was weisst du schon über mich?"),
        ("pt", "O que sabes sobre mim?"),
        ("pt", "O que você sabe sobre mim?"),
        ("pt", "O que é que sabe a meu respeito?"),
        ("pt", "Que dados tens sobre mim?"),
        ("pt", "Lembras-te de mim?"),
        ("pt", "Mostra-me os meus dados"),
        ("pt", "Que sabes de mim?"),
        ("es", "¿Qué sabes de mí?"),
        ("es", "¿Qué sabe usted sobre mí?"),
        ("es", "¿Qué datos tienes sobre mí?"),
        ("es", "Dime qué sabes de mí"),
        ("es", "¿Te acuerdas de mí?"),
        ("es", "Muéstrame mis datos"),
        ("es", "¿Qué sabes sobre mí hasta ahora?"),
        ("it", "Cosa sai di me?"),
        ("it", "Che cosa sai di me?"),
        ("it", "Che cosa sa di me?"),
        ("it", "Quali dati hai su di me?"),
        ("it", "Dimmi cosa sai di me"),
        ("it", "Ti ricordi di me?"),
        ("it", "Mostrami i miei dati"),
    ],
)
def test_f18_who_asks_what_is_known_about_them_is_heard(language: str, text: str) -> None:
    assert asks_what_is_known(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "What do you know about Bern?"),
        ("en", "What do you know about me and my sister's room?"),
        ("en", "I wonder"),
        ("en", "you know nothing about me"),
        ("en", "Do you know where I live?"),
        ("de", "Was weisst du über Bern?"),
        ("fr", "Que sais-tu de Berne ?"),
        ("es", "¿Qué sabes de Zug?"),
        ("it", "Cosa sai di Roma?"),
        ("pt", "O que sabes sobre Lisboa?"),
    ],
)
def test_f18_other_questions_are_not_taken_for_it(language: str, text: str) -> None:
    assert not asks_what_is_known(text, language)


def test_f18_the_page_that_is_named_is_there() -> None:
    assert reverse("facts:profile") == PROFILE_PAGE
