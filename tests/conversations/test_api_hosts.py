"""What hosts and staff do to a conversation over HTTP: it works, it refuses others, it refuses nonsense."""

import json
import uuid
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Permission
from rest_framework.test import APIClient

from agents.models import Version
from conversations import actions, runner, serving
from conversations.clock import now
from conversations.engine.state import Known, Run, State, dump
from conversations.models import Conversation, Event, Message, Turn
from facts.models import Person
from tests.conversations.conftest import DOCUMENT
from tests.conversations.engines import World, echo, park
from tests.conversations.test_api import client_of, say

CONTEXT, EVENTS, GIVE_BACK, MESSAGES = "", "events/", "give_back/", "messages/"
BODIES: dict[str, dict[str, Any]] = {
    CONTEXT: {"context": {"vip": True}},
    EVENTS: {"id": "e1", "name": "payment.received"},
    GIVE_BACK: {},
}
"""A good body for each verb of hosts and staff."""


@pytest.fixture(autouse=True)
def _echoes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "default_ports", lambda: World().ports(echo))


@pytest.fixture
def colleague(db: None) -> Person:
    """A person of the staff who may read and answer those who ask for one."""
    person = Person.objects.create_user("colleague", is_staff=True)
    may = Permission.objects.filter(codename__in=["view_conversation", "change_conversation"])
    person.user_permissions.set(may)
    return person


@pytest.fixture
def bystander(db: None) -> APIClient:
    """A person of the staff without any permission."""
    return client_of(Person.objects.create_user("bystander", is_staff=True))


@pytest.fixture
def staff(colleague: Person) -> APIClient:
    return client_of(colleague)


@pytest.fixture
def host(db: None) -> APIClient:
    """A program with the one permission that makes it the host."""
    program = Person.objects.create_user("program")
    program.user_permissions.add(Permission.objects.get(codename="act_as_host"))
    return client_of(program)


@pytest.fixture
def handed_off(conversation: Conversation) -> Conversation:
    """Ann's conversation, in which she asked for a person."""
    Conversation.objects.filter(pk=conversation.pk).update(handed_off=True)
    conversation.refresh_from_db()
    return conversation


def call(client: APIClient, conversation: Any, path: str, body: dict[str, Any] | None = None) -> Any:
    """The verb of hosts or staff that stands at `path`."""
    method = client.patch if path == CONTEXT else client.post
    body = BODIES[path] if body is None else body
    return method(f"/api/conversations/{getattr(conversation, 'pk', conversation)}/{path}", body, format="json")


def context_of(conversation: Conversation) -> Any:
    conversation.refresh_from_db()
    return conversation.opened("context", conversation.keyring)


def log_of(conversation: Conversation) -> list[tuple[str, Any]]:
    rows = conversation.messages.order_by("seq")
    return [(row.role, row.opened("text", conversation.keyring)) for row in rows]


# Who may


@pytest.mark.parametrize("path", [CONTEXT, EVENTS, GIVE_BACK])
def test_to_the_one_whose_conversation_it_is_a_hosts_verb_is_not_allowed(ann, handed_off, path):
    answer = call(client_of(ann), handed_off, path)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert context_of(handed_off) == {}
    assert handed_off.handed_off
    assert not Event.objects.exists()


@pytest.mark.parametrize("path", [CONTEXT, EVENTS, GIVE_BACK])
def test_a_visitor_with_the_token_of_the_conversation_is_not_its_host(agent, path):
    started = actions.start(agent)
    visitor = APIClient()
    visitor.credentials(HTTP_X_CONVERSATION_TOKEN=started.token)
    assert call(visitor, started.conversation, path).json()["code"] == "not_allowed"


@pytest.mark.parametrize("path", [CONTEXT, EVENTS, GIVE_BACK])
def test_for_strangers_there_is_no_such_conversation(ben, handed_off, staff, path):
    for client in (client_of(ben), APIClient()):
        answer = call(client, handed_off, path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert call(staff, uuid.uuid4(), path).status_code == 404
    assert not Event.objects.exists()


@pytest.mark.parametrize("path", [CONTEXT, EVENTS])
def test_staff_are_hosts_by_session_as_well_and_the_session_needs_its_token_against_forgery(
    colleague, conversation, path
):
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(colleague)
    assert call(browser, conversation, path).status_code == 403
    assert not Event.objects.exists()
    browser.get("/accounts/login/")
    browser.credentials(HTTP_X_CSRFTOKEN=browser.cookies["csrftoken"].value)
    assert call(browser, conversation, path).status_code in (200, 202)


def test_a_host_that_is_no_staff_may_neither_read_nor_answer_nor_give_back(host, handed_off):
    assert host.get(f"/api/conversations/{handed_off.pk}/").status_code == 404
    assert host.get(f"/api/conversations/{handed_off.pk}/messages/").status_code == 404
    assert say(host, handed_off.pk, client_id="s1", text="Hello").status_code == 404
    assert call(host, handed_off, GIVE_BACK).status_code == 404
    assert not Message.objects.exists()


def test_a_host_whose_account_was_made_inactive_is_none(host, conversation):
    Person.objects.filter(username="program").update(is_active=False)
    assert call(host, conversation, CONTEXT).status_code == 401
    assert context_of(conversation) == {}


def test_a_host_by_permission_may_start_with_context_and_data(host, agent):
    body = {"agent": "desk", "context": {"full": True}, "data": {"guests": 2}}
    started = host.post("/api/conversations/", body, format="json")
    assert started.status_code == 201
    assert context_of(Conversation.objects.get(pk=started.json()["id"])) == {"full": True}


# The context


def test_the_context_is_merged_by_key_and_null_is_a_value(host, conversation):
    call(host, conversation, CONTEXT, {"context": {"full": True, "owner": {"name": "x", "id": 1}}})
    answer = call(host, conversation, CONTEXT, {"context": {"owner": {"name": "y"}, "full": None}})
    assert (answer.status_code, answer.json()) == (200, {"context": {"full": None, "owner": {"name": "y"}}})
    assert context_of(conversation) == answer.json()["context"]


def test_what_is_changed_in_the_context_is_seen_by_the_next_turn(host, ann, conversation, monkeypatch):
    seen: list[Any] = []

    def looking(definition: Any, turn: Any) -> Any:
        seen.append(dict(turn.context))
        return echo(definition, turn)

    monkeypatch.setattr(runner, "default_ports", lambda: World().ports(looking))
    call(host, conversation, CONTEXT)
    assert not Turn.objects.exists()
    say(client_of(ann), conversation.pk, "?wait=1", client_id="c1", text="hello")
    assert seen == [{"vip": True}]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "invalid"),
        ({"context": None}, 400, "invalid"),
        ({"context": ["full"]}, 400, "invalid"),
        ({"context": {"x": "y" * 33_000}}, 413, "too_long"),
    ],
)
def test_a_context_that_is_none_changes_nothing(host, conversation, body, status, code):
    answer = call(host, conversation, CONTEXT, body)
    assert (answer.status_code, answer.json()["code"], list(answer.json()["fields"])) == (status, code, ["context"])
    assert context_of(conversation) == {}


def test_a_context_does_not_grow_without_end(host, conversation):
    assert call(host, conversation, CONTEXT, {"context": {"a": "x" * 20_000}}).status_code == 200
    assert call(host, conversation, CONTEXT, {"context": {"b": "x" * 20_000}}).status_code == 413
    assert set(context_of(conversation)) == {"a"}


def test_a_context_that_is_nested_too_deeply_is_refused(host, conversation):
    nested: Any = 1
    for _ in range(50):
        nested = [nested]
    assert call(host, conversation, CONTEXT, {"context": {"x": nested}}).json()["code"] == "bad_frame"
    assert context_of(conversation) == {}


# Events


def test_an_event_is_stored_and_starts_a_turn(host, conversation):
    body = {"id": "e1", "name": "payment.received", "payload": {"amount": 240}}
    answer = call(host, conversation, EVENTS, body)
    assert answer.status_code == 202
    assert {name: answer.json()[name] for name in body} == body
    async_run(conversation)
    assert Event.objects.get().turn == Turn.objects.get(kind="event", status="done")


def test_the_same_id_is_one_event_and_answers_as_the_first_time_did(host, conversation):
    first = call(host, conversation, EVENTS, {"id": "e1", "name": "paid", "payload": {"amount": 240}})
    assert call(host, conversation, EVENTS, {"id": "e1", "name": "other"}).json() == first.json()
    async_run(conversation)
    assert call(host, conversation, EVENTS, {"id": "e1", "name": "paid"}).json() == first.json()
    async_run(conversation)
    assert (Event.objects.count(), Turn.objects.count()) == (1, 1)


def test_t11_an_event_of_a_conversation_that_is_handed_off_is_kept(host, handed_off):
    assert call(host, handed_off, EVENTS).status_code == 202
    async_run(handed_off)
    assert Event.objects.get().turn is None


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({"name": "paid"}, 400, "invalid", "id"),
        ({"id": "", "name": "paid"}, 400, "invalid", "id"),
        ({"id": 7, "name": "paid"}, 400, "invalid", "id"),
        ({"id": "e" * 65, "name": "paid"}, 400, "bad_event", "id"),
        ({"id": "_give_back:0", "name": "paid"}, 400, "bad_event", "id"),
        ({"id": "e1"}, 400, "invalid", "name"),
        ({"id": "e1", "name": " "}, 400, "invalid", "name"),
        ({"id": "e1", "name": "n" * 101}, 400, "bad_event", "name"),
        ({"id": "e1", "name": "_give_back"}, 400, "bad_event", "name"),
        ({"id": "e1", "name": "\u0007_give_back"}, 400, "bad_event", "name"),
        ({"id": "e1", "name": "paid", "payload": [1]}, 400, "invalid", "payload"),
        ({"id": "e1", "name": "paid", "payload": None}, 400, "invalid", "payload"),
        ({"id": "e1", "name": "paid", "payload": {"x": "y" * 33_000}}, 413, "too_long", "payload"),
    ],
)
def test_an_event_that_is_none_is_refused_and_not_stored(host, conversation, body, status, code, field):
    answer = call(host, conversation, EVENTS, body)
    assert (answer.status_code, answer.json()["code"], list(answer.json()["fields"])) == (status, code, [field])
    assert not Event.objects.exists()


# Answers of the staff


def test_t11_staff_read_and_answer_a_conversation_that_is_handed_off(staff, ann, handed_off):
    client = client_of(ann)
    assert say(client, handed_off.pk, client_id="c1", text="Is anybody there?").status_code == 202
    page = staff.get(f"/api/conversations/{handed_off.pk}/messages/").json()["messages"]
    assert [message["text"] for message in page] == ["Is anybody there?"]
    answer = say(staff, handed_off.pk, client_id="s1", text=" Yes,\u0007 I am. ")
    assert (answer.status_code, answer.json()["role"], answer.json()["text"]) == (202, "staff", "Yes, I am.")
    assert (answer.json()["seq"], answer.json()["client_id"]) == (2, "s1")
    assert log_of(handed_off) == [("user", "Is anybody there?"), ("staff", "Yes, I am.")]
    assert not Turn.objects.exists()
    assert client.get(f"/api/conversations/{handed_off.pk}/messages/?after=1").json()["messages"] == [answer.json()]


def test_t11_while_handed_off_a_message_is_answered_at_once_even_with_wait(ann, handed_off, monkeypatch):
    monkeypatch.setattr(serving, "PATIENCE", 30)
    answer = say(client_of(ann), handed_off.pk, "?wait=1", client_id="c1", text="hello")
    assert (answer.status_code, answer.json()["seq"]) == (202, 1)


def test_an_answer_that_is_sent_twice_is_one_message_also_after_the_conversation_was_given_back(staff, handed_off):
    first = say(staff, handed_off.pk, client_id="s1", text="Hello")
    assert say(staff, handed_off.pk, client_id="s1", text="other").json() == first.json()
    call(staff, handed_off, GIVE_BACK)
    assert say(staff, handed_off.pk, client_id="s1", text="Hello").json() == first.json()
    assert Message.objects.filter(role="staff").count() == 1


def test_a_client_id_of_somebody_else_is_refused_so_that_nothing_gets_lost(staff, ann, handed_off):
    own = client_of(ann)
    say(own, handed_off.pk, client_id="1", text="hers")
    say(staff, handed_off.pk, client_id="2", text="theirs")
    for client, taken in ((staff, "1"), (own, "2")):
        answer = say(client, handed_off.pk, client_id=taken, text="new")
        assert (answer.status_code, answer.json()["code"]) == (409, "taken")
    handed_off.refresh_from_db()
    assert handed_off.seq == len(log_of(handed_off)) == 2


def test_staff_do_not_read_or_answer_where_nobody_asks_for_a_person(staff, conversation):
    for path in ("", MESSAGES):
        assert staff.get(f"/api/conversations/{conversation.pk}/{path}").status_code == 404
    answer = say(staff, conversation.pk, client_id="s1", text="Hello")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_handed_off")
    assert not Message.objects.exists()


def test_in_their_own_conversation_staff_speak_as_anybody_does(colleague, staff, agent):
    own = actions.start(agent, colleague).conversation
    assert say(staff, own.pk, "?wait=1", client_id="c1", text="hello").status_code == 200
    assert log_of(own)[0] == ("user", "hello")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"client_id": "s1"}, 400, "invalid"),
        ({"client_id": "s1", "text": " "}, 400, "bad_frame"),
        ({"client_id": "s1", "text": 5}, 400, "invalid"),
        ({"client_id": "s1", "text": "x" * 8001}, 413, "too_long"),
        ({"client_id": "s1", "field": "guests", "value": 2}, 400, "invalid"),
        ({"text": "hello"}, 400, "invalid"),
    ],
)
def test_an_answer_that_is_none_is_refused_and_not_stored(staff, handed_off, body, status, code):
    answer = say(staff, handed_off.pk, **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert log_of(handed_off) == []


# Giving back


def test_t11_giving_back_is_an_event_that_says_up_to_where_people_have_read(staff, ann, handed_off):
    say(client_of(ann), handed_off.pk, client_id="c1", text="hello")
    say(staff, handed_off.pk, client_id="s1", text="Hello")
    event = actions.give_back(handed_off)
    assert (event.name, event.ref) == ("_give_back", "_give_back:0")
    assert event.opened("payload", handed_off.keyring) == {"seq": 2}
    handed_off.refresh_from_db()
    assert not handed_off.handed_off


def test_a_conversation_that_is_not_handed_off_cannot_be_given_back(staff, handed_off):
    actions.give_back(handed_off)
    answer = call(staff, handed_off, GIVE_BACK)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_handed_off")
    assert Event.objects.count() == 1


def test_a_conversation_can_be_handed_off_and_given_back_again(staff, ann, handed_off):
    actions.give_back(handed_off)
    async_run(handed_off)
    Conversation.objects.filter(pk=handed_off.pk).update(handed_off=True)
    actions.give_back(handed_off)
    assert Event.objects.count() == 2


def test_t11_what_nobody_has_seen_keeps_the_conversation_from_being_given_back(staff, ann, handed_off):
    own = client_of(ann)
    say(own, handed_off.pk, client_id="c1", text="hello")
    say(staff, handed_off.pk, client_id="s1", text="Hello")
    say(own, handed_off.pk, client_id="c2", text="I am allergic to nuts.")
    answer = call(staff, handed_off, GIVE_BACK, {"seen": 2})
    assert (answer.status_code, answer.json()["code"]) == (409, "unread")
    handed_off.refresh_from_db()
    assert (handed_off.handed_off, Event.objects.count()) == (True, 0)
    assert call(staff, handed_off, GIVE_BACK, {"seen": 3}).status_code == 200


def test_an_answer_of_a_colleague_that_was_not_seen_may_be_given_back(staff, ann, handed_off):
    say(client_of(ann), handed_off.pk, client_id="c1", text="hello")
    say(staff, handed_off.pk, client_id="s1", text="Hello")
    assert call(staff, handed_off, GIVE_BACK, {"seen": 1}).status_code == 200


@pytest.mark.parametrize("seen", ["1", -1, True, 1.5, None, [1]])
def test_a_seen_that_is_no_number_of_a_message_gives_nothing_back(staff, handed_off, seen):
    answer = call(staff, handed_off, GIVE_BACK, {"seen": seen})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["seen"])
    assert not Event.objects.exists()


def test_giving_back_answers_the_report_of_its_turn(staff, handed_off):
    answer = call(staff, handed_off, GIVE_BACK)
    assert answer.status_code == 200
    turn = Turn.objects.get()
    assert (answer.json()["turn"], answer.json()["status"]) == (str(turn.pk), "done")
    assert Event.objects.get().turn == turn


def test_giving_back_with_a_mistyped_name_gives_nothing_back(staff, handed_off):
    answer = call(staff, handed_off, GIVE_BACK, {"sean": 1})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["sean"])
    assert not Event.objects.exists()


def test_giving_back_answers_202_when_the_turn_takes_too_long(staff, handed_off, monkeypatch):
    monkeypatch.setattr(serving, "answer_now", lambda *about: None)
    assert call(staff, handed_off, GIVE_BACK).status_code == 202
    assert Event.objects.exists()


# What the state says


def test_the_state_says_what_is_waited_for(ann, conversation):
    due = now()
    park(conversation, "t1", due)
    Conversation.objects.filter(pk=conversation.pk).update(handed_off=True)
    body = client_of(ann).get(f"/api/conversations/{conversation.pk}/").json()
    assert body["parked"] == [{"flow": "hello", "step": "hi", "event": None, "until": due.isoformat()}]
    assert (body["handed_off"], body["muted"], body["waiting_for"]) == (True, False, [])


STEPS = [{"id": "when", "collect": ["arrival", "departure"]}, {"id": "on", "say": "A person goes on."}]


@pytest.mark.parametrize(
    ("run", "waits_for"),
    [
        ({"step": "when", "asking": ("departure",)}, ["departure"]),
        ({"step": "when"}, ["departure"]),
        ({"step": "when", "declined": ("departure",)}, ["room"]),
        ({"step": "on"}, ["room"]),
        ({"step": "_required"}, ["room"]),
        ({"step": "on", "staying": "complete"}, []),
    ],
)
def test_t11_while_handed_off_the_state_says_what_the_run_will_ask_for(ann, agent, run, waits_for):
    booking = {"book": {"name": "Book", "on": [{"message": ["books"]}], "required": ["room"], "steps": STEPS}}
    document = json.dumps({**DOCUMENT, "flows": booking})
    version = Version.objects.create(agent=agent, number=2, revision=0, document=document)
    row = actions.start(agent, ann, version=version).conversation
    state = State(floor=Run("1", "book", "m1", **run), data={"arrival": Known("2030-05-01", "reading")})
    sealed = Conversation.sealed(row.keyring, state=dump(state))
    Conversation.objects.filter(pk=row.pk).update(handed_off=True, **sealed)
    assert client_of(ann).get(f"/api/conversations/{row.pk}/").json()["waiting_for"] == waits_for


def test_t51_the_state_says_that_nothing_shall_be_written_to_the_person(ann, conversation):
    sealed = Conversation.sealed(conversation.keyring, state=dump(State(muted=True)))
    Conversation.objects.filter(pk=conversation.pk).update(**sealed)
    assert client_of(ann).get(f"/api/conversations/{conversation.pk}/").json()["muted"] is True


def async_run(conversation: Conversation) -> None:
    """What the server's event loop, or the worker, does with a conversation in which something waits."""
    async_to_sync(runner.run)(conversation.pk)


def test_t11_staff_without_the_permissions_of_the_admin_neither_read_nor_answer(bystander, handed_off):
    address = f"/api/conversations/{handed_off.pk}/"
    assert bystander.get(address).status_code == 404
    assert bystander.get(f"{address}messages/").status_code == 404
    sent = bystander.post(f"{address}messages/", {"client_id": "s1", "text": "Hello"}, format="json")
    assert sent.status_code == 404
    assert not handed_off.messages.exists()


def test_t11_staff_who_may_not_read_are_told_nothing_of_what_was_said_when_they_give_back(bystander, handed_off):
    answer = bystander.post(f"/api/conversations/{handed_off.pk}/give_back/")
    assert (answer.status_code, set(answer.json())) == (200, {"status", "stopped_reason"})
