"""Numbers as people write them: the signs of each language, from CLDR. Pure."""

import re
from dataclasses import dataclass
from functools import lru_cache

from facts.languages import locale

LARGEST = 2**53 - 1
"""The largest whole number that every JSON reader keeps exact."""

_SPACES = "\u00a0\u2009\u202f"
_MACHINE = re.compile(r"[+-]?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Signs:
    """How a language writes numbers: its decimal sign and the signs between groups of three digits."""

    decimal: str
    groups: str

    @property
    def pattern(self) -> str:
        """A regular expression of an unsigned number, without groups."""
        group = f"[{re.escape(self.groups)}]"
        return rf"(?:[1-9]\d{{0,2}}(?:{group}\d{{3}})+(?!\d)|\d+)(?:{re.escape(self.decimal)}\d+)?"


@lru_cache(maxsize=64)
def signs(language: str) -> Signs:
    """The signs of a language. An apostrophe or a no-break space groups everywhere, a plain space outside English."""
    symbols = locale(language).number_symbols["latn"]
    decimal, group = symbols["decimal"], symbols["group"]
    plain = "" if language.lower().startswith("en") else " "
    return Signs(decimal, "".join(dict.fromkeys((group, "'", "\u2019", *_SPACES, *plain))))


@lru_cache(maxsize=64)
def expression(language: str) -> re.Pattern[str]:
    """An unsigned number of the language, to be matched at a place in a text."""
    return re.compile(signs(language).pattern)


def read(text: str, language: str) -> int | float | None:
    """The number that the whole text is in this language (`1.200,50` in German), or None."""
    text = text.strip().replace("\u2212", "-")
    digits = text[1:] if text[:1] in ("-", "+") else text
    if len(digits) > 40 or not expression(language).fullmatch(digits):
        return None
    return plain(("-" if text[0] == "-" else "") + _bare(digits, signs(language)))


def machine(text: str) -> int | float | None:
    """The number that the whole text is as a program writes it (`-2`, `2.50`, `1e3`), or None."""
    return plain(text.strip()) if _MACHINE.fullmatch(text.strip()) else None


def plain(number: str | int | float) -> int | float | None:
    """The number in its plainest form: whole ones as int; None for what is not finite or beyond `LARGEST`."""
    if isinstance(number, str):
        number = float(number)
    if not -LARGEST <= number <= LARGEST:
        return None
    return int(number) if float(number).is_integer() else number


def readings(numeral: str) -> tuple[int | float, ...]:
    """All that a written number may mean in any language: `1,200` is 1200 or 1.2."""
    sign, digits = ("-", numeral[1:]) if numeral.startswith("-") else ("", numeral)
    head, mark, tail = re.fullmatch(r"(.*?)(?:([.,'’ ])(\d+))?", digits).groups(default="")  # type: ignore[union-attr]
    whole = re.sub(r"\D", "", head)
    texts = [sign + whole + tail] if mark == "" or len(tail) == 3 else []
    if mark and mark in ".,":
        texts.append(f"{sign}{whole}.{tail}")
    return tuple(number for number in map(plain, texts) if number is not None)


def _bare(digits: str, written: Signs) -> str:
    for group in written.groups:
        digits = digits.replace(group, "")
    return digits.replace(written.decimal, ".")
