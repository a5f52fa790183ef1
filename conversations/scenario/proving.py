"""How an agent's scenarios stand, for those who look at them and for those who publish (`agents.gate`)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from agents.gate import Proof
from agents.models import Agent
from conversations.clock import now
from conversations.models import Scenario
from conversations.scenario.standing import Last, State, is_forlorn, state

WORDS: Final[dict[State, Any]] = {
    State.PASSED: _("passed"),
    State.FAILED: _("failed"),
    State.OUTDATED: _("not run since the draft changed"),
    State.NEVER: _("never run"),
    State.ASKED: _("waits to be run"),
    State.PLAYING: _("is being run"),
}
FORLORN: Final = _("waits to be run; is a worker running?")


@dataclass(frozen=True, slots=True)
class Line:
    """A scenario as a list shows it: `was` is how it ended last where that is out of date."""

    scenario: Scenario
    state: State
    said: str
    was: str
    is_forlorn: bool


def lines(agent: Agent) -> list[Line]:
    """The scenarios of an agent as they stand for its draft, in one query."""
    rows = agent.scenarios.defer("text", "differences").order_by("name", "pk")
    return list(_lines(rows, agent.revision, now()))


def line(scenario: Scenario, agent: Agent) -> Line:
    """One scenario of the agent."""
    return next(_lines([scenario], agent.revision, now()))


def proofs(agent: Agent) -> list[Proof]:
    """The same for whoever publishes."""
    return [_proof(one) for one in lines(agent)]


def _lines(rows: Iterable[Scenario], revision: int, at: datetime) -> Iterator[Line]:
    for row in rows:
        last = Last(row.passed, row.ran_at_revision, row.asked_at, row.held_until)
        found = state(last, revision, at)
        was = "" if row.passed is None or found is not State.OUTDATED else WORDS[_ended(row)]
        forlorn = is_forlorn(last, at)
        yield Line(row, found, str(FORLORN if forlorn else WORDS[found]), str(was), forlorn)


def _ended(row: Scenario) -> State:
    return State.PASSED if row.passed else State.FAILED


def _proof(one: Line) -> Proof:
    return Proof(
        name=one.scenario.name,
        url=reverse("admin:scenario", args=[one.scenario.pk]),
        state=one.said,
        passed=one.state is State.PASSED,
        failed=one.state is State.FAILED,
        waits=one.state.waits,
    )
