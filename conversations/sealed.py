"""Columns that hold a person's words: sealed under the conversation's keyring, with the column's name bound in."""

from typing import Any

from django.db import models

from facts.keyring import seal, unseal
from facts.models import Keyring
from facts.values import Json


class Sealed(models.BinaryField):
    """Bytes that only `SealedRow.opened` can read. Never compared by a query."""


class SealedRow(models.Model):
    """A row with `Sealed` columns."""

    class Meta:
        abstract = True

    @classmethod
    def sealed(cls, keyring: Keyring, **values: Any) -> dict[str, bytes | None]:
        """The values as these columns hold them, to create or update a row with; None stays None."""
        return {
            name: None if value is None else seal(keyring, value, cls._about(name)) for name, value in values.items()
        }

    def opened(self, column: str, keyring: Keyring) -> Json:
        """The value of a column; None if it has none. Raises `facts.keyring.Unreadable` under another keyring."""
        data = getattr(self, column)
        return None if data is None else unseal(keyring, data, self._about(column))

    @classmethod
    def _about(cls, column: str) -> str:
        return f"{cls._meta.label}.{column}"
