"""Facts that a whole sentence takes back (T49): "forget that I live in Bern", "I don't work at Migros any more".

What is taken back is read as the statement that it was, and counts only where that very value is known.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from conversations.engine.effects import OfferedFact, Understand
from conversations.engine.reading import FactAnswer
from conversations.llm.builtin import no_longer
from conversations.llm.builtin.sentences import SENTENCE, plainly
from conversations.llm.builtin.statements import statements
from conversations.llm.builtin.words import Text, folded
from facts.values import Json

_NO = r"(?:(?:no|non|nein|nao), )?"
FORGET = re.compile(
    rf"^\W*{_NO}(?:please,? |bitte,? |s'il (?:te|vous) plait,? |por favor,? |per favore,? )?"
    r"(?:(?:can|could|would|will) you (?:please )?)?"
    r"(?:forget that|stop remembering that|do not remember that|don't remember that|"
    r"oublie que|oubliez que|oublie qu'|oubliez qu'|vergiss,? dass|vergessen sie,? dass|esquece que|esqueca que|"
    r"olvida que|olvide que|dimentica che|dimentichi che) (?P<rest>\w.*)$",
    re.DOTALL,
)
FORGET_MY = re.compile(
    rf"^\W*{_NO}(?:please,? |bitte,? |s'il (?:te|vous) plait,? |por favor,? |per favore,? )?"
    r"(?:forget my|oublie (?:mon|ma|mes)|oubliez (?:mon|ma|mes)|vergiss meine?n?|vergessen sie meine?n?|"
    r"esquece (?:o meu|a minha)|esqueca (?:o meu|a minha)|olvida mi|olvide mi|dimentica (?:il mio|la mia)|"
    r"dimentichi (?:il mio|la mia)) (?P<rest>\w[^,]*?)"
    r"(?:,? (?:please|bitte|s'il (?:te|vous) plait|por favor|per favore))?\W*$"
)
FORGET_WHERE = re.compile(
    rf"^\W*{_NO}(?:please,? |bitte,? )?(?:(?:can|could|would|will) you (?:please )?)?"
    r"(?:forget where i live|oublie(?:z)? ou j'habite|vergiss,? wo ich wohne|vergessen sie,? wo ich wohne|"
    r"esqueca? onde (?:eu )?(?:moro|vivo)|esquece onde (?:eu )?(?:moro|vivo)|olvid[ae] donde vivo|"
    r"dimentica dove (?:abito|vivo))(?:,? (?:please|bitte))?\W*$"
)
TOWNS = ("city", "town", "residence")
GONE = re.compile(
    r"^\W*(?:my (?P<en>[\w -]+?) (?:no longer works|does not work any ?more|doesn't work any ?more)|"
    r"mon (?P<fr>[\w -]+?) (?:n'est plus valable|ne marche plus)|(?:o )?meu (?P<pt>[\w -]+?) ja nao funciona|"
    r"meine (?P<de>[\w -]+?) (?:gilt|funktioniert) nicht mehr|mi (?P<es>[\w -]+?) ya no funciona|"
    r"la mia (?P<it>[\w -]+?) non funziona piu)\W*$"
)
"""What is called by its name and of no use any more."""


_ANSWERS: Mapping[str, tuple[tuple[str, FactAnswer], ...]] = {
    "contested": (("old", "new"), ("new", "old")),
    "proposed": (("new", "reject"),),
}
"""What it says of a question that one of its values is denied."""


def taken_back(text: Text, effect: Understand) -> list[str]:
    """The known facts that a sentence of the message takes back, by key."""
    sentences = SENTENCE.findall(text.raw) if effect.facts else []
    found = (key for sentence in sentences for key in _in_sentence(sentence, text, effect))
    return list(dict.fromkeys(found))


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
    if gone := GONE.match(plain):
        name = next(filter(None, gone.groups()))
        yield from (fact.key for fact in effect.facts if _is_called(fact, name) and _is_held(fact))
    if FORGET_WHERE.match(plain):
        yield from (fact.key for fact in effect.facts if fact.key.rpartition(".")[2] in TOWNS and _is_held(fact))
    stated = list(_facts(_statements(raw, plain), text, effect))
    yield from (fact.key for fact in effect.facts for item in stated if _takes_back(item, fact))
    not_so = [] if _asks(raw) else list(_facts(no_longer.denied(raw), text, effect))
    yield from (fact.key for fact in effect.facts for item in not_so if not fact.sensitive and _takes_back(item, fact))


def denied(text: Text, effect: Understand) -> dict[str, FactAnswer]:
    """The questions of which the message denies a value: the other one is right, a proposal is not (F7, F18)."""
    sentences = [raw for raw in SENTENCE.findall(text.raw) if not _asks(raw)] if effect.fact_questions else []
    parts = (part for raw in sentences for part in (*_statements(raw, plainly(raw)), *no_longer.denied(raw)))
    values = {str(item["key"]): folded(str(item["value"])) for item in _facts(parts, text, effect)}
    found: dict[str, FactAnswer] = {}
    for question in effect.fact_questions:
        for value, answer in _ANSWERS.get(question.kind, ()):
            if values.get(question.key) == folded(str(getattr(question, value))):
                found[question.key] = answer
    return found


def _facts(parts: Iterable[str], text: Text, effect: Understand) -> Iterator[dict[str, Json]]:
    """What the parts of sentences state by themselves."""
    for statement in parts:
        found = statements(Text(statement, text.language), effect)
        yield from (item for item in found if isinstance(item, dict))


def _statements(raw: str, plain: str) -> Iterator[str]:
    """What the sentence takes back, said as it was once stated."""
    if forgotten := FORGET.match(plain):
        yield raw[slice(*forgotten.span("rest"))].rstrip("?!. \n")
    if not _asks(raw):
        yield from no_longer.ended(raw)


def _asks(raw: str) -> bool:
    return raw.rstrip().endswith("?")


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
