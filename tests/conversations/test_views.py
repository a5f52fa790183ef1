"""The start page and the chat, as a browser without scripts sees them."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from agents.models import Agent
from conversations import actions, runner
from conversations.log import FIRST_WORDS, PAGE, page_of
from conversations.models import Conversation, Message
from facts.models import Person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def turns_asked(monkeypatch: pytest.MonkeyPatch) -> list[uuid.UUID]:
    """Conversations that a page asked to run; none is run."""
    asked: list[uuid.UUID] = []

    async def run(conversation: uuid.UUID, ports: Any = None) -> None:
        asked.append(conversation)

    monkeypatch.setattr(runner, "run", run)
    return asked


@pytest.fixture
def members_only(agent: Agent) -> Agent:
    """The agent, open to people with an account only."""
    Agent.objects.filter(pk=agent.pk).update(visitors=False)
    return agent


def texts(conversation: Conversation) -> list[str]:
    return [message["text"] for message in page_of(conversation).messages]


def test_the_start_page_offers_published_agents(client: Client, agent: Agent) -> None:
    Agent.objects.create(slug="draft", name="Not yet published")

    page = client.get("/").content.decode()

    assert "The desk" in page
    assert "Say hello" in page
    assert "Not yet published" not in page


def test_an_empty_site_tells_staff_how_to_publish(client: Client) -> None:
    client.force_login(Person.objects.create_user("boss", is_staff=True))

    assert "No agent is published yet" in client.get("/").content.decode()


def test_an_empty_site_sends_nobody_else_to_the_admin(client: Client) -> None:
    page = client.get("/").content.decode()

    assert "There is nobody to talk to yet" in page
    assert "/admin/" not in page


def test_a_visitor_is_asked_to_sign_in_for_an_agent_of_members(client: Client, members_only: Agent) -> None:
    assert "Sign in to start" in client.get("/").content.decode()
    assert client.get("/chat/desk/").headers["Location"] == "/accounts/login/?next=/chat/desk/"
    assert client.post("/chat/desk/").status_code == 302
    assert not Conversation.objects.exists()


def test_looking_at_a_chat_begins_nothing(client: Client, agent: Agent) -> None:
    assert client.get("/chat/desk/").status_code == 200
    assert not Conversation.objects.exists()


def test_start_begins_a_conversation_of_ones_own(client: Client, agent: Agent, ann: Person) -> None:
    client.force_login(ann)

    answer = client.post("/chat/desk/", {"timezone": "America/New_York"})

    begun = Conversation.objects.get()
    assert answer.headers["Location"] == f"/c/{begun.pk}/"
    assert (begun.person, begun.timezone) == (ann, "America/New_York")


def test_a_time_zone_that_is_none_is_left_out(client: Client, agent: Agent) -> None:
    client.post("/chat/desk/", {"timezone": "Nowhere/At-all"})

    assert Conversation.objects.get().timezone == ""


def test_the_script_gets_the_address_as_json(client: Client, agent: Agent) -> None:
    answer = client.post("/chat/desk/", headers={"Accept": "application/json"})

    begun = Conversation.objects.get()
    assert answer.status_code == 201
    assert answer.json() == {"conversation": str(begun.pk), "address": f"/c/{begun.pk}/"}


def test_a_visitors_first_message_begins_the_conversation(
    client: Client, agent: Agent, turns_asked: list[uuid.UUID]
) -> None:
    answer = client.post("/chat/desk/", {"text": "Hello", "client_id": "c1"})

    begun = Conversation.objects.get()
    assert answer.headers["Location"] == f"/c/{begun.pk}/#end"
    assert turns_asked == [begun.pk]
    page = client.get(f"/c/{begun.pk}/").content.decode()
    assert "Hello" in page
    assert begun.token_hash not in page


def test_the_token_of_a_visitor_stands_in_no_page(client: Client, agent: Agent) -> None:
    client.post("/chat/desk/")
    begun = Conversation.objects.get()
    token = client.session["conversation_tokens"][str(begun.pk)]

    assert token
    assert token not in client.get(f"/c/{begun.pk}/").content.decode()


@pytest.mark.parametrize("signed_in", [False, True])
def test_somebody_elses_conversation_is_not_there(
    client: Client, conversation: Conversation, ben: Person, signed_in: bool
) -> None:
    if signed_in:
        client.force_login(ben)

    assert client.get(f"/c/{conversation.pk}/").status_code == 404
    assert client.post(f"/c/{conversation.pk}/", {"text": "Hello"}).status_code == 404
    assert not Message.objects.exists()


def test_a_conversation_that_never_was_is_not_there(client: Client, agent: Agent) -> None:
    assert client.get(f"/c/{uuid.uuid4()}/").status_code == 404
    assert client.get("/chat/nobody/").status_code == 404


def test_l4_the_same_form_sent_twice_is_one_message(client: Client, ann: Person, conversation: Conversation) -> None:
    client.force_login(ann)

    for _ in range(2):
        client.post(f"/c/{conversation.pk}/", {"text": "Hello", "client_id": "c1"})

    assert texts(conversation) == ["Hello"]


def test_a_message_that_is_too_long_comes_back_with_the_reason(
    client: Client, ann: Person, conversation: Conversation
) -> None:
    client.force_login(ann)

    answer = client.post(f"/c/{conversation.pk}/", {"text": "x" * 8001})

    page = answer.content.decode()
    assert answer.status_code == 413
    assert "Shorten the message to 8,000 characters at most." in page
    assert "x" * 8001 in page
    assert texts(conversation) == []


def test_an_empty_message_comes_back_with_the_reason(client: Client, ann: Person, conversation: Conversation) -> None:
    client.force_login(ann)

    answer = client.post(f"/c/{conversation.pk}/", {"text": "  "})

    assert answer.status_code == 400
    assert "Write a message first." in answer.content.decode()


def test_l7_markup_in_a_message_is_shown_as_text(client: Client, ann: Person, conversation: Conversation) -> None:
    client.force_login(ann)
    actions.receive(conversation, "c1", '<script>alert(1)</script> & "quotes"')

    page = client.get(f"/c/{conversation.pk}/").content.decode()

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;" in page


def asked(conversation: Conversation, *replies: dict[str, Any]) -> None:
    """The agent asks something that can be tapped."""
    seq = Message.objects.filter(conversation=conversation).count() + 1
    sealed = Message.sealed(conversation.keyring, text="Which one?", quick_replies=list(replies))
    Message.objects.create(conversation=conversation, seq=seq, role="agent", key=f"k{seq}", **sealed)
    Conversation.objects.filter(pk=conversation.pk).update(seq=seq)


def test_t54_a_tapped_reply_is_stored_with_its_field_and_value(
    client: Client, ann: Person, conversation: Conversation
) -> None:
    client.force_login(ann)
    asked(conversation, {"field": "n", "label": "One", "value": 1}, {"field": "n", "label": "Two", "value": 2})
    assert 'value="1.1"' in client.get(f"/c/{conversation.pk}/").content.decode()

    client.post(f"/c/{conversation.pk}/", {"tap": "1.1", "client_id": "c1", "text": ""})

    tapped = Message.objects.get(role="user")
    assert tapped.opened("tap", conversation.keyring) == {"field": "n", "value": 2}
    assert tapped.opened("text", conversation.keyring) == "Two"


@pytest.mark.parametrize("tap", ["9.0", "1.9", "x", "1.", "-1.0", "1.-1"])
def test_t54_a_tap_on_nothing_stores_nothing(client: Client, ann: Person, conversation: Conversation, tap: str) -> None:
    client.force_login(ann)
    asked(conversation, {"field": "n", "label": "One", "value": 1})

    assert client.post(f"/c/{conversation.pk}/", {"tap": tap}).status_code == 400
    assert not Message.objects.filter(role="user").exists()


def test_l1_a_long_log_is_read_back_page_by_page(client: Client, ann: Person, conversation: Conversation) -> None:
    client.force_login(ann)
    for number in range(1, PAGE + 11):
        actions.receive(conversation, f"c{number}", f"message {number}.")

    newest = client.get(f"/c/{conversation.pk}/").content.decode()
    older = client.get(f"/c/{conversation.pk}/?before=11").content.decode()

    assert "message 11." in newest
    assert "message 10." not in newest
    assert 'href="?before=11"' in newest
    assert "message 10." in older
    assert "message 11." not in older
    assert "data-earlier" not in older


def test_recent_conversations_are_ones_own(client: Client, ann: Person, ben: Person, agent: Agent) -> None:
    mine, other = (actions.start(agent, person).conversation for person in (ann, ben))
    for conversation in (mine, other):
        actions.receive(conversation, "c1", "Hello")
    client.force_login(ann)

    page = client.get("/").content.decode()

    assert f"/c/{mine.pk}/" in page
    assert f"/c/{other.pk}/" not in page


def test_recent_conversations_show_their_last_words_and_not_a_fact_card(
    client: Client, conversation: Conversation, ann: Person
) -> None:
    actions.receive(conversation, "c1", "Hello,\n" + "a room " * 100)
    card = Message.sealed(conversation.keyring, text="", fact={"id": "1", "kind": "written"})
    Message.objects.create(conversation=conversation, seq=2, role="system", **card)
    client.force_login(ann)

    page = client.get("/").content.decode()

    assert "Hello, a room a room" in page
    assert "just now</time>" in page
    assert len(page.partition("Hello, ")[2].partition("<")[0]) < FIRST_WORDS


def test_names_of_agents_say_their_language(client: Client, agent: Agent) -> None:
    Agent.objects.filter(pk=agent.pk).update(language="fr")

    assert '<h2 dir="auto" lang="fr">The desk</h2>' in client.get("/").content.decode()


def test_what_is_too_long_comes_back_whole(client: Client, conversation: Conversation, ann: Person) -> None:
    client.force_login(ann)

    answer = client.post(f"/c/{conversation.pk}/", {"text": "x" * 9000})

    assert answer.status_code == 413
    assert "x" * 9000 in answer.content.decode()
    assert not conversation.messages.exists()


def test_no_page_of_a_person_is_kept_by_a_cache(client: Client, ann: Person, conversation: Conversation) -> None:
    client.force_login(ann)

    for address in ("/", "/chat/desk/", f"/c/{conversation.pk}/"):
        assert "no-store" in client.get(address).headers["Cache-Control"]


def test_t11_the_head_says_that_a_person_was_asked_or_is_there(
    client: Client, ann: Person, conversation: Conversation
) -> None:
    client.force_login(ann)

    def head() -> bool | str:
        found = re.search(
            r'class="chat-state" data-state="(\w+)"', client.get(f"/c/{conversation.pk}/").content.decode()
        )
        return found is not None and found[1]

    assert head() == "none"
    Conversation.objects.filter(pk=conversation.pk).update(handed_off=True)
    assert head() == "asked"
    actions.staff_say(conversation, "Hello", client_id="s1")
    actions.receive(conversation, "c1", "hello")
    assert head() == "person"
    actions.give_back(conversation)
    assert head() == "none"
