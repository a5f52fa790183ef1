"""What staff may write in the catalogue, and seldom mean so (F1). Pure."""

import re

from django.utils.translation import gettext as _

from facts.models import CatalogueKey

_UNIT = re.compile(
    r"(?i)\b(?:years?|yearly|months?|monthly|weeks?|weekly|days?|daily|hours?|hourly|annual|annuel|par an|mois|jahr\w*|"
    r"monat\w*|ano|mes|anno|mese|francs?|franken|chf|euros?|eur|dollars?|usd|pounds?|gbp|per ?cent|kilomet\w+|km)\b|"
    r"[€$£%]"
)
"""What a number is counted in: currencies, times, and the like."""


def doubts_about(key: CatalogueKey) -> list[str]:
    """What is allowed in an entry of the catalogue, and seldom meant: a sentence for each."""
    doubts = []
    if "*" in key.pattern and key.pattern.partition(".")[2] == "*":
        doubts.append(
            _("`%(key)s` takes every key of the scope that is not listed. If you want that, an open scope says so.")
            % {"key": key.pattern}
        )
    if "*" in key.pattern and "*" not in key.label:
        doubts.append(
            _("The label of `%(key)s` has no *: people see the same label for everything that the * stands for.")
            % {"key": key.pattern}
        )
    if (
        key.schema.get("type") in ("number", "integer")
        and _UNIT.search(key.description)
        and not _UNIT.search(key.label)
    ):
        doubts.append(
            _(
                "The label of `%(key)s` does not say what its number counts, as its description does. People read the "
                "label alone: write for example “Salary (CHF a year)”."
            )
            % {"key": key.pattern}
        )
    return doubts
