"""How wide texts are without a font to ask, how they are shortened and broken, and whose direction they have. Pure.

Widths are those of a wide system font (DejaVu Sans), so that another one leaves room rather than lacks it.
"""

import re
import unicodedata
from typing import Final

_CLASSES: Final = {
    0.34: "ijlIJ.,:; '‘’|·",
    0.42: "ftr!‹›()[]/\\-–`",
    0.57: 'cszkvyxLF?“”"_*°',
    0.8: "OGQwNHUD",
    0.88: "M=<>+~#≥≤≠&×",
    1.0: "mW@%…—→←",
}
_WIDTHS: Final = {letter: em for em, letters in _CLASSES.items() for letter in letters}
_CONTROL: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\ufffe\uffff]+"
)
_JOINERS: Final = "\u200c\u200d\ufe0e\ufe0f"
_RIGHT_TO_LEFT: Final = frozenset(("R", "AL"))
ISOLATE: Final = "\u2068"
RELEASE: Final = "\u2069"
BOLD: Final = 1.14
"""How much wider strong text is."""


def plain(text: str) -> str:
    """A text on one line, without characters that XML forbids or that would turn the direction of others."""
    return " ".join(_CONTROL.sub(" ", text).split())


def isolated(text: str) -> str:
    """A text that others stand around: one that runs from right to left is kept from turning theirs."""
    return f"{ISOLATE}{text}{RELEASE}" if any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in text) else text


def width(text: str, size: float) -> float:
    """At least the width of a text, in the unit of the font's size."""
    return size * sum(map(_em, text))


def _em(letter: str) -> float:
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    if letter.isascii():
        return 0.72 if letter.isupper() else 0.65
    return _em_beyond(letter)


def _em_beyond(letter: str) -> float:
    """The width of a letter beyond ASCII: by its base where it has an accent, a full square where it is East Asian."""
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    base = unicodedata.normalize("NFD", letter)[0]
    if base.isascii():
        return _em(base)
    if unicodedata.east_asian_width(letter) in ("W", "F"):
        return 1.4 if unicodedata.category(letter) == "So" else 1.05
    return 0.9 if letter.isalpha() and not letter.isupper() else 1.05


def shortened(text: str, room: float, size: float) -> str:
    """As much of a text as has room, with … where it is cut."""
    return (broken(text, room, size, 1) or [""])[0]


def broken(text: str, room: float, size: float, lines: int) -> list[str]:
    """A text in at most so many lines of a width, the last one with … if there was more."""
    found: list[str] = []
    rest = text
    while rest and len(found) < lines:
        line, rest = _line(rest, room, size)
        found.append(line)
    if rest:
        found[-1] = _cut(found[-1], room, size)
    return _released(found)


def _line(text: str, room: float, size: float) -> tuple[str, str]:
    """What has room on a line, broken between words if it can be, and the rest."""
    fits = _fitting(text, room, size)
    if fits == len(text):
        return text, ""
    space = text.rfind(" ", 0, fits + 1)
    # a single long word is broken rather than leaving a line nearly empty
    at = space if space > fits * 0.4 else fits
    return text[:at].rstrip(), text[at:].lstrip()


def _fitting(text: str, room: float, size: float) -> int:
    """How many characters have room, at least one; what is joined stays together."""
    used, count = 0.0, 0
    for letter in text:
        used += size * _em(letter)
        if used > room:
            break
        count += 1
    while 1 < count < len(text) and _is_joined(text, count):
        count -= 1
    return max(count, 1)


def _is_joined(text: str, at: int) -> bool:
    return bool(unicodedata.combining(text[at])) or text[at] in _JOINERS or text[at - 1] == "\u200d"


def _cut(text: str, room: float, size: float) -> str:
    """The text with … at its end, where room must be made for it before a word if that is near."""
    left = room - width("…", size)
    if left <= 0:
        return "…"
    fits = _fitting(text, left, size)
    space = text.rfind(" ", 0, fits + 1)
    return f"{text[: space if fits < len(text) and space > fits * 0.6 else fits].rstrip()}…"


def _released(lines: list[str]) -> list[str]:
    """The lines with every isolate closed where its line ends, and opened again on the next."""
    found, open_ = [], 0
    for line in lines:
        begun = ISOLATE * open_ + line
        open_ = begun.count(ISOLATE) - begun.count(RELEASE)
        found.append(begun + RELEASE * max(open_, 0))
    return found
