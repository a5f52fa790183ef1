"""`manage.py play_kept`: plays the scenarios of an agent; the worker begins it (`scenario.child`)."""

import json
import signal
import sys
from collections.abc import Sequence
from typing import Any, Final

from django.core.management.base import BaseCommand

from conversations.scenario.format import BadScenario, Home, parse
from conversations.scenario.play import play
from conversations.scenario.script import NoActions
from conversations.scenario.shelf import STORED
from conversations.scenario.throwaway import throw_away_database

MOST: Final = 40
"""Differences of a scenario that are told."""
LONGEST: Final = 600
"""Characters of a difference."""


class Command(BaseCommand):
    """Reads a job as JSON, and says of each scenario in a line of JSON what came out otherwise."""

    help = "Plays scenarios that stand as JSON on the standard input; the worker calls it for the admin."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        job = json.load(sys.stdin)
        signal.alarm(job["seconds"])  # ended by itself where whoever began it is gone
        home = Home(**job["home"])
        with throw_away_database() as fresh:
            for scenario in job["scenarios"]:
                fresh()
                told = {"id": scenario["id"], "differences": _cut(_differences(scenario["text"], home))}
                self.stdout.write(json.dumps(told))
                self.stdout.flush()


def _differences(text: str, home: Home) -> Sequence[str]:
    try:
        scenario = parse(text, STORED, home)
    except BadScenario as bad:
        return bad.problems
    return play(scenario, others=NoActions()).differences


def _cut(differences: Sequence[str]) -> list[str]:
    """As much of them as somebody reads."""
    told = [line if len(line) <= LONGEST else f"{line[:LONGEST]}…" for line in differences[:MOST]]
    more = len(differences) - len(told)
    return [*told, f"… and {more} more"] if more else told
