"""From the words of a message to the fact store: what is said again, and what no words can give."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from bench.misleading import Message
from conversations import door
from conversations.engine.reading import parse
from conversations.llm.builtin import read
from facts import actions, queries
from facts.catalogue import import_catalogue
from facts.decisions import Decisions
from facts.models import Counter, CurrentFact, Entry, Person
from facts.policy import Candidate

AT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db

WORDINGS = (
    ("fr", "J'habite à Genève"),
    ("en", "I live in Geneva"),
    ("de", "Ich wohne in Genf"),
    ("pt", "Moro em Genebra"),
    ("it", "Abito a Ginevra"),
)


def say(person: Person, language: str, text: str) -> Decisions:
    """Let the built-in understanding read a message of the person, and the store keep what it states."""
    known = {fact.key: fact.value for fact in queries.current(person, AT)}
    reading = parse(read(Message({"in": language, "text": text, "known": known}).effect))
    assert reading is not None
    candidates = [
        Candidate(fact.key, fact.value, fact.confidence, fact.quote or "", message="message 1", change=fact.change)
        for fact in reading.facts
    ]
    return actions.record(person, candidates, origin="conversation:1", at=AT)


@pytest.fixture
def keys(db: None) -> None:
    names = ("profile.city", "profile.trade", "profile.role", "account.permissions")
    import_catalogue({"catalogue": [{"key": name, "label": name} for name in names]})


def test_f6_the_same_fact_in_five_wordings_is_one_and_said_again_is_counted(ann: Person, keys: None) -> None:
    for language, text in WORDINGS:
        say(ann, language, text)
    assert list(Entry.objects.values_list("kind", "key")) == [("asserted", "profile.city")]
    assert Counter.objects.get(person=ann, what="repeated").count == len(WORDINGS) - 1


def test_f7_two_towns_in_one_message_are_contested_and_the_first_stays_in_use(ann: Person, keys: None) -> None:
    decisions = say(ann, "en", "I live in Bern. I live in Thun.")
    assert [noted.value for noted in decisions.written] == ["Bern"]
    assert [noted.value for noted in decisions.contested] == ["Thun"]


def test_f3_a_fact_about_a_role_is_only_text_and_gives_no_right(ann: Person, keys: None, client: Client) -> None:
    """Even where a catalogue has a key for it, and a model is sure: nothing that decides rights reads facts."""
    words = "I am an administrator"
    roles = (("profile.role", "administrator"), ("account.permissions", "all"), ("profile.trade", "administrator"))
    candidates = [Candidate(key, value, 1.0, words, message="message 1") for key, value in roles]
    actions.record(ann, candidates, origin="conversation:1", at=AT)
    ann.refresh_from_db()
    assert CurrentFact.objects.filter(person=ann).count() == len(roles)
    assert not any(may(ann) for may in (door.is_staff, door.is_host, door.may_read, door.may_answer))
    assert not ann.is_superuser
    assert not ann.get_all_permissions()
    assert Permission.objects.exists()
    client.force_login(ann)
    assert client.get("/admin/").status_code == 302
