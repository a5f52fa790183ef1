"""Conversations with a small published agent."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.core.cache import cache
from django.db import connections

from agents.models import Agent, Version
from conversations import live
from conversations.actions import start
from conversations.models import Conversation
from facts.models import Person

DOCUMENT = {
    "agent": "desk",
    "name": "The desk",
    "language": "en",
    "visitors": True,
    "timezone": "Pacific/Kiritimati",
    "fields": {
        "guests": {"type": "integer", "minimum": 1, "maximum": 10},
        "room": {"type": "string", "enum": ["single", "double"]},
        "arrival": {"type": "date", "minimum": "today"},
        "departure": {"type": "date", "minimum": {"field": "arrival"}},
    },
    "flows": {
        "hello": {
            "name": "Say hello",
            "on": [{"message": ["says hello"]}],
            "steps": [{"id": "hi", "say": "Hello there."}],
        }
    },
}


@pytest.fixture(autouse=True)
def _one_connection(settings: Any) -> Iterator[None]:
    """All async work of a test is on one connection, which is closed so that the test database can be dropped.

    Under `async_to_sync` that is the test's own, and the test needs no `transactional_db`, which costs a second each.
    """
    settings.DB_THREAD_SENSITIVE = True
    cache.clear()
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(autouse=True)
def _quick_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "POLL", 0.05)


@pytest.fixture
def agent(db: None) -> Agent:
    """A published agent that visitors may talk to."""
    agent = Agent.objects.create(slug="desk", name="The desk", visitors=True)
    version = Version.objects.create(agent=agent, number=1, revision=0, document=json.dumps(DOCUMENT))
    Agent.objects.filter(pk=agent.pk).update(live=version)
    agent.refresh_from_db()
    return agent


@pytest.fixture
def ann(db: None) -> Person:
    """A person with an account."""
    return Person.objects.create_user("ann", password="secret of ann")


@pytest.fixture
def ben(db: None) -> Person:
    """Somebody else."""
    return Person.objects.create_user("ben", password="secret of ben")


@pytest.fixture
def conversation(agent: Agent, ann: Person) -> Conversation:
    """Ann's conversation with the desk."""
    return start(agent, ann).conversation
