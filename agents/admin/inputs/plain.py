"""Columns that keep a text: a duration as a number and its unit, a fact key as a choice. Pure."""

import re
from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from agents.admin.inputs import parts as p
from agents.admin.inputs.limits import UNITS
from agents.admin.inputs.mappings import select_of
from agents.admin.inputs.offers import Offers
from agents.admin.inputs.paths import OTHER
from facts.values import Json

_DURATION: Final = re.compile(r"(\d{1,18})([smhd]?)", re.ASCII)
_UNITS: Final = {name: label for name, label in UNITS.items() if name != "w"}


class Duration(p.Shape):
    """A whole number and a unit; a bare number is seconds."""

    template = "duration"
    as_text = True

    def meaning(self, value: Json) -> Json:
        """Seconds with their unit."""
        return f"{value}s" if isinstance(value, str) and value.isdigit() else value

    def show(self, value: Json) -> p.Parts | None:
        """The number and the unit."""
        if not value:
            return {"amount": ("",), "unit": ("h",)}
        found = _DURATION.fullmatch(value) if isinstance(value, str) else None
        return {"amount": (found[1],), "unit": (found[2] or "s",)} if found else None

    def read(self, parts: p.Parts) -> Json:
        """The duration as it is kept; empty for no number."""
        amount = p.first(parts, "amount").strip()
        if not amount:
            return ""
        if not re.fullmatch(r"\d{1,18}", amount, re.ASCII):
            raise p.Refused(_("“%(text)s” is no whole number: write one such as 24, and choose its unit."), text=amount)
        return amount + p.first(parts, "unit", "h")

    def view(self, parts: p.Parts) -> p.View:
        """The number and its units."""
        unit = p.first(parts, "unit", "h")
        return {
            "amount": p.first(parts, "amount"),
            "units": [(name, label, name == unit) for name, label in _UNITS.items()],
        }


class FactKey(p.Shape):
    """A key of the catalogue, or one written out for a scope that is open."""

    template = "fact"
    as_text = True

    def __init__(self, offers: Offers) -> None:
        self.offers = offers

    @property
    def _labels(self) -> Mapping[str, Any]:
        return {key: named.label for key, named in self.offers.named_facts.items() if "*" not in key}

    def show(self, value: Json) -> p.Parts | None:
        """The choice, or the key written out."""
        if value and value not in self._labels:
            return {"choice": (OTHER,), "other": (str(value),)}
        return {"choice": (str(value or ""),)}

    def read(self, parts: p.Parts) -> Json:
        """The key; empty for none."""
        choice = p.first(parts, "choice")
        if choice == OTHER and not p.first(parts, "other").strip():
            raise p.Refused(_("Write the key, such as preference.diet, or choose “none”."))
        return p.first(parts, "other").strip() if choice == OTHER else choice

    def view(self, parts: p.Parts) -> p.View:
        """The keys, and the input of one that is not among them."""
        choice = p.first(parts, "choice")
        labels = {**self._labels, OTHER: _("another key…")}
        return {"options": select_of(labels, choice, _("none")), "other": p.first(parts, "other")}
