"""What staff leave: that they looked at a sensitive value (F18), and what they think of a shared one (F21)."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from facts.models.person import Person


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
