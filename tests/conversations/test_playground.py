"""The playground in the admin: as whom, what actions answer, the clock in hand; and who may."""

import json

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from agents.actions import publish
from conversations import trials
from conversations.models import Conversation, Trial
from conversations.trials import Setup
from facts.models import Person
from tests.conversations.test_trials import agent, say, staff

__all__ = ["agent", "staff"]

pytestmark = pytest.mark.django_db(transaction=True)
FORM = {
    "who": "person",
    "context": '{"plan": "gold"}',
    "profile.email-value": "ann@example.org",
    "action-quote_price-answer": '{"total": 240}',
}


def client_of(person, *permissions):
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def author(staff):
    return client_of(staff, "change_agent", "view_agent")


def begin(agent):
    return reverse("admin:try_agent", args=[agent.pk])


def begun(author, agent):
    answer = author.post(begin(agent), FORM)
    assert answer.status_code == 302, answer.content
    return Conversation.objects.select_related("trial", "keyring", "person").get()


def test_the_form_asks_for_what_the_draft_needs_and_begins_the_trial(author, agent):
    shown = author.get(begin(agent)).content.decode()
    assert "quote_price" in shown
    assert 'name="profile.email-value"' in shown
    conversation = begun(author, agent)
    setup = trials.setup_of(conversation)
    assert (setup.context, setup.facts) == ({"plan": "gold"}, {"profile.email": "ann@example.org"})
    assert setup.answers == {"quote_price": {"total": 240}}
    assert 'value="ann@example.org"' in author.get(begin(agent)).content.decode(), "the last choice is offered again"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("who", "the pope"),
        ("timezone", "Nowhere"),
        ("context", "[1]"),
        ("context", "{"),
        ("profile.email-value", "no address"),
        ("action-quote_price-answer", "240"),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_begins(author, agent, name, value):
    answer = author.post(begin(agent), {**FORM, name: value})
    assert (answer.status_code, Conversation.objects.count()) == (422, 0)
    assert b"field-error" in answer.content


def test_only_authors_try_and_only_their_own(author, agent, staff):
    conversation = begun(author, agent)
    reader = client_of(Person.objects.create_user("reader", is_staff=True), "view_agent")
    assert reader.get(begin(agent)).status_code == 403
    other = client_of(Person.objects.create_user("other", is_staff=True), "change_agent")
    for name in ("admin:trial", "admin:trial_turns"):
        address = reverse(name, args=[conversation.pk])
        assert (author.get(address).status_code, other.get(address).status_code) == (200, 404)
        assert Client().get(address).status_code == 302
    assert other.post(reverse("admin:trial", args=[conversation.pk]), {"do": "end"}).status_code == 404
    assert Trial.objects.count() == 1


def test_the_clock_is_set_ahead_to_the_next_timer_and_by_any_length(author, agent, staff):
    conversation = begun(author, agent)
    say(staff, conversation, "wants to book")
    say(staff, conversation, "3")
    address = reverse("admin:trial", args=[conversation.pk])
    author.post(address, {"do": "ahead", "amount": "90", "unit": "m"})
    assert 5390 < Trial.objects.get().ahead < 5410
    author.post(address, {"do": "timer"})
    texts = [row.opened("text", conversation.keyring) for row in conversation.messages.filter(role="agent")]
    assert "It is 240." in texts
    answer = author.post(address, {"do": "timer"}, follow=True)
    assert b"Nothing waits" in answer.content


@pytest.mark.parametrize("amount", ["0", "-1", "x", "", "99999999"])
def test_a_length_that_is_none_is_said(author, agent, amount):
    address = reverse("admin:trial", args=[begun(author, agent).pk])
    answer = author.post(address, {"do": "ahead", "amount": amount, "unit": "d"})
    assert (answer.status_code, Trial.objects.get().ahead) == (422, 0)


def test_too_far_ahead_is_refused(author, agent):
    address = reverse("admin:trial", args=[begun(author, agent).pk])
    answer = author.post(address, {"do": "ahead", "amount": "9999", "unit": "d"}, follow=True)
    assert b"ten years ahead" in answer.content
    assert Trial.objects.get().ahead == 0


def test_restart_takes_the_draft_as_it_is_now_and_end_forgets(author, agent, staff):
    conversation = begun(author, agent)
    say(staff, conversation, "wants to book")
    agent.flows.get().steps.filter(slug="price").update(say="Other words.")
    address = reverse("admin:trial", args=[conversation.pk])
    assert b"The draft has changed" in author.get(address).content
    author.post(address, {"do": "restart"})
    again = Conversation.objects.get()
    assert again.pk != conversation.pk
    assert "Other words." in json.dumps(json.loads(again.version.document))
    author.post(reverse("admin:trial", args=[again.pk]), {"do": "end"})
    assert (Conversation.objects.count(), Person.objects.filter(is_pretended=True).count()) == (0, 0)


def test_a_draft_with_errors_says_what_to_mend(author, agent):
    agent.flows.get().steps.filter(slug="quote").update(action="gone")
    shown = author.get(begin(agent)).content.decode()
    assert "Mend these errors first" in shown
    assert "step quote" in shown


def test_the_chat_of_a_trial_may_stand_in_a_frame_of_the_site_alone(author, agent):
    answer = author.get(reverse("conversation", args=[begun(author, agent).pk]))
    assert answer.status_code == 200
    assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"


def test_the_page_takes_the_same_number_of_queries_however_long_the_trial(
    author, agent, staff, django_assert_max_num_queries
):
    conversation = begun(author, agent)
    for number in range(5):
        say(staff, conversation, f"hello {number}")
    with django_assert_max_num_queries(30):
        author.get(reverse("admin:trial", args=[conversation.pk]))
    assert Setup() != trials.setup_of(conversation)


def test_the_agents_page_leads_to_the_trial_and_publishing_goes_when_there_is_nothing_to_publish(author, agent, staff):
    page = reverse("admin:agents_agent_change", args=[agent.pk])
    staff.user_permissions.add(Permission.objects.get(codename="publish_agent"))
    shown = author.get(page).content.decode()
    assert begin(agent) in shown
    assert f"{agent.pk}/publish" in shown
    publish(agent)
    shown = author.get(page).content.decode()
    assert begin(agent) in shown
    assert f"{agent.pk}/publish" not in shown
