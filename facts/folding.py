"""Text made comparable: case, accents, spaces and typographic quotes folded. Pure."""

import re
import unicodedata
from collections.abc import Iterator, Mapping

from facts.numerals import readings

_APOSTROPHES = "\u2018\u2019\u201a\u201b\u02bc\u2032\u00b4`"
_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033"
_MARKS = str.maketrans({**dict.fromkeys(_APOSTROPHES, "'"), **dict.fromkeys(_QUOTES, '"')})
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d"})
_NUMERAL = re.compile(r"(?<![\w.,'])(?:(?<![\d-])-)?\d+(?:[.,']\d+|[ ]\d{3}(?!\d))*(?![\w])")


def fold(text: str) -> str:
    """The text without case, accents, extra spaces and typographic quotes; `fold(fold(text)) == fold(text)`."""
    if text.isascii():
        return " ".join(text.lower().replace("`", "'").split())
    bare = "".join(
        char for char in unicodedata.normalize("NFKD", text.translate(_MARKS)) if not unicodedata.combining(char)
    )
    return " ".join(bare.casefold().translate(_LETTERS).translate(_MARKS).split())


def even(text: str) -> str:
    """The text with case, spaces and typographic quotes folded, accents kept: the folding of quotes (T5, F4)."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().translate(_MARKS).split())


def quoted(quote: str, text: str) -> bool:
    """Whether the quote stands in the text verbatim, at word boundaries (T5, F4). An empty quote never does."""
    needle, hay = even(quote), even(text)
    return any(_is_free(hay, start, start + len(needle)) for start in _occurrences(needle, hay))


def stands(value: object, text: str) -> bool:
    """Whether the value itself stands in the text at word boundaries, which is quote enough for a model's value (T5).

    A number may be written with any decimal or grouping sign; of a list or an object every part has to stand there.
    """
    if isinstance(value, bool):
        return quoted(str(value), text)
    if isinstance(value, (int, float)):
        return any(value in readings(match.group()) for match in _NUMERAL.finditer(even(text)))
    if isinstance(value, Mapping):
        return bool(value) and all(stands(item, text) for item in value.values())
    if isinstance(value, (list, tuple)):
        return bool(value) and all(stands(item, text) for item in value)
    return isinstance(value, str) and quoted(value, text)


def _occurrences(needle: str, hay: str) -> Iterator[int]:
    start = hay.find(needle) if needle else -1
    while start >= 0:
        yield start
        start = hay.find(needle, start + 1)


def _is_free(text: str, start: int, end: int) -> bool:
    """Whether no word goes on across either edge of the span."""
    return not _joined(text, start) and not _joined(text, end)


def _joined(text: str, edge: int) -> bool:
    return 0 < edge < len(text) and _in_word(text[edge - 1]) and _in_word(text[edge])


def _in_word(char: str) -> bool:
    return char.isalnum() or char == "_" or unicodedata.combining(char) != 0
