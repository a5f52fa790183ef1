"""The command compare_agent."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from agents.actions import publish
from agents.models import Agent, Step

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("compare_agent", *arguments, stdout=out, no_color=True)
    return out.getvalue().splitlines()


def test_the_draft_is_held_against_the_live_version(agent: Agent) -> None:
    step = Step.objects.get(slug="done")
    step.say, step.then = "Noted for {{ data.guests }}.", "group"
    step.save()
    assert run("desk") == [
        "1 → draft: 2 changes",
        "flow book, step done: Changed: text",
        "    [-Booked-]{+Noted+} for {{ data.guests }}.",
        "flow book, step done: Changed: then",
        "    - end",
        "    + group",
    ]


def test_two_versions_are_held_against_each_other(agent: Agent) -> None:
    agent.name = "Desk"
    agent.save()
    publish(agent)
    assert run("desk", "--from", "1", "--to", "2") == [
        "1 → 2: 1 change",
        "Changed: name",
        "    - Front desk",
        "    + Desk",
    ]
    assert run("desk", "--from", "2") == ["2 → draft: 0 changes"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody"], "no agent nobody"),
        (["desk", "--to", "9"], "Choose the draft or one of these: 1"),
        (["new"], "never published"),
    ],
)
def test_what_cannot_be_compared_is_said(agent: Agent, arguments: list[str], said: str) -> None:
    Agent.objects.create(slug="new", name="New")
    with pytest.raises(CommandError, match=said):
        run(*arguments)
