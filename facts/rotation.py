"""Wrapping keyrings under the site's present key: all that a rotation rewrites; the ledger is not touched (F19).

Each keyring is moved by one update that asks for what was read of it. So a rotation can be interrupted anywhere and
run again, by several at once, while the site serves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.core.checks import CheckMessage, Warning
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from facts.keyring import Unreadable, readable_site_keys, rewrapped, site_key
from facts.models import Keyring

BATCH = 200
"""Keyrings in one transaction: some ten milliseconds."""


@dataclass(frozen=True, slots=True)
class Left:
    """Keyrings that are not under the present key: under an old one, and under one that the settings do not name."""

    old: int
    unknown: int

    @property
    def all(self) -> int:
        """Both together."""
        return self.old + self.unknown


@dataclass(frozen=True, slots=True)
class Moved:
    """What became of a batch: wrapped anew, and not readable with the key that they name."""

    moved: int
    damaged: int


def left(using: str = DEFAULT_DB_ALIAS) -> Left:
    """How many keyrings a rotation still has to do."""
    keyrings = Keyring.objects.using(using)
    present, *old = readable_site_keys()
    return Left(
        old=keyrings.filter(site_key__in=old).count(),
        unknown=keyrings.exclude(site_key__in=[present, *old]).count(),
    )


def rotate(batch: int = BATCH) -> Iterator[Moved]:
    """Wrap every keyring that is under an old key anew, a batch at a time, each in a transaction of its own."""
    waiting = Keyring.objects.filter(site_key__in=readable_site_keys()).exclude(site_key=site_key()).order_by("pk")
    rows = list(waiting[:batch])
    while rows:
        yield _move(rows)
        rows = list(waiting.filter(pk__gt=rows[-1].pk)[:batch])


def can_read(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Whether the site's keys are those of this database: not if there are keyrings, and none can be read."""
    keyrings = Keyring.objects.using(using)
    return keyrings.filter(site_key__in=readable_site_keys()).exists() or not keyrings.exists()


def can_read_all(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Whether every keyring is under a key that is set: the site is not ready while some people get errors.

    Asked of the gaps between the names of those keys, so that the index answers, however many keyrings there are.
    """
    names = sorted(readable_site_keys())
    gaps = [Q(site_key__lt=names[0]), Q(site_key__gt=names[-1])]
    gaps += [Q(site_key__gt=low, site_key__lt=high) for low, high in pairwise(names)]
    return not any(Keyring.objects.using(using).filter(gap).exists() for gap in gaps)


def warning(using: str = DEFAULT_DB_ALIAS) -> str:
    """What a start has to say aloud, and what to do; empty if every keyring can be read."""
    if not _is_there(using) or can_read_all(using):
        return ""
    return _("WARNING: %(problem)s Until then the people they belong to get errors.") % {
        "problem": unknown_keys(left(using).unknown)
    }


def problem(using: str = DEFAULT_DB_ALIAS) -> str:
    """Why a start has to be stopped, and what to do; empty if all is well."""
    if not _is_there(using) or can_read(using):
        return ""
    return _(
        "Nothing in this database can be read with CRYPTOGRAPHY_KEY: set it to the key the database was written "
        "with, or add that one to CRYPTOGRAPHY_KEYS_OLD."
    )


def check(*, databases: Sequence[str] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """The system check of every `migrate` and `check --database`."""
    return [warning for using in databases or () if _is_there(using) for warning in _warnings(using)]


def unknown_keys(count: int) -> str:
    """What to do about keyrings under a key that the settings do not name."""
    words = ngettext(
        "%(count)d keyring is under a key that is not set: add the earlier value of CRYPTOGRAPHY_KEY to "
        "CRYPTOGRAPHY_KEYS_OLD.",
        "%(count)d keyrings are under a key that is not set: add the earlier value of CRYPTOGRAPHY_KEY to "
        "CRYPTOGRAPHY_KEYS_OLD.",
        count,
    )
    return words % {"count": count}


def _move(rows: Sequence[Keyring]) -> Moved:
    """Unwrap and wrap first: the transaction only writes."""
    anew = [(row, columns) for row in rows if (columns := _anew(row))]
    with transaction.atomic():
        moved = sum(_as_read(row).update(**columns) for row, columns in anew)
    return Moved(moved, damaged=len(rows) - len(anew))


def _anew(row: Keyring) -> dict[str, str]:
    """The keyring's columns under the present key; empty if it cannot be read."""
    try:
        return rewrapped(row)
    except Unreadable:
        return {}


def _as_read(row: Keyring) -> QuerySet[Keyring]:
    """The keyring if it is still as it was read: nobody else has moved or forgotten it."""
    return Keyring.objects.filter(pk=row.pk, site_key=row.site_key, wrapped=row.wrapped)


def _warnings(using: str) -> Iterator[CheckMessage]:
    found = left(using)
    if found.unknown:
        yield Warning(unknown_keys(found.unknown), id="facts.W002", obj=using)
    if found.old:
        words = ngettext(
            "%(count)d keyring is under an old key: run `manage.py rotate_keys`.",
            "%(count)d keyrings are under an old key: run `manage.py rotate_keys`.",
            found.old,
        )
        yield Warning(words % {"count": found.old}, id="facts.W003", obj=using)


def _is_there(using: str) -> bool:
    """Whether there are keyrings to ask about: not before the first `migrate`."""
    return Keyring._meta.db_table in connections[using].introspection.table_names()
