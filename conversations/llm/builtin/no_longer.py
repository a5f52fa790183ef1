"""Sentences that say that something no longer holds, or that it is not so, and what they would state if it did (T49).

Patterns are matched against folded text with plain apostrophes (`sentences.plainly`); what stands before and behind
the sentence itself ("by the way, …, sorry") is cut off first.
"""

import re
from collections.abc import Iterable, Iterator

from conversations.llm.builtin.sentences import plainly
from conversations.llm.builtin.stated import PARTICLES

_LEAD = re.compile(
    r"^\W*(?:(?:(?:no|nope|non|nein|nee|nao)\s*[,!:–—-]|(?:actually|well|oh|ah|so|and|but|also|by the way|btw|sorry|hi|"
    r"hello|hey|fyi|in fact|unfortunately|just so you know|please note(?: that)?|note that|"
    r"en fait|au fait|d'ailleurs|alors|eh bien|bonjour|desolee?|malheureusement|et|mais|"
    r"eigentlich|hallo|leider|ach|und|aber|na verdade|alias|ola|desculpe|desculpa|infelizmente|mas|e|"
    r"en realidad|por cierto|bueno|hola|perdon|pero|y|in realta|a proposito|comunque|ciao|beh|allora|purtroppo|ma)\b,?)"
    r"\s*)+"
)
_TAIL = re.compile(
    r"(?:,? (?:sorry|thanks|thank you|by the way|btw|unfortunately|you know|for good|now|desolee?|merci|d'ailleurs|"
    r"maintenant|leider|danke|sorry|ubrigens|desculpe|obrigad[oa]|agora|perdon|gracias|ahora|scusa|grazie|ormai|"
    r"last (?:year|month|week|summer|winter|spring|autumn|fall)|recently|recemment|recentemente|recientemente|"
    r"l'annee derniere|letztes jahr|no ano passado|el ano pasado|l'anno scorso|(?:in|en|em|nel) \d{4}))+$"
)
_UP_TO_LAST_WORD = re.compile(r".*\w", re.DOTALL)
NO_LONGER = (
    (re.compile(r"^\W*(?P<who>i'm|i am) no longer (?P<rest>.+)$", re.DOTALL), ("who", "rest")),
    (re.compile(r"^\W*(?P<who>i'm|i am) not (?P<rest>.+?) any ?(?:more|longer)\W*$", re.DOTALL), ("who", "rest")),
    (re.compile(r"^\W*(?P<who>ich bin) keine? (?P<rest>.+?) mehr\W*$", re.DOTALL), ("who", "rest")),
    (re.compile(r"^\W*(?P<who>i|we) no longer (?P<rest>.+)$", re.DOTALL), ("who", "rest")),
    (
        re.compile(r"^\W*(?P<who>i|we) (?:don't|do not) (?P<rest>.+?) any ?(?:more|longer)\W*$", re.DOTALL),
        ("who", "rest"),
    ),
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
NOT_SO = (
    (re.compile(r"^\W*(?:no,? )?(?P<who>i'm|i am) not (?P<rest>.+)$", re.DOTALL), ("who", "rest")),
    (re.compile(r"^\W*(?:nein,? )?(?P<who>ich bin) keine? (?P<rest>.+)$", re.DOTALL), ("who", "rest")),
    (re.compile(r"^\W*(?:no,? )?(?P<who>i) (?:don't|do not) (?P<rest>.+)$", re.DOTALL), ("who", "rest")),
    (re.compile(r"^\W*(?:non,? )?(?P<who>je) ne (?P<verb>\w+) pas (?P<rest>.+)$", re.DOTALL), ("who", "verb", "rest")),
    (re.compile(r"^\W*(?:non,? )?(?P<who>j)e n(?P<verb>'\w+) pas (?P<rest>.+)$", re.DOTALL), ("who+verb", "rest")),
    (re.compile(r"^\W*(?:nein,? )?(?P<who>ich) (?P<verb>\w+) nicht (?P<rest>.+)$", re.DOTALL), ("who", "verb", "rest")),
    (re.compile(r"^\W*(?:nao,? )?(?:eu )?nao (?P<rest>.+)$", re.DOTALL), ("rest",)),
    (re.compile(r"^\W*(?:no,? )?(?:yo )?no (?P<rest>.+)$", re.DOTALL), ("rest",)),
    (re.compile(r"^\W*(?:no,? )?(?:io )?non (?P<rest>.+)$", re.DOTALL), ("rest",)),
)
"""What is denied, and the parts that state it: said where it is known, it takes it back."""
_V = r"(?:(?:the|la|le|les|l'|der|die|das|dem|den|il|lo|el|o|a) ?\b)?(?P<v>[^\W_][^,;:]*?)"


def _ended(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"^{pattern.replace('V', _V)}$") for pattern in patterns)


_I = r"(?:i|we)(?:'ve| have)?"
_LEFT = (
    rf"{_I} left V",
    r"(?:j'ai|nous avons) quitte V",
    r"(?:ich habe|wir haben) V verlassen",
    r"(?:eu )?(?:deixei|sai de|sai d[oa]) V",
    r"(?:yo )?(?:deje|he dejado) V",
    r"(?:io )?(?:ho lasciato|abbiamo lasciato) V",
)
"""What is left may be a town or an employer: only the one that is known counts."""
_NO_HOME = _ended(
    *_LEFT,
    rf"{_I} (?:moved (?:away )?(?:from|out of)|stopped living in) V",
    r"(?:we|i) (?:no longer live|(?:don't|do not) live) in V any ?(?:more|longer)",
    r"(?:je suis|nous sommes) partie?s? (?:de |d')V",
    r"(?:j'ai|nous avons) demenage (?:de |d')V",
    r"(?:j'|on |nous )(?:n')?(?:habite|habitons) plus (?:a |au |en )?V",
    r"(?:on|nous) (?:ne )?(?:vit|vivons) plus (?:a|au|en) V",
    r"(?:ich bin|wir sind) (?:aus|von) V (?:weg|fort|aus)gezogen",
    r"(?:ubrigens )?(?:ich |wir )?(?:wohnen?|leben?)(?: ich| wir)?(?: seit [\w ]{1,20}?)? nicht mehr (?:in|im|bei) V",
    r"(?:eu )?(?:mudei-me de|me mudei de|fui-me embora de|deixei de (?:morar|viver) (?:em|no|na)) V",
    r"(?:nos )?(?:ja nao (?:moramos|vivemos)|nao (?:moramos|vivemos) mais) (?:em|no|na) V",
    r"(?:yo )?(?:me fui de|me he ido de|me mude de|me he mudado de|me marche de|(?:deje|he dejado) de vivir en) V",
    r"(?:yo )?(?:no (?:vivo|vivimos) mas|ya no vivimos) en V",
    r"(?:io )?(?:me ne sono andat[oa] da|mi sono trasferit[oa] (?:via )?da) V",
    r"(?:io )?ho smesso di (?:vivere|abitare) (?:ad?|in) V",
    r"(?:noi )?non (?:abitiamo|viviamo) piu (?:ad?|in) V",
)
_NO_EMPLOYER = _ended(
    *_LEFT,
    rf"{_I} (?:(?:quit|left)(?: my job (?:at|with))?|resigned from|retired from|stopped working (?:at|for|with)) V",
    r"(?:i was|i've been|i have been) (?:fired (?:from|by)|laid off (?:by|from)|let go by) V",
    r"i no longer work (?:at|for|with) V",
    r"i (?:don't|do not) work (?:at|for|with) V any ?(?:more|longer)",
    r"(?:i'm|i am) no longer (?:at|with|(?:employed|working) (?:at|by|for|with)) V",
    r"(?:i'm|i am) not (?:at|with|(?:employed|working) (?:at|by|for|with)) V any ?(?:more|longer)",
    r"j'ai (?:demissionne (?:de|chez)|quitte mon (?:emploi|poste|travail) (?:chez|a)) V",
    r"j'ai ete licenciee? (?:par|de|chez) V",
    r"j'ai arrete de travailler (?:chez|pour) V",
    r"je (?:ne )?(?:travaille|suis) plus (?:employee? )?(?:chez|pour) V",
    r"ich habe (?:bei )?V gekundigt",
    r"ich bin (?:seit [\w ]{1,20}? )?nicht mehr bei V(?: angestellt)?",
    r"(?:ubrigens )?(?:ich )?arbeite(?: ich)?(?: seit [\w ]{1,20}?)? nicht mehr (?:bei|fur) V",
    r"(?:eu )?(?:demiti-me d[ao]|me demiti d[ao]|fui despedid[oa] d[ao]|deixei de trabalhar (?:n[ao]|para|em)) V",
    r"(?:eu )?(?:ja nao trabalho|nao trabalho mais|ja nao estou) (?:n[ao]|para|em) V",
    r"(?:yo )?(?:(?:deje|he dejado) de trabajar (?:en|para)|renuncie a|me despidieron de) V",
    r"(?:yo )?(?:ya no (?:trabajo|estoy)|no trabajo mas) (?:en|para) V",
    r"mi sono (?:licenziat[oa]|dimess[oa]) dal?(?:la|l')? ?V",
    r"sono stat[oa] licenziat[oa] dal?(?:la|l')? ?V",
    r"ho smesso di lavorare (?:per|presso|dal?(?:la)?|al?(?:la)?) V",
    r"(?:io )?non (?:lavoro|sono) piu (?:per|presso|in|dal?(?:la)?|al?(?:la)?) V",
)
_NO_TRADE = _ended(
    rf"{_I} stopped (?:working as|being) an? V",
    r"(?:no,? )?(?:i'm|i am) no (?!longer\b)V",
    r"j'ai arrete (?:de travailler comme|d'etre) (?:une? )?V",
    r"ich arbeite nicht mehr als V",
    r"(?:eu )?deixei de (?:ser|trabalhar como) (?:uma? )?V",
    r"(?:yo )?(?:deje|he dejado) de (?:ser|trabajar (?:como|de)) (?:una? )?V",
    r"ho smesso di (?:fare|lavorare come) V",
)
_STATED = (
    ("I live in {}", _NO_HOME),
    ("I work for {}", _NO_EMPLOYER),
    ("I work as a {}", _NO_TRADE),
)
"""How it was once stated that a town, an employer or a trade is the person's, whose end has words of its own."""


def ended(raw: str) -> Iterator[str]:
    """What a sentence says no longer holds, said as it was once stated."""
    sentence = _core(raw)
    plain = plainly(sentence)
    yield from _parts(NO_LONGER, sentence, plain)
    for stated, patterns in _STATED:
        for found in filter(None, (pattern.match(plain) for pattern in patterns)):
            value = sentence[slice(*found.span("v"))]
            if patterns is _NO_TRADE or _is_name(value):
                yield stated.format(" ".join(word[:1].upper() + word[1:] for word in value.split()))


def _is_name(value: str) -> bool:
    """Whether the words are a name to their end: one word, however written, or several that are written as one."""
    words = value.split()
    return len(words) == 1 or all(word[:1].isupper() or plainly(word) in PARTICLES for word in words)


def denied(raw: str) -> Iterator[str]:
    """What a sentence says is not so, said as it would be stated."""
    sentence = _core(raw)
    yield from _parts(NOT_SO, sentence, plainly(sentence))


def _core(raw: str) -> str:
    """The sentence without what only leads to it or follows it."""
    words = _UP_TO_LAST_WORD.match(plainly(raw))
    plain = words.group() if words else ""
    lead, tail = _LEAD.match(plain), _TAIL.search(plain)
    return raw[lead.end() if lead else 0 : tail.start() if tail else len(plain)].lstrip()


def _parts(patterns: Iterable[tuple[re.Pattern[str], tuple[str, ...]]], raw: str, plain: str) -> Iterator[str]:
    """What a sentence of one of these shapes would state without its negation."""
    for pattern, parts in patterns:
        if found := pattern.match(plain):
            yield " ".join("".join(raw[slice(*found.span(name))] for name in part.split("+")) for part in parts)
