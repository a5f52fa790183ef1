"""Which values may be counted across people, and the clear copy of them that is counted (F21)."""

import json
from collections import defaultdict

from django.db import transaction
from django.db.models import Q, QuerySet

from facts.models import CatalogueKey, CurrentFact, Entry, Person
from facts.sqlite_log import insist
from facts.values import Json

LONGEST = 500
"""Bytes of a value that is counted: nobody shares a longer one to the letter, and an index holds no row of 2,700."""

_CHUNK = 500


def shared(entry: Entry, rule: CatalogueKey | None, person: Person) -> str | None:
    """What `CurrentFact.shared` holds of an entry in use: its value in clear, or null where none may stand (F19, F21).

    For the writer, the rebuild and `keep_in_step` alike.
    """
    if rule is None or not rule.shareable or rule.sensitive or entry.sensitive or person.is_pretended:
        return None
    written = canonical(entry.read_value())
    return written if len(written.encode()) <= LONGEST else None


def canonical(value: Json) -> str:
    """The one text of a value: names sorted, no spaces, whole numbers without a decimal point."""
    return json.dumps(_whole(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _whole(value: Json) -> Json:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {name: _whole(item) for name, item in value.items()}
    return value


def countable() -> QuerySet[CurrentFact]:
    """The current facts that may be counted, as catalogue and ledger have it now, whatever a row still holds."""
    return CurrentFact.objects.filter(
        catalogue_key__shareable=True,
        catalogue_key__sensitive=False,
        entry__sensitive=False,
        person__is_pretended=False,
    ).order_by()


def withdraw(most: int = _CHUNK) -> int:
    """Take away clear copies under keys that may not be shared; how many of `most` (F19, F21).

    A writer who had read the catalogue before it changed leaves such a copy behind `keep_in_step`. Two queries find
    that there is none.
    """
    not_shared = CatalogueKey.objects.filter(Q(shareable=False) | Q(sensitive=True)).values_list("pk", flat=True)
    copies = CurrentFact.objects.filter(shared__isnull=False).order_by()
    left = copies.filter(Q(catalogue_key=None) | Q(catalogue_key__in=list(not_shared)))
    found = list(left.values_list("pk", flat=True)[:most])
    if not found:
        return 0
    with transaction.atomic():
        gone = copies.filter(pk__in=found).exclude(pk__in=countable().values("pk")).update(shared=None)
        transaction.on_commit(insist, robust=True)
    return gone


def keep_in_step() -> None:
    """Bring the clear copies after the catalogue: gone where a key may not be shared, there where it may (F21).

    Those that go are gone from SQLite's log as well, once this is committed.
    """
    if CurrentFact.objects.exclude(shared=None).exclude(pk__in=countable().values("pk")).update(shared=None):
        transaction.on_commit(insist, robust=True)
    wanting: dict[str, list[int]] = defaultdict(list)
    rows = countable().filter(shared=None).select_related("entry__keyring", "person", "catalogue_key")
    for row in rows.iterator(chunk_size=_CHUNK):
        written = shared(row.entry, row.catalogue_key, row.person)
        if written is not None:
            wanting[written].append(row.entry_id)
    for written, entries in wanting.items():
        for start in range(0, len(entries), _CHUNK):
            # By the entry and not by the row, which may hold another value by now.
            CurrentFact.objects.filter(entry__in=entries[start : start + _CHUNK]).update(shared=written)
