"""`manage.py rotate_keys [--batch N] [--check]`: every keyring under the site's present key (F19)."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from facts import rotation
from facts.rotation import Left


class Command(BaseCommand):
    """It can be interrupted anywhere and run again, by several at once, while the site serves."""

    help = "Wraps the keys of people anew that are under a key of CRYPTOGRAPHY_KEYS_OLD. Nothing else is changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--batch", type=int, default=rotation.BATCH, help="keyrings in one transaction")
        parser.add_argument("--check", action="store_true", help="change nothing; fail if any are left")

    def handle(self, *args: Any, batch: int, check: bool, **options: Any) -> None:
        if batch < 1:
            raise CommandError(_("Set --batch to 1 or more."))
        batches = [] if check else list(rotation.rotate(batch))
        left = rotation.left()
        if not check:
            moved = sum(one.moved for one in batches)
            done = ngettext("%(count)d keyring wrapped anew", "%(count)d keyrings wrapped anew", moved)
            self.stdout.write(done % {"count": moved})
        self.stdout.write(_("%(count)d left") % {"count": left.all})
        if left.all:
            damaged = sum(one.damaged for one in batches)
            raise CommandError("\n".join(_what_to_do(left, damaged, is_check=check)))


def _what_to_do(left: Left, damaged: int, *, is_check: bool) -> Iterator[str]:
    """Why keyrings are left, and what helps."""
    if left.unknown:
        yield rotation.unknown_keys(left.unknown)
    if damaged:
        yield _("Not readable with the key that they name: %(count)d. Restore them from a backup.") % {"count": damaged}
    if is_check and left.old:
        yield _("Run `manage.py rotate_keys`.")
    elif left.old > damaged:
        yield _("Processes still use an old key: restart them with the new one, and run this again.")
