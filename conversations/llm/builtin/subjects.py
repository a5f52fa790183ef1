"""What one subject is said to be or do within a sentence: "I live in Sion and work as a lawyer" is one statement.

A statement is a place of clauses (`sentences.clauses`): the one with the subject and those that go on without one, or
that depend on it ("and that I work as a lawyer"). Texts are folded (`sentences.plainly`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from conversations.llm.builtin.sentences import HEDGE, clauses
from conversations.llm.builtin.unstated import OTHER, POSSESSIVE

Place = tuple[int, int]

JOINING = re.compile(
    r"^\W*(?:(?:and|but|et|mais|e|mas|und|aber|sondern|y|pero|sino|ma|so|also|alors|donc|entao|entonces|quindi) )?"
)
"""What a clause begins with before it says anything."""
_PRONOUN = re.compile(
    r"\b(?:i|i'm|i've|i'll|we|we're|we've|je|nous|ich|wir|eu|a gente|yo|nosotros|nosotras|io|noi)\b|\bj'|"
    r"^(?:it|it's|there|on|c'est|cela|ca|es ist|das ist) "
)
_POSSESSED = re.compile(rf"^(?:{POSSESSIVE}) ")
_GOVERNED = re.compile(
    r"^(?:that|which|who|where|que|qu'|qui|dont|ou|dass|wo|der|die|das|onde|donde|che|cui|dove|quem|quien)\b"
)
"""The first word of a clause that depends on the one before it."""
VERB = re.compile(
    r"\b(?:live|work|earn|make|own|run|use|drive|am|have|moved|"
    r"habite|vis|reside|travaille|gagne|suis|ai|utilise|dirige|"
    r"wohne|lebe|arbeite|verdiene|bin|habe|heisse|heiße|nutze|"
    r"moro|vivo|resido|sou|trabalho|ganho|tenho|uso|chamo|somos|moramos|vivemos|"
    r"soy|trabajo|gano|tengo|llamo|vivimos|abito|risiedo|sono|lavoro|guadagno|ho|chiamo|abitiamo|viviamo)\b"
)
"""What a person says of themselves without naming the subject once more."""


def own_statements(plain: str) -> list[Place]:
    """The statements of a sentence, in order; together they are the whole of it."""
    found: list[Place] = []
    for start, end in clauses(plain):
        if found and not _has_subject(plain[start:end]):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _has_subject(clause: str) -> bool:
    """Whether a clause names a subject, and does not depend on the clause before it. "I think" is none of its own."""
    said = HEDGE.sub(" ", clause[_opening(clause) :]).lstrip()
    if _GOVERNED.match(said):
        return False
    is_own = _PRONOUN.search(said) is not None or _POSSESSED.match(said) is not None
    return is_own or OTHER.match(said) is not None


def _opening(clause: str) -> int:
    found = JOINING.match(clause)
    return found.end() if found else 0


def trimmed(raw: str, plain: str, place: Place) -> Place:
    """The place without a conjunction at its head, and without spaces and marks at its ends."""
    start = place[0] + _opening(plain[slice(*place)])
    words = raw[start : place[1]].strip(" \t.,;:!?–—-")
    begin = raw.index(words, start)
    return begin, begin + len(words)


def hull(places: Sequence[Place]) -> Place:
    """From where the first begins to where the last ends."""
    return min(start for start, _ in places), max(end for _, end in places)


def touching(places: Iterable[Place], place: Place) -> Iterator[Place]:
    """Those of the places that have a letter in common with one."""
    return (other for other in places if other[0] < place[1] and place[0] < other[1])
