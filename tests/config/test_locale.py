"""The texts in the languages of the site."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import django
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.db.models import Model
from django.template.engine import Engine
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils import translation
from ruamel.yaml import YAML

from agents.phrases import PHRASES
from facts.catalogue import Catalogue
from facts.models import Entry, Receipt

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
PAGES = [path for path in (ROOT / "templates").rglob("*.html") if "admin" not in path.parts]
PLACE = re.compile(r"%\(\w+\)[sd]")
CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
SAID_TO_PEOPLE = {
    "agents/phrases.py",
    "config/errors.py",
    "conversations/actions.py",
    "conversations/api.py",
    "conversations/api_errors.py",
    "conversations/consumers.py",
    "conversations/door.py",
    "conversations/forget_views.py",
    "conversations/forgetting.py",
    "conversations/given.py",
    "conversations/intake.py",
    "conversations/onboarding.py",
    "conversations/serializers.py",
    "conversations/templatetags/chat.py",
    "facts/actions.py",
    "facts/api.py",
    "facts/api_body.py",
    "facts/api_call.py",
    "facts/refusals.py",
    "facts/templatetags/facts_shown.py",
    "facts/value_form.py",
    "facts/views.py",
}
"""Every text of these modules can come before somebody who talks."""
SAID_TO_BOTH = {"facts/catalogue.py", "facts/models/forgetting.py", "facts/models/ledger.py"}
"""Refusals and a few names come before people, the rest before staff."""
SAID_TO_STAFF = re.compile(
    r"(agents/(?!phrases)|conversations/(models|apps|audit_\w+|measures_\w+|analytics\w*|inspect[\w/]*|playground|replay|trials|scenario/\w+)\.py"
    r"|facts/(apps|doubts|rotation|staff|triggers|models/(catalogue|person|staff))\.py|\w+/management/|\w+/(\w+_)?admin(_site)?\.py)"
)
"""The admin, the checks of agents and of the site, and the commands: English as yet."""
SAID_BY_INPUTS = {
    "Enter a list of values.",
    "Enter a number.",
    "Enter a valid JSON.",
    "Enter a valid date.",
    "Enter a valid email address.",
    "Enter a valid time.",
    "Enter a whole number.",
    "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
    "Ensure this value is greater than or equal to %(limit_value)s.",
    "Ensure this value is less than or equal to %(limit_value)s.",
    "Null characters are not allowed.",
    "Select a valid choice. %(value)s is not one of the available choices.",
}
"""What Django's inputs refuse people: its own German and Italian are not on formal terms with them."""
LANGUAGE_NAMES = {"English"}
"""Each language is named in itself; this is the one that Django would translate."""


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def folder(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES"


@cache
def texts(language: str) -> dict[str, tuple[str, ...]]:
    """Each English text with its translations: one, or one for each plural form."""
    with (folder(language) / "django.po").open("rb") as file:
        return _texts(read_po(file))


def _texts(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    pairs = ((_all(message.id), _all(message.string)) for message in catalog if message.id)
    return {english[0]: translated for english, translated in pairs}


def _all(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, tuple | list) else (str(text),)


@cache
def texts_of_pages() -> set[str]:
    """What the pages of people who talk say in `translate` and `blocktranslate` tags."""
    return {text for page in PAGES for text in _texts_of_page(page.read_text())}


def _texts_of_page(page: str) -> Iterator[str]:
    nodes = Engine.get_default().from_string(page).nodelist
    yield from (node.filter_expression.var.literal for node in nodes.get_nodes_by_type(TranslateNode))
    yield from (node.render_token_list(node.singular)[0] for node in nodes.get_nodes_by_type(BlockTranslateNode))


def texts_of_module(tree: ast.AST) -> set[str]:
    """The texts that a module marks for translation; of one that counts, the singular."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node) in CALLS)
    return {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


@cache
def _tree(module: str) -> ast.AST:
    return ast.parse((ROOT / module).read_text())


def refusals_of_module(tree: ast.AST) -> set[str]:
    """The texts of what a module refuses people: those within `Invalid(…)`."""
    refused = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node) == "Invalid")
    return {text for call in refused for text in texts_of_module(call)}


@cache
def modules_with_texts() -> set[str]:
    sources = [path for app in ("agents", "config", "conversations", "facts") for path in (ROOT / app).rglob("*.py")]
    names = (path.relative_to(ROOT).as_posix() for path in sources)
    return {name for name in names if texts_of_module(_tree(name))}


def test_of_every_module_with_texts_it_is_known_whether_people_read_them() -> None:
    unsorted = modules_with_texts() - SAID_TO_PEOPLE - SAID_TO_BOTH
    assert {name for name in unsorted if not SAID_TO_STAFF.match(name)} == set()


def test_every_module_that_speaks_to_people_has_texts() -> None:
    assert (SAID_TO_PEOPLE | SAID_TO_BOTH) - modules_with_texts() == set()


def test_every_text_of_the_pages_is_translated(language: str) -> None:
    assert texts_of_pages() - texts(language).keys() == set()


def test_every_text_of_a_module_that_speaks_to_people_is_translated(language: str) -> None:
    said = {text for module in SAID_TO_PEOPLE for text in texts_of_module(_tree(module))}
    assert said - texts(language).keys() == set()


def test_every_refusal_of_a_value_is_translated(language: str) -> None:
    said = {text for module in SAID_TO_BOTH for text in refusals_of_module(_tree(module))}

    assert said
    assert said - texts(language).keys() == set()


def test_what_an_input_refuses_is_said_in_the_words_of_the_site(language: str) -> None:
    assert SAID_BY_INPUTS - texts(language).keys() == set()


def test_the_inputs_still_refuse_in_these_sentences() -> None:
    with (Path(django.__file__).parent / "conf/locale/de/LC_MESSAGES/django.po").open("rb") as file:
        assert SAID_BY_INPUTS - _texts(read_po(file)).keys() == set()


def test_each_language_is_offered_by_its_own_name(language: str) -> None:
    with translation.override(language):
        assert [translation.gettext(name) for _code, name in settings.LANGUAGES] == [
            name for _code, name in settings.LANGUAGES
        ]


@pytest.mark.parametrize(("model", "field"), [(Entry, "source"), (Receipt, "what"), (Receipt, "because")])
def test_every_name_in_a_history_or_a_receipt_is_translated(language: str, model: type[Model], field: str) -> None:
    with translation.override("en"):
        english = {str(label) for _value, label in model._meta.get_field(field).flatchoices}

    assert english
    assert english - texts(language).keys() == set()


def test_no_translation_outlives_its_text(language: str) -> None:
    modules = SAID_TO_PEOPLE | SAID_TO_BOTH
    said = texts_of_pages() | {text for module in modules for text in texts_of_module(_tree(module))}
    kept = said | texts_of_catalogue() | SAID_BY_INPUTS | LANGUAGE_NAMES
    assert texts(language).keys() - kept == set()


def test_every_built_in_sentence_of_an_agent_is_translated(language: str) -> None:
    assert set(PHRASES.values()) - texts(language).keys() == set()


def texts_of_catalogue() -> set[str]:
    """The labels of the shipped catalogue, and its descriptions, which stand as hints beside the inputs."""
    document = YAML(typ="safe").load(ROOT / "agents" / "examples" / "catalogue.yaml")
    return {key[name] for key in document["catalogue"] for name in ("label", "description")}


def test_every_label_and_hint_of_the_shipped_catalogue_is_translated(language: str) -> None:
    assert texts_of_catalogue() - texts(language).keys() == set()


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
