"""What is left in the database after forgetting: nothing (F20). First the bytes are found, and afterwards they are not.

On SQLite the file and its log are searched as they lie on the disk; on PostgreSQL every column of every table.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from rest_framework.test import APIClient

from agents.actions import publish
from agents.draft import apply as write_draft
from agents.models import Agent
from conversations import forgetting, runner
from conversations.acting import RegisteredActions
from conversations.actions import start
from conversations.engine.turn import run_turn
from conversations.llm.scripted import Scripted
from conversations.models import Conversation
from conversations.ports import Ports
from conversations.sealed import Sealed, SealedRow
from facts.catalogue import import_catalogue
from facts.models import CurrentFact, Entry, Keyring, Person, WikiEntry
from tests.database_file import stored_bytes

pytestmark = pytest.mark.django_db(transaction=True)

CITY, SHOP, TRADE, PLACE = "Quaxbergen", "pro/77xq12", "zitherwright", "Vellamoor"
"""What is said and found nowhere else: a fact, a shareable one, a proposal, and what a conversation alone collects."""
DOCUMENT = {
    "agent": "trips",
    "name": "Trips",
    "language": "en",
    "visitors": True,
    "fields": {
        "home": {"type": "string", "fact": "profile.city", "ask": "Where do you live?"},
        "place": {"type": "string", "ask": "Where to?"},
    },
    "flows": {
        "trip": {
            "name": "Trip",
            "on": [{"message": ["plans a trip"]}],
            "steps": [
                {"id": "ask_home", "collect": ["home"]},
                {"id": "ask_place", "collect": ["place"]},
                {
                    "id": "price",
                    "do": "quote_price",
                    "input": {"hotel": "{{ data.place }}", "guests": 1},
                    "on_fail": "told",
                },
                {"id": "told", "say": "From {{ data.home }} to {{ data.place }}, then."},
                {"id": "wait", "wait": {"event": "paid", "for": "30d"}, "then": "end", "else": "end"},
            ],
        }
    },
}
SAID = [
    (
        f"I plan a trip, I live in {CITY}, and Acme is booked as {SHOP}",
        {
            "flows": ["trip"],
            "fields": {"home": {"value": CITY, "quote": f"I live in {CITY}"}},
            "facts": [
                {"key": "profile.city", "value": CITY, "confidence": 0.95, "quote": f"I live in {CITY}"},
                {"key": "merchant.acme.default", "value": SHOP, "confidence": 0.95, "quote": f"booked as {SHOP}"},
            ],
        },
    ),
    (
        f"perhaps I am a {TRADE}",
        {"facts": [{"key": "profile.trade", "value": TRADE, "confidence": 0.7, "quote": f"perhaps I am a {TRADE}"}]},
    ),
    (f"to {PLACE}", {"fields": {"place": {"value": PLACE, "quote": PLACE}}}),
]


@pytest.fixture
def agent(db: None) -> Agent:
    keys = [
        {"key": "profile.city", "label": "City"},
        {"key": "profile.trade", "label": "Trade"},
        {"key": "merchant.*.default", "label": "Booking of *", "shareable": True},
    ]
    import_catalogue({"catalogue": keys})
    agent = Agent.objects.create(slug="trips", name="Trips")
    write_draft(agent, DOCUMENT)
    publish(agent)
    agent.refresh_from_db()
    return agent


def rows() -> Iterator[Any]:
    """Every row of every table."""
    for model in apps.get_models(include_auto_created=True):
        yield from model._default_manager.all()


def sealed() -> set[bytes]:
    """The ciphertext of every sealed column, and the wrapped keys: as much of each as lies together on a page."""
    found = [
        getattr(row, column.attname)
        for row in rows()
        for column in row._meta.concrete_fields
        if column.get_internal_type() == "BinaryField" or isinstance(column, Sealed)
    ]
    keys = [keyring.wrapped.encode() for keyring in Keyring.objects.all()]
    return {bytes(data)[:40] for data in [*found, *keys] if data}


def read() -> str:
    """Everything that is sealed, opened, with all that is in clear."""
    words = [
        repr({column.attname: getattr(row, column.attname) for column in row._meta.concrete_fields}) for row in rows()
    ]
    for entry in Entry.objects.select_related("keyring"):
        words.append(json.dumps([entry.read_value(), entry.read_quote()]))
    for row in rows():
        if isinstance(row, SealedRow):
            names = [column.name for column in row._meta.concrete_fields if isinstance(column, Sealed)]
            words.append(json.dumps([row.opened(name, _keyring(row)) for name in names]))
    return "\n".join(words)


def _keyring(row: Any) -> Keyring:
    if isinstance(row, Conversation):
        return row.keyring
    conversation: Conversation = (
        row.turn.conversation if hasattr(row, "turn_id") and hasattr(row, "n") else (row.conversation)
    )
    return conversation.keyring


def stored() -> bytes:
    """Every byte that the database keeps of its rows."""
    return stored_bytes() if connection.vendor == "sqlite" else _columns()


def _columns() -> bytes:
    parts = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            parts += [value for row in cursor.fetchall() for value in row]
    return b"\n".join(bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode() for value in parts)


class Planted:
    """Words that came in through the doors, and every ciphertext that was stored on the way."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.sealed: set[bytes] = set()

    def say(self, client: Client, conversation: Any, token: str = "") -> None:
        headers = {"X-Conversation-Token": token} if token else {}
        for number, (text, reading) in enumerate(SAID):
            ports = Ports(model=Scripted(reading), act=RegisteredActions(), engine=run_turn)
            self.monkeypatch.setattr(runner, "default_ports", lambda ports=ports: ports)
            answer = client.post(
                f"/api/conversations/{conversation}/messages/?wait=1",
                {"client_id": f"c{number}", "text": text},
                content_type="application/json",
                headers=headers,
            )
            assert answer.status_code == 200, answer.content
            self.sealed |= sealed()

    def found(self) -> None:
        """The planted bytes are where they are looked for."""
        lie = stored()
        assert self.sealed
        missing = [data for data in sealed() if data not in lie]
        assert not missing


def tell_of_event(boss: Person, conversation: Any) -> None:
    client = APIClient()
    client.force_authenticate(boss)
    address = f"/api/conversations/{conversation}/"
    client.patch(address, {"context": {"from": CITY, "by": PLACE}}, format="json")
    told = {"id": "e1", "name": "seen", "payload": {"in": CITY, "at": PLACE}}
    assert client.post(f"{address}events/", told, format="json").status_code == 202


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Planted:
    return Planted(monkeypatch)


@pytest.fixture
def told(agent: Agent, planted: Planted, client: Client) -> tuple[Person, Any]:
    """Ann has said it all, in her conversation with the agent."""
    ann = Person.objects.create_user("ann")
    client.force_login(ann)
    started = client.post("/api/conversations/", {"agent": "trips"}, content_type="application/json").json()
    planted.say(client, started["id"])
    tell_of_event(Person.objects.create_user("boss", is_staff=True), started["id"])
    WikiEntry.objects.create(key="merchant.acme.default", value=json.dumps(SHOP), state="approved")
    planted.sealed |= sealed()
    everything = read()
    for word in (CITY, SHOP, TRADE, PLACE):
        assert everything.count(word) >= 4, word
    assert f"From {CITY} to {PLACE}, then." in everything
    assert CurrentFact.objects.get(key="merchant.acme.default").shared == json.dumps(SHOP)
    planted.found()
    assert SHOP.encode() in stored()
    return ann, started["id"]


def gone(planted: Planted, *words: str) -> None:
    """Nothing that was stored and is no longer a row's lies anywhere, and no row says the words."""
    lie, left = stored(), sealed()
    assert planted.sealed - left, "nothing was removed"
    assert not [data for data in planted.sealed - left if data in lie]
    everything = read()
    for word in words:
        assert word not in everything
        assert word.encode() not in lie
    assert not [data for data in left if data not in lie], "what stays was not found: the search is blind"


def test_f20_a_key_leaves_no_byte(told, planted):
    ann, _conversation = told
    forgetting.forget_key(ann, "profile.city")
    gone(planted, CITY)
    assert all(word in read() for word in (TRADE, PLACE))


def test_f20_the_clear_value_of_a_shareable_key_leaves_no_byte(told, planted):
    ann, _conversation = told
    forgetting.forget_key(ann, "merchant.acme.default")
    gone(planted, SHOP)
    assert CITY in read()


def test_f20_a_proposal_leaves_no_byte(told, planted):
    ann, _conversation = told
    forgetting.forget_key(ann, "profile.trade")
    gone(planted, TRADE)


def test_f20_a_person_leaves_no_byte(told, planted):
    ann, _conversation = told
    forgetting.forget_person(ann)
    gone(planted, CITY, SHOP, TRADE, PLACE)
    assert not Keyring.objects.filter(owner=ann).exists()


def test_f20_a_visitors_conversation_leaves_no_byte(agent, planted, client):
    started = start(agent)
    planted.say(client, started.conversation.pk, started.token)
    planted.found()
    assert PLACE in read()
    other = start(agent)
    planted.say(client, other.conversation.pk, other.token)
    answer = client.post(
        f"/api/conversations/{started.conversation.pk}/forget/", headers={"X-Conversation-Token": started.token}
    )
    assert answer.status_code == 200
    assert PLACE in read(), "the other conversation stays"
    forgetting.forget_conversation(other.conversation)
    gone_all = stored()
    assert not [data for data in planted.sealed if data in gone_all]
    assert PLACE not in read()


def test_f20_a_conversation_leaves_no_byte_but_of_the_facts_that_came_of_it(told, planted):
    _ann, conversation = told
    forgetting.forget_conversation(Conversation.objects.select_related("keyring", "person").get(pk=conversation))
    gone(planted, PLACE)
    assert all(word in read() for word in (CITY, SHOP, TRADE))
