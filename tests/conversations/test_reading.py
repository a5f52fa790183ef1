"""Nobody but the person is told what is sensitive in a conversation, whichever door they come by (F18, F19)."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from agents.models import Version
from conversations import cards, runner, serving
from conversations.actions import start
from conversations.clock import now
from conversations.engine.state import Known, State, dump
from conversations.log import page_of
from conversations.models import Conversation, Message
from conversations.reading import Reading
from facts.actions import record
from facts.catalogue import import_catalogue
from facts.models import Person
from facts.policy import Candidate
from tests.conversations.conftest import DOCUMENT
from tests.conversations.engines import World, echo
from tests.conversations.test_not_theirs import METHODS, ROUTES

SECRET = "43434"
FIELDS = {"guests": {"type": "integer"}, "pay": {"type": "integer", "fact": "profile.salary"}}
CARD = {
    "kind": "contested", "id": "7", "entry": "7", "key": "profile.salary", "label": "Salary", "value": 43434,
    "shown": SECRET, "quote": "I earn 43434", "old": 43434, "old_shown": SECRET, "old_quote": SECRET, "old_at": "",
    "sensitive": True,
}  # fmt: skip
REPLIES = [
    {"field": "pay", "label": f"Yes, {SECRET}", "value": 43434},
    {"field": "guests", "label": "Two", "value": 2},
]
REPORT: dict[str, Any] = {
    "status": "done",
    "stopped_reason": "needs_input",
    "messages": [{"key": "k", "text": "And now?", "quick_replies": REPLIES}],
    "data": {"pay": 43434, "guests": 2},
    "collected": ["pay", "guests"],
    "changed": {"pay": [1, 43434], "guests": [1, 2]},
    "invalid": [
        {"field": "pay", "value": 43434, "message": SECRET, "code": "type"},
        {"field": "guests", "value": 99, "message": "", "code": "maximum"},
    ],
    "facts": {"changed": [CARD], "answered": [{"id": "7", "state": "open", "undo": ""}], "questions_avoided": ["pay"]},
}


@pytest.fixture(autouse=True)
def _echoes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "default_ports", lambda: World().ports(echo))


@pytest.fixture
def told(agent: Any, ann: Person) -> Conversation:
    """Ann's conversation, in which she said what she earns and asked for a person."""
    import_catalogue({"catalogue": [{"key": "profile.salary", "label": "Salary", "sensitive": True}]})
    version = Version.objects.create(
        agent=agent, number=2, revision=0, document=json.dumps({**DOCUMENT, "fields": FIELDS})
    )
    row = start(agent, ann, version=version).conversation
    data = {"pay": Known(43434, "reading"), "guests": Known(2, "reading")}
    sealed = Conversation.sealed(row.keyring, state=dump(State(data=data)))
    Conversation.objects.filter(pk=row.pk).update(seq=2, handed_off=True, **sealed)
    Message.objects.create(
        conversation=row, seq=1, role="agent", **Message.sealed(row.keyring, text="And now?", quick_replies=REPLIES)
    )
    Message.objects.create(
        conversation=row, seq=2, role="system", key="_fact:7", **Message.sealed(row.keyring, text="", fact=CARD)
    )
    row.refresh_from_db()
    return row


@pytest.fixture
def staff(db: None) -> Client:
    """A colleague who may do all that one may with conversations, but may not see sensitive values."""
    person = Person.objects.create_user("colleague", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(content_type__app_label="conversations"))
    client = Client()
    client.force_login(person)
    return client


@pytest.mark.parametrize("route", [*(route for route in ROUTES if "conversation>" in route), "admin"])
def test_f18_no_address_tells_staff_what_is_sensitive(staff, told, monkeypatch, route):
    monkeypatch.setattr(serving, "answer_now", lambda *about: {"turn": "1", **REPORT})
    pages = f"/admin/conversations/conversation/{told.pk}/change/"
    path = pages if route == "admin" else "/" + re.sub(r"<uuid:conversation>", str(told.pk), route)
    kind = {} if route == "admin" else {"content_type": "application/json"}
    for method in METHODS:
        answer = getattr(staff, method)(path, {}, **kind)
        assert SECRET not in answer.content.decode()


def test_f18_staff_are_told_the_rest_and_that_there_is_a_card(staff, told):
    page = staff.get(f"/api/conversations/{told.pk}/messages/").json()["messages"]
    assert [reply["label"] for reply in page[0]["quick_replies"]] == ["Two"]
    left = {"kind", "id", "entry", "key", "label", "old_at", "sensitive", "state", "undo"}
    assert page[1]["fact"].keys() == left
    assert staff.get(f"/api/conversations/{told.pk}/").json()["data"] == {"guests": 2}


def test_f18_the_person_is_told_all(told, ann):
    own = Client()
    own.force_login(ann)
    assert own.get(f"/api/conversations/{told.pk}/").json()["data"] == {"pay": 43434, "guests": 2}
    page = own.get(f"/api/conversations/{told.pk}/messages/").json()["messages"]
    assert page[0]["quick_replies"] == REPLIES
    assert page[1]["fact"]["value"] == 43434
    assert Reading(told, is_own=True).report(REPORT) == REPORT
    assert page_of(told).messages[1]["fact"]["shown"] == SECRET


def test_f19_a_report_is_told_without_the_fields_that_are_sensitive(told):
    report = Reading(told, is_own=False).report(REPORT)
    assert SECRET not in json.dumps(report)
    assert (report["data"], report["changed"], report["collected"]) == ({"guests": 2}, {"guests": [1, 2]}, ["guests"])
    assert [wrong["field"] for wrong in report["invalid"]] == ["guests"]
    assert report["facts"]["changed"] == [cards.without_words(CARD)]
    assert report["facts"]["answered"] == REPORT["facts"]["answered"]


def test_f19_a_card_is_sensitive_as_soon_as_anything_said_of_its_key_is(told, ann):
    import_catalogue({"catalogue": [{"key": "profile.health"}]})
    card = {**CARD, "key": "profile.health", "sensitive": False}
    told.messages.filter(seq=2).update(**Message.sealed(told.keyring, fact=card))
    reading = Reading(told, is_own=False)
    assert reading.messages(told.messages.filter(seq=2))[0]["fact"]["value"] == 43434
    said = Candidate("profile.health", "asthma", 0.99, quote="asthma", message="1", sensitive=True)
    record(ann, [said], origin="", at=now())
    (frame,) = reading.messages(told.messages.filter(seq=2))
    assert SECRET not in json.dumps(frame)
    assert frame["fact"]["sensitive"] is True


def test_f18_a_real_giving_back_tells_staff_no_sensitive_field(staff, told, monkeypatch):
    def speaks(definition: Any, turn: Any) -> Any:
        result = yield from echo(definition, turn)
        return replace(result, data={"pay": 43434, "guests": 2})

    monkeypatch.setattr(runner, "default_ports", lambda: World().ports(speaks))
    answer = staff.post(f"/api/conversations/{told.pk}/give_back/", content_type="application/json")
    assert (answer.status_code, answer.json()["data"]) == (200, {"guests": 2})
