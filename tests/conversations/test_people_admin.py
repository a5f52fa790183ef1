"""Deleting a person in the admin is the forget routine, with the account (F20)."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from conversations.actions import receive
from conversations.models import Conversation
from facts.actions import record
from facts.catalogue import import_catalogue
from facts.models import Entry, Person, Receipt
from tests.conversations.test_forgetting import AT, city

PEOPLE = "/admin/facts/person/"


@pytest.fixture
def told(conversation: Conversation, ann: Person) -> Conversation:
    import_catalogue({"catalogue": [{"key": "profile.city", "label": "City"}]})
    receive(conversation, "c1", "I live in Bern")
    record(ann, [city("1")], origin="", at=AT)
    return conversation


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(Person.objects.create_superuser("staff"))
    return client


def test_f20_the_page_counts_what_goes_and_shows_none_of_it(staff, told, ann):
    page = staff.get(f"{PEOPLE}{ann.pk}/delete/").content.decode()
    assert "1 conversation" in page
    assert "1 entry about facts" in page
    assert "Bern" not in page
    assert Person.objects.filter(pk=ann.pk).exists()


@pytest.mark.parametrize("by", ["page", "list"])
def test_f20_deleting_a_person_forgets_everything_about_them(staff, told, ann, by):
    page, data = {
        "page": (f"{PEOPLE}{ann.pk}/delete/", {"post": "yes"}),
        "list": (PEOPLE, {"action": "delete_selected", "_selected_action": [ann.pk], "post": "yes"}),
    }[by]
    assert staff.post(page, data).status_code == 302
    assert not Person.objects.filter(username="ann").exists()
    assert not Conversation.objects.exists()
    assert not Entry.objects.exists()
    assert Receipt.objects.get().what == "account"
    assert [entry.object_repr for entry in LogEntry.objects.filter(action_flag=3)] == [""]


def test_f20_it_takes_the_permission(client: Any, told, ann):
    boss = Person.objects.create_user("boss", is_staff=True)
    boss.user_permissions.set(Permission.objects.filter(codename__in=["view_person", "change_person"]))
    client.force_login(boss)
    assert client.post(f"{PEOPLE}{ann.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Conversation.objects.exists()
