"""E-mail addresses, phone numbers and web addresses in a text."""

import re
from collections.abc import Callable, Iterator

from facts import contacts

_EMAIL = re.compile(r"(?<![\w!#$%&*+/=?^`{|}~.-])[\w!#$%&*+/=?^`{|}~.-]+@[\w.-]+\w")
_URL = re.compile(
    r"https?://[^\s<>\"]+|(?<![\w.@/-])(?:www\.[^\s<>\"]+"
    r"|(?:[\w-]+\.)+(?:com|org|net|ch|de|fr|es|pt|it|at|br|eu|uk|io|info|app|dev|example)(?:/[^\s<>\"]*)?(?![\w.@-]*[\w@]))",
    re.IGNORECASE,
)
_PHONE = re.compile(
    r"(?<![\w.,'@-])(?:\+|\(?0)[\d() ./\u00a0-]{5,22}\d(?![\w@-])"
    r"|(?<![\w.,'@-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)"
)
_DAY = re.compile(
    r"(?<!\d)(?:(?:19|20)\d{2}([./-])\d{1,2}\1\d{1,2}|\d{1,2} ?([./-]) ?\d{1,2} ?\2 ?(?:19|20)\d{2})(?!\d)", re.ASCII
)
"""What is written as a day is no phone number, though it may begin with a zero."""

Place = tuple[str, int, int]
"""A value with where it starts and ends in the text."""


def emails(text: str) -> Iterator[Place]:
    """Every e-mail address."""
    return _normalised(_EMAIL, text, contacts.email)


def urls(text: str) -> Iterator[Place]:
    """Every web address; a bare host only with a well-known ending, since a missing space looks like one."""
    return _normalised(_URL, text, contacts.url)


def phones(text: str) -> Iterator[Place]:
    """Every phone number: international, with a leading zero, or in groups of three, three and four digits."""
    days = [match.span() for match in _DAY.finditer(text)]
    return (
        place
        for place in _normalised(_PHONE, text, contacts.phone)
        if not any(start < place[2] and place[1] < end for start, end in days)
    )


def _normalised(pattern: re.Pattern[str], text: str, normalise: Callable[[str], str | None]) -> Iterator[Place]:
    for match in pattern.finditer(text):
        written = match[0].rstrip(".,;:!?)'\"")
        value = normalise(written)
        if value is not None:
            yield value, match.start(), match.start() + len(written)
