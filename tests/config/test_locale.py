"""The texts in the languages of the site."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.template.base import Lexer, TokenType
from django.utils import translation
from ruamel.yaml import YAML

from agents.phrases import PHRASES
from facts.catalogue import Catalogue

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
PAGES = [path for path in (ROOT / "templates").rglob("*.html") if "admin" not in path.parts]
PLACE = re.compile(r"%\(\w+\)s")

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


def folder(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES"


def texts(language: str) -> dict[str, tuple[str, ...]]:
    """Each English text with its translations: one, or one for each plural form."""
    with (folder(language) / "django.po").open("rb") as file:
        return _texts(read_po(file))


def _texts(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    pairs = ((_all(message.id), _all(message.string)) for message in catalog if message.id)
    return {english[0]: translated for english, translated in pairs}


def _all(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, tuple | list) else (str(text),)


def texts_of_pages() -> set[str]:
    """What the pages of people who talk say in plain `translate` tags."""
    tokens = [token for page in PAGES for token in Lexer(page.read_text()).tokenize()]
    tags = [token.contents for token in tokens if token.token_type == TokenType.BLOCK]
    return {found[2] for tag in tags if (found := re.match(r"translate (['\"])(.*)\1$", tag))}


def test_every_text_of_the_pages_is_translated(language: str) -> None:
    assert texts_of_pages() - texts(language).keys() == set()


def test_every_built_in_sentence_of_an_agent_is_translated(language: str) -> None:
    assert set(PHRASES.values()) - texts(language).keys() == set()


def test_every_label_of_the_shipped_catalogue_is_translated(language: str) -> None:
    document = YAML(typ="safe").load(ROOT / "agents" / "examples" / "catalogue.yaml")
    labels = {key["label"] for key in document["catalogue"]}

    assert labels
    assert labels - texts(language).keys() == set()


@pytest.mark.parametrize("scope", ["profile", "account", "merchant", "preference"])
def test_every_built_in_scope_is_translated(language: str, scope: str) -> None:
    with translation.override(language):
        assert Catalogue((), {}).scope_label(scope) in texts(language)[_english(scope)]


def _english(scope: str) -> str:
    with translation.override("en"):
        return Catalogue((), {}).scope_label(scope)


def test_no_translation_is_empty_and_none_loses_a_place(language: str) -> None:
    wrong = [
        english
        for english, translated in texts(language).items()
        for text in translated
        if not text or set(PLACE.findall(text)) != set(PLACE.findall(english))
    ]

    assert wrong == []


def test_the_compiled_catalogue_says_the_same(language: str) -> None:
    with (folder(language) / "django.mo").open("rb") as file:
        assert _texts(read_mo(file)) == texts(language)
