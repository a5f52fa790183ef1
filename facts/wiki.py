"""What people share: patterns over the facts of at least `WIKI_PEOPLE` different people, and what staff think of them.

Everything is counted when it is read, so that a pattern is gone the moment too few people share it (F21). There is no
name and no quote in it, and none of it is a fact about anybody.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils import timezone

from facts import keys as names
from facts.catalogue import Catalogue, load
from facts.models import CurrentFact, Person, WikiEntry
from facts.prepared import Select
from facts.sharing import countable
from facts.sqlite_log import insist
from facts.subjects import is_about, words
from facts.values import Json

PER_KEY = 3
"""How many values of one key are suggested at most."""
TALKED_ABOUT = 5
"""How many suggestions a turn gets at most for keys that are talked about."""
BATCH = 500
"""Reviews that are dropped at once at most."""

_approved = Select(lambda: WikiEntry.objects.filter(state=WikiEntry.State.APPROVED))


class Suppressed(Exception):
    """Too few people share the value for anything to be said of it."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A value of a key that enough people share: `people` of the `of` that have any. `written` is canonical JSON."""

    key: str
    written: str
    people: int
    of: int

    @property
    def value(self) -> Json:
        """The value itself."""
        value: Json = json.loads(self.written)
        return value


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An approved pattern, to be offered and never taken as given (F21). `said` if its subject is talked about."""

    key: str
    label: str
    value: Json
    people: int
    of: int
    said: bool = False


def patterns(keys: Collection[str] | None = None) -> list[Pattern]:
    """The patterns of all keys, or of some: by key, what most people say first. Two queries."""
    shared = countable().exclude(shared=None)
    if keys is not None:
        shared = shared.filter(key__in=list(keys))
    of = {row["key"]: row["people"] for row in _enough(shared.values("key"))}
    rows = _enough(shared.values("key", "shared")) if of else ()
    # Who came between the two queries is among those who have any value, too.
    found = [
        Pattern(row["key"], row["shared"], row["people"], max(row["people"], of.get(row["key"], 0))) for row in rows
    ]
    return sorted(found, key=lambda pattern: (pattern.key, -pattern.people, pattern.written))


def _enough(groups: QuerySet[CurrentFact, Any]) -> QuerySet[CurrentFact, Any]:
    """The groups with enough different people, and how many those are."""
    return groups.annotate(people=Count("person", distinct=True)).filter(people__gte=settings.WIKI_PEOPLE)


def review(key: str, written: str, state: WikiEntry.State, *, by: Person) -> WikiEntry:
    """Keep what a member of the staff thinks of a pattern, and return it.

    Raises `Suppressed` for what is none, or none any more.
    """
    with transaction.atomic():
        if not any(pattern.written == written for pattern in patterns([key])):
            raise Suppressed
        thought = {"state": state, "reviewed_by": by, "reviewed_at": timezone.now()}
        entry, _is_new = WikiEntry.objects.update_or_create(key=key, value=written, defaults=thought)
    return entry


def tidy(most: int = BATCH) -> int:
    """Drop what staff think of values that nobody may read any more, for a review has its value in clear (F19, F21).

    Too few people share them, or their key may not be shared. How many of `most` went; one query finds that none does.
    """
    people = countable().filter(key=OuterRef("key"), shared=OuterRef("value")).values("person").distinct()
    least = settings.WIKI_PEOPLE
    suppressed = WikiEntry.objects.exclude(Exists(people[least - 1 : least])).order_by("pk")
    found = list(suppressed.values_list("pk", flat=True)[:most])
    if not found:
        return 0
    with transaction.atomic():
        # Locked in the order in which forgetting locks them; whose count was raised meanwhile stays.
        locked = list(suppressed.filter(pk__in=found).select_for_update(of=("self",)).values_list("pk", flat=True))
        gone, _by_model = WikiEntry.objects.filter(pk__in=locked).delete()
        transaction.on_commit(insist, robust=True)
    return gone


def suggestions(
    keys: Iterable[str], texts: Sequence[str] = (), *, known: Collection[str] = (), catalogue: Catalogue | None = None
) -> list[Suggestion]:
    """What may be suggested for some keys, and for those whose subject stands in the texts; in that order (F21).

    Nothing is suggested for a key that is `known`, of a person's own facts. Three queries at most, and none where
    the given catalogue shares no key.
    """
    catalogue = catalogue or load()
    if not any(rule.shareable for rule in catalogue.keys):
        return []
    asked = set(keys)
    approved = {(row.key, row.value) for row in _approved() if row.key not in known}
    about = _talked_about({key for key, _value in approved}, texts, catalogue)
    wanted = {key for key, _value in approved if key in asked or key in about}
    if not wanted:
        return []
    found = [pattern for pattern in patterns(wanted) if (pattern.key, pattern.written) in approved]
    chosen = [_suggestion(pattern, catalogue, said=pattern.key in about) for pattern in _first(found)]
    aside = [suggestion for suggestion in chosen if suggestion.key not in asked]
    return [suggestion for suggestion in chosen if suggestion.key in asked] + aside[:TALKED_ABOUT]


def _talked_about(keys: Iterable[str], texts: Sequence[str], catalogue: Catalogue) -> set[str]:
    """Those of the keys whose subject stands in the texts."""
    if not texts:
        return set()
    spoken = words(" ".join(texts))
    starred = [pattern for pattern in catalogue.patterns if "*" in pattern]
    return {
        key
        for key in keys
        if any(names.matches(pattern, key) and is_about(spoken, pattern, key) for pattern in starred)
    }


def _first(found: Iterable[Pattern]) -> Iterator[Pattern]:
    """The first few patterns of each key."""
    for _key, group in groupby(found, key=lambda pattern: pattern.key):
        yield from list(group)[:PER_KEY]


def _suggestion(pattern: Pattern, catalogue: Catalogue, *, said: bool) -> Suggestion:
    return Suggestion(pattern.key, catalogue.label(pattern.key), pattern.value, pattern.people, pattern.of, said)
