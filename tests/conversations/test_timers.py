"""What becomes of timers in the database: silence, quiet hours, mute, a hand-off and its end (T11, T42, T43, T51, T52).

The real engine decides; a conversation that is released must have nothing left that waits, or the worker would spin.
"""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from agents.models import Agent, Version
from conversations import lease, runner
from conversations.actions import give_back, receive, report_event, staff_say, start
from conversations.engine.turn import run_turn
from conversations.models import Conversation, Timer
from conversations.ports import Ports
from conversations.worker import due
from tests.conversations.engines import World

MONDAY = datetime.fromisoformat("2026-03-02T20:00:00+00:00")
DOCUMENT = {
    "agent": "clock",
    "name": "The clock",
    "language": "en",
    "visitors": True,
    "timezone": "UTC",
    "quiet": {"from": "22:00", "to": "08:00"},
    "fields": {"guests": {"type": "integer", "ask": "How many guests?"}},
    "flows": {
        "book": {
            "name": "Book",
            "on": [{"message": ["wants to book"]}],
            "required": ["guests"],
            "steps": [{"id": "ask", "collect": ["guests"]}],
        },
        "wait": {
            "name": "Wait",
            "on": [{"message": ["wants to wait"]}],
            "steps": [{"id": "hold", "wait": "1h"}, {"id": "rang", "say": "It rang."}],
        },
        "count": {
            "name": "Count",
            "on": [{"message": ["wants to count"]}],
            "steps": [{"id": "hold", "wait": "1h"}, {"id": "act", "do": "quote_price"}],
        },
        "nudge": {
            "name": "Nudge",
            "on": [{"silence": "3h"}],
            "reentrant": True,
            "if": {"not": {"equals": {"context.busy": True}}},
            "steps": [{"id": "ask", "say": "Still there?"}],
        },
        "paid": {"name": "Paid", "on": [{"event": "paid"}], "steps": [{"id": "thanks", "say": "Paid."}]},
    },
}

_ids = count(1)


class Site(World):
    """A model that reads what the test says it reads, and a clock that the test moves."""

    def __init__(self) -> None:
        super().__init__()
        self.at = MONDAY
        self.reading: dict[str, Any] = {}

    async def understand(self, effect: Any) -> Any:
        """The test's reading."""
        answer = await super().understand(effect)
        return replace(answer, value={"reader": "scripted", **self.reading})

    def clock(self) -> datetime:
        """The test's time."""
        return self.at


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def talk(db: None) -> Conversation:
    agent = Agent.objects.create(slug="clock", name="The clock", visitors=True)
    version = Version.objects.create(agent=agent, number=1, revision=0, document=json.dumps(DOCUMENT))
    Agent.objects.filter(pk=agent.pk).update(live=version)
    agent.refresh_from_db()
    return start(agent).conversation


def run(talk: Conversation, site: Site) -> None:
    """Run what waits; then nothing may be left that waits."""
    async_to_sync(runner.run)(talk.pk, Ports(model=site, act=site, engine=run_turn, clock=site.clock))
    talk.refresh_from_db()
    assert talk.lease_until is None, "the conversation is released"
    assert not Conversation.objects.filter(lease.waiting(site.at)).exists(), "what was released does not wait"


def say(talk: Conversation, site: Site, text: str, **reading: Any) -> None:
    site.reading = reading
    talk.refresh_from_db()
    receive(talk, f"c{next(_ids)}", text, at=site.at)
    run(talk, site)


def texts(talk: Conversation) -> list[str]:
    rows = talk.messages.exclude(role="user").order_by("seq")
    return [str(row.opened("text", talk.keyring)) for row in rows]


def later(talk: Conversation, site: Site, **length: float) -> bool:
    """Move the clock and let a worker look; whether it found the conversation due."""
    site.at += timedelta(**length)
    found = due(site.at) == [talk.pk]
    if found:
        run(talk, site)
    return found


def test_t42_each_message_moves_the_one_row_of_a_silence(talk, site):
    say(talk, site, "hello")
    first = talk.timers.get()
    assert (first.kind, first.due_at) == ("silence", MONDAY + timedelta(hours=3))
    site.at += timedelta(minutes=20)
    say(talk, site, "hello again")
    moved = talk.timers.get()
    assert (moved.pk, moved.due_at) == (first.pk, MONDAY + timedelta(hours=3, minutes=20))


def test_t42_t52_a_silence_that_ends_at_night_is_told_in_the_morning_and_once(talk, site):
    say(talk, site, "hello")
    before = len(texts(talk))
    assert later(talk, site, hours=3), "23:00: it is due, and put off"
    assert talk.timers.get().due_at == datetime.fromisoformat("2026-03-03T08:00:00+00:00")
    assert talk.turns.count() == 1
    assert not later(talk, site, hours=8)
    assert later(talk, site, hours=1)
    assert texts(talk)[before:] == ["Still there?"]
    assert not later(talk, site, days=30), "once in a silence"


def test_t42_a_silence_whose_flow_may_not_start_is_no_turn(talk, site):
    sealed = Conversation.sealed(talk.keyring, context={"busy": True})
    Conversation.objects.filter(pk=talk.pk).update(**sealed)
    say(talk, site, "hello")
    assert later(talk, site, hours=14)
    assert talk.turns.count() == 1
    assert talk.timers.get().done_at is not None


def test_t51_timers_that_would_speak_are_held_until_the_person_writes(talk, site):
    say(talk, site, "wait", flows=["wait"])
    say(talk, site, "do not write to me", signal="mute")
    said = len(texts(talk))
    assert later(talk, site, hours=1.5)
    assert [timer.held for timer in talk.timers.filter(kind=Timer.Kind.WAIT)] == [True]
    assert not later(talk, site, days=2), "a timer that is held is not due, and no silence is counted"
    site.at = site.at.replace(hour=12)
    say(talk, site, "here I am")
    assert "It rang." in texts(talk)[said:]
    assert not talk.timers.filter(held=True).exists()


def test_t51_a_timer_that_says_nothing_fires_though_nothing_may_be_said(talk, site):
    say(talk, site, "count", flows=["count"])
    say(talk, site, "do not write to me", signal="mute")
    said = texts(talk)
    assert later(talk, site, hours=1)
    assert len(site.acted) == 1
    assert texts(talk) == said


def test_t52_a_timer_that_says_nothing_fires_in_quiet_hours(talk, site):
    site.at = MONDAY.replace(hour=23)
    say(talk, site, "count", flows=["count"])
    assert later(talk, site, hours=1)
    assert len(site.acted) == 1


def test_t11_while_a_colleague_has_it_nothing_is_a_turn_and_nothing_is_due(talk, site):
    say(talk, site, "book", flows=["book"])
    say(talk, site, "a person please", signal="handoff")
    said, turns = texts(talk), talk.turns.count()
    receive(talk, "later", "are you there?", at=site.at)
    report_event(talk, "e1", name="paid", payload={}, at=site.at)
    assert not later(talk, site, days=3)
    run(talk, site)
    assert (texts(talk), talk.turns.count()) == (said, turns)


def test_t11_what_was_written_to_a_colleague_is_not_read_again_and_what_comes_after_is(talk, site):
    say(talk, site, "book", flows=["book"])
    say(talk, site, "a person please", signal="handoff")
    receive(talk, "to-ann", "we are 9, or 3", at=site.at)
    talk.refresh_from_db()
    staff_say(talk, "All is well.", client_id="s1")
    give_back(talk)
    report_event(talk, "e1", name="paid", payload={}, at=site.at)
    receive(talk, "to-the-agent", "4", at=site.at)
    site.reading = {}
    run(talk, site)
    kinds = [(turn.kind, turn.stopped_reason) for turn in talk.turns.order_by("number")][2:]
    assert kinds == [("give_back", "needs_input"), ("message", "complete"), ("event", "complete")]
    state: Any = talk.opened("state", talk.keyring)
    assert state["data"]["guests"]["value"] == 4
    given_back = talk.turns.get(kind="give_back")
    assert [row.client_id for row in given_back.messages.filter(role="user")] == ["to-ann"]
    assert not state.get("handed_off")


def test_t42_the_silence_after_a_hand_off_is_counted_from_the_last_words(talk, site):
    say(talk, site, "a person please", signal="handoff")
    site.at = MONDAY.replace(day=3, hour=10)
    receive(talk, "to-ann", "thank you", at=site.at)
    site.at += timedelta(hours=1)
    talk.refresh_from_db()
    give_back(talk)
    run(talk, site)
    assert talk.timers.get(done_at=None).due_at == MONDAY.replace(day=3, hour=13)


def test_t42_a_silence_that_was_over_while_a_colleague_had_it_is_counted_from_the_hand_back(talk, site):
    site.at = MONDAY.replace(hour=9)
    say(talk, site, "a person please", signal="handoff")
    site.at += timedelta(hours=4)
    talk.refresh_from_db()
    give_back(talk)
    run(talk, site)
    assert "Still there?" not in texts(talk)
    assert talk.timers.get(done_at=None).due_at == site.at + timedelta(hours=3)


def test_t47_a_colleague_gives_back_and_the_process_dies_before_the_question_is_asked(talk, site):
    say(talk, site, "book", flows=["book"])
    say(talk, site, "a person please", signal="handoff")
    talk.refresh_from_db()
    give_back(talk)
    asked = texts(talk)
    assert due(site.at) == [talk.pk], "another process finds it"
    run(talk, site)
    assert len(texts(talk)) == len(asked) + 1
    assert due(site.at) == []
