"""What people said on a site that is measured: one conversation as it really went, and many like it."""

import json
from collections.abc import Iterator
from datetime import date, timedelta

from asgiref.sync import async_to_sync
from django.db import connection
from django.utils import timezone

from agents.models import Agent
from bench.admin.copying import copied, numbers, table
from bench.admin.document import readings
from bench.admin.size import Size
from conversations import actions, runner
from conversations.acting import RegisteredActions
from conversations.engine.turn import run_turn
from conversations.llm.scripted import Scripted
from conversations.models import Conversation, Message, Tally, Turn
from conversations.ports import Ports
from facts.models import Person

REPEATED = 3
"""How often the dialogue is held in each of the conversations."""
SPREAD = timedelta(days=365)
"""How far back the conversations reach."""
EVERY = 1000
"""Rows that are written at a time."""
OF_ALL = ("conversations", "messages", "turn:message", "ms:100", "cost:1000", "cost")
OF_A_FLOW = ("started", "completed", "ended:end")
OF_A_STEP = ("entered", "ok:collected", "stands", "moved", "cancelled")
OF_A_FIELD = ("question", "missed", "attempt:1", "collected")
"""What is tallied on every day."""


def talk(agent: Agent, person: Person) -> Conversation:
    """A conversation of the person, whose turns have their journals."""
    begun = actions.start(agent, person).conversation
    for number, (text, reading) in enumerate(readings()):
        actions.receive(begun, f"c{number}", text)
        ports = Ports(model=Scripted(reading), act=RegisteredActions(), engine=run_turn)
        async_to_sync(runner.run)(begun.pk, ports)
    assert begun.turns.filter(status=Turn.Status.DONE).count() == len(readings())
    return begun


def grow(talk: Conversation, people: list[Person], size: Size) -> None:
    """Say the same in many conversations, and in this one again and again."""
    each = talk.messages.count()
    talk.refresh_from_db()
    Conversation.objects.bulk_create(_others(talk, people, size, each), batch_size=EVERY)
    _say_again(talk, "<>", each, first=0, last=REPEATED - 1)
    _say_again(talk, "=", each, first=1, last=size.longest // each)


def _others(talk: Conversation, people: list[Person], size: Size, each: int) -> Iterator[Conversation]:
    """Conversations with people and, as many, with visitors; those of the latest wait for a colleague."""
    count = (size.messages - size.longest) // (each * REPEATED)
    for number in range(count):
        at = timezone.now() - SPREAD * (number + 1) / (count + 1)
        yield Conversation(
            agent=talk.agent,
            version=talk.version,
            person=people[number % len(people)] if number % 2 else None,
            keyring=talk.keyring,
            state=talk.state,
            state_version=REPEATED * len(readings()),
            seq=REPEATED * each,
            handed_off=number < size.waiting,
            created_at=at,
            last_message_at=at,
        )


def _say_again(talk: Conversation, which: str, each: int, *, first: int, last: int) -> None:
    """Hold the dialogue of the talk in itself (`=`) or in all others (`<>`), from repetition `first` to `last`.

    In the order of the conversations: an index is written much faster from one end to the other.
    """
    turns, messages, talks = (table(model) for model in (Turn, Message, Conversation))
    many, taken = numbers(first, last), len(readings())
    held = (
        f"old.conversation_id = %s AND said.number <= {taken} AND talk.id {which} %s ORDER BY talk.id, again.n, old.id"
    )
    pk = Conversation._meta.pk.get_db_prep_value(talk.pk, connection)
    copied(
        Turn,
        f"{turns} old JOIN {turns} said ON said.id = old.id CROSS JOIN {many} CROSS JOIN {talks} talk WHERE {held}",
        {
            "conversation_id": "talk.id",
            "number": f"old.number + again.n * {taken}",
            "started_at": "talk.last_message_at",
            "done_at": "talk.last_message_at",
        },
        (pk, pk),
    )
    copied(
        Message,
        f"{messages} old JOIN {turns} said ON said.id = old.turn_id CROSS JOIN {many} CROSS JOIN {talks} talk"
        f" JOIN {turns} turn ON turn.conversation_id = talk.id AND turn.number = said.number + again.n * {taken}"
        f" WHERE {held}",
        {
            "conversation_id": "talk.id",
            "seq": f"old.seq + again.n * {each}",
            "key": "NULL",
            "client_id": "NULL",
            "at": "talk.last_message_at",
            "turn_id": "turn.id",
        },
        (pk, pk),
    )


def count(talk: Conversation, size: Size) -> None:
    """Tallies of everything in the agent, on each of so many days."""
    today = timezone.now().date()
    Tally.objects.all().delete()
    Tally.objects.bulk_create(_of_a_day(talk, today), batch_size=EVERY)
    day = {"sqlite": "date(old.day, '-' || again.n || ' days')", "postgresql": "old.day - again.n"}
    copied(Tally, f"{table(Tally)} old CROSS JOIN {numbers(1, size.days - 1)}", {"day": day[connection.vendor]})


def _of_a_day(talk: Conversation, day: date) -> Iterator[Tally]:
    document = json.loads(talk.version.document)
    for flow, part in document["flows"].items():
        counted = [("", what) for what in OF_A_FLOW]
        counted += [(step["id"], what) for step in part["steps"] for what in OF_A_STEP]
        counted += [(name, what) for name in (*part["required"], *part["optional"]) for what in OF_A_FIELD]
        for name, what in counted:
            yield Tally(version=talk.version, day=day, flow=flow, name=name, what=what, count=9)
    yield from (Tally(version=talk.version, day=day, what=what, count=9) for what in OF_ALL)
