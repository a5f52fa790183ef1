"""Sentences and their parts, and the words that tell how sure they are and what they deny or change (F4, F5, F8)."""

import re
from collections.abc import Iterator

from conversations.llm.builtin.words import folded

SURE, HEDGED = 0.92, 0.7
SENTENCE = re.compile(
    r"[^.!?;\n]*(?:(?:[.](?=\w)|(?<=\d)[.](?=[-–—])|(?<=\b(?:St|st|Fr|fr|ca|Dr))[.])[^.!?;\n]*)*[.!?;]?"
)
"""What ends with a full stop or the like; "St." and "Fr." end none, nor does an amount such as "8'000.-"."""
PART = re.compile(r"[^,]*(?:,(?=\d)[^,]*)*,?")
"""What stands between commas, but for those within numbers."""
_BOUNDARY = re.compile(
    r"(?P<mark>,(?!\d)|[–—]|\s-(?=\s)|:(?=\s))|\s(?=(?:and|but|et|mais|und|aber|sondern|e|mas|y|pero|sino|ma|because|while|whereas|"
    r"car|parce que|tandis que|alors que|denn|weil|porque|mentre)\s)"
)
HEDGE = re.compile(
    r"\b(?:i think|i guess|i believe|i suppose|i assume|i reckon|maybe|perhaps|probably|possibly|"
    r"not (?:so |quite |very |entirely |totally )?sure|more or less|kind of|i imagine|i'd say|might|"
    r"je crois|je pense|je suppose|peut-etre|peut etre|probablement|sans doute|il me semble|pas (?:tout a fait |tres |"
    r"vraiment )?sure?|je dirais|j'imagine|il se peut|il est possible|"
    r"acho|creio|penso que|talvez|provavelmente|se calhar|parece-me|nao tenho (?:a )?certeza|julgo que|imagino que|"
    r"suponho|"
    r"ich glaube|ich denke|ich vermute|ich nehme an|glaube? ich|denke? ich|vermute ich|vielleicht|wahrscheinlich|"
    r"vermutlich|moglicherweise|nicht (?:ganz |so )?sicher|"
    r"creo|pienso que|supongo|me parece|no estoy segur[oa]|tal vez|quizas?|probablemente|a lo mejor|"
    r"credo|penso(?= di)|suppongo|mi (?:sembra|pare)|non sono sicur[oa]|forse|probabilmente)\b"
)
CHANGED = re.compile(
    r"\b(?:moved|no longer|not anymore|any more|anymore|has changed|changed my|switched|demenage|"
    r"viens de demenager|change de|a change|"
    r"mudei|mudamos|mudado|ja nao|deixei de|umgezogen|gezogen|nicht mehr|gewechselt|geandert|me mude|ya no|he cambiado|"
    r"ha cambiado|trasferit[oaie]|ho cambiato|e cambiat[oa])\b|\bn(?:e |')\S+ plus\b|\bnon \S+ piu\b"
)
"""Words that tell of a change wherever they stand in the sentence (F8)."""
CHANGED_BESIDE = re.compile(
    r"\b(?:now|from now on|these days|new|desormais|dorenavant|maintenant|a present|nouve(?:au|l|lle)|agora|"
    r"a partir de agora|passei a|nov[oa]|jetzt|neuerdings|neue?|ahora|nuev[oa]|ora|adesso|nuov[oa])\b"
)
"""Words that tell of a change only in the very part of the sentence that states it: "now" begins many sentences."""
DENIED = re.compile(
    r"\b(?:not|never|don't|doesn't|isn't|am not|ne|pas|jamais|nao|nunca|nem|nicht|nie|kein|keine|niemals|non|mai)\s+"
    r"(?:\w+\s+)?$|\bn'$|\bno $"
)
NEGATION = re.compile(
    r"\b(?:not|never|no|no longer|cannot|pas|jamais|plus|nicht|nie|niemals|kein\w*|nao|nunca|non|mai)\b|\bn't\b|n't\b"
)
"""A negation anywhere; its clause denies what comes behind it."""


def clauses(plain: str) -> Iterator[tuple[int, int]]:
    """The places between commas, dashes, colons and conjunctions: each has one subject."""
    start = 0
    for found in _BOUNDARY.finditer(plain):
        cut = found.end() if found["mark"] else found.start()
        if plain[start:cut].strip():
            yield start, cut
            start = cut
    if start < len(plain):
        yield start, len(plain)


def is_change(text: str, start: int, end: int) -> bool:
    """Whether what stands at the place of a message, or of the person's own words in it, is told as a change (F8)."""
    sentence = next((found for found in SENTENCE.finditer(text) if found.start() <= start < found.end()), None)
    if sentence is None:
        return False
    if CHANGED.search(plainly(sentence.group())):
        return True
    parts = (found for found in PART.finditer(text, *sentence.span()) if found.start() < end and start < found.end())
    return any(CHANGED_BESIDE.search(plainly(part.group())) for part in parts)


def plainly(text: str) -> str:
    """Lower case, without accents, with plain apostrophes, and exactly as long as it was."""
    return "".join(_letter(letter) for letter in text)


def is_denied(plain: str, start: int) -> bool:
    """Whether a negation stands right before."""
    found = DENIED.search(plain[max(0, start - 30) : start])
    return found is not None and not (found.group() == "no " and plain.startswith(("i ", "i'", "my "), start))


def _letter(letter: str) -> str:
    if letter in "’‘ʼ`´":
        return "'"
    plain = folded(letter)
    return plain if len(plain) == 1 else letter
