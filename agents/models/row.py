"""What every row of a draft has in common: its place among its siblings, and the agent whose revision it raises."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from agents.models.agent import Agent


class Row(models.Model):
    """A row of an agent's draft. Saving or deleting one raises the agent's revision."""

    position = models.PositiveIntegerField(_("position"), default=0, help_text=_("The place in the list; from 0."))

    class Meta:
        abstract = True
        ordering = ("position", "pk")

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row and raise the agent's revision."""
        super().save(*args, **kwargs)
        self.owner.raise_revision()

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete the row and raise the agent's revision."""
        owner = self.owner
        deleted = super().delete(*args, **kwargs)
        owner.raise_revision()
        return deleted

    @property
    def owner(self) -> "Agent":
        """The agent this row belongs to."""
        raise NotImplementedError
