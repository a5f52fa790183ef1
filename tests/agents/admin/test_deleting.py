"""What the admin says before an agent is deleted: what goes with it, and what keeps it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from agents.actions import import_agent
from agents.models import Agent, Flow
from conversations.actions import start
from facts.models import Person
from tests.agents.drafts import SMALL
from tests.agents.pages import address, texts

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(db: None) -> Agent:
    """An agent that was never published."""
    imported = import_agent(SMALL)
    assert imported.agent is not None
    return imported.agent


def test_an_agent_that_was_never_published_goes_with_its_parts_which_are_counted(staff: Client, draft: Agent) -> None:
    page = texts(staff.get(address(draft, "delete")))
    assert "1 flow" in page
    assert "2 fields" in page
    staff.post(address(draft, "delete"), {"post": "yes"})
    assert not Agent.objects.exists()
    assert not Flow.objects.exists()


def test_versions_and_conversations_keep_an_agent(staff: Client, agent: Agent) -> None:
    start(agent, Person.objects.get())
    page = texts(staff.get(address(agent, "delete")))
    assert "protected" in page
    assert "conversations" in page
    staff.post(address(agent, "delete"), {"post": "yes"})
    assert Agent.objects.get() == agent


def test_conversations_are_neither_read_nor_counted_for_it(staff: Client, agent: Agent) -> None:
    staff.get(address(agent, "delete"))
    with CaptureQueriesContext(connection) as none:
        staff.get(address(agent, "delete"))
    for _ in range(3):
        start(agent, Person.objects.get())
    with CaptureQueriesContext(connection) as found:
        staff.get(address(agent, "delete"))
    assert len(found) == len(none)
    [about] = [query["sql"] for query in found if 'FROM "conversations_conversation"' in query["sql"]]
    assert about.endswith("LIMIT 1")
