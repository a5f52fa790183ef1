"""The ledger, its projections, and how often something said was not kept (F5, F11, F12).

The projections (`CurrentFact`, `Proposal`, `Contested`) hold no words at all: they point into the ledger (F12).
"""

from datetime import datetime
from typing import Any, NoReturn

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from facts.models.catalogue import CatalogueKey
from facts.models.person import Keyring, Person
from facts.values import Json


class Entry(models.Model):
    """One line of the ledger (F11): what was said, proposed or decided about one key of one person.

    Never changed and never deleted: the database refuses it (`facts.triggers`). `about` is the entry that this one
    answers (accepted, rejected, resolved), closes (closed), disputes (contested), takes back (retracted) or undoes
    (undone); `restores` is the entry whose value an undo brings back into use, null if there was none. `source` is
    empty where nothing was said or typed, but clicked, or decided along with something else. `many` says that the value
    is one of several. `message`, `origin` and `agent` (its slug) are text references, so that the store knows nothing
    of conversations.
    """

    class Kind(models.TextChoices):
        ASSERTED = "asserted", _("noted")
        PROPOSED = "proposed", _("proposed")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("refused")
        CLOSED = "closed", _("not asked any more")
        CORRECTED = "corrected", _("corrected")
        CONFIRMED = "confirmed", _("confirmed")
        CONTESTED = "contested", _("contradicted")
        RESOLVED = "resolved", _("decided")
        UNDONE = "undone", _("undone")
        RETRACTED = "retracted", _("taken back")

    class Source(models.TextChoices):
        CHAT = "chat", _("from a conversation")
        REVISION = "revision", _("from your profile")
        ONBOARDING = "onboarding", _("from a form")

    class Choice(models.TextChoices):
        OLD = "old", _("the old value")
        NEW = "new", _("the new value")
        NEITHER = "neither", _("neither")

    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    keyring = models.ForeignKey(Keyring, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    scope = models.CharField(max_length=40)
    key = models.CharField(max_length=200)
    value = models.BinaryField(null=True)
    quote = models.BinaryField(null=True)
    confidence = models.FloatField(default=1.0)
    source = models.CharField(max_length=10, choices=Source, blank=True)
    message = models.CharField(max_length=200, blank=True)
    origin = models.CharField(max_length=200, blank=True)
    agent = models.CharField(max_length=100, blank=True)
    model = models.CharField(max_length=100, blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    about = models.ForeignKey("self", models.PROTECT, null=True, related_name="+")
    restores = models.ForeignKey("self", models.PROTECT, null=True, related_name="+")
    choice = models.CharField(max_length=7, choices=Choice, blank=True)
    change = models.BooleanField(default=False)
    many = models.BooleanField(default=False)
    sensitive = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger")
        ordering = ["id"]
        permissions = [("see_sensitive", _("Can see sensitive values of other people"))]
        indexes = [
            models.Index(fields=["person", "key", "id"], name="entry_of_key"),
            models.Index(fields=["recorded_at"], name="entries_of_a_time"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["about"],
                condition=Q(kind__in=["accepted", "rejected", "closed", "resolved", "undone"]),
                name="one_answer_per_entry",
            )
        ]

    VALUE = "facts.Entry.value"
    QUOTE = "facts.Entry.quote"

    def __str__(self) -> str:
        return f"{self.pk} {self.kind} {self.key}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry; one that is there is never changed (F11)."""
        if not self._state.adding:
            raise TypeError("A ledger entry is never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused (F11)."""
        raise TypeError("A ledger entry is never deleted.")

    def read_value(self) -> Json:
        """What was said, unsealed; None where the entry holds no value."""
        from facts.keyring import unseal

        return None if self.value is None else unseal(self.keyring, self.value, self.VALUE)

    def read_quote(self) -> str:
        """The words it came from, unsealed; empty if there are none."""
        from facts.keyring import unseal

        return "" if self.quote is None else str(unseal(self.keyring, self.quote, self.QUOTE))

    def is_stale(self, rule: CatalogueKey | None, at: datetime) -> bool:
        """Whether it is past the freshness of its key (F17)."""
        freshness = rule.freshness if rule else None
        return freshness is not None and at - self.recorded_at > freshness


class CurrentFact(models.Model):
    """What is known of a person now: one row per value, pointing at the entry that holds it (F12).

    `member` tells the values of a `many` key apart by the entry that first brought each; it is 0 for a single value.
    `shared` is the value in clear, as canonical JSON, of a shareable key alone: what is counted across people (F21).
    """

    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    scope = models.CharField(max_length=40)
    key = models.CharField(max_length=200)
    member = models.BigIntegerField(default=0)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    shared = models.TextField(null=True)  # noqa: DJ001 # null where the key is not shareable
    catalogue_key = models.ForeignKey(CatalogueKey, models.SET_NULL, null=True, related_name="+", db_index=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "key", "member"], name="one_current_fact")]
        indexes = [
            models.Index(fields=["key"], name="current_fact_key"),
            # For the counting across people, and for finding copies under keys that are shared no longer.
            models.Index(
                fields=["key", "shared", "person"], condition=Q(shared__isnull=False), name="current_fact_shared"
            ),
            models.Index(fields=["catalogue_key", "shared"], name="current_fact_copies"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.key}"


class Proposal(models.Model):
    """A fact that waits, or waited, for the person's click (F5, F6). Its id is that of the entry proposing it.

    `line` is the last entry about it: the one that proposed it, that answered it, or that undid the answer. An answer
    is about that line, so that a question is answered once each time it is asked (F14). One that was answered by
    something else said or decided since is `closed`, which is neither an acceptance nor a refusal.
    """

    class State(models.TextChoices):
        PENDING = "pending", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("refused")
        CLOSED = "closed", _("not asked any more")

    entry = models.OneToOneField(Entry, models.PROTECT, primary_key=True, related_name="+")
    line = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    key = models.CharField(max_length=200)
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)

    class Meta:
        indexes = [models.Index(fields=["person", "state"], name="proposals_that_wait")]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.state}"


class Contested(models.Model):
    """A contradiction that the person is, or was, asked about (F7). Its id is that of the entry contradicting.

    `held` is the entry in use until they answer. A third value opens a row of its own and closes this one as
    `replaced`, so that a click always answers the very two values it was shown. `line` as in `Proposal`.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waiting")
        RESOLVED = "resolved", _("decided")
        REPLACED = "replaced", _("replaced")

    entry = models.OneToOneField(Entry, models.PROTECT, primary_key=True, related_name="+")
    held = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    line = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    key = models.CharField(max_length=200)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "key"], condition=Q(state="open"), name="one_open_contradiction")
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.state}"


class Counter(models.Model):
    """How often, on a day, a statement of a person to an agent was not kept, and why; never what it said (F5, F6)."""

    class What(models.TextChoices):
        REPEATED = "repeated", _("already known")
        IGNORED = "ignored", _("too uncertain")
        UNQUOTED = "unquoted", _("without a quote")
        INVALID = "invalid", _("breaks the schema of its key")
        UNKNOWN = "unknown", _("outside the catalogue")
        PENDING = "pending", _("already proposed")
        REFUSED = "refused", _("refused before")

    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    day = models.DateField()
    agent = models.CharField(max_length=100, blank=True)
    what = models.CharField(max_length=8, choices=What)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "day", "agent", "what"], name="one_counter")]
        indexes = [models.Index(fields=["day"], name="counters_of_a_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.what} {self.count}"
