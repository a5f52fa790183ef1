"""The scenarios that are kept with an agent: write, change, read. What they say is sealed (F19)."""

from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete

from agents.columns import canonical
from agents.models import Agent
from conversations.clock import now
from conversations.models import Scenario
from conversations.scenario.format import BadScenario, Home, parse
from facts.keyring import new_keyring
from facts.models import Keyring, Person

LONGEST_NAME = 200
STORED = Path("scenario.yaml")
"""Where a text that is in no file stands: files beside it there are none."""
_ANY_AGENT = Home({"agent": "any"})


class Stale(Exception):
    """Somebody changed the scenario meanwhile."""


def add(agent: Agent, text: str, by: Person) -> Scenario:
    """Keep a new scenario with the agent, called what its text calls it. Raises BadScenario."""
    name, keyring = name_in(text), new_keyring()
    return Scenario.objects.create(
        agent=agent, name=name, keyring=keyring, by=by, **Scenario.sealed(keyring, text=text)
    )


@transaction.atomic
def change(scenario: Scenario, text: str, *, seen: str) -> bool:
    """Write it anew; whether that changed anything. What it came out as before is gone with its text.

    `seen` is the `mark` of the scenario from which the change began. Raises BadScenario, and Stale with another mark.
    """
    name = name_in(text)
    held = Scenario.objects.select_for_update(of=("self",)).select_related("keyring").get(pk=scenario.pk)
    if mark(held) != seen:
        raise Stale
    if text_of(held) == text:
        return False
    sealed = Scenario.sealed(held.keyring, text=text)
    nothing = dict.fromkeys(("passed", "differences", "ran_at", "ran_at_revision", "asked_at", "held_until"))
    Scenario.objects.filter(pk=held.pk).update(name=name, changed_at=now(), **sealed, **nothing)
    return True


def mark(scenario: Scenario) -> str:
    """What tells one text of a scenario from the next."""
    return scenario.changed_at.isoformat()


def name_in(text: str) -> str:
    """What a scenario file calls itself. Raises BadScenario where it is none, whatever agent it is kept with."""
    return parse(text, STORED, _ANY_AGENT).name.strip()[:LONGEST_NAME]


def problems_in(text: str) -> list[str]:
    """What is wrong with a text, each with its line; none in one that can be kept."""
    try:
        name_in(text)
    except BadScenario as bad:
        return bad.problems
    return []


def text_of(scenario: Scenario) -> str:
    """The scenario file. Raises `facts.keyring.Unreadable`."""
    return str(scenario.opened("text", scenario.keyring))


def differences_of(scenario: Scenario) -> list[str]:
    """What came out otherwise when it was played last. Raises `facts.keyring.Unreadable`."""
    found: Any = scenario.opened("differences", scenario.keyring)
    return list(found or ())


def example(agent: Agent) -> str:
    """A short scenario to begin with, of somebody who may talk to the agent."""
    signed_in = "" if agent.visitors else "user: {authenticated: true}\n"
    return _EXAMPLE % {"agent": canonical(agent.slug), "user": signed_in}


_EXAMPLE = """\
scenario: says something to a greeting
agent: %(agent)s
%(user)sturns:
  - user: Hello
    expect:
      replied: true
"""


def _destroy_key(instance: Scenario, **_signal: Any) -> None:
    """The key of a scenario's own goes with it; that of a conversation is the conversation's."""
    if instance.source_id is None:
        Keyring.objects.filter(pk=instance.keyring_id).delete()


def listen() -> None:
    """Have keys destroyed with what they sealed, whoever deletes it."""
    post_delete.connect(_destroy_key, sender=Scenario, dispatch_uid="conversations.scenario.shelf")
