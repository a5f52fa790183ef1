"""How near two folded texts are: slips of the keys. Pure."""

import re

from rapidfuzz.distance import OSA

LETTERS_A_SLIP = 5
"""One edit is forgiven for every five letters (T9)."""


def slips(text: str, other: str) -> int:
    """The edits from one text to the other: a sign added, left out or changed, or two neighbours swapped."""
    return OSA.distance(text, other)


def forgiven(wanted: str) -> int:
    """How many edits from a text are forgiven: one for every five letters."""
    return sum(map(str.isalnum, wanted)) // LETTERS_A_SLIP


def is_near(text: str, wanted: str) -> bool:
    """Whether a text differs from the wanted one by at most one edit per five letters of it, and never in a digit."""
    allowed = forgiven(wanted)
    if not allowed or abs(len(text) - len(wanted)) > allowed:
        return False
    return OSA.distance(text, wanted, score_cutoff=allowed) <= allowed and _digits(text) == _digits(wanted)


def _digits(text: str) -> list[str]:
    return re.findall(r"\d+", text)
