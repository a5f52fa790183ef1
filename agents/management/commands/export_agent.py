"""`manage.py export_agent SLUG`: write an agent's draft as a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from agents.draft import document_of
from agents.models import Agent
from agents.writer import write


class Command(BaseCommand):
    """Importing what was exported changes nothing."""

    help = "Writes the draft of an agent as an agent file (YAML)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="instead of the standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        agent = Agent.objects.filter(slug=options["slug"]).first()
        if agent is None:
            raise CommandError(_("There is no agent %(slug)s.") % {"slug": options["slug"]})
        text = write(document_of(agent))
        if options["output"]:
            options["output"].write_text(text, encoding="utf-8")
        else:
            self.stdout.write(text, ending="")
