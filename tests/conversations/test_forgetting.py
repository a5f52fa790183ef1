"""Forgetting a fact, a person, a conversation (F20): taken from whoever runs it, gone from wherever the words stand."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.authtoken.models import Token

from conversations import actions, forgetting, frames, live, log, runner, serving, traces, worker
from conversations.actions import Refused, receive, report_event, staff_say, start
from conversations.clock import now
from conversations.database import hop
from conversations.engine.effects import Act, Failed, Speak
from conversations.engine.report import AgentMessage
from conversations.engine.state import Known, Queued, Run, State, dump
from conversations.inbox import look, state_of
from conversations.known import origin_of
from conversations.models import Conversation, Event, JournalRow, Message, Timer, Turn
from conversations.ports import Crash
from conversations.visitors import keep_token
from facts import queries
from facts.actions import record
from facts.catalogue import import_catalogue
from facts.decisions import NotFound
from facts.models import Entry, Keyring, Person, Receipt
from facts.policy import Candidate
from tests.conversations import test_socket
from tests.conversations.engines import World, crash_at, echo, park, story
from tests.conversations.test_socket import frames_until, session_of

connect, world = test_socket.connect, test_socket.world
"""Fixtures."""
AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
run = async_to_sync(runner.run)


@pytest.fixture
def catalogue(db: None) -> None:
    import_catalogue({"catalogue": [{"key": "profile.city", "label": "City"}, {"key": "profile.trade"}]})


@pytest.fixture
def told(conversation: Conversation, ann: Person, catalogue: None) -> Conversation:
    """Ann's conversation, in which she has said where she lives, and the agent has repeated it."""
    said = receive(conversation, "c1", "Hello, I live in Bern")
    receive(conversation, "c2", "a room for 2")
    run(conversation.pk, World().ports(echo))
    noted = record(ann, [city(str(said.seq))], origin=origin_of(conversation.pk), at=AT)
    card = {"kind": "written", "id": str(noted.written[0].entry), "key": "profile.city", "value": "Bern"}
    Message.objects.create(
        conversation=conversation,
        seq=4,
        role="system",
        key="_fact:1",
        **Message.sealed(conversation.keyring, text="", fact=card),
    )
    Conversation.objects.filter(pk=conversation.pk).update(seq=4)
    conversation.refresh_from_db()
    return conversation


def city(message: str = "", value: str = "Bern") -> Candidate:
    quote = f"I live in {value}"
    return Candidate(key="profile.city", value=value, confidence=0.95, quote=quote, message=message)


def texts(conversation: Conversation) -> list[Any]:
    rows = conversation.messages.order_by("seq")
    return [None if row.forgotten else row.opened("text", conversation.keyring) for row in rows]


# What goes with a key, and what stays


def test_f20_messages_that_hold_the_words_keep_their_place_and_lose_their_text(told, ann):
    receipt = forgetting.forget_key(ann, "profile.city")
    assert texts(told) == [None, "a room for 2", None, None]
    for row in told.messages.filter(forgotten=True):
        assert row.opened("text", told.keyring) == ""
        assert (row.tap, row.quick_replies, row.fact) == (None, None, None)
    assert [frame.get("forgotten") for frame in frames.messages(told.messages.all(), told.keyring)] == [
        *(True, None, True, True)
    ]
    assert (receipt.what, receipt.person, receipt.because) == ("key", ann, "asked")
    assert receipt.rows > 5
    assert queries.current(ann, AT) == []


def test_f20_the_message_a_derived_value_came_from_goes_even_if_neither_stands_in_it(told, ann):
    record(ann, [Candidate("profile.trade", "VD", 0.9, "by the lake", message="2")], origin=origin_of(told.pk), at=AT)
    forgetting.forget_key(ann, "profile.trade")
    assert texts(told)[1] is None
    assert texts(told)[0] == "Hello, I live in Bern"


def test_f20_a_tapped_reply_with_the_value_goes(told, ann):
    receive(told, "c3", field="city", value="Bern")
    forgetting.forget_key(ann, "profile.city")
    assert texts(told)[4] is None
    assert told.messages.get(seq=5).tap is None


def test_f20_another_conversation_of_the_same_person_is_swept_too_and_nobody_elses(told, ann, ben, agent):
    other, bens = start(agent, ann).conversation, start(agent, ben).conversation
    for conversation in (other, bens):
        receive(conversation, "c1", "Bern, as ever")
    forgetting.forget_key(ann, "profile.city")
    assert texts(other) == [None]
    assert texts(bens) == ["Bern, as ever"]


def test_f20_no_journal_is_left_and_no_report_that_holds_words(told, ann):
    assert JournalRow.objects.exists()
    forgetting.forget_key(ann, "profile.city")
    assert not JournalRow.objects.exists()
    turn = told.turns.get()
    report = turn.opened("report", told.keyring)
    assert (turn.status, report["status"], report["stopped_reason"]) == ("done", "done", "needs_input")
    assert "Bern" not in json.dumps(report)
    assert (report["messages"], report["data"]) == ([], {})


def test_f20_the_state_loses_the_values_that_hold_the_words(told, ann):
    state = State(
        data={
            "town": Known("Bern", "reading", "in Bern"),
            "guests": Known(2, "reading", "2 in Bern"),
            "wishes": Known(["a view of Bern", "quiet"], "reading"),
        },
        floor=Run("1", "hello", "1", saved={"from": "Bern", "total": 3}, event={"city": {"name": "Bern"}}),
        queued=(Queued("other", "1", input={"city": "Bern", "n": 1}),),
    )
    sealed = Conversation.sealed(
        told.keyring, state=dump(state), context={"town": "Bern", "plan": "pro"}, given={"town": "BERN"}
    )
    Conversation.objects.filter(pk=told.pk).update(**sealed)
    forgetting.forget_key(ann, "profile.city")
    told.refresh_from_db()
    left = state_of(told)
    assert left.data == {"guests": Known(2, "reading")}
    assert left.floor
    assert (left.floor.saved, left.floor.event) == ({"total": 3}, {})
    assert left.queued[0].input == {"n": 1}
    assert told.opened("context", told.keyring) == {"plan": "pro"}
    assert told.opened("given", told.keyring) == {}


def test_f20_an_event_loses_what_holds_the_words(told, ann):
    report_event(told, "e1", name="moved", payload={"to": "Bern", "by": "car"})
    forgetting.forget_key(ann, "profile.city")
    assert told.events.get().opened("payload", told.keyring) == {"by": "car"}


def test_f20_what_is_not_known_cannot_be_forgotten_and_leaves_no_receipt(told, ann, ben):
    before = Conversation.objects.get(pk=told.pk).epoch
    with pytest.raises(NotFound):
        forgetting.forget_key(ben, "profile.city")
    with pytest.raises(NotFound):
        forgetting.forget_key(ann, "profile.trade")
    assert not Receipt.objects.exists()
    assert Conversation.objects.get(pk=told.pk).epoch == before


def test_f20_what_would_go_is_said_beforehand(told, ann):
    assert forgetting.extent(ann, "Profile.City") == forgetting.Extent("profile.city", entries=1, messages=3)
    assert texts(told)[0] == "Hello, I live in Bern"


def test_f20_a_forgotten_message_is_not_read_again_not_shown_as_last_and_asks_nothing(told, ann):
    receive(told, "c3", "in Bern")
    forgetting.forget_key(ann, "profile.city")
    told.refresh_from_db()
    assert look(told, now()) is None
    assert worker.due(now() + worker.GRACE) == []
    assert [last.words for last in log.last_of([told])] == ["a room for 2"]
    page = log.page_of(told)
    assert page.question
    assert page.question["seq"] == 2
    receive(told, "c4", "and now?")
    run(told.pk, World().ports(echo))
    assert texts(told)[-1] == "and now?"
    [waiting] = told.messages.filter(role="user", turn=None)
    assert waiting.client_id == "c3"


# Whoever runs it


def _forget_while(told: Conversation, forget: Any, engine: Any = story, says: str = "pay") -> World:
    """A turn during which the model is asked, and meanwhile `forget` is called."""
    asked = World()

    async def meanwhile() -> None:
        asked.before_speaking = None
        await hop(forget)

    asked.before_speaking = meanwhile
    if says:
        receive(told, "c3", says)
    run(told.pk, asked.ports(engine))
    return asked


def test_f20_a_turn_that_is_under_way_cannot_bring_the_words_back(told, ann):
    asked = _forget_while(told, lambda: forgetting.forget_key(ann, "profile.city"))
    assert asked.spoken == 1
    turn = told.turns.get(number=2)
    assert (turn.status, turn.stopped_reason) == ("forgotten", "forgotten")
    assert turn.done_at
    assert turn.opened("report", told.keyring)["status"] == "forgotten"
    assert not JournalRow.objects.exists()
    assert texts(told) == [None, "a room for 2", None, None, "pay"]
    told.refresh_from_db()
    assert told.lease_until is None
    assert worker.due(now() + worker.GRACE) == []


def speaks(definition: Any, turn: Any) -> Any:
    """Speaks and does nothing else."""
    yield Speak(key=f"said#{turn.id}", flow="", step="", otherwise="", language="en")
    return (yield from echo(definition, turn))


def test_f20_t33_what_an_interrupted_turn_was_about_is_read_again_if_no_action_ran(told, ann):
    _forget_while(told, lambda: forgetting.forget_key(ann, "profile.city"), speaks)
    assert told.turns.get(number=2).status == "forgotten"
    assert worker.due(now() + worker.GRACE) == [told.pk]
    run(told.pk, World().ports(echo))
    assert texts(told)[-2:] == ["pay", "pay"]


def test_f20_t44_a_timer_whose_turn_was_interrupted_fires_again(told, ann):
    timer = park(told, "t", now())
    _forget_while(told, lambda: forgetting.forget_key(ann, "profile.city"), speaks, says="")
    timer.refresh_from_db()
    assert timer.done_at is None
    run(told.pk, World().ports(echo))
    assert [(turn.kind, turn.status) for turn in told.turns.all()][1:] == [("timer", "forgotten"), ("timer", "done")]


@pytest.mark.parametrize(("same_key", "calls", "reply"), [(False, 1, "in_doubt"), (True, 2, "{'paid': True}")])
@pytest.mark.parametrize("what", ["timer", "event"])
def test_f20_t47_a_run_whose_action_was_begun_goes_on_and_never_acts_twice_under_another_key(
    told, ann, what, same_key, calls, reply
):
    if what == "timer":
        park(told, "t", now())
    else:
        report_event(told, "e1", name="paid", payload={})
    asked = World(same_key=same_key)

    async def meanwhile() -> None:
        asked.before_speaking = None
        await hop(forgetting.forget_key, ann, "profile.city")

    asked.before_speaking = meanwhile
    run(told.pk, asked.ports(acts))
    assert worker.due(now() + worker.GRACE) == [told.pk]
    record(ann, [city()], origin="", at=AT)
    forgetting.forget_key(ann, "profile.city")
    run(told.pk, asked.ports(acts))
    assert [turn.status for turn in told.turns.all()] == ["done", "forgotten", "done"]
    assert len(asked.acted) == calls
    assert len(set(asked.acted)) == 1
    assert texts(told)[-1] == f"Thank you {reply}"


def acts(definition: Any, turn: Any) -> Any:
    """A run that pays where it stood, under the key of its own step, and says so."""
    paid = yield Act("charge_card", {"city": "Bern"}, key=f"{turn.conversation}/hello#1:pay:1")
    said = yield Speak(key=f"reply#{turn.id}", flow="", step="", otherwise="", language="en")
    result = yield from echo(definition, turn)
    what = paid.code if isinstance(paid, Failed) else paid.value
    message = AgentMessage(key=f"reply#{turn.id}", flow="", step="", text=f"{said.value} {what}")
    return replace(result, messages=(message,))


def test_f20_what_is_left_of_an_action_in_doubt_holds_no_word(told, ann):
    park(told, "t", now())
    _forget_while(told, lambda: forgetting.forget_key(ann, "profile.city"), acts, says="")
    [row] = JournalRow.objects.all()
    assert (row.kind, row.opened("content", told.keyring)) == ("doubt", {})
    forgetting.forget_conversation(told)
    assert not JournalRow.objects.exists()


def test_f20_what_was_looked_at_before_the_locks_is_not_looked_at_again(told, ann, monkeypatch):
    looked: list[bool] = []
    holds = traces._Messages.__call__

    def look(self: Any, row: Message) -> bool:
        looked.append(connection.in_atomic_block and len(connection.savepoint_ids) > outside)
        return holds(self, row)

    outside = len(connection.savepoint_ids)
    monkeypatch.setattr(traces._Messages, "__call__", look)
    forgetting.forget_key(ann, "profile.city")
    assert looked == [False] * 4


@pytest.mark.parametrize("more", ["a message", "a conversation", "another value"])
def test_f20_what_comes_between_the_look_and_the_locks_goes_too(told, ann, agent, monkeypatch, more):
    receive(told, "c3", "or Thun")
    find, begun = traces.find, []

    def late(*given: Any) -> Any:
        found = find(*given)
        if not begun:
            begun.append(start(agent, ann).conversation if more == "a conversation" else told)
            if more == "another value":
                record(ann, [replace(city(value="Thun"), change=True)], origin="", at=AT)
            receive(begun[0], "c9", "In BERN, as I said")
            report_event(begun[0], "e9", name="moved", payload={"to": "Bern"})
        return found

    monkeypatch.setattr(traces, "find", late)
    forgetting.forget_key(ann, "profile.city")
    assert texts(begun[0])[-1] is None
    assert Event.objects.get().opened("payload", told.keyring) == {}
    assert texts(told)[:5] == [None, "a room for 2", None, None, None if more == "another value" else "or Thun"]


def test_f20_after_a_turn_was_interrupted_the_next_message_is_answered(told, ann):
    _forget_while(told, lambda: forgetting.forget_key(ann, "profile.city"))
    receive(told, "c4", "still there?")
    run(told.pk, World().ports(echo))
    assert texts(told)[-1] == "still there?"
    assert [turn.status for turn in told.turns.all()] == ["done", "forgotten", "done"]


def test_f20_the_turn_of_a_process_that_died_is_not_resumed_over_a_journal_with_the_words(told, ann):
    receive(told, "c3", "pay")
    with pytest.raises(Crash):
        run(told.pk, World().ports(after_effect=crash_at("understand", "after")))
    open_turn = told.turns.get(status="open")
    assert "Bern" in json.dumps(open_turn.journal.get(n=0).opened("content", told.keyring))
    forgetting.forget_key(ann, "profile.city")
    assert not JournalRow.objects.exists()
    open_turn.refresh_from_db()
    assert open_turn.status == "forgotten"
    asked = World()
    run(told.pk, asked.ports(story))
    assert (asked.understood, asked.spoken) == (1, 1)
    rows = JournalRow.objects.all()
    assert {row.turn_id for row in rows} == {told.turns.get(status="done", number__gt=1).pk}
    assert "Bern" not in json.dumps([row.opened("content", told.keyring) for row in rows])


@pytest.mark.parametrize("what", ["conversation", "person"])
def test_f20_a_turn_whose_conversation_is_gone_leaves_nothing(told, ann, what):
    forget = {
        "conversation": lambda: forgetting.forget_conversation(Conversation.objects.get(pk=told.pk)),
        "person": lambda: forgetting.forget_person(ann),
    }[what]
    asked = _forget_while(told, forget)
    assert asked.spoken == 1
    for model in (Conversation, Turn, Message, JournalRow, Timer, Event):
        assert not model.objects.exists()


def test_f20_whoever_waits_for_the_turn_is_answered(told, ann):
    message = receive(told, "c3", "pay")
    with pytest.raises(Crash):
        run(told.pk, World().ports(after_effect=crash_at("act", "during")))
    forgetting.forget_key(ann, "profile.city")
    report = serving.answer_now(told.pk, message)
    assert report
    assert (report["status"], report["messages"]) == ("forgotten", [])


def test_f20_who_comes_too_late_is_told_and_nothing_is_stored(told, ann):
    gone = Conversation.objects.select_related("keyring").get(pk=told.pk)
    forgetting.forget_conversation(told)
    for late in (
        lambda: receive(gone, "c9", "hello?"),
        lambda: report_event(gone, "e9", name="paid", payload={}),
        lambda: staff_say(gone, "hello", client_id="s1"),
        lambda: actions.change_context(gone, {"a": 1}),
        lambda: forgetting.forget_conversation(gone),
    ):
        with pytest.raises(Refused) as refused:
            late()
        assert refused.value.status == 404
    assert not Message.objects.exists()


# A conversation, a person


def test_f20_a_conversation_goes_and_the_facts_that_came_of_it_stay(told, ann):
    park(told, "t", now())
    receipt = forgetting.forget_conversation(told)
    assert not Conversation.objects.exists()
    assert [fact.value for fact in queries.current(ann, AT)] == ["Bern"]
    assert (receipt.what, receipt.person, receipt.rows) == ("conversation", ann, 1 + 4 + 1 + 1 + 1)
    assert Keyring.objects.filter(owner=ann).exists()


def test_f20_a_visitors_conversation_goes_with_its_key(agent):
    begun = start(agent)
    receive(begun.conversation, "c1", "hello")
    receipt = forgetting.forget_conversation(begun.conversation)
    assert (receipt.person, receipt.rows) == (None, 3)
    assert not Keyring.objects.exists()
    assert not Message.objects.exists()


def test_f20_a_person_goes_and_their_account_stays_as_a_stranger_would_have_it(told, ann, ben, agent):
    bens = start(agent, ben).conversation
    receive(bens, "c1", "hello")
    receipt = forgetting.forget_person(ann)
    assert list(Conversation.objects.values_list("pk", flat=True)) == [bens.pk]
    assert not Entry.objects.exists()
    assert not Keyring.objects.filter(owner=ann).exists()
    assert (receipt.what, receipt.person) == ("person", ann)
    assert Person.objects.filter(pk=ann.pk).exists()
    again = start(agent, ann).conversation
    receive(again, "c1", "hello again")
    assert texts(again) == ["hello again"]


def test_f20_sessions_are_searched_only_when_the_account_goes_too(told, ann, agent):
    """Tokens in sessions are those of visitors' conversations: none is of a person."""
    mine, visitors = session_of(ann), start(agent)
    session = SessionStore()
    keep_token(session, visitors.conversation.pk, visitors.token)
    session.create()
    with CaptureQueriesContext(connection) as asked:
        forgetting.forget_person(ann)
    assert not [query for query in asked if "django_session" in query["sql"]]
    assert told.token_hash == ""
    forgetting.forget_person(ann, account=True)
    assert not Session.objects.filter(session_key=mine).exists()
    left = SessionStore(session.session_key)
    assert left["conversation_tokens"] == {str(visitors.conversation.pk): visitors.token}


def test_f20_with_the_account_everything_that_names_the_person_goes(told, ann, ben):
    Token.objects.create(user=ann)
    mine, bens = session_of(ann), session_of(ben)
    kind = ContentType.objects.get_for_model(Person)
    named = LogEntry.objects.create(
        user=ben, content_type=kind, object_id=str(ann.pk), object_repr="ann", action_flag=2, change_message="[]"
    )
    earlier = forgetting.forget_key(ann, "profile.city")
    receipt = forgetting.forget_person(ann, account=True)
    assert (receipt.what, receipt.person) == ("account", None)
    assert not Person.objects.filter(username="ann").exists()
    assert not Token.objects.exists()
    assert set(Session.objects.values_list("session_key", flat=True)) == {bens}
    assert mine != bens
    named.refresh_from_db()
    assert (named.object_repr, named.change_message) == ("", "")
    earlier.refresh_from_db()
    assert earlier.person is None


# Those who listen


@pytest.mark.django_db(transaction=True)
async def test_f20_sockets_of_a_forgotten_conversation_are_closed_at_once(connect, conversation, ann, monkeypatch):
    monkeypatch.setattr("conversations.live.POLL", 60)
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="hello")
    await hop(forgetting.forget_conversation, conversation)
    await frames_until(socket, type="error", code="forgotten")
    assert (await socket.receive_output(timeout=3))["code"] == 4401


@pytest.mark.django_db(transaction=True)
async def test_f20_what_another_process_forgets_closes_sockets_here(connect, conversation, ann, monkeypatch):
    async def unheard(conversation: Any) -> None:
        """The doorbell is lost: the look at the database has to find it."""

    monkeypatch.setattr("conversations.live.end", unheard)
    socket = await connect(conversation, session=await hop(session_of, ann))
    await frames_until(socket, type="hello")
    await hop(forgetting.forget_person, ann)
    await frames_until(socket, type="error", code="forgotten")
    assert (await socket.receive_output(timeout=3))["code"] == 4401


@pytest.mark.django_db(transaction=True)
async def test_f20_a_line_hears_that_the_turn_under_way_is_over_and_sees_no_more_of_the_reply(
    connect,
    world,
    conversation,
    ann,
    catalogue,
):
    await hop(record, ann, [city()], origin="", at=AT)

    async def meanwhile() -> None:
        await hop(forgetting.forget_key, ann, "profile.city")

    world.before_speaking = meanwhile
    socket = await connect(conversation, session=await hop(session_of, ann))
    await socket.send_json_to({"type": "message", "client_id": "c1", "text": "pay"})
    heard = await frames_until(socket, type="turn", status="done")
    assert heard[-1]["stopped_reason"] == "forgotten"
    await runner.idle()
    assert await frames_until(socket, type="facts") == [{"type": "facts", "changed": [], "waiting": 0}]
    assert await socket.receive_nothing(0.2)
    assert "delta" not in {frame["type"] for frame in heard}


@pytest.mark.django_db(transaction=True)
async def test_f20_open_lines_hear_at_once_which_messages_were_blanked_and_the_others_how_many_questions_wait(
    connect, agent, told, ann
):
    other, session = (await hop(actions.start, agent, ann)).conversation, await hop(session_of, ann)
    lines = [await connect(told, session=session) for _ in range(2)]
    elsewhere = await connect(other, session=session)
    await frames_until(elsewhere, type="hello")
    for line in lines:
        await frames_until(line, type="message", seq=4)
    await hop(forgetting.forget_key, ann, "profile.city")
    for line in lines:
        blanked, waiting = await frames_until(line, type="facts")
        assert blanked == {"type": "forgotten", "seqs": [1, 3, 4]}
        assert waiting["waiting"] == 0
    assert await frames_until(elsewhere, type="facts") == [{"type": "facts", "changed": [], "waiting": 0}]
    assert await elsewhere.receive_nothing(0.2)


@pytest.mark.django_db(transaction=True)
async def test_f20_a_line_that_was_away_hears_on_its_return_which_of_its_messages_were_blanked(connect, told, ann):
    await hop(forgetting.forget_key, ann, "profile.city")
    socket = await connect(told, session=await hop(session_of, ann), query="?after=3")
    heard = await frames_until(socket, type="forgotten")
    assert [(frame["seq"], frame.get("forgotten")) for frame in heard if frame["type"] == "message"] == [(4, True)]
    assert heard[-1]["seqs"] == [1, 3]
    fresh = await connect(told, session=await hop(session_of, ann))
    assert "forgotten" not in {frame["type"] for frame in await frames_until(fresh, type="message", seq=4)}
    assert await fresh.receive_nothing(0.2)


@pytest.mark.django_db(transaction=True)
async def test_f20_a_message_that_was_on_its_way_when_it_was_blanked_arrives_without_its_words(connect, told, ann):
    socket = await connect(told, session=await hop(session_of, ann), query="?after=4")
    await frames_until(socket, type="hello")
    said = await hop(receive, told, "c9", "Bern it is")
    late = await hop(lambda: frames.message(said, told.keyring))
    await hop(forgetting.forget_key, ann, "profile.city")
    heard = await frames_until(socket, type="forgotten")
    await live.send(told.pk, late)
    await live.send(told.pk, {"type": "pong"})
    heard += await frames_until(socket, type="pong")
    assert [frame["text"] for frame in heard if frame["type"] == "message"] == [""]
    assert next(frame["seqs"] for frame in heard if frame["type"] == "forgotten") == [1, 3, 4, 5]
