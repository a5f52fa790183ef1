"""Values that the person is not sure of: "I think I live in Sion" (F5, F16)."""

from collections.abc import Sequence

from conversations.llm.builtin.sentences import HEDGE, HEDGED, PART, SENTENCE, plainly

BARE = 5
"""Words of a part that has a hedge and says nothing else: "je crois bien," belongs to the part beside it."""

Place = tuple[int, int]


def as_hedged(raw: str, quote: str, confidence: float, start: int | None = None) -> tuple[str, float]:
    """The quote and the confidence; where the person is unsure, with the words that say so, and as unsure (F5).

    `start` is where the quote stands in `raw`, its first occurrence by default.
    """
    begin = raw.find(quote) if start is None else start
    place = hedged(raw, begin, begin + len(quote)) if begin >= 0 else None
    return (quote, confidence) if place is None else (raw[slice(*place)], min(confidence, HEDGED))


def hedged(raw: str, start: int, end: int) -> Place | None:
    """The part of its sentence that holds the place and the words that make it unsure, or None where it is sure."""
    for found in SENTENCE.finditer(raw):
        if found.start() <= start < found.end():
            return _within(raw, _parts(raw, found.span()), (start, end))
    return None


def _parts(raw: str, sentence: Place) -> list[Place]:
    return [found.span() for found in PART.finditer(raw, *sentence) if found.group().strip()]


def _within(raw: str, parts: Sequence[Place], place: Place) -> Place | None:
    """The parts from the one that holds the place to the one that hedges it."""
    at = next((index for index, part in enumerate(parts) if place[0] < part[1]), None)
    if at is None:
        return None
    if _is_hedged(raw, parts[at]):
        return _trimmed(raw, parts[at][0], max(parts[at][1], place[1]))
    before, after = at - 1, at + 1
    if before >= 0 and _is_bare(raw, parts[before]):
        return _trimmed(raw, parts[before][0], max(parts[at][1], place[1]))
    if after < len(parts) and _is_bare(raw, parts[after]):
        return _trimmed(raw, parts[at][0], max(parts[after][1], place[1]))
    return None


def _is_hedged(raw: str, part: Place) -> bool:
    return HEDGE.search(plainly(raw[slice(*part)])) is not None


def _is_bare(raw: str, part: Place) -> bool:
    return _is_hedged(raw, part) and len(raw[slice(*part)].split()) <= BARE


def _trimmed(raw: str, start: int, end: int) -> Place:
    """The place without spaces and marks at its ends."""
    words = raw[start:end].strip(" \t.,;:!?")
    begin = raw.index(words, start)
    return begin, begin + len(words)
