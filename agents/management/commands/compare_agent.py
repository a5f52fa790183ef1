"""`manage.py compare_agent SLUG`: what changed between two versions of an agent, or since the live one."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents import sides, telling
from agents.compare import Change, compare
from agents.diagram import Wording
from agents.models import Agent

MARKS = {"same": "%s", "deleted": "[-%s-]", "inserted": "{+%s+}"}
"""How a stretch of a text is written, as by wdiff."""


class Command(BaseCommand):
    """Changes nothing."""

    help = "Lists what changed between two versions of an agent; by default from the live one to the draft."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--from", metavar="N", help="a version's number, or draft; the live version if not given")
        parser.add_argument("--to", metavar="N", help="a version's number, or draft; the draft if not given")

    def handle(self, *args: Any, **options: Any) -> None:
        agent = Agent.objects.select_related("live").filter(slug=options["slug"]).first()
        if agent is None:
            raise CommandError(_("There is no agent %(slug)s.") % {"slug": options["slug"]})
        try:
            names = _names(agent, options["from"], options["to"])
            old, new = sides.documents(agent, *names)
        except sides.NoSuchSide as fault:
            raise CommandError(str(fault)) from None
        found = compare(old, new, Wording().translated(_))
        count = ngettext("%(count)d change", "%(count)d changes", len(found)) % {"count": len(found)}
        self.stdout.write(f"{' → '.join(names)}: {count}")
        for change in found:
            self.stdout.write(telling.change(change))
            for line in _values(change):
                self.stdout.write(f"    {line}")


def _names(agent: Agent, old: str | None, new: str | None) -> tuple[str, str]:
    return (old or sides.usual(agent)[0], new or sides.DRAFT)


def _values(change: Change) -> list[str]:
    """What was there and what is there now, as lines."""
    if change.kind == "renamed":
        return []
    if change.pieces:
        return "".join(MARKS[piece.kind] % piece.text for piece in change.pieces).splitlines()
    return [f"{sign} {line}" for sign, text in (("-", change.old), ("+", change.new)) for line in text.splitlines()]
