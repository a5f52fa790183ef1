"""The doors to forgetting: they ask once, say what goes, and let nobody forget what is not theirs (F20)."""

import json
from typing import Any

import pytest
from django.test import Client

from conversations.actions import receive, start
from conversations.models import Conversation
from conversations.visitors import conversations_of
from facts.actions import record
from facts.catalogue import import_catalogue
from facts.models import Entry, Person, Receipt
from tests.conversations.test_forgetting import AT, city

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def told(conversation: Conversation, ann: Person) -> Conversation:
    import_catalogue({"catalogue": [{"key": "profile.city", "label": "City"}]})
    receive(conversation, "c1", "I live in Bern")
    record(ann, [city("1")], origin=f"conversation:{conversation.pk}", at=AT)
    return conversation


@pytest.fixture
def own(client: Client, ann: Person) -> Client:
    client.force_login(ann)
    return client


def entry() -> int:
    return Entry.objects.order_by("pk").values_list("pk", flat=True)[0]


def post(client: Client, address: str, body: Any = None, **headers: str) -> Any:
    return client.post(address, body or {}, content_type="application/json", headers=headers)


# Pages


def test_f20_the_page_of_a_fact_says_what_goes_and_offers_the_export_first(own, told):
    page = own.get(f"/profile/facts/{entry()}/forget/").content.decode()
    assert "Forget: City" in page
    assert "1 entry" in page
    assert "The text of 1 message " in page
    assert page.index("/api/facts/export/") < page.index('<button class="button button-danger"')
    assert Entry.objects.exists()


def test_f20_a_fact_is_forgotten_on_its_page(own, told):
    answer = own.post(f"/profile/facts/{entry()}/forget/", follow=True)
    assert "City: forgotten." in answer.content.decode()
    assert not Entry.objects.exists()
    chat = own.get(f"/c/{told.pk}/").content.decode()
    assert "Bern" not in chat
    assert "This message was forgotten." in chat.split("data-history")[1].split("data-live")[0]


def test_f20_everything_is_forgotten_and_the_account_stays_unless_one_ticks_it(own, told, ann):
    page = own.get("/profile/forget/").content.decode()
    assert "Your 1 conversation," in page
    assert "/api/facts/export/" in page
    assert own.post("/profile/forget/").headers["Location"] == "/profile/facts/"
    assert not Conversation.objects.exists()
    assert own.get("/profile/facts/").status_code == 200
    answer = own.post("/profile/forget/", {"account": "on"}, follow=True)
    assert "your account is gone" in answer.content.decode()
    assert not Person.objects.filter(pk=ann.pk).exists()
    assert own.get("/profile/facts/").status_code == 302


def test_f20_a_conversation_is_forgotten_from_the_chats_menu(own, told):
    chat = own.get(f"/c/{told.pk}/").content.decode()
    assert f'href="/c/{told.pk}/forget/"' in chat
    page = own.get(f"/c/{told.pk}/forget/").content.decode()
    assert "Its 1 message," in page
    assert "Facts about you that came from it" in page
    answer = own.post(f"/c/{told.pk}/forget/", follow=True)
    assert "The conversation is forgotten." in answer.content.decode()
    assert own.get(f"/c/{told.pk}/").status_code == 404
    assert Entry.objects.exists()


def test_f20_a_visitor_has_their_conversation_forgotten_and_their_session_lets_go_of_it(client, agent):
    address = client.post("/chat/desk/").headers["Location"]
    assert "The key with which it is encrypted." in client.get(f"{address}forget/").content.decode()
    assert Client().post(f"{address}forget/").status_code == 404
    client.post(f"{address}forget/")
    assert not Conversation.objects.exists()
    assert conversations_of(client.session) == []


def test_f20_a_chat_that_has_not_begun_has_nothing_to_forget(client, agent):
    page = client.get("/chat/desk/").content.decode()
    assert "data-forget hidden" in page


@pytest.mark.parametrize("address", ["/profile/facts/{entry}/forget/", "/c/{conversation}/forget/"])
def test_f20_nobody_forgets_what_is_not_theirs(client, told, ben, address):
    client.force_login(ben)
    where = address.format(entry=entry(), conversation=told.pk)
    assert (client.get(where).status_code, client.post(where).status_code) == (404, 404)
    assert not Receipt.objects.exists()


def test_the_privacy_page_is_there_for_everybody_and_every_page_leads_to_it(client, agent, settings):
    settings.VISITOR_RETENTION_DAYS, settings.WIKI_PEOPLE = 30, 7
    page = client.get("/privacy/").content.decode()
    assert "after 30 days" in page
    assert "fewer than 7 people" in page
    assert "no language model outside" in page
    settings.OPENAI_API_KEY = "key"
    assert "A language model outside" in client.get("/privacy/").content.decode()
    for where in ("/", "/accounts/login/", "/chat/desk/"):
        assert 'href="/privacy/"' in client.get(where).content.decode()


# HTTP


def test_f20_a_fact_is_forgotten_over_http(own, told):
    answer = post(own, "/api/facts/forget/", {"key": "Profile.City"})
    receipt = Receipt.objects.get()
    assert answer.status_code == 200
    assert answer.json()["id"] == str(receipt.pk)
    assert (answer.json()["what"], answer.json()["rows"]) == ("key", receipt.rows)
    messages = own.get(f"/api/conversations/{told.pk}/messages/").json()["messages"]
    assert [(message["text"], message["forgotten"]) for message in messages] == [("", True)]
    again = post(own, "/api/facts/forget/", {"key": "profile.city"})
    assert (again.status_code, again.json()["code"]) == (404, "not_found")


def test_f20_everything_is_forgotten_over_http(own, told, ann):
    assert post(own, "/api/facts/forget-me/").json()["what"] == "person"
    assert Person.objects.filter(pk=ann.pk).exists()
    assert post(own, "/api/facts/forget-me/", {"account": True}).json()["what"] == "account"
    assert not Person.objects.filter(pk=ann.pk).exists()
    assert post(own, "/api/facts/forget-me/").status_code == 401


@pytest.mark.parametrize(
    "body",
    [{"account": "yes"}, {"account": 1}, {"account": None}, {"acount": True}, {"account": False, "now": 1}, [], None],
)
def test_f20_a_body_that_is_not_understood_forgets_nothing(own, told, ann, body):
    answer = own.generic("POST", "/api/facts/forget-me/", json.dumps(body), content_type="application/json")
    assert answer.status_code == 400
    assert "with ." not in answer.json()["message"]
    assert Conversation.objects.filter(pk=told.pk).exists()
    assert Person.objects.filter(pk=ann.pk).exists()


def test_f20_a_conversation_is_forgotten_over_http_by_whose_it_is(own, told, ben, agent):
    other = Client()
    other.force_login(ben)
    assert post(other, f"/api/conversations/{told.pk}/forget/").status_code == 404
    assert post(own, f"/api/conversations/{told.pk}/forget/").json()["what"] == "conversation"
    started = start(agent)
    address = f"/api/conversations/{started.conversation.pk}/forget/"
    assert post(other, address).status_code == 404
    assert post(Client(), address, **{"X-Conversation-Token": started.token}).status_code == 200
    assert not Conversation.objects.exists()


def test_f20_without_an_account_there_is_nothing_to_forget(client):
    assert post(client, "/api/facts/forget/", {"key": "profile.city"}).status_code == 401
    assert post(client, "/api/facts/forget-me/").status_code == 401
    assert client.get("/profile/forget/").status_code == 302
