"""`manage.py scenario PATH...`: scripted conversations through the code that serves users (scenarios.md)."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from agents.models import Agent
from conversations.llm import configured
from conversations.scenario.files import scenario_files
from conversations.scenario.format import BadScenario, Scenario, load
from conversations.scenario.home import home_of
from conversations.scenario.play import Played, play
from conversations.scenario.throwaway import throw_away_database

Result = dict[str, Any]
"""One scenario's line: `path`, `scenario`, `passed`, `differences`."""


class Command(BaseCommand):
    """Plays each scenario against a throw-away database and tells what came out otherwise than expected."""

    help = "Plays scenario files, or all in a folder, against a throw-away database; exits with 1 when one fails."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--json", action="store_true", help="One JSON document instead of lines.")
        parser.add_argument(
            "--model",
            action="store_true",
            help="The configured model reads the messages; the readings of the script are expected of it.",
        )

    def handle(self, *args: Any, paths: list[Path], **options: Any) -> None:
        if missing := [str(path) for path in paths if not path.exists()]:
            raise CommandError(_("There is no %(paths)s.") % {"paths": ", ".join(missing)})
        loaded = [(path, _loaded(path)) for path in scenario_files(paths)]
        results = []
        for result in _results(loaded, with_model=options["model"]):
            results.append(result)
            if not options["json"]:
                self._tell(result)
        self._sum_up(results, as_json=options["json"])

    def _tell(self, result: Result) -> None:
        verdict = self.style.SUCCESS(_("passed")) if result["passed"] else self.style.ERROR(_("failed"))
        self.stdout.write(f"{verdict}  {result['path']}  {result['scenario']}")
        for line in result["differences"]:
            self.stdout.write(f"        {line}")

    def _sum_up(self, results: list[Result], *, as_json: bool) -> None:
        passed = sum(result["passed"] for result in results)
        failed = len(results) - passed
        if as_json:
            summary = {"scenarios": results, "passed": passed, "failed": failed}
            self.stdout.write(json.dumps(summary, ensure_ascii=False, indent=2))
        else:
            self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            raise SystemExit(1)


def _loaded(path: Path) -> Scenario | BadScenario:
    """The scenario with its agent: one that is named by its slug is read from the configured database, as its draft."""
    try:
        scenario = load(path)
        return _at_home(scenario) if isinstance(scenario.agent, str) else scenario
    except BadScenario as bad:
        return bad


def _at_home(scenario: Scenario) -> Scenario:
    agent = Agent.objects.filter(slug=scenario.agent).first()
    if agent is None:
        text = _("agent: there is no agent %(slug)s in the database")
        raise BadScenario(scenario.path, [text % {"slug": scenario.agent}])
    return load(scenario.path, home_of(agent))


def _results(loaded: Iterable[tuple[Path, Scenario | BadScenario]], *, with_model: bool) -> Iterator[Result]:
    model = configured.model() if with_model else None
    with throw_away_database() as fresh:
        for path, scenario in loaded:
            if isinstance(scenario, BadScenario):
                yield _result(path, path.stem, scenario.problems)
                continue
            fresh()
            played: Played = play(scenario, model)
            yield _result(path, scenario.name, played.differences)


def _result(path: Path, name: str, differences: Iterable[str]) -> Result:
    lines = list(differences)
    return {"path": str(path), "scenario": name, "passed": not lines, "differences": lines}
