"""The short form before a first chat (F10)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from agents.actions import import_agent
from agents.models import Agent
from conversations import onboarding
from conversations.models import Conversation
from facts import actions, queries
from facts.catalogue import import_catalogue
from facts.models import CatalogueKey, Entry, Person

pytestmark = pytest.mark.django_db(transaction=True)

CATALOGUE: dict[str, Any] = {
    "catalogue": [
        {"key": "profile.canton", "label": "Canton", "schema": {"type": "string", "enum": ["VD", "GE"]}},
        {"key": "profile.trade", "label": "Trade", "description": "What you do for a living.", "fresh": "30d"},
        {"key": "profile.children", "label": "Children", "schema": {"type": "integer", "minimum": 0}},
        {"key": "profile.languages", "label": "Languages", "schema": {"type": "string", "maxLength": 8}, "many": True},
        {"key": "profile.tools", "label": "Tools", "schema": {"enum": ["van", "bike"]}, "many": True},
        {"key": "profile.salary", "label": "Salary", "schema": {"type": "number"}, "sensitive": True, "fresh": "30d"},
        {"key": "profile.vat", "label": "VAT number", "schema": {"type": "string", "pattern": "^CHE[0-9]+$"}},
    ]
}
AGENT = """
agent: books
name: The books
language: en
visitors: true
onboarding:
  - profile.canton
  - profile.trade
  - profile.children
  - profile.languages
  - profile.tools
  - profile.salary
  - profile.vat
fields:
  children: {type: integer, ask: "How many <i>children</i> do you have?", fact: profile.children}
  vat: {type: string, ask: "And in {{ facts.profile.canton }}?", fact: profile.vat}
flows:
  about:
    name: Say what is known
    "on": [{message: [tell me what you know]}]
    steps: [{id: told, say: "Your canton is {{ facts.profile.canton }}."}]
"""
FORM = "/chat/books/first/"
NOW = datetime.now(UTC)


@pytest.fixture
def books() -> Agent:
    import_catalogue(CATALOGUE)
    return import_agent(AGENT, publish=True).agent


@pytest.fixture
def signed_in(client: Client, ann: Person, books: Agent) -> Client:
    client.force_login(ann)
    return client


def answer(client: Client, **answers: Any) -> Any:
    """Send the form as a browser does, with the answers given by the last part of their keys."""
    asked = [key["key"] for key in CATALOGUE["catalogue"]]
    sent = {f"profile.{name}-value": value for name, value in answers.items()}
    return client.post(FORM, {"asked": asked, **sent})


def known(person: Person) -> dict[str, Any]:
    return {fact.key: fact.value for fact in queries.current(person, datetime.now(UTC))}


@pytest.mark.parametrize("method", ["get", "post"])
def test_f10_who_starts_a_chat_is_asked_first(signed_in: Client, method: str) -> None:
    answered = getattr(signed_in, method)("/chat/books/")

    assert answered.headers["Location"] == FORM
    assert not Conversation.objects.exists()


def test_f10_the_form_has_an_input_per_key_that_fits_its_schema(signed_in: Client) -> None:
    page = signed_in.get(FORM).content.decode()

    assert '<select name="profile.canton-value"' in page
    assert 'type="number" name="profile.children-value"' in page
    assert '<textarea name="profile.languages-value"' in page
    assert 'type="checkbox" name="profile.tools-value"' in page
    assert "What you do for a living." not in page
    assert 'href="/profile/facts/"' in page
    assert " required" not in page


def test_f10_the_hint_is_the_agents_own_question_where_it_has_no_value_in_it(signed_in: Client) -> None:
    page = signed_in.get(FORM).content.decode()

    assert '<span lang="en">How many &lt;i&gt;children&lt;/i&gt; do you have?</span>' in page
    assert "And in" not in page


FRENCH = """
agent: livres
name: Les livres
language: fr
onboarding: [profile.trade, profile.shoes]
fields:
  metier: {type: string, ask: Quel est votre métier ?, fact: profile.trade}
flows:
  tout:
    name: Tout dire
    "on": [{message: [dites-moi tout]}]
    steps: [{id: dit, say: Voilà.}]
"""


@pytest.mark.parametrize(
    ("text", "reader", "ours", "theirs"),
    [
        (
            FRENCH,
            "en",
            ("Before you start", "Skip", ">Trade<", ">Shoes<"),
            ("fr", "Les livres", "Quel est votre métier ?"),
        ),
        (FRENCH, "fr", ("Avant de commencer", "Passer", ">Métier<"), ("fr", "Les livres", "Quel est votre métier ?")),
        (AGENT, "fr", ("Avant de commencer", "Passer", ">Métier<"), ("en", "The books", "How many")),
        (AGENT, "de", ("Bevor Sie beginnen", "Überspringen", ">Beruf<"), ("en", "The books", "How many")),
    ],
)
def test_l2_the_form_is_in_the_readers_language_and_marks_what_the_author_wrote_with_theirs(
    signed_in: Client, text: str, reader: str, ours: tuple[str, ...], theirs: tuple[str, ...]
) -> None:
    import_catalogue({"catalogue": [{"key": "profile.shoes", "label": "Shoes"}]})
    slug = import_agent(text, publish=True).agent.slug

    page = signed_in.get(f"/chat/{slug}/first/", headers={"accept-language": reader}).content.decode()

    language, name, question = theirs
    assert f'<html lang="{reader}"' in page
    assert [word for word in ours if word not in page] == []
    assert f'<bdi lang="{language}">{name}</bdi>' in page
    assert f'<span lang="{language}">{question}' in page


def test_f10_each_answer_is_a_fact_and_the_first_turn_knows_them(signed_in: Client, ann: Person) -> None:
    begun = answer(signed_in, canton='"VD"', children="2")

    assert known(ann) == {"profile.canton": "VD", "profile.children": 2}
    entry = Entry.objects.get(key="profile.canton")
    assert (entry.kind, entry.source, entry.confidence) == ("asserted", "onboarding", 1.0)
    address = begun.headers["Location"]
    assert Conversation.objects.get().person == ann
    said = signed_in.post(address, {"text": "tell me what you know"}, follow=True).content.decode()
    assert "Your canton is VD." in said


def test_f10_nothing_has_to_be_answered(signed_in: Client, ann: Person) -> None:
    assert answer(signed_in).headers["Location"].startswith("/c/")
    assert known(ann) == {}


def test_f10_another_value_than_the_one_held_is_an_explicit_change(signed_in: Client, ann: Person) -> None:
    actions.state(ann, "profile.canton", "GE")

    answer(signed_in, canton='"VD"')

    assert [said.kind for said in queries.history(ann, "profile.canton")] == ["asserted", "corrected"]
    assert queries.contested(ann) == []


def test_f10_many_values_take_a_line_or_a_box_each(signed_in: Client, ann: Person) -> None:
    answer(signed_in, languages="German\r\n\r\n French ", tools=['"van"', '"bike"'])

    held = [(fact.key, fact.value) for fact in queries.current(ann, datetime.now(UTC))]
    assert sorted(held) == [
        ("profile.languages", "French"),
        ("profile.languages", "German"),
        ("profile.tools", "bike"),
        ("profile.tools", "van"),
    ]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"children": "-1"}, "greater than or equal to 0"),
        ({"vat": "12"}, "This value does not fit here."),
        ({"languages": "German\nSwissGerman"}, "Line 2: Ensure this value has at most 8 characters"),
        ({"languages": "\n".join("abcdefghijklmnopqrstuvw")}, "Write at most 20 lines."),
        ({"canton": '"XX"'}, "Select a valid choice."),
    ],
)
def test_f10_a_mistake_is_said_in_place_and_nothing_typed_is_lost(
    signed_in: Client, ann: Person, wrong: dict[str, str], sentence: str
) -> None:
    back = answer(signed_in, trade="florist", **wrong)

    page = back.content.decode()
    assert back.status_code == 422
    assert sentence in page
    assert 'aria-invalid="true"' in page
    assert 'value="florist"' in page
    assert known(ann) == {}
    assert not Conversation.objects.exists()


def test_f10_who_skips_is_not_asked_again_in_this_session(signed_in: Client, ann: Person) -> None:
    begun = signed_in.post(FORM, {"skip": "1", "profile.trade-value": "florist", "asked": "profile.trade"})

    assert begun.headers["Location"].startswith("/c/")
    assert known(ann) == {}
    assert signed_in.get("/chat/books/").status_code == 200
    assert signed_in.get(FORM).headers["Location"] == "/chat/books/"
    other = Client()
    other.force_login(ann)
    assert other.get("/chat/books/").headers["Location"] == FORM


def test_f10_who_answered_is_not_asked_again_in_this_session(signed_in: Client) -> None:
    answer(signed_in, canton='"VD"')

    assert signed_in.get("/chat/books/").status_code == 200


def test_f10_skipping_one_agent_says_nothing_about_another(signed_in: Client) -> None:
    import_agent(AGENT.replace("books", "more_books", 1), publish=True)
    signed_in.post(FORM, {"skip": "1"})

    assert signed_in.get("/chat/more_books/").headers["Location"] == "/chat/more_books/first/"


def test_f10_what_is_known_is_not_asked(signed_in: Client, ann: Person) -> None:
    for key, value in (("profile.canton", "VD"), ("profile.languages", "German")):
        actions.state(ann, key, value)

    page = signed_in.get(FORM).content.decode()

    assert "profile.canton" not in page
    assert "profile.languages" not in page
    assert "profile.trade-value" in page


def test_f10_a_form_that_would_ask_nothing_does_not_come(client: Client, ann: Person, books: Agent) -> None:
    client.force_login(ann)
    CatalogueKey.objects.exclude(pattern="profile.canton").delete()
    actions.state(ann, "profile.canton", "VD")

    assert client.get("/chat/books/").status_code == 200
    assert client.get(FORM).headers["Location"] == "/chat/books/"


def test_f17_a_fact_past_its_freshness_is_asked_with_its_value(signed_in: Client, ann: Person) -> None:
    before = NOW - timedelta(days=31)
    actions.state(ann, "profile.trade", "florist", at=before)

    page = signed_in.get(FORM).content.decode()
    answer(signed_in, trade="florist")

    assert 'value="florist"' in page
    assert "This is what you said before." in page
    assert [said.kind for said in queries.history(ann, "profile.trade")] == ["asserted", "confirmed"]


def test_f19_a_sensitive_value_is_typed_anew_and_not_shown(signed_in: Client, ann: Person) -> None:
    actions.state(ann, "profile.salary", 91234, at=NOW - timedelta(days=31))

    assert "91234" not in signed_in.get(FORM).content.decode()


def test_f10_visitors_never_see_the_form(client: Client, books: Agent) -> None:
    assert client.get("/chat/books/").status_code == 200
    assert client.post("/chat/books/").headers["Location"].startswith("/c/")
    assert client.get(FORM).headers["Location"] == "/chat/books/"
    answer(client, canton='"VD"')
    assert not Entry.objects.exists()


def test_f10_what_was_written_before_the_form_is_not_lost_to_it(signed_in: Client) -> None:
    begun = signed_in.post("/chat/books/", {"text": "tell me what you know"})
    by_script = signed_in.post("/chat/books/", headers={"Accept": "application/json"})

    assert begun.headers["Location"].startswith("/c/")
    assert by_script.status_code == 201


def test_f10_only_keys_of_the_agent_are_taken(signed_in: Client, ann: Person) -> None:
    import_catalogue({"catalogue": [{"key": "profile.city", "label": "City"}]})

    signed_in.post(FORM, {"asked": "profile.city", "profile.city-value": "Bern"})

    assert known(ann) == {}


def test_f10_looking_at_the_form_begins_nothing(signed_in: Client, ann: Person) -> None:
    signed_in.get(FORM)

    assert not Conversation.objects.exists()
    assert signed_in.get("/chat/books/").headers["Location"] == FORM


def test_a_form_needs_its_token_and_its_agent(ann: Person, books: Agent) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)

    assert client.post(FORM).status_code == 403
    assert client.get("/chat/nobody/first/").status_code == 404


def test_f10_nothing_is_kept_when_one_answer_does_not_fit(ann: Person, books: Agent) -> None:
    keys = ["profile.trade", "profile.vat"]
    typed = {"profile.trade-value": "florist", "profile.vat-value": "no number"}

    assert not onboarding.save(ann, onboarding.questions(books, keys, ann, NOW, typed))
    assert known(ann) == {}


@pytest.mark.parametrize(("address", "queries_"), [("/chat/books/", 12), (FORM, 14)])
def test_asking_takes_a_bounded_number_of_queries(
    signed_in: Client, ann: Person, address: str, queries_: int, django_assert_max_num_queries: Any
) -> None:
    signed_in.get(address)
    with django_assert_max_num_queries(queries_):
        signed_in.get(address)
