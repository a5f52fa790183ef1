"""`manage.py export_agent SLUG`: write an agent's draft as a file, or its flows as Mermaid text."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from agents.diagram import Wording, mermaid
from agents.draft import document_of
from agents.models import Agent
from agents.writer import write


class Command(BaseCommand):
    """Importing what was exported changes nothing."""

    help = "Writes the draft of an agent as an agent file (YAML), or the picture of its flows as Mermaid text."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="instead of the standard output")
        parser.add_argument(
            "--mermaid", action="store_true", help="flowcharts: a Markdown page of all flows, or the text of one"
        )
        parser.add_argument("--flow", metavar="FLOW", help="the flow to write, with --mermaid")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["flow"] and not options["mermaid"]:
            raise CommandError(_("--flow goes with --mermaid: an agent file always has all flows."))
        agent = Agent.objects.filter(slug=options["slug"]).first()
        if agent is None:
            raise CommandError(_("There is no agent %(slug)s.") % {"slug": options["slug"]})
        document = document_of(agent)
        text = _picture(document, options["flow"]) if options["mermaid"] else write(document)
        if options["output"]:
            options["output"].write_text(text, encoding="utf-8")
        else:
            self.stdout.write(text, ending="")


def _picture(document: dict[str, Any], flow: str | None) -> str:
    flows = document.get("flows", {})
    if flow is not None and flow not in flows:
        raise CommandError(
            _("This agent has no flow %(flow)s. There are: %(flows)s.")
            % {"flow": flow, "flows": ", ".join(flows) or "—"}
        )
    return mermaid(document, flow, Wording().translated(_))
