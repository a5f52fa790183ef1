"""The inspector: what it shows of a turn, to whom, in how many queries; run again; saved as a scenario."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from agents.actions import publish
from agents.live import definition
from agents.models import Field
from conversations import actions, runner, trials
from conversations.engine.effects import Call, Done
from conversations.forgetting import forget_key
from conversations.inspecting import inspection
from conversations.inspector.diverging import against_draft, against_version
from conversations.inspector.listing import BROKE, ON_A_PAGE, Wanted, listed
from conversations.inspector.path import stops
from conversations.inspector.stopping import REASONS
from conversations.inspector.transcript import ON_A_PAGE as TURNS
from conversations.inspector.transcript import transcript
from conversations.models import Conversation, Message, Scenario, Turn
from conversations.ports import default_ports
from conversations.reading import Reading
from conversations.scenario.format import parse
from conversations.scenario.home import home_of
from conversations.scenario.play import play
from conversations.scenario.script import NoActions
from conversations.scenario.shelf import STORED, text_of
from facts import catalogue
from facts.models import CatalogueKey, Person
from tests.conversations.test_trials import SETUP, agent, enter, staff

__all__ = ["agent", "staff"]

pytestmark = pytest.mark.django_db(transaction=True)

READING = {
    "flows": ["book"],
    "fields": {"guests": {"value": 3, "quote": "for 3", "confidence": 0.9}},
    "facts": [
        {"key": "profile.email", "value": "bea@example.org", "confidence": 0.7, "quote": "bea@example.org"},
        {"key": "profile.email", "value": "no@example.org", "confidence": 0.3, "quote": "perhaps"},
    ],
    "reader": "model",
}
OUTCOME = {"flow": "book", "kind": "talk", "visit": 1, "status": "ok", "code": "", "next": ""}
WORDS = "I want to book for 3, bea@example.org, perhaps"


class Reads:
    """A model that reads READING, and says what it was."""

    name = "reader-1"

    async def understand(self, effect):
        return Done(READING, (Call("understand", self.name, 1200, 1000, 40, 650, 0.0021),))

    async def speak(self, effect, on_delta):
        text = "Which address?"
        await on_delta(1, text)
        return Done(text, (Call("speak", self.name, 300, 0, 12, 240, 0.0004),))


def ports():
    return replace(default_ports(), model=Reads())


def say(conversation, text, with_model=True):
    actions.receive(conversation, f"c{conversation.messages.count()}", text)
    async_to_sync(runner.run)(conversation.pk, ports() if with_model else None)
    return conversation.turns.select_related("version").order_by("-number").first()


@pytest.fixture
def live(agent):
    publish(agent)
    agent.refresh_from_db()
    return agent


@pytest.fixture
def person(db):
    return Person.objects.create_user("bea")


@pytest.fixture
def conversation(live, person):
    return actions.start(live, person).conversation


def client_of(person, *permissions):
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def reader(staff):
    return client_of(staff, "read_transcripts")


def own(conversation):
    return Reading(conversation, is_own=True)


def others(conversation):
    return Reading(conversation, is_own=False)


def everything(found):
    return json.dumps(
        [found.input, found.said, found.understood, found.changed, found.facts, found.prompts], default=str
    )


def test_t19_every_reason_that_scenarios_expect_has_words():
    files = (Path(__file__).parents[1] / "scenarios").rglob("*.yaml")
    expected = {reason for file in files for reason in re.findall(r"stopped_reason: (\w+)", file.read_text())}
    assert {"needs_input", "step_loop"} <= expected <= REASONS.keys()


def test_steps_are_called_by_their_names(conversation):
    flow = definition(conversation.version).flows["book"]
    named = replace(flow, steps=tuple(replace(step, name=f"Step {step.id}") for step in flow.steps))
    report = {"outcomes": [{**OUTCOME, "step": "ask", "next": "quote"}, {**OUTCOME, "step": "_error"}]}
    shown = stops(report, replace(definition(conversation.version), flows={"book": named}))
    assert [(stop.step, stop.next) for stop in shown] == [("Step ask", "Step quote"), ("_error", "")]


def test_a_turn_is_shown_with_all_that_led_to_what_it_did(conversation):
    turn = say(conversation, WORDS)
    found = inspection(turn, own(conversation))
    assert found.input[0].text.text == WORDS
    assert [(stop.step, stop.status, stop.code) for stop in found.path] == [("ask", "asked", "")]
    assert 'class="diagram"' in found.pictures[0].svg
    assert "reader-1" in found.understood.reader
    (read,) = found.understood.fields
    assert (read.name, read.value.text, read.quote.text, read.confidence) == (
        "guests (Number of guests)",
        "3",
        "for 3",
        0.9,
    )
    assert [(read.name, read.before.text, read.value.text) for read in found.changed] == [
        ("guests (Number of guests)", "", "3")
    ]
    assert found.prompts[0].name == "Read the message"
    assert json.dumps(WORDS) in found.prompts[0].user
    assert (found.calls[0]["model"], found.calls[0]["ms"]) == ("reader-1", 650)
    assert found.cost == pytest.approx(0.0025)


def test_facts_say_what_was_decided_and_by_which_thresholds(conversation):
    proposed, ignored = inspection(say(conversation, WORDS), own(conversation)).facts
    assert (proposed.key, proposed.value.text) == ("profile.email", "bea@example.org")
    assert "Proposed" in proposed.verdict
    assert "0.70" in proposed.why
    assert "0.60" in proposed.why
    assert "0.85" in proposed.why
    assert "not sure enough" in ignored.verdict
    assert "0.30" in ignored.why


def test_what_was_said_literally_is_told_as_such(conversation):
    say(conversation, WORDS)
    found = inspection(say(conversation, "ann@example.org"), own(conversation))
    assert "without a model" in found.understood.reader
    assert [read.value.text for read in found.understood.fields] == ["ann@example.org"]
    assert found.prompts[0].name == "Action quote_price"


def test_sensitive_values_and_the_messages_that_hold_them_are_hidden_from_others(conversation):
    CatalogueKey.objects.update(shareable=False, sensitive=True)
    turn = say(conversation, WORDS)
    told = everything(inspection(turn, others(conversation)))
    assert "bea@example.org" not in told
    assert "bea@example.org" in everything(inspection(turn, own(conversation)))
    second = say(conversation, "zoe@example.org")
    for one in (turn, second):
        told = everything(inspection(one, others(conversation)))
        assert "bea@example.org" not in told
        assert "zoe@example.org" not in told
    assert "3" in told
    page = transcript(others(conversation))
    assert "example.org" not in repr(page)


def test_of_what_is_not_sensitive_others_read_the_prompts_whole(conversation):
    turn = say(conversation, WORDS)
    mine, theirs = (inspection(turn, reading(conversation)).prompts for reading in (own, others))
    assert mine == theirs


def test_a_statement_that_the_reading_calls_sensitive_is_hidden_though_nothing_of_it_is_kept(conversation, monkeypatch):
    said = {"key": "preference.pills", "value": "blue", "confidence": 0.2, "quote": "blue pills", "sensitive": True}
    monkeypatch.setitem(READING, "facts", [said])
    turn = say(conversation, "I want to book for 3, and take blue pills")
    told = inspection(turn, others(conversation))
    assert "pills" not in repr((told.input, told.prompts)).replace("preference.pills", "")
    assert "blue" not in everything(told)
    assert "blue pills" in everything(inspection(turn, own(conversation)))


def test_a_forgotten_turn_says_so_and_keeps_path_and_cost(conversation, person):
    turn = say(conversation, WORDS)
    forget_key(person, "profile.email")
    turn.refresh_from_db()
    found = inspection(turn, own(conversation))
    assert found.is_forgotten
    assert found.path
    assert found.cost > 0
    assert "forgotten" in found.faults[0].what
    assert against_draft(turn, own(conversation)).is_forgotten


def test_a_turn_that_broke_says_so(conversation):
    turn = say(conversation, WORDS)
    Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.FAILED)
    turn.refresh_from_db()
    assert "engine broke" in inspection(turn, own(conversation)).faults[0].what


def test_run_again_with_the_same_it_goes_as_it_did(conversation, live):
    turn = say(conversation, WORDS)
    assert against_version(turn, own(conversation), live.live).agrees
    assert against_draft(turn, own(conversation)).agrees


def test_run_again_with_another_draft_the_first_thing_that_is_asked_otherwise_is_shown(conversation, live):
    turn = say(conversation, WORDS)
    Field.objects.filter(agent=live, slug="guests").update(description="People who stay")
    before = Message.objects.count(), Turn.objects.count()
    found = against_draft(turn, own(conversation))
    assert not found.agrees
    assert found.same == 0
    assert "Number of guests" in found.then.system
    assert "People who stay" in found.now.system
    (mark, then), (other, now) = found.lines
    assert (mark, other) == ("-", "+")
    assert "Number of guests" in then
    assert "People who stay" in now
    assert (Message.objects.count(), Turn.objects.count()) == before


def test_what_is_asked_no_more_is_shown_with_what_comes_out_otherwise(conversation, live):
    say(conversation, WORDS)
    say(conversation, "ann@example.org")
    steps = live.flows.get().steps
    steps.filter(slug__in=["quote", "hold"]).delete()
    steps.filter(slug="price").update(say="It is free.")
    found = against_draft(conversation.turns.select_related("version").get(number=2), own(conversation))
    assert found.then.name == "Action quote_price"
    assert found.now is None
    whats = [str(difference.what) for difference in found.differences]
    assert whats == ["What the agent said", "The path", "Why it stopped"]
    assert found.differences[0].now.text == "It is free."


def test_a_draft_with_errors_is_not_run_and_the_errors_are_said(conversation, live):
    turn = say(conversation, WORDS)
    live.flows.get().steps.filter(slug="quote").update(action="nowhere")
    found = against_draft(turn, own(conversation))
    assert found.problems
    assert not found.agrees
    assert "nowhere" in str(found.problems)


def pages_of(conversation):
    return [
        reverse("admin:transcript", args=[conversation.pk]),
        reverse("admin:inspected_turn", args=[conversation.pk, 1]),
        reverse("admin:turn_panels", args=[conversation.pk, 1]),
    ]


def test_a_conversation_is_read_with_the_permission_and_each_look_is_kept_once_an_hour(conversation, reader, staff):
    say(conversation, WORDS)
    for address in pages_of(conversation):
        assert reader.get(address).status_code == 200, address
    (look,) = LogEntry.objects.all()
    assert (look.user, look.object_id) == (staff, str(conversation.pk))
    assert look.change_message == "Read the transcript"
    LogEntry.objects.update(action_time=timezone.now() - timedelta(hours=2))
    reader.get(pages_of(conversation)[0])
    assert LogEntry.objects.count() == 2


def test_without_the_permission_nothing_is_shown_and_no_look_is_kept(conversation):
    say(conversation, WORDS)
    other = client_of(Person.objects.create_user("other", is_staff=True), "view_turn", "view_conversation")
    for address in (*pages_of(conversation), reverse("admin:transcripts")):
        assert other.get(address).status_code == 403
        assert Client().get(address).status_code == 302
    assert not LogEntry.objects.exists()


def test_a_trial_is_for_whoever_began_it(agent, staff):
    conversation = trials.begin(agent, staff, SETUP)
    say(conversation, WORDS)
    mine = client_of(staff, "change_agent")
    other = client_of(
        Person.objects.create_user("other", is_staff=True, is_superuser=True), "change_agent", "read_transcripts"
    )
    for address in pages_of(conversation):
        assert (mine.get(address).status_code, other.get(address).status_code) == (200, 404)
    assert not LogEntry.objects.exists()
    assert mine.get(reverse("admin:trial", args=[conversation.pk])).content.count(b"data-turn=") == 1
    assert enter(staff, conversation)


@pytest.mark.parametrize("against", ["draft", "1"])
def test_the_page_runs_it_again(conversation, reader, live, against):
    say(conversation, WORDS)
    address = reverse("admin:inspected_turn", args=[conversation.pk, 1])
    assert "It goes as it did" in reader.get(address, {"against": against}).content.decode()


@pytest.mark.parametrize("against", ["99", "x", "-1", "9999999999999"])
def test_a_version_that_is_not_there_is_not_found(conversation, reader, against):
    say(conversation, WORDS)
    assert (
        reader.get(reverse("admin:inspected_turn", args=[conversation.pk, 1]), {"against": against}).status_code == 404
    )


def test_a_turn_that_is_not_there_is_not_found(conversation, reader):
    assert reader.get(reverse("admin:inspected_turn", args=[conversation.pk, 7])).status_code == 404


def queries(read):
    with CaptureQueriesContext(
        connection,
    ) as seen:
        read()
    return len(seen)


def test_a_page_of_turns_and_a_turn_take_as_many_queries_however_long_it_is(conversation):
    first = say(conversation, WORDS)
    short = queries(lambda: transcript(others(conversation))), queries(lambda: inspection(first, others(conversation)))
    for number in range(TURNS + 4):
        say(conversation, f"hello {number}", with_model=False)
    page = transcript(others(conversation))
    assert len([line for line in page.lines if line.turn]) == TURNS
    assert page.before == 6
    assert [line.turn.number for line in transcript(others(conversation), before=6).lines] == [5, 4, 3, 2, 1]
    last = conversation.turns.select_related("version").order_by("-number").first()
    long = queries(lambda: transcript(others(conversation))), queries(lambda: inspection(last, others(conversation)))
    assert long[0] <= short[0] + 1
    assert long[1] <= short[1] + 2
    assert max(long) <= 14


def many(live, count):
    at = timezone.now()
    keyring = Conversation.objects.first().keyring
    Conversation.objects.bulk_create(
        Conversation(agent=live, version=live.live, keyring=keyring, created_at=at - timedelta(minutes=number // 3))
        for number in range(count)
    )


def test_the_list_is_paged_without_counting_and_shows_each_once(conversation, live):
    many(live, 3 * ON_A_PAGE)
    seen, after = [], ""
    while True:
        page = listed(Wanted(), after)
        seen += [line.conversation.pk for line in page.lines]
        if not page.after:
            break
        after = page.after
    assert len(seen) == len(set(seen)) == 3 * ON_A_PAGE + 1
    with CaptureQueriesContext(connection) as used:
        listed(Wanted(live, 1), page.after)
    assert len(used) == 3
    assert not any("COUNT(*)" in query["sql"] for query in used if '"conversations_turn"' not in query["sql"])


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL reads so few rows without an index")
def test_the_list_is_read_along_an_index(conversation, live):
    with CaptureQueriesContext(connection) as used:
        listed(Wanted())
        listed(Wanted(live))
    plans = []
    with connection.cursor() as cursor:
        for sql in (query["sql"] for query in used if "ORDER BY" in query["sql"]):
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plans.append(str(cursor.fetchall()))
    assert "conversations_by_activity" in plans[0]
    assert "conversations_of_agent" in plans[1]
    assert not any("TEMP B-TREE" in plan for plan in plans)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL reads so few rows without an index")
def test_turns_that_stopped_in_some_way_are_told_by_an_index_alone(conversation):
    for reason in (BROKE, "needs_input"):
        with CaptureQueriesContext(connection) as found:
            listed(Wanted(reason=reason))
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {found[0]['sql']}")
            assert "USING COVERING INDEX turns_by_ending" in str(cursor.fetchall())


def test_the_list_is_filtered(conversation, live):
    turn = say(conversation, WORDS)
    many(live, 3)
    assert len(listed(Wanted()).lines) == 4
    assert len(listed(Wanted(reason="needs_input")).lines) == 1
    assert not listed(Wanted(reason=BROKE)).lines
    Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.FAILED)
    (line,) = listed(Wanted(reason=BROKE)).lines
    assert (line.conversation.pk, line.reason, line.broken) == (conversation.pk, "needs_input", 1)
    today = line.at.date()
    assert listed(Wanted(day=today)).lines
    assert not listed(Wanted(day=today - timedelta(days=3))).lines
    assert not listed(Wanted(live, 2)).lines


def test_trials_are_not_in_the_list(agent, staff):
    trials.begin(agent, staff, SETUP)
    assert not listed(Wanted()).lines


@pytest.mark.parametrize("after", ["x", "2026-01-01", "_", "2026-01-01T00:00:00+00:00_x", "2026-01-01T00:00:00_"])
def test_a_place_that_is_none_is_the_beginning(conversation, after):
    assert len(listed(Wanted(), after).lines) == 1


@pytest.mark.parametrize(
    "asked", [{"agent": "nobody"}, {"version": "x"}, {"day": "yesterday"}, {"day": "0001-01-01"}, {"reason": "why"}]
)
def test_a_filter_that_cannot_be_read_is_said(conversation, reader, asked):
    answer = reader.get(reverse("admin:transcripts"), asked)
    assert answer.status_code == 400
    assert b'role="alert"' in answer.content


def test_the_list_leads_to_each_conversation(conversation, reader):
    say(conversation, WORDS)
    shown = reader.get(reverse("admin:transcripts")).content.decode()
    assert reverse("admin:transcript", args=[conversation.pk]) in shown
    assert "bea@example.org" not in shown
    assert reverse("admin:transcripts") in reader.get(reverse("admin:index")).content.decode()


def test_a_trial_is_saved_as_a_scenario_that_passes_and_stays(agent, staff):
    conversation = trials.begin(agent, staff, SETUP)
    say(conversation, "wants to book", with_model=False)
    say(conversation, "3", with_model=False)
    trials.jump(enter(staff, conversation), timedelta(days=2, seconds=1))
    mine = client_of(staff, "change_agent")
    answer = mine.post(reverse("admin:save_scenario", args=[conversation.pk]), {"name": " Booked "}, follow=True)
    assert b"Saved as the scenario" in answer.content
    trials.end(enter(staff, conversation))
    saved = Scenario.objects.get()
    assert (saved.name, saved.agent, saved.source, saved.by) == ("Booked", agent, None, staff)
    text = text_of(saved)
    assert "It is 240." in text
    assert f"agent: {agent.slug}" in text
    assert play(parse(text, STORED, home_of(agent)), others=NoActions()).differences == ()


def test_saving_needs_the_permission_to_change_the_agent(conversation, reader, staff):
    say(conversation, WORDS)
    address = reverse("admin:save_scenario", args=[conversation.pk])
    assert reader.post(address).status_code == 403
    assert client_of(staff, "change_agent").post(address).status_code == 403
    assert client_of(staff, "change_agent", "read_transcripts").post(address).status_code == 302
    assert Scenario.objects.count() == 1
    assert LogEntry.objects.filter(change_message="Saved a conversation as a scenario.").count() == 1
    assert reader.get(address).status_code == 405


def test_what_is_sensitive_is_saved_of_an_own_trial_only(conversation, agent, staff):
    CatalogueKey.objects.update(shareable=False, sensitive=True)
    say(conversation, WORDS)
    address = reverse("admin:save_scenario", args=[conversation.pk])
    answer = client_of(staff, "change_agent", "read_transcripts").post(address, follow=True)
    assert b"something sensitive" in answer.content
    assert not Scenario.objects.exists()
    trial = trials.begin(agent, staff, SETUP)
    say(trial, WORDS)
    client_of(staff, "change_agent").post(reverse("admin:save_scenario", args=[trial.pk]))
    assert Scenario.objects.count() == 1


def test_what_was_forgotten_or_never_happened_is_not_saved(conversation, staff, person):
    editor = client_of(staff, "change_agent", "read_transcripts")
    address = reverse("admin:save_scenario", args=[conversation.pk])
    assert b"Nothing has happened" in editor.post(address, follow=True).content
    say(conversation, WORDS)
    forget_key(person, "profile.email")
    assert b"forgotten" in editor.post(address, follow=True).content
    assert not Scenario.objects.exists()
    assert catalogue.load()
