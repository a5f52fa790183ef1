"""The audit log: every deed of staff leaves a line in readable words, found on one page, with no word of a person."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from rest_framework.authtoken.models import Token

from agents.actions import publish, rollback
from agents.models import Agent
from conversations import serving
from conversations.actions import receive
from conversations.audit_listing import ON_A_PAGE
from conversations.models import Conversation
from facts import audit, wiki
from facts.models import CatalogueKey, Person, WikiEntry

SECRET = "my number is 079 111"


@pytest.fixture(autouse=True)
def _nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "announce", lambda *_told: None)
    monkeypatch.setattr(serving, "answer_soon", lambda *_told: None)


@pytest.fixture
def boss(db: None) -> Person:
    return Person.objects.create_superuser("boss", password="x")


@pytest.fixture
def client(boss: Person) -> Client:
    client = Client()
    client.force_login(boss)
    return client


@pytest.fixture
def handed_off(conversation: Conversation) -> Conversation:
    Conversation.objects.filter(pk=conversation.pk).update(handed_off=True)
    conversation.refresh_from_db()
    receive(conversation, "c1", SECRET)
    return conversation


def log(client: Client, **asked: Any) -> str:
    response = client.get(reverse("admin:audit_log"), asked)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def lines(client: Client, **asked: Any) -> list[tuple[str, str]]:
    """What was done to what, the latest first."""
    response = client.get(reverse("admin:audit_log"), asked)
    return [(line.words, f"{line.kind} {line.name}") for line in response.context["found"].lines]


def test_it_is_for_those_who_may_see_it_alone(client: Client) -> None:
    other = Person.objects.create_user("other", is_staff=True)
    theirs = Client()
    theirs.force_login(other)
    assert theirs.get(reverse("admin:audit_log")).status_code == 403
    assert "Audit log" not in theirs.get(reverse("admin:index")).content.decode()
    other.user_permissions.set(Permission.objects.filter(codename="view_logentry"))
    assert theirs.get(reverse("admin:audit_log")).status_code == 200
    assert reverse("admin:audit_log") in theirs.get(reverse("admin:index")).content.decode()


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_changed_there(client: Client, method: str) -> None:
    assert getattr(client, method)(reverse("admin:audit_log")).status_code == 405


def test_what_is_done_to_an_agent_is_found_in_words(client: Client, boss: Person, agent: Agent) -> None:
    client.post(reverse("admin:agents_agent_duplicate", args=[agent.pk]))
    first = publish(agent, by=boss)
    Agent.objects.get(pk=agent.pk).fields.create(slug="note", type="string", position=9, description="A note")
    publish(agent, by=boss)
    rollback(agent, first.number, by=boss)
    copy = Agent.objects.get(slug="desk_copy")
    client.post(reverse("admin:agents_agent_delete", args=[copy.pk]), {"post": "yes"})
    found = lines(client)
    assert ("Went back to version 2.", "agent The desk") in found
    assert ("Published version 3.", "agent The desk") in found
    assert ("Copied The desk as desk_copy.", f"agent {copy}") in found
    assert ("Deleted.", f"agent {copy}") in found


def test_a_hand_off_leaves_who_read_answered_and_gave_back(client: Client, handed_off: Conversation) -> None:
    page = reverse("admin:conversations_conversation_change", args=[handed_off.pk])
    shown = client.get(page)
    client.post(page, {"text": "A person here.", "client_id": "s1"})
    seen = re.findall(r'name="seen" value="(\d+)"', client.get(page).content.decode())[0]
    client.post(page, {"give_back": "1", "seen": seen})
    assert SECRET in shown.content.decode()
    assert lines(client) == [
        ("Gave the conversation back to the agent", "conversation The desk"),
        ("Answered in place of the agent", "conversation The desk"),
        ("Read the transcript", "conversation The desk"),
    ]
    assert "079" not in log(client)


def test_the_same_by_the_api(client: Client, handed_off: Conversation) -> None:
    at = f"/api/conversations/{handed_off.pk}"
    assert client.get(f"{at}/messages/").status_code == 200
    client.post(f"{at}/messages/", {"text": "Here.", "client_id": "s1"}, content_type="application/json")
    said = [words for words, _name in lines(client)]
    assert said == ["Answered in place of the agent", "Read the transcript"]


def test_what_people_read_of_their_own_is_no_look_of_staff(conversation: Conversation, ann: Person) -> None:
    own = Client()
    own.force_login(ann)
    assert own.get(f"/api/conversations/{conversation.pk}/messages/").status_code == 200
    assert not LogEntry.objects.exists()


def test_a_look_leads_to_the_transcript_until_it_is_forgotten(client: Client, conversation: Conversation) -> None:
    page = reverse("admin:transcript", args=[conversation.pk])
    client.get(page)
    assert f'href="{page}"' in log(client)
    Conversation.objects.filter(pk=conversation.pk).delete()
    assert page not in log(client)
    assert lines(client) == [("Read the transcript", "conversation The desk")]


def test_a_trial_is_a_line_and_no_change_of_the_agent(client: Client, agent: Agent) -> None:
    address = reverse("admin:try_agent", args=[agent.pk])
    assert client.post(address, {"who": "visitor"}).status_code == 302
    assert lines(client) == [("Began to try the draft", "trial The desk")]
    assert lines(client, agent="desk") == lines(client)


def test_a_change_of_the_catalogue_and_a_review_are_lines(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    key = CatalogueKey.objects.create(pattern="profile.pet", label="Pet", shareable=True)
    client.post(reverse("admin:facts_cataloguekey_delete", args=[key.pk]), {"post": "yes"})
    monkeypatch.setattr(wiki, "patterns", lambda _keys=None: [wiki.Pattern("profile.pet", '"Siamese"', 9, 9)])
    told = {"key": "profile.pet", "value": '"Siamese"', "state": WikiEntry.State.APPROVED}
    client.post(reverse("admin:facts_wikientry_changelist"), told)
    assert [words for words, _name in lines(client)] == ["Approved a shared pattern.", "Deleted."]
    assert "Siamese" not in log(client)


def test_the_log_never_holds_a_token(client: Client, boss: Person) -> None:
    client.post(reverse("admin:authtoken_tokenproxy_add"), {"user": boss.pk})
    key = Token.objects.get(user=boss).key
    client.post(reverse("admin:authtoken_tokenproxy_delete", args=[boss.pk]), {"post": "yes"})
    assert lines(client) == [("Deleted.", "Token boss"), ("Added.", "Token boss")]
    assert not LogEntry.objects.filter(object_repr__contains=key).exists()


def test_the_filters_keep_to_who_what_which_agent_when_and_words(
    client: Client, boss: Person, agent: Agent, conversation: Conversation
) -> None:
    other, second = Person.objects.create_user("other"), Agent.objects.create(slug="bar", name="The bar")
    audit.note(boss, agent, "Mended it")
    audit.note(other, second, "Broke it")
    audit.note(other, conversation, "Read the transcript", name="The desk")
    LogEntry.objects.filter(change_message="Mended it").update(action_time=timezone.now() - timedelta(days=3))
    today = timezone.now().date()
    kind = LogEntry.objects.filter(object_repr="The bar").values_list("content_type", flat=True)[0]

    def said(**asked: Any) -> list[str]:
        return [words for words, _name in lines(client, **asked)]

    assert said() == ["Read the transcript", "Broke it", "Mended it"]
    assert said(by="boss") == ["Mended it"]
    assert said(kind=kind) == ["Broke it", "Mended it"]
    assert said(agent="desk") == ["Read the transcript", "Mended it"]
    assert said(since=today) == ["Read the transcript", "Broke it"]
    assert said(until=today - timedelta(days=2)) == ["Mended it"]
    assert said(words="it other") == ["Broke it"]
    assert "No line is like that." in log(client, words="nothing")


@pytest.mark.parametrize(
    "asked",
    [{"by": "nobody"}, {"kind": "0"}, {"agent": "?"}, {"since": "x"}, {"since": "2026-02-02", "until": "2026-02-01"}],
)
def test_a_filter_that_cannot_be_read_is_said(client: Client, asked: dict[str, str]) -> None:
    response = client.get(reverse("admin:audit_log"), asked)
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()


def test_pages_of_it_cost_the_same_whatever_is_in_it(client: Client, boss: Person, agent: Agent) -> None:
    audit.note(boss, agent, "0")
    log(client)
    with CaptureQueriesContext(connection) as few:
        log(client)
    people = [Person.objects.create_user(f"colleague-{number}") for number in range(5)]
    for number in range(ON_A_PAGE + 5):
        audit.note(people[number % 5], agent, str(number + 1))
    with CaptureQueriesContext(connection) as many:
        page = log(client)
    assert len(many) == len(few)
    (before,) = re.findall(r"\?before=(\d+)", page)
    assert [words for words, _name in lines(client, before=before)] == ["5", "4", "3", "2", "1", "0"]
    assert lines(client, before="x")[0][0] == "55"
