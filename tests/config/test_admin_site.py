"""The admin's lists: what stands where, in which order, and every page without scripts."""

import pytest
from django.test import Client
from django.urls import reverse

from facts.models import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(Person.objects.create_superuser("boss"))
    return client


def listed(client: Client, *label: str) -> dict[str, list[str]]:
    """The headings with what stands under them."""
    address = reverse("admin:app_list", args=label) if label else reverse("admin:index")
    return {app["name"]: [model["name"] for model in app["models"]] for app in client.get(address).context["app_list"]}


def test_what_staff_need_most_stands_first_and_accounts_together(boss: Client) -> None:
    found = listed(boss)
    assert list(found) == ["Agents", "Conversations", "Facts", "Accounts"]
    assert found["Conversations"][:2] == ["Waiting for a person", "All conversations"]
    assert set(found["Accounts"]) == {"People", "Groups", "Tokens", "Audit log"}
    assert "People" not in found["Facts"]


@pytest.mark.parametrize("label", ["agents", "conversations", "facts", "auth", "authtoken"])
def test_each_heading_has_a_page_of_its_own(boss: Client, label: str) -> None:
    assert len(listed(boss, label)) == 1


@pytest.mark.parametrize(
    "address", ["admin:login", "admin:index", "admin:agents_agent_changelist", "admin:agents_agent_add"]
)
def test_every_page_shows_itself_without_scripts(boss: Client, address: str) -> None:
    client = boss if address != "admin:login" else Client()
    assert b"css/admin_without_scripts.css" in client.get(reverse(address)).content
