"""`manage.py rebuild_facts [--check]`: what is known about people, made anew from the ledger (F12)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from facts.catalogue import relink
from facts.models import Entry, Person
from facts.rebuild import rebuild


class Command(BaseCommand):
    """One person, one transaction: it can be interrupted and run again while the site serves."""

    help = "Makes the current facts anew from the ledger, and says how many rows were not as they should be."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; fail if a row differs")

    def handle(self, *args: Any, **options: Any) -> None:
        write = not options["check"]
        people = Person.objects.filter(pk__in=Entry.objects.values("person")).order_by("pk")
        results = [rebuild(person, write=write) for person in people.iterator()]
        if write:
            relink()
        rows, drifted = (sum(getattr(result, name) for result in results) for name in ("rows", "drifted"))
        line = _("%(people)d people, %(rows)d rows, %(drifted)d differed from the ledger")
        self.stdout.write(line % {"people": len(results), "rows": rows, "drifted": drifted})
        if drifted and not write:
            raise CommandError(_("Run `manage.py rebuild_facts` to make them anew."))
