"""The one way out of the ledger (F20): what is kept under a key, or everything about a person, is removed for good.

Part of the routine in `conversations`, which first takes the person's conversations away from whoever runs them, and
calls this within its transaction. The ledger's triggers let it through while an `Erasure` of the person is open, which
no other transaction ever sees. Rows go by raw deletes: what is left of Django's collector would only be in the way.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from facts.catalogue import load
from facts.decisions import NotFound
from facts.keyring import locked_keyring_of
from facts.ledger import share_keyrings
from facts.models import (
    Contested,
    Counter,
    CurrentFact,
    Entry,
    Erasure,
    Keyring,
    Look,
    Person,
    Proposal,
    Receipt,
    WikiEntry,
)
from facts.words import Words

_CHUNK = 500
_PROJECTIONS = (CurrentFact, Proposal, Contested)


@dataclass(frozen=True, slots=True)
class Erased:
    """What was kept under a key: the words, and the places (origin, message) where they were said.

    `lines` are those of the ledger under the key; `rows` is how many rows of the fact store went, or lost a quote.
    """

    key: str
    words: Words
    places: frozenset[tuple[str, str]]
    lines: int
    rows: int = 0

    def says_the_same(self, other: "Erased") -> bool:
        """Whether the same was said under the same key at the same places."""
        return (self.key, self.words, self.places) == (other.key, other.words, other.places)


@dataclass(frozen=True, slots=True)
class Quotes:
    """Which quotes of a person were looked at for the words, by entry, and whether they stand in each."""

    erased: Erased
    held: Mapping[int, bool]


def key_of(person: Person, key: str) -> str:
    """The key as the person's ledger spells it. Raises `NotFound` if it says nothing under it."""
    for spelling in dict.fromkeys((load().normalise(key), key)):
        if Entry.objects.filter(person=person, key=spelling).exists():
            return spelling
    raise NotFound


def kept(person: Person, key: str, languages: Iterable[str] = ()) -> Erased:
    """What would go with a key. Raises `NotFound` if there is nothing.

    `languages` are those in which its values were shown.
    """
    key = key_of(person, key)
    entries = _entries(Entry.objects.filter(person=person, key=key))
    words = Words((entry.read_value() for entry in entries), (entry.read_quote() for entry in entries), languages)
    places = frozenset((entry.origin, entry.message) for entry in entries)
    return Erased(key, words, places, len(entries))


def quotes(person: Person, erased: Erased, seen: Quotes | None = None) -> Quotes:
    """Look at the person's quotes that were not `seen` for the same words: before the transaction, as it takes long."""
    held = dict(seen.held) if seen and seen.erased.says_the_same(erased) else {}
    rows = Entry.objects.filter(person=person, quote__isnull=False).exclude(key=erased.key).order_by()
    for some in _chunks(sorted(set(rows.values_list("pk", flat=True)) - held.keys())):
        found = _entries(rows.filter(pk__in=some))
        held |= {entry.pk: erased.words.stand_in(entry.read_quote()) for entry in found}
    return Quotes(erased, held)


def erase_key(person: Person, key: str, languages: Iterable[str] = (), seen: Quotes | None = None) -> Erased:
    """Remove all that is kept under a key, in the caller's transaction. Raises `NotFound` if there is nothing.

    Facts under other keys stay; a quote of theirs that holds the words goes. What was `seen` is not looked at again.
    """
    _check_transaction()
    locked_keyring_of(person)
    erased = kept(person, key, languages)
    with _opened(person, erased.key):
        rows = _erase({"person": person, "key": erased.key}, *_PROJECTIONS, Entry)
    rows += _unquote(person, quotes(person, erased, seen)) + _drop_reviews([erased.key])
    return replace(erased, rows=rows)


def erase_person(person: Person) -> int:
    """Remove everything kept about a person, and destroy their keys, in the caller's transaction; how many rows.

    Their conversations must have gone before. The account is untouched, and gets a new key on first use.
    """
    _check_transaction()
    locked_keyring_of(person)
    keys = list(Entry.objects.filter(person=person).order_by().values_list("key", flat=True).distinct())
    with _opened(person):
        rows = _erase({"person": person}, *_PROJECTIONS, Entry, Counter)
    rows += _drop_reviews(keys)
    rows += Look.objects.filter(person=person).update(person=None)
    return rows + _erase({"owner": person}, Keyring)


def let_go(keyring: Keyring) -> int:
    """Destroy the key of a conversation that is gone, in the caller's transaction; 0 if it is needed elsewhere."""
    if keyring.personal or Entry.objects.filter(keyring=keyring).exists():
        return 0
    return _erase({"pk": keyring.pk}, Keyring)


def receipt(what: Receipt.What, rows: int, *, person: Person | None = None, because: str = "asked") -> Receipt:
    """What stays: when, how many rows, nothing of what they held."""
    return Receipt.objects.create(what=what, rows=rows, person=person, because=because)


def remove(rows: "QuerySet[Any]") -> int:
    """Delete rows as they stand, without the collector; how many. Nothing may be left that points at them."""
    return int(rows.order_by()._raw_delete(rows.db))


@contextmanager
def _opened(person: Person, key: str = "") -> Iterator[None]:
    """The ledger's triggers let deletes of these entries through, for as long as the block takes."""
    erasure = Erasure.objects.create(person=person, key=key)
    yield
    remove(Erasure.objects.filter(pk=erasure.pk))


def _erase(which: dict[str, Any], *models: Any) -> int:
    return sum(remove(model.objects.filter(**which)) for model in models)


def _entries(rows: "QuerySet[Entry]") -> list[Entry]:
    """The entries, with one keyring object for each keyring."""
    return list(share_keyrings(rows.select_related("keyring")).values())


def _unquote(person: Person, found: Quotes) -> int:
    """Take the words out of quotes of other facts: what was said in one breath is kept with the same quote."""
    holding = [entry for entry, holds in found.held.items() if holds]
    lines = [line for some in _chunks(holding) for line in Entry.objects.filter(pk__in=some).order_by("pk")]
    for key in {line.key for line in lines}:
        with _opened(person, key):
            for some in _chunks([line.pk for line in lines if line.key == key]):
                remove(Entry.objects.filter(pk__in=some))
    _write_again(lines)
    return len(lines)


def _write_again(lines: Iterable[Entry]) -> None:
    """The same lines without their quotes. No line is ever changed, not even here: it is erased, and written anew.

    Nothing is said in them, so nobody hears of them: no signal is sent.
    """
    columns = [column.attname for column in Entry._meta.concrete_fields]
    held = [{name: getattr(line, name) for name in columns} for line in lines]
    Entry.objects.bulk_create([Entry(**{**line, "quote": None}) for line in held], batch_size=_CHUNK)


def _chunks(ids: list[int]) -> list[list[int]]:
    return [ids[start : start + _CHUNK] for start in range(0, len(ids), _CHUNK)]


def _drop_reviews(keys: Iterable[str]) -> int:
    """Remove what staff think of values that too few people share now: a review holds the value in clear (F21).

    Of several who forget at once each waits here for the one before, and counts without them.
    """
    reviews = WikiEntry.objects.filter(key__in=list(keys)).order_by("pk").select_for_update(of=("self",))
    below = [review.pk for review in reviews if _people(review) < settings.WIKI_PEOPLE]
    return remove(WikiEntry.objects.filter(pk__in=below)) if below else 0


def _people(review: WikiEntry) -> int:
    """How many people share the value."""
    facts = CurrentFact.objects.filter(Q(key=review.key) & Q(shared=review.value))
    return facts.order_by().values("person").distinct().count()


def _check_transaction() -> None:
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("The ledger is erased from within a transaction.")
