"""A save that starts from an older revision: both are shown, and one's own can be saved over the other."""

import re
from typing import Any

import pytest
from django.test import Client

from agents.models import Agent, Branch, Flow, Step
from tests.agents.pages import address, inputs, texts

pytestmark = pytest.mark.django_db


def _over(response: Any) -> str:
    found = re.search(r'name="save_over" value="(\d+)"', texts(response))
    assert found
    return found[1]


@pytest.fixture
def mine(staff: Client, agent: Agent) -> dict[str, Any]:
    """What was typed before somebody else saved."""
    step = Step.objects.get(slug="done")
    typed = inputs(staff, step, say="Mine.")
    staff.post(address(step), inputs(staff, step, say="Theirs."))
    return typed


def test_who_was_quicker_is_named(staff: Client, mine: dict[str, Any]) -> None:
    page = texts(staff.post(address(Step.objects.get(slug="done")), mine))
    assert "Somebody changed this agent after you opened the page" in page
    assert re.search("The last line of its history: staff, [^,]+, .*, step done of flow book: Changed Text", page)
    assert "<td>Mine.</td><td>Theirs.</td>" in page


def test_mine_is_saved_over_it_once_that_was_seen(staff: Client, mine: dict[str, Any]) -> None:
    step = Step.objects.get(slug="done")
    over = _over(staff.post(address(step), mine))
    assert staff.post(address(step), mine | {"save_over": over}).status_code == 302
    assert Step.objects.get(slug="done").say == "Mine."


def test_a_change_that_was_not_seen_is_not_saved_over(staff: Client, mine: dict[str, Any]) -> None:
    step = Step.objects.get(slug="done")
    over = _over(staff.post(address(step), mine))
    step.say = "A third text."
    step.save()
    again = staff.post(address(step), mine | {"save_over": over})
    assert "<td>Mine.</td><td>A third text.</td>" in texts(again)
    assert Step.objects.get(slug="done").say == "A third text."


def test_rows_are_shown_with_both_too(staff: Client, agent: Agent) -> None:
    step = Step.objects.get(slug="ask")
    typed = inputs(staff, step) | {"branches-0-label": "my label"}
    Branch.objects.get().save()
    Branch.objects.update(label="their label")
    assert "<td>my label</td><td>their label</td>" in texts(staff.post(address(step), typed))


def test_a_change_elsewhere_is_said_to_be_elsewhere(staff: Client, agent: Agent) -> None:
    flow = Flow.objects.get()
    typed = inputs(staff, flow)
    agent.save()
    assert "the change was elsewhere in the agent" in texts(staff.post(address(flow), typed))
