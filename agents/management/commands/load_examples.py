"""`manage.py load_examples`: the agents that ship with Rapport, published and ready to try."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from agents.actions import errors_in, import_agent
from agents.models import Agent
from agents.reader import read
from agents.telling import line
from facts.catalogue import import_catalogue, load

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
AGENTS = ("hotel", "bookkeeping", "leads")


class Command(BaseCommand):
    """Loads what is not there yet; agents and keys that staff have are left as they are."""

    help = "Loads and publishes the example agents and the fact keys that they use."

    def handle(self, *args: Any, **options: Any) -> None:
        load_keys()
        for name in AGENTS:
            loaded = _load_agent(name)
            if options["verbosity"]:
                text = _("%(agent)s is loaded and live") if loaded else _("%(agent)s is there already")
                self.stdout.write(text % {"agent": name})


def load_keys() -> None:
    """Add the examples' keys to the catalogue of facts; one that exists stays as staff made it."""
    document: Any = read((EXAMPLES / "catalogue.yaml").read_text(encoding="utf-8")).value
    held = load().patterns
    import_catalogue({"catalogue": [key for key in document["catalogue"] if key["key"] not in held]})


def _load_agent(name: str) -> bool:
    if Agent.objects.filter(slug=name).exists():
        return False
    file = EXAMPLES / f"{name}.yaml"
    imported = import_agent(file.read_text(encoding="utf-8"), publish=True)
    if errors := errors_in(imported.problems):
        raise CommandError("\n".join(line(problem, file.name) for problem in errors))
    return True
