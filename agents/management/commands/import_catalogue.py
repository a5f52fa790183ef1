"""`manage.py import_catalogue FILE`: load a catalogue of fact keys (F1)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from agents.reader import read
from agents.telling import line
from facts.catalogue import CatalogueError, import_catalogue


class Command(BaseCommand):
    """The file is loaded whole or not at all; keys that it does not name stay as they are."""

    help = "Loads keys and scopes of facts from a file (YAML or JSON) into the catalogue."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        file = options["file"]
        document = read(_text(file))
        if document.problems:
            raise CommandError("\n".join(line(problem, str(file)) for problem in document.problems))
        try:
            imported = import_catalogue(document.value)
        except CatalogueError as error:
            raise CommandError("\n".join(f"{file}: {problem}" for problem in error.problems)) from error
        text = _("%(file)s: %(keys)d keys and %(scopes)d scopes are in the catalogue")
        for doubt in imported.doubts:
            self.stderr.write(self.style.WARNING(f"{file}: {doubt}"))
        self.stdout.write(text % {"file": file, "keys": imported.keys, "scopes": imported.scopes})


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(_("%(file)s: the file is no UTF-8 text.") % {"file": file}) from error
