"""Keys of facts: one thing has one key (F2). Pure."""

import re
from collections.abc import Iterable
from functools import lru_cache

from facts.folding import fold

LONGEST = 200
_SEPARATORS = re.compile(r"[\s.]+")


def normalise(key: str, patterns: Iterable[str] = ()) -> str:
    """The one spelling of a key (F2); empty if it is none (a single name, an empty part, a `*`, too long).

    Every part is trimmed, case-folded and freed of accents, its spaces become `_`. Under a pattern the subject, the
    part a `*` stands for, may hold dots as well: `merchant.St. Gall.default` is `merchant.st_gall.default` under
    `merchant.*.default`. The first pattern that fits counts.
    """
    folded = fold(key)
    fitting = next(filter(None, (_subjects(pattern).fullmatch(folded) for pattern in patterns)), None)
    if fitting:
        folded = _put(folded, fitting)
    parts = [_SEPARATORS.sub("_", part.strip()) for part in folded.split(".")]
    whole = ".".join(parts)
    return whole if len(parts) > 1 and all(parts) and "*" not in whole and _may_be_kept(whole) else ""


def normalise_pattern(pattern: str) -> str:
    """A pattern of the catalogue in the spelling of the keys under it; a `*` stays. What is none comes back as none."""
    return ".".join(_SEPARATORS.sub("_", part.strip()) for part in fold(pattern).split("."))


def _may_be_kept(key: str) -> bool:
    return len(key) <= LONGEST and key.isprintable()


def matches(pattern: str, key: str) -> bool:
    """Whether a normalised key falls under a pattern of the catalogue, in which a `*` stands for one part."""
    wanted, given = pattern.split("."), key.split(".")
    return len(wanted) == len(given) and all(part in ("*", name) for part, name in zip(wanted, given, strict=True))


def subject(pattern: str, key: str) -> str:
    """What the `*` of a pattern stands for in a key, as people write it; empty without a `*`."""
    pairs = zip(pattern.split("."), key.split("."), strict=True)
    return " ".join(name.replace("_", " ") for part, name in pairs if part == "*")


def specific_first(patterns: Iterable[str]) -> list[str]:
    """Patterns in the order in which they are tried: those without `*` first, then the longer ones."""
    return sorted(patterns, key=lambda pattern: (pattern.count("*"), -len(pattern), pattern))


@lru_cache(maxsize=1024)
def _subjects(pattern: str) -> re.Pattern[str]:
    """Fits a key that is not normalised yet. Linear: a `*` takes as little as the next literal part lets it."""
    return re.compile(r"\s*" + re.escape(pattern).replace(r"\*", "(.+?)") + r"\s*", re.DOTALL)


def _put(key: str, fitting: re.Match[str]) -> str:
    """The key with the dots of each subject made `_`."""
    for number in range(fitting.re.groups, 0, -1):
        start, end = fitting.span(number)
        key = key[:start] + _SEPARATORS.sub("_", key[start:end].strip(" \t\n.")) + key[end:]
    return key
