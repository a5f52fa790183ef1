"""Every call of the API takes the names that it knows, each once, and nothing besides: in its body and its address."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from facts import actions
from facts.catalogue import import_catalogue
from facts.models import Person
from facts.policy import Candidate
from tests.conversations.test_not_theirs import AT

pytestmark = pytest.mark.django_db
OTHERS = ("api/schema/", "api/docs/")
"""What describes the API reads nothing."""


def routes(within: URLResolver, before: str = "") -> list[str]:
    """The addresses of all calls of the API."""
    found = []
    for one in within.url_patterns:
        route = before + str(one.pattern)
        found += routes(one, route) if isinstance(one, URLResolver) else [route] if isinstance(one, URLPattern) else []
    return [route for route in found if route.startswith("api/") and not route.startswith(OTHERS)]


ROUTES = routes(get_resolver())


@pytest.fixture
def host(ann: Person) -> Client:
    """A client that may make every call: Ann herself, and the site."""
    ann.is_staff = True
    ann.save()
    client = Client()
    client.force_login(ann)
    return client


@pytest.fixture
def ids(conversation: Any, ann: Person) -> dict[str, Any]:
    import_catalogue({"catalogue": [{"key": "profile.city"}, {"key": "profile.canton"}]})
    said = [
        Candidate(key=key, value=value, confidence=confidence, quote=value, message="m")
        for key, value, confidence in (("profile.city", "Bern", 0.9), ("profile.canton", "VD", 0.7))
    ]
    noted = actions.record(ann, said, origin="", at=AT)
    other = Candidate(key="profile.city", value="Basel", confidence=0.9, quote="Basel", message="m")
    contested = actions.record(ann, [other], origin="", at=AT).contested[0].entry
    return {"conversation": conversation.pk, "proposal": noted.proposed[0].entry, "contested": contested}


def answers(client: Client, route: str, ids: dict[str, Any], query: str = "", **body: Any) -> dict[str, Any]:
    """What each method that the address takes answers, but for what it is for: nothing is to be done."""
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(ids[found[1]]), route) + query
    methods = ("post", "patch") if body else ("get", "post", "patch")
    found = {
        method: getattr(client, method)(
            path, **({} if method == "get" else {"data": body, "content_type": "application/json"})
        )
        for method in methods
    }
    return {method: answer for method, answer in found.items() if answer.status_code != 405}


def test_the_calls_of_the_api_are_found():
    assert {"api/facts/history/", "api/conversations/<uuid:conversation>/messages/", "api/agents/"} <= set(ROUTES)


@pytest.mark.parametrize("route", ROUTES)
def test_an_unknown_name_in_the_address_is_named(route, ids, host):
    found = answers(host, route, ids, "?mistyped=1")
    assert found
    for method, answer in found.items():
        assert (method, answer.status_code) == (method, 400)
        assert "unknown here" in answer.json()["fields"]["mistyped"][0]


@pytest.mark.parametrize("route", ROUTES)
def test_a_name_that_stands_twice_in_the_address_is_named(route, ids, host):
    for answer in answers(host, route, ids, "?key=a&key=b").values():
        assert (answer.status_code, answer.json()["fields"]["key"]) == (400, ["Send this once."])


@pytest.mark.parametrize("route", ROUTES)
def test_an_unknown_name_in_the_body_is_named(route, ids, host, ann):
    for method, answer in answers(host, route, ids, mistyped=1).items():
        assert (method, answer.status_code) == (method, 400)
        assert "unknown here" in answer.json()["fields"]["mistyped"][0]


@pytest.mark.parametrize("route", ROUTES)
def test_a_body_that_is_not_said_to_be_json_is_told_what_to_send(route, ids, host):
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(ids[found[1]]), route)
    answer = host.post(path, "key=a", content_type="application/x-www-form-urlencoded")
    if answer.status_code != 405:
        assert (answer.status_code, "application/json" in answer.json()["message"]) == (415, True)


def test_an_empty_form_is_nothing_to_a_call_that_takes_nothing(conversation, host):
    assert host.post(f"/api/conversations/{conversation.pk}/forget/", {}).status_code == 200


@pytest.mark.parametrize("after", ["-1", "abc", "", "99999999999", "1.0"])
def test_a_number_of_a_message_that_is_none_is_told_what_to_send(after, conversation, host):
    answer = host.get(f"/api/conversations/{conversation.pk}/messages/", {"after": after})
    assert answer.status_code == 400
    assert answer.json()["fields"] == {"after": ["Send a whole number from 0 to 2147483647."]}


def test_a_wait_that_is_none_is_told_what_to_send(conversation, host):
    body = {"client_id": "c1", "text": "hello"}
    path = f"/api/conversations/{conversation.pk}/messages/?wait=yes"
    answer = host.post(path, body, content_type="application/json")
    assert answer.json()["fields"] == {"wait": ["Choose one of: 1, true, 0, false."]}
