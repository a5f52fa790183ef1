"""The admin's pages of those who wait for a person: no hand-off is a dead end (T11)."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from conversations import actions, serving
from conversations.actions import give_back, receive, staff_say, start
from conversations.admin import LIST, PAGE
from conversations.engine.state import Known, State, dump
from conversations.models import Conversation, Event, Message, Turn
from facts.models import Person

SECRET = "my number is 079 111"


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What those who listen are told, and which conversations are run."""
    told: list[Any] = []
    monkeypatch.setattr(serving, "announce", lambda conversation, frame: told.append(frame["text"]))
    monkeypatch.setattr(serving, "answer_soon", told.append)
    return told


@pytest.fixture
def handed_off(conversation: Conversation) -> Conversation:
    Conversation.objects.filter(pk=conversation.pk).update(handed_off=True)
    conversation.refresh_from_db()
    receive(conversation, "c1", SECRET)
    return conversation


def client_with(*permissions: str) -> Client:
    person = Person.objects.create_user("colleague", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def staff(db: None) -> Client:
    return client_with("view_conversation", "change_conversation")


def page(conversation: Any) -> str:
    return reverse(PAGE, args=[conversation.pk])


def seen_on(response: Any) -> str:
    """The `seq` up to which the page's form says that it was read."""
    return re.findall(r'name="seen" value="(\d+)"', text(response))[0]


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def test_the_list_shows_who_waits_and_none_of_their_words(staff, handed_off):
    listed = text(staff.get(reverse(LIST)))
    assert "The desk" in listed
    assert page(handed_off) in listed
    assert "079 111" not in listed


def test_an_empty_list_says_so_and_shows_no_other_conversations(staff, conversation):
    listed = text(staff.get(reverse(LIST)))
    assert "Nobody asks for a person." in listed
    assert str(conversation.pk) not in listed


def test_the_page_shows_the_log_and_after_an_answer_the_answer(staff, handed_off, told):
    shown = text(staff.get(page(handed_off)))
    assert SECRET in shown
    assert '<form method="post"' in shown
    answered = staff.post(page(handed_off), {"client_id": "s1", "text": "I am <b>here</b>."}, follow=True)
    assert "I am &lt;b&gt;here&lt;/b&gt;." in text(answered)
    assert told == ["I am <b>here</b>."]
    message = Message.objects.get(role="staff")
    assert (message.seq, message.client_id) == (2, "s1")


def test_an_answer_that_is_sent_twice_is_one_message(staff, handed_off):
    for _ in range(2):
        assert staff.post(page(handed_off), {"client_id": "s1", "text": "Hello"}).status_code == 302
    assert Message.objects.filter(role="staff").count() == 1


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [("", 400, "Write a message first."), ("x" * 8001, 413, "Shorten the message to 8,000 characters at most.")],
)
def test_what_cannot_be_sent_stays_in_the_box_with_the_reason(staff, handed_off, words, status, why):
    response = staff.post(page(handed_off), {"client_id": "s1", "text": words})
    assert (response.status_code, why in text(response), words in text(response)) == (status, True, True)
    assert not Message.objects.filter(role="staff").exists()


BERN = {"key": "profile.city", "label": "City", "value": "Bern", "sensitive": False}


def test_the_page_keeps_to_itself_what_is_remembered_about_the_person(staff, handed_off):
    sealed = Message.sealed(handed_off.keyring, text="", fact={"kind": "written", "id": "1", **BERN})
    Message.objects.create(conversation=handed_off, seq=2, role="system", key="_fact:1", **sealed)
    assert "Bern" not in text(staff.get(page(handed_off)))


def test_handing_back_stores_the_event_starts_the_turn_and_leads_to_the_list(staff, handed_off, told):
    response = staff.post(page(handed_off), {"give_back": "1", "seen": "1"}, follow=True)
    assert response.redirect_chain == [(reverse(LIST), 302)]
    assert "Given back." in text(response)
    assert (Event.objects.get().name, told) == ("_give_back", [handed_off.pk])


def test_t11_what_the_page_has_not_shown_is_shown_before_it_is_handed_back(staff, handed_off, told):
    shown = seen_on(staff.get(page(handed_off)))
    receive(handed_off, "c2", "I am allergic to nuts.")
    response = staff.post(page(handed_off), {"give_back": "1", "seen": shown})
    assert response.status_code == 409
    assert "Read it before you hand back." in text(response)
    assert "I am allergic to nuts." in text(response)
    assert (Event.objects.count(), told) == (0, [])
    assert staff.post(page(handed_off), {"give_back": "1", "seen": seen_on(response)}).status_code == 302
    assert Event.objects.count() == 1


@pytest.mark.parametrize("seen", [{}, {"seen": "x"}, {"seen": "9" * 30}])
def test_handing_back_without_saying_what_was_seen_has_seen_nothing(staff, handed_off, seen):
    assert staff.post(page(handed_off), {"give_back": "1", **seen}).status_code == 409
    assert not Event.objects.exists()


def test_an_answer_that_was_typed_but_not_sent_keeps_the_conversation_from_being_handed_back(staff, handed_off):
    response = staff.post(page(handed_off), {"give_back": "1", "seen": "1", "text": "half an ans"})
    assert response.status_code == 409
    assert "Your answer was not sent." in text(response)
    assert "half an ans" in text(response)
    assert not Event.objects.exists()


def test_looking_for_new_messages_keeps_what_is_typed_and_sends_nothing(staff, handed_off):
    receive(handed_off, "c2", "Hello?")
    response = staff.post(page(handed_off), {"look": "1", "client_id": "s1", "text": "half an ans"})
    assert ("Hello?" in text(response), "half an ans" in text(response)) == (True, True)
    assert not Message.objects.filter(role="staff").exists()


def test_an_answer_that_comes_after_the_hand_back_is_not_sent_and_stays_to_be_copied(staff, handed_off, told):
    give_back(handed_off)
    response = staff.post(page(handed_off), {"client_id": "s1", "text": "Nuts are <b>out</b>."})
    assert response.status_code == 409
    assert "Nuts are &lt;b&gt;out&lt;/b&gt;." in text(response)
    assert "handed back to the agent meanwhile" in text(response)
    assert (Message.objects.filter(role="staff").count(), told) == (0, [])


def test_an_answer_that_meets_the_hand_back_under_way_stays_to_be_copied(staff, handed_off, monkeypatch):
    def late(conversation: Any, text: str, *, client_id: str) -> Message:
        give_back(conversation)
        return staff_say(conversation, text, client_id=client_id)

    monkeypatch.setattr(actions, "staff_say", late)
    response = staff.post(page(handed_off), {"client_id": "s1", "text": "Nuts are out."})
    assert (response.status_code, "Nuts are out." in text(response)) == (409, True)


def test_an_answer_that_was_sent_before_the_hand_back_is_not_said_to_be_lost(staff, handed_off):
    staff.post(page(handed_off), {"client_id": "s1", "text": "Hello"})
    give_back(handed_off)
    again = staff.post(page(handed_off), {"client_id": "s1", "text": "Hello"}, follow=True)
    assert again.redirect_chain == [(reverse(LIST), 302)]


def test_a_page_that_a_colleague_has_given_back_leads_to_the_list(staff, handed_off):
    give_back(handed_off)
    for response in (
        staff.get(page(handed_off), follow=True),
        staff.post(page(handed_off), {"client_id": "s1", "text": " "}, follow=True),
        staff.post(page(handed_off), {"give_back": "1"}, follow=True),
    ):
        assert response.redirect_chain == [(reverse(LIST), 302)]
        assert "it was given back already" in text(response)
    assert Event.objects.count() == 1
    assert not Message.objects.filter(role="staff").exists()


def test_times_are_in_the_zone_of_the_colleague_and_name_it(staff, handed_off):
    Message.objects.update(at=datetime(2026, 3, 2, 12, 30, tzinfo=UTC))
    shown = text(staff.get(page(handed_off)))
    assert ("2 March 2026, 12:30" in shown, "Times are in UTC." in shown) == (True, True)
    Person.objects.filter(username="colleague").update(timezone="Asia/Kathmandu")
    shown = text(staff.get(page(handed_off)))
    assert ("2 March 2026, 18:15" in shown, "Times are in Asia/Kathmandu." in shown) == (True, True)


def test_the_list_says_since_when_they_wait_and_how_much_nobody_answered(staff, handed_off):
    Person.objects.filter(username="colleague").update(timezone="Asia/Kathmandu")
    Turn.objects.create(
        conversation=handed_off, number=1, kind="message", input_id="1", version=handed_off.version, status="done",
        done_at=datetime(2026, 3, 2, 12, 30, tzinfo=UTC),
    )  # fmt: skip
    listed = text(staff.get(reverse(LIST)))
    assert "since 2 March 2026, 18:15 (Asia/Kathmandu)," in listed
    assert "1 that nobody answered" in listed
    Message.objects.update(turn=Turn.objects.get())
    assert "none since the hand-off" in text(staff.get(reverse(LIST)))
    Message.objects.update(turn=None)
    staff_say(handed_off, "Hello", client_id="s1")
    assert "answered, has not written since" in text(staff.get(reverse(LIST)))


def test_the_page_says_who_it_is_and_what_was_understood(staff, handed_off, ann):
    assert "Nothing yet." in text(staff.get(page(handed_off)))
    Person.objects.filter(pk=ann.pk).update(first_name="Ann", last_name="<Lee>")
    state = State(data={"guests": Known(7, "reading")})
    Conversation.objects.filter(pk=handed_off.pk).update(**Conversation.sealed(handed_off.keyring, state=dump(state)))
    shown = text(staff.get(page(handed_off)))
    assert "Ann &lt;Lee&gt;" in shown
    assert re.search(r"guests</bdi></dt>.*>7</bdi>", shown)


def test_of_a_visitor_the_page_says_that_it_is_one(staff, agent):
    row = start(agent).conversation
    Conversation.objects.filter(pk=row.pk).update(handed_off=True)
    assert "A visitor without an account" in text(staff.get(page(row)))


def test_who_may_only_look_gets_no_box_and_may_send_nothing(handed_off):
    looker = client_with("view_conversation")
    assert '<form method="post" action' not in text(looker.get(page(handed_off)))
    for posted in ({"client_id": "s1", "text": "Hello"}, {"give_back": "1"}):
        assert looker.post(page(handed_off), posted).status_code == 403
    handed_off.refresh_from_db()
    assert handed_off.handed_off
    assert not Message.objects.filter(role="staff").exists()


@pytest.mark.parametrize("who", ["staff without permission", "owner"])
def test_without_permission_nothing_is_there(handed_off, ann, who):
    client = client_with()
    if who == "owner":
        client.force_login(ann)
    for path in (reverse(LIST), page(handed_off)):
        response = client.get(path)
        assert response.status_code in (302, 403)
        assert "079 111" not in text(response)
    assert client.post(page(handed_off), {"give_back": "1"}).status_code in (302, 403)
    assert not Event.objects.exists()


def test_conversations_are_neither_added_nor_deleted_there(staff, handed_off):
    assert staff.get(reverse("admin:conversations_conversation_add")).status_code == 403
    assert staff.post(reverse("admin:conversations_conversation_delete", args=[handed_off.pk])).status_code == 403


def test_a_long_log_comes_in_pages(staff, handed_off):
    for number in range(60):
        staff_say(handed_off, f"line {number}.", client_id=f"s{number}")
    latest = text(staff.get(page(handed_off)))
    assert ("line 59." in latest, "line 3." in latest) == (True, False)
    earlier = re.search(r'href="(\?before=\d+)"', latest)
    assert earlier is not None
    assert "line 3." in text(staff.get(page(handed_off) + earlier[1]))
