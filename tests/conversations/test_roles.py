"""Which role gets through which door of the admin: all its addresses, those of tomorrow included."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver
from rest_framework.authtoken.models import Token

from agents.actions import import_agent
from agents.models import Field, Flow, Step
from agents.roles import ROLES
from conversations import serving, trials
from conversations.actions import start
from conversations.models import Conversation, Scenario, Turn
from conversations.trials import Setup
from facts.keyring import new_keyring
from facts.models import CatalogueKey, Look, Person, Receipt, Scope
from tests.agents.drafts import SMALL

pytestmark = pytest.mark.django_db
NOBODY, EVERYBODY = "-", "*"
LETTERS = {
    "Authors": "A",
    "Publishers": "P",
    "Transcript readers": "T",
    "Responders": "R",
    "Auditors": "U",
    "Staff without a group": "0",
}
DOORS = """
                                                                          *    *
login/                                                                    *    *
logout/                                                                   -    *
jsi18n/                                                                   *    -
search/                                                                   *    *
autocomplete/                                                             -    -
password_change/                                                          *    *
password_change/done/                                                     *    -
agents/agent/                                                             AP   AP
agents/agent/add/                                                         A    A
agents/agent/import/                                                      A    A
agents/agent/input/                                                       A    A
agents/agent/<path:object_id>/change/                                     AP   A
agents/agent/<path:object_id>/delete/                                     A    A
agents/agent/<path:object_id>/history/                                    AP   AP
agents/agent/<path:object_id>/input/                                      A    A
agents/agent/<int:object_id>/problems/                                    AP   AP
agents/agent/<int:object_id>/changes/                                     AP   AP
agents/agent/<int:object_id>/file/                                        AP   A
agents/agent/<int:object_id>/file-download/                               AP   AP
agents/agent/<int:object_id>/duplicate/                                   -    A
agents/agent/<int:object_id>/add-field/                                   A    A
agents/agent/<int:object_id>/add-flow/                                    A    A
agents/agent/<int:object_id>/publish/                                     P    P
agents/agent/<int:agent>/try/                                             A    A
agents/agent/<int:agent>/scenarios/                                       AP   AP
agents/agent/<int:agent>/scenarios/add/                                   A    A
agents/flow/                                                              *    *
agents/flow/add/                                                          -    -
agents/flow/input/                                                        -    -
agents/flow/<path:object_id>/change/                                      AP   A
agents/flow/<path:object_id>/delete/                                      A    A
agents/flow/<path:object_id>/history/                                     *    *
agents/flow/<path:object_id>/input/                                       A    A
agents/flow/<int:object_id>/problems/                                     AP   AP
agents/flow/<int:object_id>/picture/                                      AP   AP
agents/flow/<int:object_id>/duplicate/                                    -    A
agents/flow/<int:object_id>/add-step/                                     A    A
agents/flow/<int:object_id>/ask/                                          -    A
agents/step/                                                              *    *
agents/step/add/                                                          -    -
agents/step/input/                                                        -    -
agents/step/<path:object_id>/change/                                      AP   A
agents/step/<path:object_id>/delete/                                      A    A
agents/step/<path:object_id>/history/                                     *    *
agents/step/<path:object_id>/input/                                       A    A
agents/step/<int:object_id>/problems/                                     AP   AP
agents/step/<int:object_id>/duplicate/                                    -    A
agents/field/                                                             *    *
agents/field/add/                                                         -    -
agents/field/input/                                                       -    -
agents/field/<path:object_id>/change/                                     AP   A
agents/field/<path:object_id>/delete/                                     A    A
agents/field/<path:object_id>/history/                                    *    *
agents/field/<path:object_id>/input/                                      A    A
agents/field/<int:object_id>/problems/                                    AP   AP
agents/version/                                                           AP   AP
agents/version/add/                                                       -    -
agents/version/<path:object_id>/change/                                   AP   -
agents/version/<path:object_id>/delete/                                   -    -
agents/version/<path:object_id>/history/                                  AP   AP
agents/version/<path:object_id>/compare/                                  AP   AP
agents/version/<path:object_id>/file/                                     AP   AP
agents/version/<path:object_id>/live/                                     P    P
conversations/analytics/                                                  AP   -
conversations/measures/                                                   AP   -
conversations/conversation/                                               TR   TR
conversations/conversation/add/                                           -    -
conversations/conversation/<path:object_id>/change/                       TR   R
conversations/conversation/<path:object_id>/delete/                       -    -
conversations/conversation/<path:object_id>/history/                      TR   TR
conversations/transcripts/                                                T    -
conversations/transcripts/<uuid:conversation>/                            T    -
conversations/transcripts/<uuid:conversation>/turns/<int:number>/         T    -
conversations/transcripts/<uuid:conversation>/turns/<int:number>/panels/  T    -
conversations/transcripts/<uuid:conversation>/scenario/                   -    -
conversations/trial/<uuid:conversation>/                                  -    -
conversations/trial/<uuid:conversation>/turns/                            -    -
conversations/scenario/<int:scenario>/                                    AP   A
conversations/scenario/<int:scenario>/delete/                             A    A
conversations/scenario/<int:scenario>/file/                               AP   -
audit-log/                                                                U    -
facts/look/                                                               U    U
facts/look/add/                                                           -    -
facts/look/<path:object_id>/change/                                       U    -
facts/look/<path:object_id>/delete/                                       -    -
facts/look/<path:object_id>/history/                                      U    U
"""
"""Each address, who gets through to look, and who to do something. A trial is for whoever began it."""
OF_SUPERUSERS = (
    "auth/",
    "authtoken/",
    *(f"facts/{name}/" for name in ("cataloguekey", "scope", "receipt", "person", "wikientry")),
)
"""Behind these nobody gets whom a superuser did not let in."""
LEADS_ELSEWHERE = re.compile(r"[a-z]+/[a-z]+/<path:object_id>/|r/<path:content_type_id>/<path:object_id>/|\(\?P<url>.*")
"""Where everybody is sent on to a door of the above."""
REFUSED = (403, 404, 405)


def routes(patterns: Any, before: str = "") -> Iterator[str]:
    """Every address of the admin, as it is written in the code."""
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route


@pytest.fixture
def ids(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A row of everything, by the beginning of the addresses where its id stands."""
    monkeypatch.setattr(serving, "announce", lambda *_told: None)
    monkeypatch.setattr(serving, "answer_soon", lambda *_told: None)
    agent = import_agent(SMALL, publish=True).agent
    assert agent is not None
    boss = Person.objects.create_superuser("boss")
    talk = start(agent, boss).conversation
    Conversation.objects.filter(pk=talk.pk).update(handed_off=True)
    Turn.objects.create(
        conversation=talk, number=1, kind="message", input_id="1", version=talk.version, status="failed"
    )
    keyring = new_keyring()
    sealed = Scenario.sealed(keyring, text="name: Booked")
    scenario = Scenario.objects.create(agent=agent, name="Booked", keyring=keyring, by=boss, **sealed)
    trial = trials.begin(agent, boss, Setup(signed_in=True))
    made = {
        "agents/agent/": agent,
        "agents/flow/": Flow.objects.first(),
        "agents/step/": Step.objects.first(),
        "agents/field/": Field.objects.first(),
        "agents/version/": agent.live,
        "auth/group/": Group.objects.first(),
        "authtoken/tokenproxy/": Token.objects.create(user=boss).user,
        "conversations/conversation/": talk,
        "conversations/transcripts/": talk,
        "conversations/scenario/": scenario,
        "conversations/trial/": trial,
        "facts/cataloguekey/": CatalogueKey.objects.create(pattern="profile.pet", label="Pet"),
        "facts/scope/": Scope.objects.create(name="shop", label="Shop"),
        "facts/receipt/": Receipt.objects.create(what="key", rows=1),
        "facts/look/": Look.objects.create(by=boss, person=boss, entry=1),
        "facts/person/": boss,
    }
    return {before: row.pk for before, row in made.items() if row is not None}


def address(route: str, ids: dict[str, Any]) -> str:
    """The address of the rows that were made."""
    found = next((str(pk) for before, pk in ids.items() if route.startswith(before)), "1")
    return "/admin/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda part: "1" if part[1] == "number" else found, route)


def gets_through(client: Client, method: str, route: str, ids: dict[str, Any]) -> bool:
    """Whether one is not refused; nothing of what is done stays."""
    with transaction.atomic():
        response = getattr(client, method)(address(route, ids), {"post": "yes"} if method == "post" else {})
        transaction.set_rollback(True)
    # an input that is asked for by no name is not there, for those who may ask
    return response.status_code not in (REFUSED if not route.endswith("input/") else (403,))


def expected() -> dict[str, tuple[str, str]]:
    rows = (re.fullmatch(r"(.*?) +(\S+) +(\S+)", line) for line in DOORS.strip("\n").splitlines())
    return {found[1].strip(): (found[2], found[3]) for found in rows if found}


def doors() -> dict[str, tuple[str, str]]:
    """Every address of the admin with who gets through; it fails for one that nobody thought of."""
    found, known = {}, expected()
    for route in dict.fromkeys(routes(admin.site.get_urls())):
        if route.startswith(("^", "(")) or LEADS_ELSEWHERE.fullmatch(route):
            continue
        found[route] = (NOBODY, NOBODY) if route.startswith(OF_SUPERUSERS) else known[route]
    return found


def test_every_role_is_tried() -> None:
    assert set(ROLES) < set(LETTERS)


def test_no_row_outlives_its_door() -> None:
    assert expected().keys() - doors().keys() == set()


@pytest.mark.parametrize("role", LETTERS)
def test_a_role_gets_through_its_own_doors_and_no_other(role: str, ids: dict[str, Any]) -> None:
    person = Person.objects.create_user("member", is_staff=True)
    person.groups.set(Group.objects.filter(name=role))
    client = Client()
    wrong = []
    for route, allowed in doors().items():
        for method, letters in zip(("get", "post"), allowed, strict=True):
            client.force_login(person)
            if gets_through(client, method, route, ids) != (letters == EVERYBODY or LETTERS[role] in letters):
                wrong.append(f"{method} {route}")
    assert wrong == []


@pytest.mark.parametrize("is_staff", [False, None])
def test_nobody_else_gets_into_the_admin(is_staff: bool | None, ids: dict[str, Any]) -> None:
    client = Client()
    if is_staff is not None:
        client.force_login(Person.objects.create_user("member"))
    own = ("login/", "logout/", "jsi18n/")
    for route in doors().keys() - set(own):
        for method in ("get", "post"):
            response = getattr(client, method)(address(route, ids))
            assert response.status_code == 302, route
            assert response["Location"].startswith("/admin/login/"), route
