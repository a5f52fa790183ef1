"""What is someone else's is not there: 404 at every address that takes an id, those of tomorrow included (F18)."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from conversations import runner
from conversations.models import Message
from facts import actions, queries
from facts.catalogue import import_catalogue
from facts.policy import Candidate
from tests.conversations.engines import World, echo

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
EVERYBODYS = ("admin/", "chat/", "profile/facts/add/", "profile/facts/scope/")
"""Addresses with an id that is no one's own: agents by their slug, keys and scopes of the catalogue, what staff see."""
METHODS = ("get", "post", "put", "patch", "delete")
FORM = {"client_id": "c1", "text": "hello", "choice": "new", "value": "Basel"}
"""What pages are sent."""
BODIES: dict[str, dict[str, Any]] = {
    "messages": {"client_id": "c1", "text": "hello"},
    "events": {"id": "e1", "name": "payment.received"},
    "resolve": {"choice": "new"},
}
"""What calls of the API are sent, by the last part of their address; the others take none."""


def routes(within: URLResolver, before: str = "") -> list[str]:
    """Every address that takes an id of somebody's, with `<type:name>` where the id stands."""
    found = []
    for one in within.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            found += routes(one, route)
        elif isinstance(one, URLPattern) and "<" in route and not route.startswith(EVERYBODYS):
            found.append(route)
    return found


ROUTES = routes(get_resolver())


@pytest.fixture
def ids(conversation: Any, ann: Any) -> dict[str, Any]:
    """What is Ann's, by the name that it has in addresses. An address with a new name needs a line here."""
    import_catalogue({"catalogue": [{"key": "profile.city"}, {"key": "profile.canton"}]})

    def noted(key: str, value: str, confidence: float) -> Any:
        said = Candidate(key=key, value=value, confidence=confidence, quote=value, message="m")
        return actions.record(ann, [said], origin="", at=AT)

    entry = noted("profile.city", "Bern", 0.9).written[0].entry
    contested = noted("profile.city", "Basel", 0.9).contested[0].entry
    proposal = noted("profile.canton", "VD", 0.7).proposed[0].entry
    return {"conversation": conversation.pk, "contested": contested, "proposal": proposal, "entry": entry}


@pytest.fixture(autouse=True)
def _echoes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "default_ports", lambda: World().ports(echo))


def statuses(client: Client, path: str) -> dict[str, int]:
    """What each method answers."""
    return {method: _call(client, method, path).status_code for method in METHODS}


def _call(client: Client, method: str, path: str) -> Any:
    call: Callable[..., Any] = getattr(client, method)
    if not path.startswith("/api/"):
        return call(path, FORM)
    body = {} if method == "get" else BODIES.get(path.rstrip("/").rpartition("/")[2], {})
    return call(path, body, **({} if method == "get" else {"content_type": "application/json"}))


def address(route: str, ids: dict[str, Any]) -> str:
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(ids[found[1]]), route)


def test_the_addresses_that_take_an_id_are_found():
    assert {"api/conversations/<uuid:conversation>/messages/", "c/<uuid:conversation>/"} <= set(ROUTES)
    assert len(ROUTES) >= 8


@pytest.mark.parametrize("route", ROUTES)
def test_f18_what_is_someone_elses_is_not_there(route, ids, ann, ben):
    before = queries.everything(ann)
    signed_in = Client()
    signed_in.force_login(ben)
    found = statuses(signed_in, address(route, ids))
    assert set(found.values()) <= {404, 405}
    assert 404 in found.values()
    assert queries.everything(ann) == before
    assert not Message.objects.exists()


@pytest.mark.parametrize("route", ROUTES)
def test_without_an_account_nothing_of_anybodys_is_there(route, ids, ann):
    before = queries.everything(ann)
    found = statuses(Client(), address(route, ids))
    assert set(found.values()) <= {302, 401, 403, 404, 405}
    assert queries.everything(ann) == before
    assert not Message.objects.exists()


@pytest.mark.parametrize("route", ROUTES)
def test_to_whom_it_belongs_it_is_there(route, ids, ann):
    own = Client()
    own.force_login(ann)
    assert set(statuses(own, address(route, ids)).values()) - {404, 405}
