"""A site of a size: an agent, what was said to it, what is known of people, what staff did."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import F
from rest_framework.authtoken.models import Token

from agents.actions import import_agent
from agents.models import Agent, Flow, Version
from bench.admin import known, talks
from bench.admin.copying import analysed, copied, numbers, table
from bench.admin.document import document
from bench.admin.size import Size
from conversations import trials
from conversations.models import Conversation
from conversations.scenario import shelf
from conversations.trials import Setup
from facts import audit
from facts.models import CatalogueKey, Look, Person, Receipt, Scope


@dataclass(frozen=True, slots=True)
class Site:
    """Who looks, at which agent, and the ids of rows by the beginning of the addresses of the admin they stand in."""

    boss: Person
    agent: Agent
    flow: Flow
    ids: Mapping[str, Any]


def build(size: Size) -> Site:
    """Make it, in a database that is empty."""
    boss = Person.objects.create_superuser("boss")
    imported = import_agent(json.dumps(document(size.flows, size.steps)), publish=True, by=boss)
    assert imported.agent is not None, imported.problems
    people = known.people(size)
    talk = talks.talk(imported.agent, people[0])
    with transaction.atomic():
        talks.grow(talk, people, size)
        talks.count(talk, size)
        known.grow(people, boss, size)
        _author(imported.agent, boss, size)
        Token.objects.bulk_create(Token(user=one, key=Token.generate_key()) for one in (boss, *people[: size.lists]))
    analysed()
    return _site(imported.agent, boss, people[0], talk)


def _author(agent: Agent, boss: Person, size: Size) -> None:
    """Older versions and scenarios of the agent, a draft that has gone on since, and the log of all that was done."""
    copied(Version, f"{table(Version)} old CROSS JOIN {numbers(2, size.lists)}", {"number": "again.n"})
    example = shelf.example(agent)
    for number in range(size.lists):
        shelf.add(agent, example, boss)
        Agent.objects.create(slug=f"other_{number}", name=f"Other {number}")
        Scope.objects.create(name=f"scope_{number}", label=f"Scope {number}")
        Group.objects.create(name=f"group {number}")
    Flow.objects.filter(agent=agent, position__in=range(0, size.flows, 3)).update(description="Another matter.")
    Agent.objects.filter(pk=agent.pk).update(revision=F("revision") + 1)
    audit.note(boss, agent, "Changed a description.")
    logged = LogEntry.objects.filter(user=boss)
    last = logged.latest("pk").pk
    copied(LogEntry, f"{table(LogEntry)} old CROSS JOIN {numbers(1, size.logs)} WHERE old.id = %s", {}, (last,))


def _site(agent: Agent, boss: Person, first: Person, talk: Conversation) -> Site:
    """The site, with a flow in the middle of the agent."""
    flow = agent.flows.get(slug=f"flow_{agent.flows.count() // 2}")
    Conversation.objects.filter(pk=talk.pk).update(handed_off=True)
    rows: dict[str, Any] = {
        "agents/agent": agent,
        "agents/flow": flow,
        "agents/step": flow.steps.order_by("position")[0],
        "agents/field": agent.fields.get(slug=flow.required[0]),
        "agents/version": agent.live,
        "auth/group": Group.objects.latest("pk"),
        "authtoken/tokenproxy": boss,
        "conversations/conversation": talk,
        "conversations/transcripts": talk,
        "conversations/scenario": agent.scenarios.latest("pk"),
        "conversations/trial": trials.begin(agent, boss, Setup(signed_in=True)),
        "facts/cataloguekey": CatalogueKey.objects.latest("pk"),
        "facts/scope": Scope.objects.latest("pk"),
        "facts/receipt": Receipt.objects.latest("at"),
        "facts/look": Look.objects.latest("pk"),
        "facts/person": first,
    }
    return Site(boss, agent, flow, {before: row.pk for before, row in rows.items()})
