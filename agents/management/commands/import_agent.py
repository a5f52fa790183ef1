"""`manage.py import_agent FILE...`: load agent files as drafts."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents.actions import Imported, errors_in, import_agent
from agents.telling import line


class Command(BaseCommand):
    """Each file is loaded whole or not at all; every problem is one line with its file, line and place."""

    help = "Loads agent files (YAML or JSON) as the drafts of their agents."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--publish", action="store_true", help="publish what was loaded")
        parser.add_argument("--dry-run", action="store_true", help="only list the problems")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = [file for file in options["files"] if not self._load(file, options)]
        if failed:
            text = ngettext("%(count)d file was not loaded.", "%(count)d files were not loaded.", len(failed))
            raise CommandError(text % {"count": len(failed)})

    def _load(self, file: Path, options: dict[str, Any]) -> bool:
        imported = import_agent(self._text(file), publish=options["publish"], dry_run=options["dry_run"])
        for problem in imported.problems:
            self.stderr.write(line(problem, str(file)))
        if errors_in(imported.problems):
            return False
        self.stdout.write(f"{file}: {_outcome(imported, options)}")
        return True

    def _text(self, file: Path) -> str:
        try:
            return file.read_text(encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise CommandError(_("%(file)s: the file is no UTF-8 text.") % {"file": file}) from error


def _outcome(imported: Imported, options: dict[str, Any]) -> str:
    if options["dry_run"]:
        return _("no error")
    agent = imported.agent
    assert agent is not None
    if options["publish"] and agent.live:
        return _("%(agent)s is live as version %(number)d") % {"agent": agent.slug, "number": agent.live.number}
    return _("%(agent)s is loaded as a draft") % {"agent": agent.slug}
