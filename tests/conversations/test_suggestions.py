"""What others usually say, from their facts to a tap of one who was asked, over the database (F21)."""

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from agents.models import Version
from conversations import runner
from conversations.actions import receive, start
from conversations.engine.turn import run_turn
from conversations.journal import read
from conversations.llm.builtin import Builtin
from conversations.models import Conversation
from conversations.ports import Ports
from facts import actions, queries, wiki
from facts.catalogue import import_catalogue
from facts.models import CurrentFact, Entry, Person, WikiEntry
from tests.conversations.conftest import DOCUMENT
from tests.conversations.engines import World

ADOBE = "merchant.adobe.default"
K = 5
BILLS = {
    **DOCUMENT,
    "fields": {
        "booking": {"type": "string", "fact": ADOBE, "ask": "How is it booked?"},
        "sure": {"type": "boolean", "ask": "Sure?"},
    },
    "flows": {
        "book": {
            "name": "Book a bill",
            "on": [{"message": ["has a bill"]}],
            "required": ["booking", "sure"],
            "steps": [{"id": "ask", "collect": ["booking"]}, {"id": "check", "collect": ["sure"]}],
        }
    },
}


@pytest.fixture(autouse=True)
def others(db: None, settings: Any) -> list[Person]:
    """K people who book Adobe the same way, which staff have approved."""
    settings.WIKI_PEOPLE = K
    import_catalogue({"catalogue": [{"key": "merchant.*.default", "label": "Bookings at *", "shareable": True}]})
    people = [Person.objects.create_user(f"other{number}") for number in range(K)]
    for person in people:
        actions.state(person, ADOBE, "pro/6570")
    wiki.review(ADOBE, '"pro/6570"', WikiEntry.State.APPROVED, by=people[0])
    return people


def begun(agent: Any, person: Person | None) -> Conversation:
    version = Version.objects.create(agent=agent, number=2, revision=0, document=json.dumps(BILLS))
    agent.live = version
    agent.save()
    return start(agent, person).conversation


def said(conversation: Conversation, client_id: str, text: str = "", **tap: Any) -> None:
    receive(conversation, client_id, text, **tap)
    ports = Ports(model=Builtin(), act=World(), engine=run_turn)
    async_to_sync(runner.run)(conversation.pk, ports)


def replies(conversation: Conversation) -> list[Any]:
    last = conversation.messages.filter(role="agent").order_by("seq").last()
    opened = last.opened("quick_replies", conversation.keyring) or []
    return [reply["value"] for reply in opened]


def suggested(conversation: Conversation) -> list[tuple[str, Any, int]]:
    """What row 0 of the last turn's journal holds."""
    given, _rows = read(conversation.turns.latest("number"), conversation.keyring)
    return [(found.key, found.value, found.people) for found in given.suggestions]


def test_f21_a_question_offers_what_others_say_and_a_tap_makes_it_the_persons_own_fact(agent, ann):
    conversation = begun(agent, ann)
    said(conversation, "c1", "has a bill")
    assert suggested(conversation) == [(ADOBE, "pro/6570", K)]
    assert replies(conversation) == ["pro/6570"]
    assert not Entry.objects.filter(person=ann).exists()
    said(conversation, "c2", field="booking", value="pro/6570")
    held = queries.current(ann, conversation.created_at)
    assert [(fact.key, fact.value, fact.confidence, fact.source) for fact in held] == [(ADOBE, "pro/6570", 1.0, "chat")]
    assert [(found.people, found.of) for found in wiki.patterns()] == [(K + 1, K + 1)]


def test_f21_who_does_not_tap_gets_no_fact(agent, ann):
    conversation = begun(agent, ann)
    said(conversation, "c1", "has a bill of Adobe")
    said(conversation, "c2", "stop")
    assert not Entry.objects.filter(person=ann).exists()
    assert not CurrentFact.objects.filter(person=ann).exists()


def test_f21_who_has_a_fact_of_the_key_gets_no_suggestion(agent, ann):
    actions.state(ann, ADOBE, "private")
    conversation = begun(agent, ann)
    said(conversation, "c1", "has a bill of Adobe")
    assert suggested(conversation) == []


def test_f21_once_too_few_share_it_the_next_turn_has_it_no_more(agent, ann, others):
    conversation = begun(agent, ann)
    said(conversation, "c1", "has a bill")
    actions.retract(others[0], ADOBE)
    said(conversation, "c2", "what?")
    assert suggested(conversation) == []
    assert replies(conversation) == []


def test_f21_without_an_account_nothing_is_suggested(agent):
    conversation = begun(agent, None)
    said(conversation, "c1", "has a bill of Adobe")
    assert suggested(conversation) == []
    assert replies(conversation) == []


def test_f21_a_message_about_the_subject_gets_the_suggestion_where_no_field_is_bound_to_it(conversation, ann):
    said(conversation, "c1", "says hello to Adobe")
    assert suggested(conversation) == [(ADOBE, "pro/6570", K)]
    said(conversation, "c2", "says hello")
    assert suggested(conversation) == []
