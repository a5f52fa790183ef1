"""A running conversation stays on the version it began with; the next one has the new one."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync

from agents.actions import publish
from agents.draft import apply
from agents.models import Agent, Step
from conversations import runner
from conversations.actions import receive, start
from conversations.models import Conversation
from conversations.ports import default_ports

pytestmark = pytest.mark.django_db

DOCUMENT: dict[str, Any] = {
    "agent": "tables",
    "name": "Tables",
    "language": "en",
    "visitors": True,
    "fields": {
        "guests": {"type": "integer", "description": "Number of guests", "ask": "How many guests?"},
        "day": {"type": "date", "description": "Day", "ask": "On which day?"},
    },
    "flows": {
        "table": {
            "name": "Reserve a table",
            "on": [{"message": ["reserves a table"]}],
            "required": ["guests"],
            "complete_when": "last_step",
            "steps": [
                {"id": "ask_guests", "collect": ["guests"]},
                {"id": "ask_day", "collect": ["day"]},
                {"id": "done", "say": "A table for {{ data.guests }}."},
            ],
        }
    },
}


@pytest.fixture
def tables() -> Agent:
    agent = Agent.objects.create(slug="tables", name="Tables")
    apply(agent, DOCUMENT)
    publish(agent)
    agent.refresh_from_db()
    return agent


def said_to(conversation: Conversation, text: str) -> list[str]:
    """What the agent says to a message."""
    seen = conversation.messages.count()
    receive(conversation, f"c{seen}", text)
    async_to_sync(runner.run)(conversation.pk, default_ports())
    rows = conversation.messages.filter(role="agent", seq__gt=seen).order_by("seq")
    return [str(row.opened("text", conversation.keyring)) for row in rows]


def test_a_step_deleted_under_a_running_conversation_does_not_break_it(tables: Agent) -> None:
    running = start(tables).conversation
    assert said_to(running, "I want to reserve a table for 2 people") == ["On which day?"]
    Step.objects.get(flow__agent=tables, slug="ask_day").delete()
    publish(tables)
    tables.refresh_from_db()
    assert said_to(running, "tomorrow") == ["A table for 2."]
    assert said_to(start(tables).conversation, "I want to reserve a table for 2 people") == ["A table for 2."]
