"""What staff want to know about people: scopes, and keys or patterns of keys (F1)."""

import re
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

_PATTERN = re.compile(r"^[a-z][a-z0-9_]*(\.(\*|[a-z0-9_]+))+$")
_DURATION = re.compile(r"^([1-9][0-9]{0,5})([smhd])$")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


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
        validators=[RegexValidator(_PATTERN, _("Write a key such as profile.canton or merchant.*.default."))],
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
