"""The screens of the admin: all of them are known, and none asks the database the more the more there is."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from agents.models import Version
from bench.admin.screens import NO_SCREENS, Screen, address, routes, screens
from bench.admin.site import Site, build
from bench.admin.size import Size

pytestmark = pytest.mark.django_db
LITTLE = Size(flows=3, steps=3, messages=100, longest=12, waiting=2, people=20, lines=200, days=2, lists=2, logs=10)
MUCH = Size(flows=12, steps=5, messages=600, longest=60, waiting=20, people=60, lines=2000, days=20, lists=20, logs=100)


@contextmanager
def visited(size: Size) -> Iterator[tuple[Site, Client]]:
    """A site of a size, which is gone afterwards, and somebody who may do everything there."""
    with transaction.atomic():
        site, client = build(size), Client()
        client.force_login(site.boss)
        yield site, client
        transaction.set_rollback(True)


def queries(size: Size, *only: str) -> dict[str, int]:
    """How many queries each screen of such a site takes, or those whose names begin so."""
    ContentType.objects.clear_cache()
    ContentType.objects.get_for_models(*(model for model, _page in admin.site._registry.items()))
    with visited(size) as (site, client):
        return {one.name: _queries(client, one) for one in screens(site) if one.name.startswith(only or "")}


def _queries(client: Client, screen: Screen) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(screen.url).status_code == 200, screen
    return len(found)


def test_every_address_of_the_admin_is_a_screen_or_leads_to_none() -> None:
    with visited(LITTLE) as (site, client):
        for route in filter(NO_SCREENS.fullmatch, routes()):
            assert client.get(address(route, site)).status_code != 200, f"{route} is a screen"


def test_every_screen_takes_as_many_queries_however_much_there_is() -> None:
    little, much = queries(LITTLE), queries(MUCH)
    assert len(little) > 100
    assert {name: (little[name], much[name]) for name in little if little[name] != much[name]} == {}


def test_a_query_for_each_row_of_a_screen_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin.site._registry[Version], "list_select_related", ())
    assert queries(LITTLE, "agents/version/") != queries(MUCH, "agents/version/")
