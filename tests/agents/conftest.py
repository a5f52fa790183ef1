"""A published agent, and a member of staff who is logged in."""

import pytest
from django.test import Client

from agents.actions import import_agent
from agents.models import Agent
from facts.models import Person
from tests.agents.drafts import SMALL


@pytest.fixture
def agent(db: None) -> Agent:
    imported = import_agent(SMALL, publish=True)
    assert imported.agent is not None
    return imported.agent


@pytest.fixture
def staff(db: None, client: Client) -> Client:
    person = Person.objects.create_superuser("staff", password="x")
    client.force_login(person)
    return client
