"""What a turn reads and writes of a person costs the same after ten thousand lines as after twenty (F11, F12, T47)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.models import Agent
from conversations.actions import start
from conversations.clock import now
from conversations.known import known, origin_of
from conversations.models import Conversation
from facts import actions
from facts.catalogue import import_catalogue
from facts.keyring import keyring_of, seal
from facts.models import CurrentFact, Entry, Person
from tests.conversations.test_cards import CATALOGUE, CITY, TRADE, say

FEW, MANY, FACTS = 20, 10_000, 20
MOST_QUERIES = 60
ALIAS = re.compile(r'"facts_entry" (T\d+)')
WHOLE_ON_SQLITE = r"SCAN (?:{names})\b|SEARCH (?:{names}) USING .*\(person_id=\?\)"
"""All lines of everybody, or all of a person."""

pytestmark = pytest.mark.django_db
Door = Callable[[Conversation, Person], object]


def reads_what_is_known(conversation: Conversation, person: Person) -> None:
    known(person, now(), origin=origin_of(conversation.pk), texts=["I live in Bern"])


def notes_what_was_said(conversation: Conversation, person: Person) -> None:
    say(conversation, "c1", CITY, TRADE)


def opens_the_ledger(conversation: Conversation, person: Person) -> None:
    actions.state(person, "profile.city", "Basel")


def fill(person: Person, lines: int) -> None:
    """So many lines about twenty keys, the last of each in use."""
    keyring = keyring_of(person)
    value = seal(keyring, "v", Entry.VALUE)
    same = {"person": person, "keyring": keyring, "kind": "asserted", "scope": "preference", "source": "chat"}
    rows = [Entry(**same, key=f"preference.k{number % FACTS}", value=value) for number in range(lines)]
    made = Entry.objects.bulk_create(rows, 1000)
    CurrentFact.objects.bulk_create(
        CurrentFact(person=person, scope=entry.scope, key=entry.key, entry=entry) for entry in made[-FACTS:]
    )


def count_for_the_planner() -> None:
    """Let SQLite know how many lines there are. On PostgreSQL the numbers would outlast the test."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def captured(door: Door, conversation: Conversation, person: Person) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        door(conversation, person)
    return [query["sql"] for query in queries]


def plan(sql: str) -> list[str]:
    """How the database goes about a query, a line for each table; nothing for one that reads nothing of the facts."""
    if not sql.startswith("SELECT") or "facts_entry" not in sql:
        return []
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            return [row[-1] for row in cursor.fetchall()]
        # Where one person has nearly all lines it may well be quicker to read them all: can the indexes be used at all?
        cursor.execute("SET LOCAL enable_seqscan TO off")
        cursor.execute(f"EXPLAIN {sql}")
        return re.split(r"\n\s*->", "\n".join(line for [line] in cursor.fetchall()))


def reads_the_ledger_whole(sql: str) -> bool:
    """Whether the query goes through all lines, rather than through those that an index finds."""
    if connection.vendor == "sqlite":
        names = "|".join(["facts_entry", *ALIAS.findall(sql)])
        return any(re.search(WHOLE_ON_SQLITE.format(names=names), step) for step in plan(sql))
    scans = [step for step in plan(sql) if re.search(r"Scan .*\bon facts_entry\b", step)]
    return any("Index Cond" not in step and "Recheck Cond" not in step for step in scans)


@pytest.mark.parametrize("door", [reads_what_is_known, notes_what_was_said, opens_the_ledger])
def test_f12_a_long_ledger_costs_no_query_more_and_is_never_read_whole(
    agent: Agent, ann: Person, ben: Person, door: Any
) -> None:
    import_catalogue(CATALOGUE)
    fill(ben, FEW)
    fill(ann, MANY)
    count_for_the_planner()
    first = Person.objects.create_user("first")
    captured(door, start(agent, first).conversation, first)  # what is remembered of agents and keys is so from here on
    few = captured(door, start(agent, ben).conversation, ben)
    much = captured(door, start(agent, ann).conversation, ann)

    assert len(much) == len(few) <= MOST_QUERIES
    assert any(plan(sql) for sql in much)
    assert [(sql, plan(sql)) for sql in much if reads_the_ledger_whole(sql)] == []


def test_a_ledger_that_is_read_whole_is_noticed(ann: Person) -> None:
    fill(ann, FEW)

    assert reads_the_ledger_whole("SELECT id FROM facts_entry WHERE confidence < 0.5")
    assert reads_the_ledger_whole('SELECT T4.id FROM "facts_entry" T4 WHERE T4.confidence < 0.5')
    assert not reads_the_ledger_whole("SELECT id FROM facts_entry WHERE id = 5")
