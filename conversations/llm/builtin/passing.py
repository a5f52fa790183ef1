"""What is said in passing: about the past, about others, or only supposed. It gives no field a value (T3)."""

import re
from collections.abc import Sequence

from conversations.llm.builtin.sentences import PART, SENTENCE, plainly
from conversations.llm.builtin.unstated import OTHERS
from conversations.llm.builtin.words import Text

PAST = re.compile(
    r"\b(?:was|were|stayed|visited|went|came|booked|reserved|paid|spent|ate|slept|used to|last (?:year|month|week|time|"
    r"summer|winter|spring|autumn|night)|yesterday|years? ago|months? ago|weeks? ago|days? ago|"
    r"etais|etait|etions|etaient|avons ete|ai ete|suis alle|sommes alles|avons (?:sejourne|loge|dormi|passe|reserve|"
    r"mange|visite|paye)|ai (?:sejourne|loge|dormi|passe|reserve|mange|visite|paye)|an dernier|annee derniere|"
    r"mois dernier|semaine derniere|la derniere fois|hier|il y a \w+ (?:ans?|mois|semaines?|jours?)|"
    r"estive|estivemos|esteve|fui|fomos|fiquei|ficamos|dormi|dormimos|reservei|reservamos|visitei|visitamos|paguei|"
    r"pagamos|era|eramos|estava|estavamos|ano passado|mes passado|semana passada|da ultima vez|ontem|ha \w+ (?:anos?|"
    r"meses|semanas?|dias?)|"
    r"waren|war|hatten|haben .*(?:ubernachtet|gebucht|besucht|bezahlt)|letztes (?:jahr|mal)|letzten (?:monat|sommer)|"
    r"letzte woche|gestern|vor \w+ (?:jahren|monaten|wochen|tagen))\b"
    r"(?! (?:thinking|wondering|hoping|looking|planning))"
)
OTHER = re.compile(
    rf"^\W*(?:(?:and|but|et|mais|e|mas|und|aber) )?(?:my|our|mon|ma|mes|notre|nos|o meu|a minha|meu|minha|o nosso|"
    rf"a nossa|mein|meine|unser|unsere) "
    rf"(?:{OTHERS})s?\b"
    r"(?! (?:and i|et moi|e eu|und ich|wants?|would|needs?|prefers?|veut|voudrait|prefere|quer|queria|mochte)\b)"
)
SUPPOSED = re.compile(
    r"\b(?:suppose|supposing|imagine|what if|imaginons|supposons|imaginemos|suponhamos|suponha|angenommen)\b|"
    r"\b(?:if (?:i|we|you)|si (?:j'|je|nous|on)|se (?:eu|nos)|wenn (?:ich|wir)) ?(?:had|were|was|came|took|"
    r"avais|avait|etais|etions|avions|venais|venions|fosse|fossemos|tivesse|tivessemos|ware|waren|hatte|hatten)\b"
)
PRESENT = re.compile(r"\b(?:this time|now|cette fois|maintenant|desta vez|agora|diesmal|jetzt)\b")

Place = tuple[int, int]


def said_in_passing(text: Text) -> tuple[Place, ...]:
    """The parts of the message that say nothing of what the person wants now.

    A part goes on in passing after one that does, until the person asks for something: "We stayed at the Bellevue,
    5 people, and now we want the Grand Hotel".
    """
    return tuple(place for found in SENTENCE.finditer(text.raw) for place in _in_sentence(text, found.span()))


def _in_sentence(text: Text, sentence: Place) -> Sequence[Place]:
    if SUPPOSED.search(plainly(text.raw[slice(*sentence)])):
        return [sentence]
    passing: list[Place] = []
    is_passing = False
    for part in (found.span() for found in PART.finditer(text.raw, *sentence)):
        is_passing = _is_passing(text, part, after=is_passing)
        passing += [part] if is_passing else []
    return passing


def _is_passing(text: Text, part: Place, *, after: bool) -> bool:
    said = Text(text.raw[slice(*part)], text.language)
    plain, spoken = plainly(said.raw), text.vocabulary
    if said.has(spoken.request + spoken.polite + spoken.instead) or PRESENT.search(plain):
        return False
    return after or PAST.search(plain) is not None or OTHER.search(plain) is not None
