"""Conversations over HTTP: it works, it refuses others, it refuses nonsense (protocol.md)."""

import asyncio
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from conversations import api, frames, runner, serving
from conversations.actions import receive
from conversations.database import hop
from conversations.forgetting import forget_conversation
from conversations.models import Conversation, Message
from tests.conversations.engines import World, echo


@pytest.fixture(autouse=True)
def _echoes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "default_ports", lambda: World().ports(echo))


@pytest.fixture
def visitor(agent: Any) -> APIClient:
    return APIClient()


def client_of(person: Any) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.create(user=person).key}")
    return client


def say(client: APIClient, conversation: Any, query: str = "", **body: Any) -> Any:
    return client.post(f"/api/conversations/{conversation}/messages/{query}", body, format="json")


def test_a_visitor_starts_a_conversation_and_speaks_by_its_token(visitor):
    started = visitor.post("/api/conversations/", {"agent": "desk"}, format="json")
    assert started.status_code == 201
    assert set(started.json()) == {"id", "token", "agent", "seq"}
    visitor.credentials(HTTP_X_CONVERSATION_TOKEN=started.json()["token"])
    answer = say(visitor, started.json()["id"], "?wait=1", client_id="c1", text="hello")
    assert answer.status_code == 200
    assert [message["text"] for message in answer.json()["messages"]] == ["hello"]
    assert answer.json()["stopped_reason"] == "needs_input"
    assert answer.json()["data"] == {"turns": 1}


def test_only_a_hash_of_a_visitors_token_is_stored(visitor):
    token = visitor.post("/api/conversations/", {"agent": "desk"}, format="json").json()["token"]
    stored = Conversation.objects.get().token_hash
    assert len(stored) == 64
    assert token not in stored


def test_the_same_client_id_answers_as_the_first_time_did(ann, conversation):
    client = client_of(ann)
    first = say(client, conversation.pk, "?wait=1", client_id="c1", text="hello")
    assert say(client, conversation.pk, "?wait=1", client_id="c1", text="other").json() == first.json()
    stored = say(client, conversation.pk, client_id="c2", text="again")
    assert stored.status_code == 202
    assert say(client, conversation.pk, client_id="c2", text="again").json() == stored.json()
    assert Message.objects.filter(role="user").count() == 2


def test_without_wait_the_stored_message_is_answered(ann, conversation):
    answer = say(client_of(ann), conversation.pk, client_id="c1", text="he\u0301llo\u0000")
    assert answer.status_code == 202
    assert (answer.json()["seq"], answer.json()["text"], answer.json()["role"]) == (1, "h\u00e9llo", "user")


def test_a_tapped_reply_is_a_message_of_its_field(ann, conversation):
    say(client_of(ann), conversation.pk, "?wait=1", client_id="c1", field="guests", value=2)
    message = Message.objects.get(seq=1)
    assert message.opened("tap", conversation.keyring) == {"field": "guests", "value": 2}
    assert message.opened("text", conversation.keyring) == "2"


def test_messages_come_after_a_number_oldest_first(ann, conversation):
    client = client_of(ann)
    for name in ("c1", "c2"):
        say(client, conversation.pk, "?wait=1", client_id=name, text=name)
    page = client.get(f"/api/conversations/{conversation.pk}/messages/?after=1").json()
    assert [(message["seq"], message["text"]) for message in page["messages"]] == [(2, "c1"), (3, "c2"), (4, "c2")]
    assert page["next"] is None


def test_one_conversation_tells_its_state(ann, conversation):
    client = client_of(ann)
    say(client, conversation.pk, "?wait=1", client_id="c1", text="x")
    body = client.get(f"/api/conversations/{conversation.pk}/").json()
    assert body["data"] == {"turns": 1}
    assert (body["agent"], body["version"], body["seq"], body["floor"]) == ("desk", 1, 2, None)
    assert [row["id"] for row in client.get("/api/conversations/").json()] == [str(conversation.pk)]


def test_someone_elses_conversation_is_not_there(ann, ben, conversation, visitor):
    for client in (client_of(ben), visitor):
        for path in ("", "messages/"):
            answer = client.get(f"/api/conversations/{conversation.pk}/{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert say(client, conversation.pk, client_id="c1", text="hello").status_code == 404
    assert client_of(ann).get(f"/api/conversations/{uuid.uuid4()}/").status_code == 404
    assert not Message.objects.exists()


def test_a_visitors_conversation_needs_its_own_token(visitor):
    one, two = (visitor.post("/api/conversations/", {"agent": "desk"}, format="json").json() for _ in range(2))
    visitor.credentials(HTTP_X_CONVERSATION_TOKEN=two["token"])
    assert say(visitor, one["id"], client_id="c1", text="hello").status_code == 404
    assert not Message.objects.exists()


def test_context_and_data_are_taken_from_staff_only(ann, ben, agent):
    body = {"agent": "desk", "context": {"full": True}, "data": {"guests": 2}}
    refused = client_of(ben).post("/api/conversations/", body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    ann.is_staff = True
    ann.save()
    started = client_of(ann).post("/api/conversations/", body, format="json")
    conversation = Conversation.objects.get(pk=started.json()["id"])
    assert conversation.opened("given", conversation.keyring) == {"guests": 2}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "hello"}, 400, "invalid"),
        ({"client_id": "c" * 65, "text": "hello"}, 400, "invalid"),
        ({"client_id": "c1"}, 400, "bad_frame"),
        ({"client_id": "c1", "text": " \u0000 "}, 400, "bad_frame"),
        ({"client_id": "c1", "text": "x" * 8001}, 413, "too_long"),
        ({"client_id": "c1", "field": "guests", "value": "x" * 8001}, 413, "too_long"),
        ({"client_id": "c1", "text": ["hello"]}, 400, "invalid"),
        ({"client_id": "c1", "text": 5}, 400, "invalid"),
        ({"client_id": 1, "text": "hello"}, 400, "invalid"),
        ({"client_id": "c1", "field": 1, "value": 2}, 400, "invalid"),
        ({"client_id": "c1", "text": "hello", "field": "guests", "value": 2}, 400, "invalid"),
        ({"client_id": "c1", "field": "guests"}, 400, "bad_frame"),
        ({"client_id": "c1", "field": "guests", "value": None}, 400, "bad_frame"),
        ({"client_id": "c1", "value": 2}, 400, "bad_frame"),
    ],
)
def test_nonsense_is_refused_and_nothing_is_stored(ann, conversation, body, status, code):
    answer = say(client_of(ann), conversation.pk, **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) <= {"code", "message", "fields"}
    assert not Message.objects.exists()
    conversation.refresh_from_db()
    assert conversation.seq == 0


NAN = "JSON has no %s. Send a number, null or a text."
LARGE = "The number 1e999 is too large or too small to be kept. Send it as a text."


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (b"{", "parse_error", "The body is no JSON."),
        (b"\xff{}", "parse_error", "The body is no JSON."),
        (b'{"client_id": "c1", "field": "guests", "value": NaN}', "parse_error", NAN % "NaN"),
        (b'{"client_id": "c1", "field": "guests", "value": [-Infinity]}', "parse_error", NAN % "-Infinity"),
        (b'{"client_id": "c1", "field": "guests", "value": 1e999}', "parse_error", LARGE),
        (b"[]", "invalid", "Send a JSON object with “client_id”."),
        (b"null", "invalid", "Send a JSON object with “client_id”."),
    ],
)
def test_a_body_that_is_no_json_object_is_an_error_that_says_so(ann, conversation, text, code, message):
    path = f"/api/conversations/{conversation.pk}/messages/"
    answer = client_of(ann).generic("POST", path, text, content_type="application/json")
    assert (answer.status_code, answer.json()) == (400, {"code": code, "message": message})
    assert not Message.objects.exists()


@pytest.mark.parametrize("size", [3_000_000, 40_000_000])
def test_a_body_that_is_too_long_is_refused_without_a_traceback(visitor, caplog, size):
    body = '{"agent": "' + "x" * size + '"}'
    answer = visitor.generic("POST", "/api/conversations/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")
    assert "2621440" in answer.json()["message"]
    assert [record for record in caplog.records if record.exc_info] == []


def test_a_value_that_is_nested_too_deeply_is_refused(ann, conversation):
    value: Any = 1
    for _ in range(50):
        value = [value]
    answer = say(client_of(ann), conversation.pk, client_id="c1", field="guests", value=value)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_frame")
    assert not Message.objects.exists()


def test_too_many_messages_in_a_minute_are_refused(ann, conversation, settings):
    settings.MESSAGES_PER_MINUTE = 2
    client = client_of(ann)
    codes = [say(client, conversation.pk, client_id=f"c{number}", text="x").status_code for number in range(3)]
    assert codes == [202, 202, 429]
    assert Message.objects.count() == 2


def test_published_agents_are_listed_to_visitors_if_they_may_use_them(visitor, agent):
    assert visitor.get("/api/agents/").json() == [{"slug": "desk", "name": "The desk", "language": "en"}]


def test_an_agent_that_is_not_there_cannot_be_talked_to(visitor, agent):
    answer = visitor.post("/api/conversations/", {"agent": "nobody"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_time_zone_that_is_none_is_refused(visitor):
    answer = visitor.post("/api/conversations/", {"agent": "desk", "timezone": "Mars/Olympus"}, format="json")
    assert (answer.status_code, answer.json()["code"], list(answer.json()["fields"])) == (400, "invalid", ["timezone"])
    known = visitor.post("/api/conversations/", {"agent": "desk", "timezone": "Europe/Zurich"}, format="json")
    assert Conversation.objects.get(pk=known.json()["id"]).timezone == "Europe/Zurich"


@pytest.mark.parametrize("field", ["language", "timezone"])
@pytest.mark.parametrize("value", ["xx", 5, ["en"], None])
def test_a_language_or_a_time_zone_that_is_none_is_refused(visitor, field, value):
    answer = visitor.post("/api/conversations/", {"agent": "desk", field: value}, format="json")
    assert (answer.status_code, answer.json()["code"], list(answer.json()["fields"])) == (400, "invalid", [field])
    assert not Conversation.objects.exists()


def test_a_language_may_have_a_region(visitor):
    started = visitor.post("/api/conversations/", {"agent": "desk", "language": "pt-BR"}, format="json")
    assert Conversation.objects.get(pk=started.json()["id"]).language == "pt-BR"


@pytest.fixture
def host(ann, agent):
    ann.is_staff = True
    ann.save()
    return client_of(ann)


def test_t18_given_data_that_no_field_can_have_is_refused_by_name(host):
    data = {"guests": 300, "nope": 1, "room": "suite", "arrival": "soon"}
    answer = host.post("/api/conversations/", {"agent": "desk", "data": data}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["fields"] == {
        "data.guests": ["Choose 10 or less."],
        "data.nope": ["This agent has no such field."],
        "data.room": ["Choose one of: single, double."],
        "data.arrival": ["Write a date like 2026-03-06."],
    }
    assert not Conversation.objects.exists()


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        # At 11:00 UTC it is the next day already where the agent is, and where the person is it is not.
        ({"arrival": "2026-03-02"}, ["data.arrival"]),
        ({"arrival": "2026-03-03"}, []),
        ({"departure": "2026-03-04", "arrival": "2026-03-05"}, ["data.arrival"]),
        ({"departure": "2026-03-05", "arrival": "2026-03-05", "guests": "2", "room": ""}, []),
    ],
)
def test_t50_given_data_is_held_against_bounds_as_they_are_now(host, monkeypatch, data, wrong):
    monkeypatch.setattr(api, "now", lambda: datetime(2026, 3, 2, 11, tzinfo=UTC))
    answer = host.post("/api/conversations/", {"agent": "desk", "data": data}, format="json")
    assert list(answer.json().get("fields", ())) == wrong
    assert answer.status_code == (400 if wrong else 201)


def test_t10_the_persons_own_time_zone_counts_before_the_agents(host, monkeypatch):
    monkeypatch.setattr(api, "now", lambda: datetime(2026, 3, 2, 11, tzinfo=UTC))
    body = {"agent": "desk", "timezone": "Europe/Zurich", "data": {"arrival": "2026-03-02"}}
    assert host.post("/api/conversations/", body, format="json").status_code == 201


async def test_a_turn_that_is_slower_than_a_request_waits_still_ends(transactional_db, conversation, monkeypatch):
    goes_on = asyncio.Event()
    world = World(before_speaking=goes_on.wait)
    monkeypatch.setattr(runner, "default_ports", world.ports)
    monkeypatch.setattr(serving, "PATIENCE", 0.05)
    message = await hop(receive, conversation, "c1", "pay")
    frame = await hop(frames.message, message, conversation.keyring)
    assert await serving._answer(conversation.pk, message, frame) is None
    goes_on.set()
    await runner.idle()
    assert await hop(lambda: list(conversation.messages.values_list("seq", "role"))) == [(1, "user"), (2, "agent")]


def test_with_wait_a_turn_that_takes_too_long_answers_202_and_the_stored_message(ann, conversation, monkeypatch):
    monkeypatch.setattr(serving, "answer_now", lambda *about: None)
    answer = say(client_of(ann), conversation.pk, "?wait=1", client_id="c1", text="hello")
    assert (answer.status_code, answer.json()["seq"], answer.json()["text"]) == (202, 1, "hello")


def test_f20_what_is_said_while_the_conversation_is_forgotten_is_not_accepted(ann, conversation, monkeypatch):
    monkeypatch.setattr(serving, "answer_now", lambda *about: forget_conversation(conversation) and None)
    answer = say(client_of(ann), conversation.pk, "?wait=1", client_id="c1", text="hello")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_list_needs_an_account(visitor):
    answer = visitor.get("/api/conversations/")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


def test_the_schema_describes_every_address(visitor):
    schema = visitor.get("/api/schema/", HTTP_ACCEPT="application/vnd.oai.openapi+json").json()
    assert "/api/conversations/{conversation}/messages/" in schema["paths"]


def test_the_schema_has_the_errors_of_every_call(visitor):
    schema = visitor.get("/api/schema/", HTTP_ACCEPT="application/vnd.oai.openapi+json").json()
    for path, calls in schema["paths"].items():
        for method, call in calls.items():
            wanted = {"401", "403"} | ({"400", "413", "429"} if method != "get" else set())
            wanted |= {"404"} if "{" in path else set()
            assert wanted <= call["responses"].keys(), (method, path)
            error = call["responses"]["401"]["content"]["application/json"]["schema"]
            assert error == {"$ref": "#/components/schemas/Error"}
    assert schema["components"]["schemas"]["Error"]["required"] == ["code", "message"]


def test_readiness_names_what_is_missing(visitor):
    from conversations import worker
    from conversations.clock import now

    answer = visitor.get("/readyz")
    assert (answer.status_code, answer.json()["worker"]) == (503, False)
    worker.beat(now())
    assert visitor.get("/readyz").status_code == 200
