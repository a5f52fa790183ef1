"""What forgetting needs while it runs, and what it leaves (F20)."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from facts.models.person import Person


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
