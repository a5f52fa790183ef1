"""What a turn knows of the person (F3, F15, F19)."""

from datetime import UTC, datetime

import pytest

from conversations.known import known
from facts.actions import record, state
from facts.catalogue import import_catalogue
from facts.models import Person
from facts.policy import Candidate

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Person:
    import_catalogue({"catalogue": [{"key": "profile.city"}, {"key": "profile.salary", "sensitive": True}]})
    person = Person.objects.create_user("ann", password="a long secret")
    state(person, "profile.city", "Bern")
    state(person, "profile.salary", "90000")
    return person


def test_f15_a_turn_knows_the_current_facts(ann: Person) -> None:
    held = {fact.key: fact.value for fact in known(ann, datetime.now(UTC)).facts}
    assert held == {"profile.city": "Bern", "profile.salary": "90000"}


def test_f19_the_value_of_a_sensitive_key_is_not_told_to_the_reader_of_messages(ann: Person) -> None:
    told = {offered.key: offered.known for offered in known(ann, datetime.now(UTC)).catalogue}
    assert told == {"profile.city": "Bern", "profile.salary": None}


def test_f19_nor_is_a_value_that_a_reading_flagged_as_sensitive(ann: Person) -> None:
    at = datetime.now(UTC)
    flagged = Candidate("profile.city", "Davos", 0.9, quote="in the clinic in Davos", change=True, sensitive=True)
    record(ann, [flagged], origin="here", at=at)
    remembered = known(ann, at)
    assert {offered.key: offered.known for offered in remembered.catalogue}["profile.city"] is None
    assert {fact.key: fact.sensitive for fact in remembered.facts}["profile.city"]


def test_f3_without_an_account_nothing_is_known() -> None:
    assert known(None, datetime.now(UTC)).catalogue == ()


def test_f7_f18_words_may_answer_the_questions_that_came_up_in_the_same_conversation(ann: Person) -> None:
    at = datetime.now(UTC)
    said = [Candidate("profile.city", "Basel", 0.9, quote="in Basel"), Candidate("profile.salary", "1", 0.7, quote="1")]
    record(ann, said, origin="here", at=at)
    asked = {
        (question.key, question.kind, question.old, question.new)
        for question in known(ann, at, origin="here").questions
    }
    # F19: of a sensitive one no value is told
    assert asked == {("profile.city", "contested", "Bern", "Basel"), ("profile.salary", "proposed", None, None)}
    assert known(ann, at, origin="elsewhere").questions == ()
