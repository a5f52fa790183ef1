"""Values of a document as short texts, and which words of a text were deleted and inserted. Pure."""

import json
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, Final

from agents.compare.change import Piece
from agents.diagram.sentences import condition, shown
from agents.diagram.wording import Wording

SHORT: Final = 160
"""Characters of a text that is shown as old or new."""
LONG: Final = 60
"""Characters from which on a text is marked word by word."""
MOST: Final = 500_000
"""Words of one text times words of the other that are compared: more take seconds."""
CONDITIONS: Final = frozenset(["if", "skip_if"])
NEXTS: Final = frozenset(["then", "else", "on_fail", "on_stuck", "on_end"])
PROSE: Final = frozenset(
    [
        "persona",
        "fallback",
        "asked",
        "away",
        "description",
        "ask",
        "completion",
        "completion_say",
        "prompt",
        "otherwise",
        "say",
        "must",
        "never",
        "should",
    ]
)
"""Keys whose texts are sentences: always marked word by word."""

_WORDS: Final = re.compile(r"\w+|\s+|[^\w\s]")
_LINES: Final = re.compile(r"[^\n]*\n|[^\n]+")


def canonical(value: Any) -> str:
    """A value as JSON text in the written order of its keys; two values are the same if theirs is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def pair(key: str, old: Any, new: Any, words: Wording) -> tuple[str, str]:
    """Two different values as texts that differ; None as nothing."""
    said = tuple("" if value is None else text_of(key, value, words) for value in (old, new))
    if said[0] == said[1]:
        said = tuple("" if value is None else json.dumps(value, ensure_ascii=False) for value in (old, new))
    return said[0], said[1]


def text_of(key: str, value: Any, words: Wording) -> str:
    """A value in words, as far as there are any, else as JSON."""
    match value:
        case str():
            return value
        case dict() if key in CONDITIONS:
            return condition(value, words)
        case dict() if key in NEXTS and len(value) == 1:
            return target(value, words)
        case {"from": str(begin), "to": str(end)}:
            return f"{begin}–{end}"
        case list() if all(isinstance(item, str) for item in value):
            return ", ".join(value)
        case dict() | list():
            return json.dumps(value, ensure_ascii=False)
    return shown(value, words)


def target(value: Any, words: Wording) -> str:
    """Where a Next goes, in a word or two."""
    match value:
        case {"end": "failed"}:
            return words.fails
        case {"end": True}:
            return words.ends
        case {"flow": str(flow)}:
            return f"{words.flow} {flow}"
        case {"step": str(step)} | str(step):
            return step
    return json.dumps(value, ensure_ascii=False)


def shortened(text: str) -> str:
    """The beginning of a text."""
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"


def marked(key: str, old: str, new: str) -> tuple[Piece, ...]:
    """The words that were kept, deleted and inserted, where both are texts and one is long or prose."""
    if not (old and new) or (key not in PROSE and max(len(old), len(new)) <= LONG):
        return ()
    return tuple(piece for piece in pieces(old, new) if piece.text)


def pieces(old: str, new: str) -> Iterator[Piece]:
    """Word by word; line by line where there are too many words, and as a whole where there are too many lines."""
    for pattern in (_WORDS, _LINES):
        parts = pattern.findall(old), pattern.findall(new)
        if len(parts[0]) * len(parts[1]) <= MOST:
            return _compared(*parts)
    return iter((Piece("deleted", old), Piece("inserted", new)))


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[Piece]:
    """Spaces alone hold nothing together: else a sentence written anew would be cut up at each."""
    for name, begin, end, new_begin, new_end in SequenceMatcher(str.isspace, old, new, autojunk=False).get_opcodes():
        if name == "equal":
            yield Piece("same", "".join(old[begin:end]))
            continue
        yield Piece("deleted", "".join(old[begin:end]))
        yield Piece("inserted", "".join(new[new_begin:new_end]))
