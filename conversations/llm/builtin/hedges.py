"""Values that the person is not sure of: "I think I live in Sion" (F5, F16).

A doubt lowers what is said in its own breath, and nothing else: "I work as a lawyer and I think I live in Sion" leaves
the trade as sure as it is. Where its reach cannot be told, the whole sentence is in doubt.
"""

import re
from collections.abc import Iterator

from conversations.llm.builtin.sentences import HEDGE, HEDGED, SENTENCE, clauses, plainly
from conversations.llm.builtin.subjects import JOINING, VERB, hull, own_statements, touching, trimmed

BARE = 5
"""Words of a clause without a verb that belongs to what it stands beside: ", maybe on Friday"."""

Place = tuple[int, int]
_SIGNS = re.compile(r"[^\w\n]*")
_WORD = re.compile(r"\w+")
_AND = re.compile(r"^\W*(?:and|et|e|und|y) ")
_BESIDE = (
    "i m am we re je j suis ne n en ich bin mir mich da eu yo io estou estoy sono so though tho that this it about "
    "of at all exactly really quite very honestly now but mais mas aber pero ma que qu bien oui yes ca cela dass das "
    "ja es de disso isso eso lo di ne cio and et e und y no non not pas tout fait"
)
"""Words beside a doubt that say nothing else: "I'm not so sure about that"."""
_FILLERS = frozenset(_BESIDE.split())


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
    sentence = _sentence_at(text, start)
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
    """The words of a message that hold the place and what makes it unsure, or None where it is sure."""
    sentence = _sentence_at(raw, start)
    if sentence is None:
        return None
    first, last = sentence.span()
    plain = plainly(raw[first:last])
    place = (start - first, max(end, start + 1) - first)
    for doubt, reach in _doubts(plain):
        if any(touching([reach], place)):
            around = trimmed(raw[first:last], plain, hull([doubt, place, *touching(clauses(plain), place)]))
            return first + around[0], first + around[1]
    after = SENTENCE.match(raw, last)
    is_doubted = after is not None and _is_mere(plainly(after.group()))
    return (start, last + len(after.group().rstrip(" .;!"))) if after and is_doubted else None


def _sentence_at(raw: str, start: int) -> re.Match[str] | None:
    return next((found for found in SENTENCE.finditer(raw) if found.start() <= start < found.end()), None)


def _doubts(plain: str) -> Iterator[tuple[Place, Place]]:
    """The clauses of a sentence that say a doubt, each with the place of what it puts in doubt."""
    said = own_statements(plain)
    for clause in clauses(plain):
        found = HEDGE.search(plain[slice(*clause)])
        if found:
            mine = next(touching(said, clause))
            following = next((other for other in said if other[0] >= mine[1]), None)
            is_mere = _is_mere(plain[slice(*clause)])
            yield clause, _beside(plain, clause, mine, following) if is_mere else _within(plain, clause, mine, found)


def _within(plain: str, clause: Place, mine: Place, doubt: re.Match[str]) -> Place:
    """From the clause on, where it says something of its own around the doubt; else the whole statement."""
    words = plain[slice(*clause)]
    goes_on = _WORD.search(words, doubt.end()) is not None
    is_own = VERB.search(HEDGE.sub(" ", words)) is not None or len(words.split()) > BARE
    return (clause[0], mine[1]) if goes_on and is_own else mine


def _beside(plain: str, clause: Place, mine: Place, following: Place | None) -> Place:
    """What a doubt means that is a clause by itself: all before it at the end, else what stands on either side."""
    if not _WORD.search(plain, clause[1]):
        return 0, len(plain)
    is_forward = _AND.match(plain[slice(*clause)]) is not None
    is_last = following is not None and clause[1] == mine[1]
    start = clause[0] if is_forward else mine[0]
    if following is None or not is_last or (clause[0] and not is_forward and _joins(plain[slice(*following)])):
        return start, mine[1]
    return start, following[1]


def _joins(words: str) -> bool:
    found = JOINING.match(words)
    return found is not None and _WORD.search(found.group()) is not None


def _is_mere(words: str) -> bool:
    """Whether a clause says nothing but the doubt."""
    rest, doubts = HEDGE.subn(" ", words)
    return doubts > 0 and all(word in _FILLERS for word in _WORD.findall(rest))
