"""What staff may see of one person's facts: pages of lines, of the sensitive ones no word but by a look (F18, F19)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from facts import queries
from facts.catalogue import Catalogue
from facts.decisions import NotFound
from facts.ledger import share_keyrings
from facts.models import Contested, CurrentFact, Entry, Look, Person, Proposal
from facts.sensitivity import sensitive_keys
from facts.values import Json


class Part(models.TextChoices):
    """What a page of a person's facts holds."""

    KNOWN = "known", _("Known")
    PROPOSED = "proposed", _("Proposals that wait")
    CONTESTED = "contested", _("Contradictions")
    HISTORY = "history", _("History")


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as staff see it. Of one that is masked neither value nor quote was unsealed."""

    entry: Entry
    title: str
    is_masked: bool = False
    value: Json = None
    quote: str = ""

    @property
    def has_words(self) -> bool:
        """Whether there is anything to show."""
        return self.entry.value is not None or self.entry.quote is not None


def rows(person: Person, part: Part, *, of: int | None = None) -> QuerySet[Any]:
    """The rows of a part, to be paged. `of` is one of the person's entries, to whose key the history is kept."""
    match part:
        case Part.KNOWN:
            held = CurrentFact.objects.filter(person=person)
            return held.select_related("entry__keyring").order_by("key", "member")
        case Part.PROPOSED:
            asked = Proposal.objects.filter(person=person, state=Proposal.State.PENDING)
            return asked.select_related("entry__keyring").order_by("pk")
        case Part.CONTESTED:
            open_ = Contested.objects.filter(person=person, state=Contested.State.OPEN)
            return open_.select_related("entry__keyring", "held__keyring").order_by("pk")
    said = Entry.objects.filter(person=person).select_related("keyring").order_by("-pk")
    return said if of is None else said.filter(key=queries.key_of(person, of))


def entries(page: Iterable[Any]) -> list[Entry]:
    """The entries that the rows of a page are about; of a contradiction the one in use and the one against it."""
    found: list[Entry] = []
    for row in page:
        found += [row.held] if isinstance(row, Contested) else []
        found.append(row if isinstance(row, Entry) else row.entry)
    return found


def lines(person: Person, listed: Sequence[Entry], catalogue: Catalogue, *, shown: Entry | None = None) -> list[Line]:
    """Entries of the person as staff see them; `shown` is the one that was looked at, listed or not."""
    found = [shown, *listed] if shown and shown not in listed else listed
    hidden = sensitive_keys(person, {entry.key for entry in found}, catalogue)
    return [
        _line(entry, catalogue, is_masked=entry.key in hidden and entry != shown)
        for entry in share_keyrings(found).values()
    ]


def look(by: Person, person: Person, entry: int) -> Entry:
    """The entry of the person that `by` is about to see, and the look written down, in the caller's transaction.

    Raises `NotFound` for an entry that is not the person's.
    """
    found = Entry.objects.filter(person=person, pk=entry).select_related("keyring").first()
    if found is None:
        raise NotFound
    Look.objects.create(by=by, person=person, entry=entry)
    return found


def _line(entry: Entry, catalogue: Catalogue, *, is_masked: bool) -> Line:
    title = catalogue.title(entry.key)
    if is_masked:
        return Line(entry, title, is_masked=True)
    return Line(entry, title, value=entry.read_value(), quote=entry.read_quote())
