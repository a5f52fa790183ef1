"""A published version: immutable."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class VersionIsImmutable(Exception):
    """Raised on any attempt to change or delete a published version."""


class VersionQuerySet(models.QuerySet["Version"]):
    """Versions can be added and read, nothing else; only drafts that were tried go when nobody tries them."""

    def published(self) -> "VersionQuerySet":
        """Those that are or were live."""
        return self.filter(number__gt=0)

    def tried(self) -> "VersionQuerySet":
        """Drafts as somebody tried them."""
        return self.filter(number=0)

    def drop_tried(self) -> int:
        """Remove those of these that are tried drafts; how many. Raises ProtectedError where a conversation has one."""
        return models.QuerySet.delete(self.tried())[0]

    def update(self, **kwargs: Any) -> NoReturn:
        """Refused. Raises VersionIsImmutable."""
        raise VersionIsImmutable

    def delete(self) -> NoReturn:
        """Refused. Raises VersionIsImmutable."""
        raise VersionIsImmutable


class Version(models.Model):
    """One published version of an agent: the whole agent document as canonical JSON text, never changed again."""

    agent = models.ForeignKey("agents.Agent", on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField(_("number"))
    """From 1. 0: not published, a draft as somebody tried it."""
    document = models.TextField(_("document"))
    revision = models.PositiveIntegerField(_("revision"), help_text=_("The revision of the draft it was made from."))
    note = models.TextField(_("note"), blank=True, default="", help_text=_("What changed, for your colleagues."))
    reason = models.TextField(
        _("reason"),
        blank=True,
        default="",
        help_text=_("Why it was published though a scenario had failed, or had not run."),
    )
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("published by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    published_at = models.DateTimeField(_("published at"), default=timezone.now)

    objects = VersionQuerySet.as_manager()

    class Meta:
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        ordering = ("-number",)
        constraints = [
            models.UniqueConstraint(
                fields=["agent", "number"], condition=Q(number__gt=0), name="version_number_once_per_agent"
            )
        ]

    def __str__(self) -> str:
        return f"{self.agent.slug} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the version. Raises VersionIsImmutable when it is already stored."""
        if not self._state.adding:
            raise VersionIsImmutable
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused. Raises VersionIsImmutable."""
        raise VersionIsImmutable
