"""Facts that a whole sentence takes back (T49): "forget that I live in Bern", "I don't work at Migros any more".

What is taken back is read as the statement that it was, and counts only where that very value is known.
"""

import re
from collections.abc import Iterator

from conversations.engine.effects import OfferedFact, Understand
from conversations.llm.builtin.sentences import SENTENCE, plainly
from conversations.llm.builtin.statements import statements
from conversations.llm.builtin.words import Text, folded
from facts.values import Json

FORGET = re.compile(
    r"^\W*(?:please,? |bitte,? |s'il (?:te|vous) plait,? |por favor,? |per favore,? )?"
    r"(?:(?:can|could|would|will) you (?:please )?)?"
    r"(?:forget that|stop remembering that|do not remember that|don't remember that|"
    r"oublie que|oubliez que|oublie qu'|oubliez qu'|vergiss,? dass|vergessen sie,? dass|esquece que|esqueca que|"
    r"olvida que|olvide que|dimentica che|dimentichi che) (?P<rest>\w.*)$",
    re.DOTALL,
)
FORGET_MY = re.compile(
    r"^\W*(?:please,? |bitte,? |s'il (?:te|vous) plait,? |por favor,? |per favore,? )?"
    r"(?:forget my|oublie (?:mon|ma|mes)|oubliez (?:mon|ma|mes)|vergiss meine?n?|vergessen sie meine?n?|"
    r"esquece (?:o meu|a minha)|esqueca (?:o meu|a minha)|olvida mi|olvide mi|dimentica (?:il mio|la mia)|"
    r"dimentichi (?:il mio|la mia)) (?P<rest>\w[^,]*?)"
    r"(?:,? (?:please|bitte|s'il (?:te|vous) plait|por favor|per favore))?\W*$"
)
FORGET_WHERE = re.compile(
    r"^\W*(?:please,? |bitte,? )?(?:(?:can|could|would|will) you (?:please )?)?"
    r"(?:forget where i live|oublie(?:z)? ou j'habite|vergiss,? wo ich wohne|vergessen sie,? wo ich wohne|"
    r"esqueca? onde (?:eu )?(?:moro|vivo)|esquece onde (?:eu )?(?:moro|vivo)|olvid[ae] donde vivo|"
    r"dimentica dove (?:abito|vivo))(?:,? (?:please|bitte))?\W*$"
)
TOWNS = ("city", "town", "residence")
NO_LONGER = (
    (re.compile(r"^\W*(?P<who>i) no longer (?P<rest>.+)$", re.DOTALL), ("who", "rest")),
    (re.compile(r"^\W*(?P<who>i) (?:don't|do not) (?P<rest>.+?) any ?more\W*$", re.DOTALL), ("who", "rest")),
    (re.compile(r"^\W*(?P<who>je) ne (?P<verb>\w+) plus (?P<rest>.+)$", re.DOTALL), ("who", "verb", "rest")),
    (re.compile(r"^\W*(?P<who>j)e n(?P<verb>'\w+) plus (?P<rest>.+)$", re.DOTALL), ("who+verb", "rest")),
    (re.compile(r"^\W*(?P<who>ich) (?P<verb>\w+) nicht mehr (?P<rest>.+)$", re.DOTALL), ("who", "verb", "rest")),
    (
        re.compile(
            r"^\W*(?:bitte,? )?(?:vergiss|vergessen sie),? dass (?P<who>ich) (?P<rest>.+) (?P<verb>\w+)"
            r"(?:,? bitte)?\W*$",
            re.DOTALL,
        ),
        ("who", "verb", "rest"),
    ),
    (re.compile(r"^\W*(?:eu )?ja nao (?P<rest>.+)$", re.DOTALL), ("rest",)),
    (re.compile(r"^\W*(?:eu )?nao (?P<verb>\w+) mais (?P<rest>.+)$", re.DOTALL), ("verb", "rest")),
    (re.compile(r"^\W*(?:yo )?ya no (?P<rest>.+)$", re.DOTALL), ("rest",)),
    (re.compile(r"^\W*(?:io )?non (?P<verb>\w+) piu (?P<rest>.+)$", re.DOTALL), ("verb", "rest")),
)
"""What no longer holds, and the parts that state it when they stand alone."""


def taken_back(text: Text, effect: Understand) -> list[str]:
    """The known facts that a sentence of the message takes back, by key."""
    found = (key for sentence in SENTENCE.findall(text.raw) for key in _in_sentence(sentence, text, effect))
    return list(dict.fromkeys(found))


def is_of_another_value(text: Text, effect: Understand) -> bool:
    """Whether what is taken back is known with another value: then that one stays."""
    stated = [item for sentence in SENTENCE.findall(text.raw) for item in _stated(sentence, text, effect)]
    known = {fact.key: fact for fact in effect.facts if fact.known is not None}
    return any(item["key"] in known and not _takes_back(item, known[str(item["key"])]) for item in stated)


def without_forgotten(raw: str) -> str:
    """The message without what is to be forgotten, just as long: that is no statement about the person."""
    places = [found.span() for found in SENTENCE.finditer(raw) if FORGET.match(plainly(found.group()))]
    for start, end in places:
        raw = raw[:start] + " " * (end - start) + raw[end:]
    return raw


def _in_sentence(raw: str, text: Text, effect: Understand) -> Iterator[str]:
    plain = plainly(raw)
    if named := FORGET_MY.match(plain):
        yield from (fact.key for fact in effect.facts if _is_called(fact, named["rest"]) and _is_held(fact))
    if FORGET_WHERE.match(plain):
        yield from (fact.key for fact in effect.facts if fact.key.rpartition(".")[2] in TOWNS and _is_held(fact))
    stated = list(_stated(raw, text, effect))
    yield from (fact.key for fact in effect.facts for item in stated if _takes_back(item, fact))


def _stated(raw: str, text: Text, effect: Understand) -> Iterator[dict[str, Json]]:
    """The statements that a sentence takes back."""
    for statement in _statements(raw, plainly(raw)):
        found = statements(Text(statement, text.language), effect)
        yield from (item for item in found if isinstance(item, dict))


def _statements(raw: str, plain: str) -> Iterator[str]:
    """What the sentence takes back, said as it was once stated."""
    if forgotten := FORGET.match(plain):
        yield raw[slice(*forgotten.span("rest"))].rstrip("?!. \n")
    for pattern, parts in NO_LONGER:
        if found := pattern.match(plain):
            yield " ".join("".join(raw[slice(*found.span(name))] for name in part.split("+")) for part in parts)


def _takes_back(item: dict[str, Json], fact: OfferedFact) -> bool:
    """Whether a statement has the value that is known. A sensitive value is not told to whoever reads (F19)."""
    if item["key"] != fact.key:
        return False
    return fact.sensitive or (fact.known is not None and folded(str(item["value"])) == folded(str(fact.known)))


def _is_held(fact: OfferedFact) -> bool:
    """Whether it may be known: of a sensitive one nobody who reads is told (F19)."""
    return fact.sensitive or fact.known is not None


def _is_called(fact: OfferedFact, name: str) -> bool:
    names = (fact.label, fact.key.rpartition(".")[2].replace("_", " "))
    return _evenly(name) in {_evenly(own) for own in names}


def _evenly(name: str) -> str:
    return "".join(letter for letter in folded(name) if letter.isalnum())
