"""The sentences of a message that state something about the person, and how sure they sound (F3 to F5)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from conversations.llm.builtin.words import folded

SURE, HEDGED = 0.92, 0.7
SENTENCE = re.compile(r"[^.!?;\n]*(?:[.](?=\w)[^.!?;\n]*)*[.!?;]?")
PART = re.compile(r"[^,]*(?:,(?=\d)[^,]*)*,?")
"""What stands between commas, but for those within numbers."""
QUOTED = re.compile(r"“[^”]*”|«[^»]*»|„[^“”]*[“”]|\"[^\"]*\"")
HYPOTHETICAL = re.compile(
    r"^\W*s[ie]\b|\b(?:if|suppose|supposing|imagine|let's say|would|wish|"
    r"si j'|si je|si nous|si on|imaginons|supposons|serais|aurais|habiterais|"
    r"se eu|imaginemos|suponhamos|suponha|caso eu|seria|teria)\b"
)
HEDGE = re.compile(
    r"\b(?:i think|i guess|i believe|i suppose|maybe|perhaps|probably|possibly|not sure|more or less|kind of|"
    r"je crois|je pense|je suppose|peut-etre|peut etre|probablement|sans doute|il me semble|pas sure?|"
    r"i imagine|i'd say|might|je dirais|j'imagine|il se peut|il est possible|"
    r"acho|creio|penso que|talvez|provavelmente|se calhar|parece-me|nao tenho certeza|julgo que|imagino que|"
    r"ich glaube|ich denke|ich vermute|vielleicht|wahrscheinlich|vermutlich|"
    r"creo que|tal vez|quizas?|probablemente|credo|forse|probabilmente)\b"
)
OTHERS = (
    r"friend|brother|sister|wife|husband|partner|mother|father|mom|dad|son|daughter|boss|client|colleague|neighbour|"
    r"neighbor|cousin|uncle|aunt|ami|amie|frere|soeur|femme|mari|mere|pere|fils|fille|patron|patronne|cliente|collegue|"
    r"voisin|voisine|cousine|oncle|tante|copain|copine|conjoint|conjointe|amigo|amiga|irmao|irma|mulher|marido|mae|pai|"
    r"filho|filha|chefe|colega|vizinho|vizinha|primo|prima|tio|tia|esposa|esposo|namorado|namorada"
)
REPORTED = re.compile(
    rf"\b(?:my|mon|ma|mes|o meu|meu|a minha|minha|our|notre|nosso|nossa|un|une|um|uma|a) (?:{OTHERS})\b.*\b"
    r"(?:says?|said|tells?|told|thinks?|dit|disait|pense|croit|raconte|diz|disse|acha|pensa)\b"
)
CHANGED = re.compile(
    r"\b(?:moved|no longer|not anymore|any more|anymore|from now on|these days i|now|has changed|changed my|switched|"
    r"demenage|desormais|dorenavant|maintenant|a present|change de|a change|"
    r"mudei|mudamos|ja nao|agora|a partir de agora|deixei de|passei a)\b|\bn(?:e |')\S+ plus\b"
)
DENIED = re.compile(r"\b(?:not|never|don't|doesn't|isn't|am not|ne|n'|pas|jamais|nao|nunca|nem)\W*(?:\w+\W+){0,1}$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A statement: `raw` as written, `plain` folded letter by letter so that places in both are the same."""

    raw: str
    plain: str
    is_change: bool


def statements_in(text: str) -> Iterator[Sentence]:
    """The sentences that state something: no questions, suppositions, quotations, nor what others are said to say."""
    for found in SENTENCE.finditer(QUOTED.sub(lambda quote: " " * len(quote.group()), text)):
        raw = _stated(found.group())
        plain = plainly(raw)
        if not raw.strip() or HYPOTHETICAL.search(plain) or REPORTED.search(plain):
            continue
        yield Sentence(raw, plain, CHANGED.search(plain) is not None)


def plainly(text: str) -> str:
    """Lower case, without accents, with plain apostrophes, and exactly as long as it was."""
    return "".join(_letter(letter) for letter in text)


def is_denied(sentence: Sentence, start: int) -> bool:
    """Whether a negation stands right before."""
    return DENIED.search(sentence.plain[max(0, start - 30) : start]) is not None


def _letter(letter: str) -> str:
    if letter in "’‘ʼ`´":
        return "'"
    plain = folded(letter)
    return plain if len(plain) == 1 else letter


def _stated(sentence: str) -> str:
    """What a sentence states: of a question only what stands before its last comma."""
    if not sentence.rstrip().endswith("?"):
        return sentence
    return sentence.rpartition(",")[0]
