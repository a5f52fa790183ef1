"""What a colleague is shown of what was understood: values in words, none of a sensitive fact (T11, F19)."""

import json
from typing import Any

import pytest

from agents.models import Version
from conversations.actions import start
from conversations.clock import now
from conversations.engine.state import Known, State, dump
from conversations.models import Conversation
from conversations.understood import Understood, understood
from facts.actions import record
from facts.models import CatalogueKey
from facts.policy import Candidate
from tests.conversations.conftest import DOCUMENT

FIELDS = {
    "arrival": {"type": "date", "description": "Day of arrival"},
    "pets": {"type": "boolean"},
    "health": {"type": "string", "description": "What we must know", "fact": "profile.health"},
}


@pytest.fixture
def talk(agent: Any) -> Conversation:
    """A conversation that knows all its fields, whose agent speaks English."""
    document = json.dumps({**DOCUMENT, "fields": FIELDS})
    version = Version.objects.create(agent=agent, number=2, revision=0, document=document)
    row = start(agent, version=version).conversation
    data = {
        "health": Known("asthma", "reading"),
        "pets": Known(True, "reading"),
        "arrival": Known("2026-05-01", "reading"),
    }
    Conversation.objects.filter(pk=row.pk).update(**Conversation.sealed(row.keyring, state=dump(State(data=data))))
    row.refresh_from_db()
    return row


def test_values_are_told_in_words_in_the_order_of_the_fields(talk):
    assert understood(talk) == [
        Understood("Day of arrival", "May 1, 2026"),
        Understood("pets", "yes"),
        Understood("What we must know", "asthma"),
    ]


def test_f19_of_a_sensitive_fact_only_the_field_is_told(talk):
    CatalogueKey.objects.create(pattern="profile.health", label="Health", sensitive=True)
    assert understood(talk)[2] == Understood("What we must know", "", is_sensitive=True)


def test_f19_a_fact_of_the_person_that_is_sensitive_makes_its_field_so(talk, ann):
    told = Candidate("profile.health", "asthma", 0.99, quote="asthma", sensitive=True)
    CatalogueKey.objects.create(pattern="profile.health", label="Health")
    record(ann, [told], origin="conversation:1", at=now())
    assert not understood(talk)[2].is_sensitive
    talk.person = ann
    assert understood(talk)[2] == Understood("What we must know", "", is_sensitive=True)


def test_f19_so_does_a_statement_that_still_waits_for_an_answer(talk, ann):
    told = Candidate("profile.health", "asthma", 0.7, quote="asthma", sensitive=True)
    CatalogueKey.objects.create(pattern="profile.health", label="Health")
    record(ann, [told], origin="conversation:1", at=now())
    talk.person = ann
    assert understood(talk)[2] == Understood("What we must know", "", is_sensitive=True)


def test_before_the_first_turn_nothing_is_understood(agent):
    assert understood(start(agent).conversation) == []
