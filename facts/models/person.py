"""People, and the keyrings that their words are sealed with."""

import uuid

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from facts.timezones import is_timezone


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
    is_pretended = models.BooleanField(default=False, editable=False)
    """Nobody: made for the trial of an agent. What is known of them counts nowhere."""

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
