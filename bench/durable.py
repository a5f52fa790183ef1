"""The whole durable turn, with a model that answers at once in the process.

A message goes in at the door, is stored and acknowledged; the runner claims the conversation, journals each effect,
commits, releases, and sends what came of it to a socket that listens.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from uuid import UUID

from django.core.management import call_command
from django.db import connection
from django.test.utils import override_settings
from django.utils import timezone

from agents.models import Agent, Version
from bench import large, statements
from bench.booking import Message, messages
from bench.measured import Measured, Time
from conversations import actions, door, frames, live, runner
from conversations.acting import RegisteredActions
from conversations.database import hop
from conversations.door import Speaker
from conversations.engine.turn import run_turn
from conversations.llm.scripted import Scripted
from conversations.models import Conversation
from conversations.ports import Ports
from conversations.startup import settle_in
from conversations.work import Frame
from facts.actions import state
from facts.models import Person

AIM = 5.0
WARM_UP = 10
"""Dialogues before the measuring begins."""
KNOWN = {"profile.name": "Ann Example", "profile.city": "Lausanne", "profile.canton": "VD", "profile.trade": "designer"}
"""What is known of the person who is signed in."""
DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


@dataclass(frozen=True, slots=True)
class Began:
    """A conversation that has begun, with whoever speaks in it."""

    id: UUID
    speaker: Speaker


@dataclass(eq=False, slots=True)
class Socket:
    """A socket of this process, as far as a turn can tell: it writes its frames as text."""

    seen: int = 0
    sent: int = 0

    async def deliver(self, frame: Frame) -> None:
        """Write the frame."""
        self.seen = frame.get("seq", self.seen)
        self.sent += len(json.dumps(frame, ensure_ascii=False))

    async def catch_up(self) -> None:
        """Nothing is ever missing here."""

    async def look_again(self) -> None:
        """Nobody forgets the conversation."""


def measure(turns: int) -> list[Measured]:
    """Book as a visitor, and as a person who is signed in and of whom something is known."""
    call_command("load_examples", verbosity=0)
    statements.create_table()
    person = _person()
    settle_in()
    return [asyncio.run(_measure(None, turns)), asyncio.run(_measure(person, turns))]


def measure_large(turns: int) -> list[Measured]:
    """Book as a visitor with a small agent and with two large ones, a dialogue of the one after one of the other."""
    for shape in large.shapes():
        _publish(shape)
    return large.compared(f"durable turn, {_database()}", asyncio.run(_alternately(turns)), aim=AIM)


def _publish(shape: large.Shape) -> None:
    agent = Agent.objects.create(slug=shape.slug, name=shape.label, visitors=True)
    document = json.dumps(shape.document)
    agent.live = Version.objects.create(agent=agent, number=1, revision=0, document=document)
    agent.save(update_fields=["live"])


async def _alternately(turns: int) -> large.Times:
    script = messages(timezone.localdate())
    times: large.Times = {shape.slug: [] for shape in large.shapes()}
    for number in range(WARM_UP + -(-turns // len(script))):
        for slug in times:
            dialogue = await _dialogue(None, script, slug)
            times[slug] += dialogue if number >= WARM_UP else []
    return times


def _person() -> Person:
    person = Person.objects.create_user("ann", language="en", timezone="Europe/Zurich")
    for key, value in KNOWN.items():
        state(person, key, value)
    return person


async def _measure(person: Person | None, turns: int) -> Measured:
    """So many turns in dialogues of three, the floor after each dialogue."""
    script = messages(timezone.localdate())
    recorded = await _recorded(person, script)
    times: list[Time] = []
    floor: list[Time] = []
    for number in range(WARM_UP + -(-turns // len(script))):
        dialogue = await _dialogue(person, script)
        bare = [await hop(statements.run, turn) for turn in recorded]
        if number >= WARM_UP:
            times += dialogue
            floor += bare
    name = f"durable turn, {_database()}, {'signed in' if person else 'visitor'}"
    queries = mean(sum(len(group.statements) for group in turn) for turn in recorded)
    return Measured.of(name, times, floor, aim=AIM, statements=queries)


async def _dialogue(person: Person | None, script: Sequence[Message], agent: str = "hotel") -> list[Time]:
    """Book once; how long each turn took."""
    began = await hop(_begin, person, agent)
    socket = Socket()
    live.join(began.id, socket)
    times = []
    for number, message in enumerate(script):
        start = Time.now()
        await _turn(began, f"c{number}", message)
        times.append(Time.since(start))
    live.leave(began.id, socket)
    assert await hop(_is_booked, began), "the booking was not completed"
    return times


async def _turn(began: Began, client_id: str, message: Message) -> None:
    """What a socket does with a message, and the turn that it starts."""
    stored = await hop(_store, began, client_id, message.text)
    await live.send(began.id, {"type": "ack", "client_id": client_id, "seq": stored["seq"]})
    await live.send(began.id, stored)
    await runner.run(began.id, Ports(model=Scripted(message.reading), act=RegisteredActions(), engine=run_turn))


async def _recorded(person: Person | None, script: Sequence[Message]) -> list[list[statements.Transaction]]:
    """The statements of each turn of one dialogue, all of it on one connection."""
    with override_settings(DB_THREAD_SENSITIVE=True):
        await _dialogue(person, script)
        began, recorder, turns = await hop(_begin, person, "hotel"), statements.Recorder(), []
        await hop(recorder.install)
        for number, message in enumerate(script):
            await _turn(began, f"c{number}", message)
            turns.append(recorder.take())
        await hop(recorder.remove)
    return turns


# On a database thread


def _begin(person: Person | None, slug: str) -> Began:
    agent = Agent.objects.select_related("live").get(slug=slug)
    started = actions.start(agent, person)
    return Began(started.conversation.pk, Speaker(person, started.token))


def _store(began: Began, client_id: str, text: str) -> Frame:
    row = door.enter(began.speaker, began.id)
    return frames.message(door.say(row, client_id, text=text), row.keyring)


def _database() -> str:
    return DATABASES[connection.vendor]


def _is_booked(began: Began) -> bool:
    row = Conversation.objects.select_related("keyring").get(pk=began.id)
    last = row.turns.order_by("-number")[0].opened("report", row.keyring)
    return isinstance(last, dict) and last["flow_complete"] is True
