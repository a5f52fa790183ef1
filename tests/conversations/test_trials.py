"""Trials: staff chat with the draft, as whom they choose, with a clock in hand."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync

from agents.actions import import_agent, publish
from agents.models import Version
from conversations import door, runner, trials
from conversations.actions import Refused
from conversations.forgetting import forget_person
from conversations.measures import measure
from conversations.measures_numbers import days_up_to
from conversations.models import Conversation, Trial
from conversations.trials import Setup
from facts import catalogue
from facts.models import Counter, CurrentFact, Person

AGENT = """
agent: trial
name: Trial
visitors: true
fields:
  guests: {type: integer, description: Number of guests, ask: How many guests?}
  email: {type: email, description: E-mail, ask: Your e-mail?, fact: profile.email}
flows:
  book:
    name: Book
    "on": [{message: [wants to book]}]
    required: [email, guests]
    complete_when: last_step
    steps:
      - {id: ask, collect: [email, guests]}
      - {id: quote, do: quote_price, input: {hotel: Grand, guests: "{{ data.guests }}"}, save: {price: total}}
      - {id: hold, wait: 2d}
      - {id: price, say: "It is {{ run.price }}."}
"""


@pytest.fixture
def agent(db):
    catalogue.import_catalogue(
        {"catalogue": [{"key": "profile.email", "schema": {"type": "string", "format": "email"}, "shareable": True}]}
    )
    imported = import_agent(AGENT)
    assert imported.agent, imported.problems
    return imported.agent


@pytest.fixture
def staff(db):
    return Person.objects.create_user("staff", password="x", is_staff=True)


def said(conversation):
    rows = conversation.messages.filter(role="agent").order_by("seq")
    return [row.opened("text", conversation.keyring) for row in rows]


def enter(staff, conversation):
    return door.enter(door.Speaker(staff), conversation.pk)


def say(staff, conversation, text):
    door.say(enter(staff, conversation), f"c{text}", text=text)
    async_to_sync(runner.run)(conversation.pk)


SETUP = Setup(signed_in=True, facts={"profile.email": "ann@example.org"}, answers={"quote_price": {"total": 240}})


@pytest.mark.django_db(transaction=True)
def test_a_draft_is_tried_with_facts_answers_of_actions_and_a_clock_in_hand(agent, staff):
    conversation = trials.begin(agent, staff, SETUP)
    say(staff, conversation, "wants to book")
    assert said(conversation) == ["How many guests?"]
    say(staff, conversation, "3")
    assert trials.next_timer(conversation) is not None
    trials.jump(enter(staff, conversation), timedelta(days=1))
    assert "It is 240." not in said(conversation)
    trials.jump(enter(staff, conversation), timedelta(days=1))
    assert said(conversation)[-1] == "It is 240."
    at = conversation.messages.order_by("-seq").first().at
    assert timedelta(days=1, hours=23) < at - conversation.created_at < timedelta(days=2, hours=1)


@pytest.mark.django_db(transaction=True)
def test_a_trial_counts_nowhere(agent, staff):
    conversation = trials.begin(agent, staff, SETUP)
    say(staff, conversation, "wants to book")
    found = measure(days_up_to(conversation.created_at.date(), 7))
    assert (found.before.exchanges, sum(found.kinds.values()), Counter.objects.count()) == (0, 0, 0)
    assert list(CurrentFact.objects.values_list("shared", flat=True)) == [None]


@pytest.mark.django_db(transaction=True)
def test_only_who_began_a_trial_enters_it(agent, staff):
    conversation = trials.begin(agent, staff, Setup())
    other = Person.objects.create_user("other", password="x", is_staff=True)
    for person in (other, None, conversation.person):
        with pytest.raises(Refused):
            enter(person, conversation)


@pytest.mark.django_db(transaction=True)
def test_a_draft_with_errors_is_not_tried(agent, staff):
    agent.flows.get().steps.filter(slug="quote").update(action="gone")
    with pytest.raises(Refused) as refused:
        trials.begin(agent, staff, Setup())
    assert refused.value.code == "has_errors"


@pytest.mark.django_db(transaction=True)
def test_the_same_draft_is_one_version_and_no_published_one(agent, staff):
    first, second = trials.begin(agent, staff, Setup()), trials.begin(agent, staff, Setup())
    assert first.version == second.version
    assert publish(agent).number == 1
    assert list(Version.objects.published().values_list("number", flat=True)) == [1]


@pytest.mark.django_db(transaction=True)
def test_f20_what_was_tried_goes_when_it_ends_and_with_the_account_of_who_tried(agent, staff):
    first, second = trials.begin(agent, staff, SETUP), trials.begin(agent, staff, SETUP)
    trials.end(first)
    assert Conversation.objects.count() == 1
    forget_person(staff, account=True)
    assert (Trial.objects.count(), Conversation.objects.count(), Person.objects.count()) == (0, 0, 0), second


@pytest.mark.django_db(transaction=True)
def test_old_trials_are_forgotten(agent, staff):
    conversation = trials.begin(agent, staff, SETUP)
    assert trials.tidy(conversation.created_at + trials.KEPT - timedelta(hours=1)) == 0
    assert trials.tidy(conversation.created_at + trials.KEPT + timedelta(hours=1)) == 1
    assert (Trial.objects.count(), Version.objects.tried().count()) == (0, 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("facts", [{"nonsense": 1}, {"profile.email": "no address"}])
def test_what_no_fact_can_be_is_refused_and_nothing_begins(agent, staff, facts):
    with pytest.raises(Refused):
        trials.begin(agent, staff, Setup(signed_in=True, facts=facts))
    assert (Person.objects.count(), Conversation.objects.count()) == (1, 0)
