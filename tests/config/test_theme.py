"""The choice of light, dark or the system's colours."""

import pytest
from django.test import Client


@pytest.mark.parametrize("theme", ["light", "dark", "system"])
def test_the_choice_is_kept_and_leads_back(client: Client, theme: str) -> None:
    answer = client.post("/theme/", {"theme": theme, "next": "/accounts/login/"})

    assert answer.status_code == 302
    assert answer.headers["Location"] == "/accounts/login/"
    assert answer.cookies["theme"].value == theme


def test_an_unknown_theme_is_the_systems(client: Client) -> None:
    assert client.post("/theme/", {"theme": '"><b>'}).cookies["theme"].value == "system"


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""])
def test_it_leads_nowhere_else(client: Client, target: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": target}).headers["Location"] == "/"


def test_looking_at_the_address_changes_nothing(client: Client) -> None:
    assert client.get("/theme/?theme=dark").status_code == 405


@pytest.mark.django_db
def test_the_page_is_drawn_in_the_chosen_colours(client: Client) -> None:
    client.post("/theme/", {"theme": "dark"})

    assert 'data-theme="dark"' in client.get("/accounts/login/").content.decode()
