"""How far a person has read: what is new on their lists."""

import pytest
from django.test import Client

from conversations import actions
from conversations.models import Conversation, Message
from conversations.seen import saw, unseen
from conversations.views import PAGE
from facts.models import Person

pytestmark = pytest.mark.django_db(transaction=True)


def said(conversation: Conversation, *roles: str, **columns: object) -> None:
    """Messages of these roles follow in the conversation."""
    for role in roles:
        conversation.refresh_from_db()
        seq = conversation.seq + 1
        words = Message.sealed(conversation.keyring, text=f"line {seq}")
        Message.objects.create(conversation=conversation, seq=seq, role=role, **{**words, **columns})
        Conversation.objects.filter(pk=conversation.pk).update(seq=seq, last_message_at=conversation.created_at)


def count(conversation: Conversation) -> int:
    return int(Conversation.objects.annotate(unseen=unseen()).get(pk=conversation.pk).unseen)


def test_answers_are_new_until_they_were_seen_and_ones_own_words_cards_and_forgotten_ones_never(conversation):
    said(conversation, "user", "agent", "system", "staff")
    said(conversation, "agent", forgotten=True)
    assert count(conversation) == 2
    saw(conversation, 2)
    assert count(conversation) == 1
    saw(conversation, 4)
    assert count(conversation) == 0


@pytest.mark.parametrize("seq", [1, 0, 3, 2**31 - 1])
def test_what_was_seen_stays_seen_and_nothing_is_seen_before_it_is_there(conversation, seq):
    said(conversation, "agent", "agent")
    saw(conversation, 2)
    saw(conversation, seq)
    said(conversation, "agent")
    assert count(conversation) == 1


def test_the_lists_count_what_is_new_and_looking_at_the_conversation_is_seeing_it(
    client: Client, ann: Person, conversation: Conversation
) -> None:
    said(conversation, "user", "agent", "agent")
    client.force_login(ann)
    for page in ("/", "/conversations/"):
        assert "2 new" in client.get(page).content.decode()
    client.head(f"/c/{conversation.pk}/")
    assert "2 new" in client.get("/").content.decode()
    client.get(f"/c/{conversation.pk}/")
    for page in ("/", "/conversations/"):
        assert " new" not in client.get(page).content.decode().partition('class="recent"')[2].partition("</ul>")[0]


def test_all_conversations_are_in_pages_of_a_fixed_number_of_queries_and_nobody_elses(
    client: Client, ann: Person, ben: Person, agent, django_assert_max_num_queries
) -> None:
    mine = [actions.start(agent, ann).conversation for _ in range(PAGE + 2)]
    others = actions.start(agent, ben).conversation
    for conversation in (*mine, others):
        actions.receive(conversation, "c1", "Hello")
    client.force_login(ann)
    with django_assert_max_num_queries(9):
        first = client.get("/conversations/").content.decode()
    rest = client.get("/conversations/?page=2").content.decode()
    shown = [first.count('href="/c/'), rest.count('href="/c/')]
    assert shown == [PAGE, 2]
    assert f"/c/{others.pk}/" not in first + rest
    assert 'href="/conversations/"' in client.get("/").content.decode()


def test_a_visitor_has_a_list_of_what_this_browser_began(client: Client, agent) -> None:
    assert "You have not talked to anybody yet." in client.get("/conversations/").content.decode()
    started = client.post(f"/chat/{agent.slug}/", {"text": "Hello"})
    assert started.status_code == 302
    assert started["Location"].partition("#")[0] in client.get("/conversations/").content.decode()
    assert "You have not talked" in Client().get("/conversations/").content.decode()
