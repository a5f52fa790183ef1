"""Scenarios that are to be played: asked for on a page, taken up by a worker, their results kept (scenarios.md).

The rows are the truth: what a worker was playing when it died is taken up again once its time is over.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet

from agents.models import Agent
from conversations.models import Scenario
from conversations.scenario.format import Home
from conversations.scenario.home import home_of
from conversations.scenario.shelf import text_of
from facts.keyring import readable_site_keys

LIMIT: Final = 120.0
"""Seconds that a process may play the scenarios of an agent."""
_GRACE: Final = timedelta(seconds=15)


@dataclass(frozen=True, slots=True)
class Job:
    """Scenarios of one agent, by their ids, and what they are played against: the draft of a revision.

    `until` is the moment up to which they are held, and says whose results count.
    """

    home: Home
    revision: int
    texts: dict[int, str]
    until: datetime


def ask(scenarios: "QuerySet[Scenario]", at: datetime) -> int:
    """Want them played; how many. Those that wait already go on; those that nobody can read are left alone."""
    return scenarios.filter(asked_at=None, **_readable()).order_by().update(asked_at=at, held_until=None)


def stop(scenarios: "QuerySet[Scenario]") -> int:
    """Want them played no more; how many. A result that is still on its way does not count."""
    return scenarios.order_by().filter(asked_at__isnull=False).update(asked_at=None, held_until=None)


@transaction.atomic
def take(at: datetime) -> Job | None:
    """Hold what waits longest, with whatever else of its agent waits; None if nothing does.

    The agent is locked meanwhile: two workers never play the same, and the draft is read at one revision.
    """
    first = _free(at).order_by("asked_at").values_list("agent", flat=True).first()
    if first is None:
        return None
    agent = Agent.objects.select_for_update(of=("self",)).get(pk=first)
    rows = list(_free(at).filter(agent=agent).select_related("keyring").order_by("asked_at", "pk"))
    until = at + timedelta(seconds=LIMIT) + _GRACE
    Scenario.objects.filter(pk__in=[row.pk for row in rows]).update(held_until=until)
    return Job(home_of(agent), agent.revision, {row.pk: text_of(row) for row in rows}, until) if rows else None


def keep(job: Job, scenario: int, differences: Sequence[str], at: datetime) -> bool:
    """Keep what came out of one; false if it was changed, stopped or taken by somebody else meanwhile."""
    held = Scenario.objects.select_related("keyring").filter(pk=scenario, held_until=job.until).first()
    if held is None:
        return False
    sealed = Scenario.sealed(held.keyring, differences=list(differences) or None)
    rows = Scenario.objects.filter(pk=scenario, held_until=job.until)
    result = {"passed": not differences, "ran_at": at, "ran_at_revision": job.revision, **sealed}
    return bool(rows.update(asked_at=None, held_until=None, **result))


def let_go(job: Job) -> None:
    """Leave what was not played to whoever looks next."""
    Scenario.objects.filter(held_until=job.until, pk__in=job.texts).update(held_until=None)


def _free(at: datetime) -> "QuerySet[Scenario]":
    """What waits, and nobody plays."""
    return Scenario.objects.filter(Q(held_until=None) | Q(held_until__lte=at), asked_at__isnull=False, **_readable())


def _readable() -> dict[str, Any]:
    return {"keyring__site_key__in": readable_site_keys()}
