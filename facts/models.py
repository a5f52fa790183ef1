"""The rows of the fact store: people, their keyrings, the catalogue, the ledger and its projections.

Every column that holds a person's words is sealed by `facts.keyring`, and no query compares one. The projections
(`CurrentFact`, `Proposal`, `Contested`) hold no words at all: they point into the ledger (F12).
"""

import re
import uuid
from datetime import datetime, timedelta
from typing import Any, NoReturn

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from facts.timezones import is_timezone
from facts.values import Json

PATTERN = re.compile(r"^[a-z][a-z0-9_]*(\.(\*|[a-z0-9_]+))+$")
_DURATION = re.compile(r"^([1-9][0-9]{0,5})([smhd])$")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def validate_timezone(name: str) -> None:
    """Refuse what is no IANA time zone."""
    if not is_timezone(name):
        raise ValidationError(_("Choose a time zone such as Europe/Zurich."), code="timezone")


class Person(AbstractUser):
    """A person with an account; the user model of the site."""

    language = models.CharField(
        _("language"), max_length=16, blank=True, help_text=_("A language code such as fr; empty: the browser's.")
    )
    timezone = models.CharField(
        _("time zone"),
        max_length=64,
        blank=True,
        validators=[validate_timezone],
        help_text=_("An IANA name such as Europe/Zurich; empty: the agent's."),
    )

    class Meta(AbstractUser.Meta):
        verbose_name = _("person")  # type: ignore[assignment]
        verbose_name_plural = _("people")  # type: ignore[assignment]


class Keyring(models.Model):
    """The key that a person's words are sealed with, or a visitor's conversation's (Privacy in architecture.md).

    `wrapped` is the key itself, encrypted with the site's key; only `facts.keyring` reads it. A person has one keyring
    that is `personal`, and owns besides those of the conversations they began as a visitor.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="keyrings")
    personal = models.BooleanField(default=False)
    wrapped = models.TextField(editable=False)
    site_key = models.CharField(max_length=16, editable=False, db_index=True)
    """The name of the site's key that wraps it (`facts.keyring.site_key`): what a rotation still has to do (F19)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner"], condition=Q(personal=True), name="one_personal_keyring"),
            models.CheckConstraint(
                condition=Q(personal=False) | Q(owner__isnull=False), name="personal_keyring_has_owner"
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @cached_property
    def key(self) -> AESGCM:
        """The cipher under this keyring's key, unwrapped once for this instance."""
        from facts.keyring import cipher

        return cipher(self)


class Scope(models.Model):
    """A group of keys. In an open scope keys outside the catalogue are accepted (F1)."""

    name = models.SlugField(
        _("name"),
        max_length=40,
        unique=True,
        validators=[RegexValidator(r"^[a-z][a-z0-9_]*$")],
        help_text=_("The first part of its keys, such as profile in profile.canton."),
    )
    label = models.CharField(_("label"), max_length=80, blank=True, help_text=_("As people read it on their profile."))
    is_open = models.BooleanField(
        _("open"), default=False, help_text=_("Accept keys of this scope that are not in the catalogue.")
    )

    class Meta:
        verbose_name = _("scope")
        verbose_name_plural = _("scopes")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.label or self.name


class CatalogueKey(models.Model):
    """A key, or a pattern of keys, that staff want to know about people (F1)."""

    pattern = models.CharField(
        _("key or pattern"),
        max_length=120,
        unique=True,
        validators=[RegexValidator(PATTERN, _("Write a key such as profile.canton or merchant.*.default."))],
        help_text=_("A * stands for one name: merchant.*.default holds one value per merchant."),
    )
    label = models.CharField(_("label"), max_length=120, help_text=_("As people read it, for example “Canton”."))
    description = models.TextField(
        _("description"), blank=True, help_text=_("Tells the understanding what belongs here, and what does not.")
    )
    schema = models.JSONField(
        _("schema of the value"),
        default=dict,
        blank=True,
        help_text=_('JSON Schema, for example {"type": "string", "enum": ["VD", "GE"]}. Empty: any value.'),
    )
    many = models.BooleanField(_("many values"), default=False, help_text=_("A person can have several at a time."))
    sensitive = models.BooleanField(
        _("sensitive"), default=False, help_text=_("Masked on screen, and kept from prompts that do not need it.")
    )
    shareable = models.BooleanField(
        _("shareable"), default=False, help_text=_("May be counted across people, never with a name or a quote.")
    )
    write = models.FloatField(
        _("written from"),
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_("Confidence from which it is kept at once; empty: the site's (0.85)."),
    )
    propose = models.FloatField(
        _("proposed from"),
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_("Confidence from which the person is asked; empty: the site's (0.60)."),
    )
    fresh = models.CharField(
        _("stays fresh for"),
        max_length=8,
        blank=True,
        validators=[RegexValidator(_DURATION, _("Write a number and a unit, such as 365d or 12h."))],
        help_text=_("For example 365d; after that the person is asked to confirm it. Empty: for ever."),
    )

    class Meta:
        verbose_name = _("catalogue key")
        verbose_name_plural = _("catalogue")
        ordering = ["pattern"]

    def __str__(self) -> str:
        return self.pattern

    def clean(self) -> None:
        """A schema has to be a schema, and a proposal cannot need more confidence than a fact."""
        from facts.catalogue import problems_of_key

        problems = problems_of_key(self)
        if problems:
            raise ValidationError(problems)

    @property
    def freshness(self) -> timedelta | None:
        """How long a value of this key counts as known (F17); None for ever."""
        written = _DURATION.match(self.fresh)
        return timedelta(**{_UNITS[written[2]]: int(written[1])}) if written else None


class Entry(models.Model):
    """One line of the ledger (F11): what was said, proposed or decided about one key of one person.

    Never changed and never deleted: the database refuses it (`facts.triggers`). `about` is the entry that this one
    answers (accepted, rejected, resolved), disputes (contested), takes back (retracted) or undoes (undone); `restores`
    is the entry whose value an undo brings back into use, null if there was none. `many` says that the value is one of
    several. `message`, `origin` and `agent` (its slug) are text references, so that the store knows nothing of
    conversations.
    """

    class Kind(models.TextChoices):
        ASSERTED = "asserted", _("noted")
        PROPOSED = "proposed", _("proposed")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("refused")
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
    source = models.CharField(max_length=10, choices=Source)
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
                condition=Q(kind__in=["accepted", "rejected", "resolved", "undone"]),
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
    is about that line, so that a question is answered once each time it is asked (F14).
    """

    class State(models.TextChoices):
        PENDING = "pending", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("refused")

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


class Erasure(models.Model):
    """The one way through the ledger's triggers (F20): opened, used and closed within one transaction.

    While the row stands, entries of its person may be deleted: those of `key`, or all of them if it is empty. A row
    that is found outside such a transaction is a fault, and stops the start (`facts.triggers.problem`).
    """

    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    key = models.CharField(max_length=200, blank=True)
    opened_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"erasure {self.pk}"


class Receipt(models.Model):
    """What stays of something forgotten: when, and how many rows went; nothing of what they held (F20).

    `person` is whose it was, while they have an account; it is null for a visitor's conversation.
    """

    class What(models.TextChoices):
        KEY = "key", _("a fact")
        CONVERSATION = "conversation", _("a conversation")
        PERSON = "person", _("everything about a person")
        ACCOUNT = "account", _("a person and their account")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    what = models.CharField(_("what"), max_length=12, choices=What)
    rows = models.PositiveIntegerField(_("rows"))
    at = models.DateTimeField(_("when"), default=timezone.now)
    because = models.CharField(
        _("because"),
        max_length=12,
        default="asked",
        choices=[
            ("asked", _("it was asked for")),
            ("retention", _("it was kept long enough")),
            ("staff", _("staff deleted it")),
        ],
    )
    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("receipt")
        verbose_name_plural = _("receipts")
        ordering = ["-at"]
        indexes = [
            models.Index(fields=["person", "-at"], name="receipts_of_person"),
            models.Index(fields=["-at"], name="receipts_of_a_time"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Look(models.Model):
    """A member of the staff saw a sensitive value of a person (F18). `entry` is a number only, so that it may go."""

    by = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+", verbose_name=_("who looked"))
    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+", verbose_name=_("at whom"))
    entry = models.BigIntegerField(_("ledger entry"))
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("look at a sensitive fact")
        verbose_name_plural = _("looks at sensitive facts")
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.by_id} {self.entry}"


class WikiEntry(models.Model):
    """What staff think of a value that several people share under a key (F21).

    It holds no count: how many people share the value is counted when it is used, and below the site's least number
    it is neither shown nor used. `value` is canonical JSON, in clear, of a shareable key.
    """

    class State(models.TextChoices):
        APPROVED = "approved", _("agents may suggest it")
        REFUSED = "refused", _("not to be suggested")

    key = models.CharField(_("key"), max_length=200)
    value = models.TextField(_("value"))
    state = models.CharField(_("state"), max_length=8, choices=State)
    reviewed_by = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+", verbose_name=_("reviewed by"))
    reviewed_at = models.DateTimeField(_("reviewed"), default=timezone.now)

    class Meta:
        verbose_name = _("shared pattern")
        verbose_name_plural = _("shared patterns")
        ordering = ["key", "value"]
        constraints = [models.UniqueConstraint(fields=["key", "value"], name="one_review_per_value")]

    def __str__(self) -> str:
        return self.key
