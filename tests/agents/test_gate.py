"""What is asked of whoever publishes a draft that is not proved."""

from collections.abc import Callable

import pytest
from django.contrib.admin.models import LogEntry

from agents import gate
from agents.actions import NotProved, import_agent, publish
from agents.gate import Proof
from agents.models import Agent
from facts.models import Person
from tests.agents.drafts import SMALL

pytestmark = pytest.mark.django_db

Prove = Callable[..., None]


def proof(name: str, *, passed: bool = False) -> Proof:
    return Proof(name, "/", "passed" if passed else "failed", passed=passed, failed=not passed, waits=False)


@pytest.fixture
def prove(monkeypatch: pytest.MonkeyPatch) -> Prove:
    """Says how the scenarios stand."""

    def stand(*proofs: Proof) -> None:
        monkeypatch.setattr(gate, "_looks", [lambda _agent: proofs])

    return stand


@pytest.fixture
def changed(agent: Agent) -> Agent:
    agent.name = "Desk"
    agent.save()
    return agent


def test_a_draft_whose_scenarios_all_passed_needs_no_reason_and_keeps_none(changed: Agent, prove: Prove) -> None:
    prove(proof("one", passed=True))
    assert publish(changed, reason="because").reason == ""


def test_without_a_reason_nothing_is_published_over_a_scenario_that_did_not_pass(changed: Agent, prove: Prove) -> None:
    prove(proof("one", passed=True), proof("two"))
    with pytest.raises(NotProved) as refused:
        publish(changed, reason="  ")
    assert [one.name for one in refused.value.proofs] == ["two"]
    assert changed.versions.count() == 1


def test_the_reason_is_kept_with_the_version_and_in_the_log(changed: Agent, prove: Prove) -> None:
    prove(proof("two"))
    person = Person.objects.create_user("boss")
    version = publish(changed, by=person, note="new name", reason=" the price is right now ")
    assert (version.number, version.note, version.reason) == (2, "new name", "the price is right now")
    (line,) = LogEntry.objects.filter(user=person)
    assert line.change_message == "Published version 2. the price is right now"


def test_the_scenarios_are_looked_at_at_the_revision_that_is_published(
    changed: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the caller read before: somebody may have saved the draft since."""
    seen = []
    monkeypatch.setattr(gate, "_looks", [lambda agent: seen.append(agent.revision) or ()])
    read_before = Agent.objects.get(pk=changed.pk)
    changed.raise_revision()
    publish(read_before, reason="")
    assert seen == [changed.revision]


def test_a_draft_that_says_what_is_live_needs_no_reason(agent: Agent, prove: Prove) -> None:
    prove(proof("two"))
    assert publish(agent, reason="") == agent.live


def test_commands_publish_without_looking_at_scenarios(changed: Agent, prove: Prove) -> None:
    prove(proof("two"))
    assert publish(changed).reason == ""
    assert import_agent(SMALL.replace("Front desk", "Counter"), publish=True).problems == ()
