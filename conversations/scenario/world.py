"""What a scenario needs in the database before its first turn: catalogue, agent, person, facts, conversation."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from agents import draft
from agents.actions import errors_in
from agents.check import check
from agents.columns import canonical
from agents.models import Agent, Version
from agents.registry import ActionSpec, registered
from conversations.actions import start
from conversations.models import Conversation
from conversations.scenario.format import Scenario
from conversations.scenario.script import Clock
from facts import actions, catalogue, queries
from facts.models import Person
from facts.policy import Candidate
from facts.values import Json


class NotPlayable(Exception):
    """The scenario cannot be set up or played on; `problems` says why."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class World:
    """A conversation that has not begun, its person (None for a visitor), and the scenario's clock."""

    conversation: Conversation
    person: Person | None
    clock: Clock


def build(scenario: Scenario) -> World:
    """Write it all. Raises NotPlayable, `CatalogueError` or `Refused`."""
    catalogue.import_catalogue(
        {"catalogue": [dict(key) for key in scenario.catalogue], "scopes": dict(scenario.scopes)}
    )
    version = _published(scenario)
    person = _person(scenario)
    if person:
        _state_facts(person, scenario)
    elif scenario.facts:
        raise NotPlayable("facts need a user with `authenticated: true` (F3)")
    started = start(
        version.agent,
        person,
        context=dict(scenario.context),
        data=dict(scenario.data),
        language=scenario.user.language,
        timezone=scenario.user.timezone,
        version=version,
    )
    return World(started.conversation, person, Clock(scenario.now))


def _published(scenario: Scenario) -> Version:
    """The agent as its own version, checked as when it is published, with the scripted actions registered."""
    document = scenario.agent
    if isinstance(document, str):
        raise NotPlayable(f"there is no agent {document!r}")
    known = catalogue.load()
    problems = check(
        document,
        actions=_actions(scenario),
        fact_keys=known.patterns,
        open_scopes=known.open_scopes,
    )
    if errors := errors_in(problems):
        raise NotPlayable(*(f"agent: {problem}" for problem in errors))
    agent = Agent.objects.create(slug=f"scenario-{uuid.uuid4().hex[:12]}", name=scenario.name[:100])
    draft.apply(agent, {**document, "agent": agent.slug})
    return agent.versions.create(number=1, document=canonical(draft.document_of(agent)), revision=1)


def _actions(scenario: Scenario) -> Mapping[str, ActionSpec]:
    """The registered actions, and those that only the script knows, which take and give anything."""
    scripted = {name: _anything(name) for name in scenario.actions}
    return {**registered(), **scripted}


def _anything(name: str) -> ActionSpec:
    return ActionSpec(
        name=name,
        function=dict,
        input={},
        output={},
        retry="never",
        timeout=1.0,
        label=name,
        takes=None,
        wants_key=False,
    )


def _person(scenario: Scenario) -> Person | None:
    if not scenario.user.is_authenticated:
        return None
    return Person.objects.create_user(
        f"scenario-{uuid.uuid4().hex}", language=scenario.user.language, timezone=scenario.user.timezone
    )


def _state_facts(person: Person, scenario: Scenario) -> None:
    """What is known beforehand, through the same policy as everything else."""
    for given in scenario.facts:
        at = datetime.fromisoformat(given["at"]) if "at" in given else scenario.now
        actions.record(person, [_candidate(given)], origin="scenario", at=at)
    held = {fact.key for fact in queries.current(person, scenario.now)}
    known = catalogue.load()
    missing = [given["key"] for given in scenario.facts if known.normalise(given["key"]) not in held]
    if missing:
        raise NotPlayable(f"facts: the store did not keep {', '.join(missing)}")


def _candidate(given: Mapping[str, Any]) -> Candidate:
    value: Json = given["value"]
    return Candidate(
        key=given["key"],
        value=value,
        confidence=given.get("confidence", 0.95),
        quote=given.get("quote", str(value)),
        source=given.get("source", "chat"),
    )
