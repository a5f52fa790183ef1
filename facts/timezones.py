"""Time zones by their IANA names. Pure."""

from functools import cache
from zoneinfo import available_timezones


def is_timezone(name: str) -> bool:
    """Whether the IANA database has a time zone of this name."""
    return name in _names()


@cache
def _names() -> frozenset[str]:
    """Every name. Kept, because finding them reads every file of the database."""
    return frozenset(available_timezones())
