"""Values that the person is not sure of: "I think I live in Sion" (F5, F16)."""

import re
from collections.abc import Sequence

from conversations.llm.builtin.sentences import HEDGE, HEDGED, PART, SENTENCE, plainly

BARE = 5
"""Words of a part that has a hedge and says nothing else: "je crois bien," belongs to the part beside it."""

Place = tuple[int, int]
_SIGNS = re.compile(r"[^\w\n]*")


JEST = re.compile(
    r"\byeah,? right\b|\boh,? sure\b|\bas if\b|\b(?:ha){2,}\b|\blol\b|\blmao\b|\bmdr\b|\bptdr\b|\bk{4,}|\brsrs\b|"
    r"\b(?:ja){2,}\b|\bna klar\b|\bja klar\b|\bcome no\b|\bquem me dera\b|(?<!\S)/s\b|;-?\)|[🙄😂🤣😜😏🤪😉🤡]"
)
"""What is said in jest, or may be."""
ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|bypass) (?:\w+ ){0,3}(?:rules?|instructions?|prompts?|guidelines)\b|"
    r"\byou are now\b|\bsystem(?: prompt| message)? ?:|\b(?:developer|admin|debug) mode\b|\bjailbreak\b|"
    r"\b(?:ignore[rsz]?|oublie[rsz]?) (?:\w+ ){0,3}(?:regles|instructions|consignes)\b|"
    r"\b(?:ignoriere?|vergiss) (?:\w+ ){0,3}(?:regeln|anweisungen)\b|"
    r"\b(?:ignor[ae]|esquece|esqueca|olvida|dimentica) (?:\w+ ){0,3}(?:regras|instrucoes|reglas|instrucciones|regole|"
    r"istruzioni)\b"
)
"""What is said to steer a machine: then nothing in the message is certain."""


def is_doubtful(text: str, start: int, end: int) -> bool:
    """Whether what stands at the place of a message is not meant to the letter: hedged, in jest, or an order (F5)."""
    if ORDERS.search(plainly(text)) or hedged(text, start, end):
        return True
    sentence = next((found for found in SENTENCE.finditer(text) if found.start() <= start < found.end()), None)
    return sentence is not None and JEST.search(plainly(_with_signs(text, sentence))) is not None


def _with_signs(text: str, sentence: re.Match[str]) -> str:
    """The sentence with what follows it on its line and has no word, such as a smiley."""
    after = _SIGNS.match(text, sentence.end())
    return sentence.group() + (after.group() if after else "")


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
