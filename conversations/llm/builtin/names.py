"""How a field is called in a message: by its id, its description, and the units that it counts in."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from conversations.engine.effects import OfferedField
from conversations.llm.builtin.found import Mention
from conversations.llm.builtin.units import unit
from conversations.llm.builtin.words import Text, Word, phrase

AFTER, BEFORE, CUED = 4, 3, 2
"""How much a name right after the value says, right before it, and a word like "from" for a first day."""
REACH = 3
"""Words that are looked at on either side."""
CLAUSE = ",;:.!?\n"

BEGINS, ENDS = "begins", "ends"
CUES: dict[str, dict[str, str]] = {
    "english": {
        BEGINS: "from arrive arriving arrival checkin start starting begin",
        ENDS: "to until till leave leaving end",
    },
    "french": {BEGINS: "du depuis arrive arrivee arriver debut", ENDS: "au jusqu jusque depart partir fin"},
    "portuguese": {BEGINS: "de desde chegada chegar chego inicio", ENDS: "ate partida saida sair fim"},
    "german": {BEGINS: "vom von ab ankunft anreise beginn", ENDS: "bis abreise abfahrt ende"},
    "spanish": {BEGINS: "del desde llegada llegar inicio", ENDS: "al hasta salida salir fin"},
    "italian": {BEGINS: "dal da arrivo arrivare inizio", ENDS: "al fino partenza partire fine"},
}
SMALL_GROUP = {
    "english": ("for", "we are", "we re", "there are", "there will be", "party of"),
    "french": ("pour", "nous sommes", "on est", "on sera", "nous serons"),
    "portuguese": ("para", "somos", "seremos", "vamos ser"),
    "german": ("fur", "wir sind", "zu"),
    "spanish": ("para", "somos", "seremos"),
    "italian": ("per", "siamo", "saremo", "in"),
}


@dataclass(frozen=True, slots=True)
class Names:
    """The words that name a field: stems, the units it counts, and whether it begins or ends something."""

    stems: frozenset[str]
    units: frozenset[str]
    side: str = ""


def beside(text: Text, mention: Mention, mentions: Sequence[Mention], spec: OfferedField) -> int:
    """How surely the words beside the mention name the field: 0 for not at all."""
    names = names_of(spec.id, spec.description, text.language)
    after = (*_words_within(text, mention), *_words_after(text, mention, mentions)[:2])
    before = _words_before(text, mention, mentions)
    if any(_is_named(word, names, text) for word in after):
        return AFTER
    if any(_is_named(word, names, text) for word in before):
        return BEFORE
    cues = CUES.get(text.vocabulary.stemmer, {}).get(names.side, "").split()
    return CUED if any(word.folded in cues for word in before) else 0


def counts_other(text: Text, mention: Mention) -> bool:
    """Whether the number has a unit or a currency: then it belongs to no field but one of that name."""
    following = (*_words_within(text, mention), *text.between(mention.end, len(text.raw))[:1])
    around = text.raw[max(0, mention.start - 2) : mention.start] + text.raw[mention.end : mention.end + 2]
    stemmer = text.vocabulary.stemmer
    return any(unit(word.stem, stemmer) for word in following) or any(mark in around for mark in "€$£%")


def people_field(text: Text, mentions: Sequence[Mention], fields: Sequence[OfferedField]) -> OfferedField | None:
    """The one field that counts people, where a number says how many: "for 2", "we are 4"."""
    counting = [spec for spec in fields if "people" in names_of(spec.id, spec.description, text.language).units]
    if len(counting) != 1 or len(mentions) != 1:
        return None
    before = " ".join(word.folded for word in text.between(0, mentions[0].start)[-REACH:])
    phrases = SMALL_GROUP.get(text.vocabulary.stemmer, ())
    return counting[0] if any(f" {before}".endswith(f" {item}") for item in phrases) else None


@lru_cache(maxsize=2_000)
def names_of(field: str, description: str, language: str) -> Names:
    """The words that name a field, from its id and its description."""
    entry = phrase(f"{field.replace('_', ' ')} {description}", language)
    stems = frozenset(word.stem for word in (*phrase(field.replace("_", " "), language).words, *entry.content))
    stemmer = entry.vocabulary.stemmer
    units = frozenset(name for word in entry.words if (name := unit(word.stem, stemmer)))
    return Names(stems, units, _side(entry))


def _side(entry: Text) -> str:
    sides = CUES.get(entry.vocabulary.stemmer, {})
    return next((side for side, cues in sides.items() if any(word.folded in cues.split() for word in entry.words)), "")


def _is_named(word: Word, names: Names, text: Text) -> bool:
    counted = unit(word.stem, text.vocabulary.stemmer)
    return word.stem in names.stems or (counted != "" and counted in names.units)


def _words_within(text: Text, mention: Mention) -> tuple[Word, ...]:
    """The words of the mention itself, which may hold its unit: "85 francs"."""
    return text.between(mention.start, mention.end)


def _words_after(text: Text, mention: Mention, mentions: Sequence[Mention]) -> tuple[Word, ...]:
    """The words behind the mention, up to the next value or the end of the clause."""
    end = min((other.start for other in mentions if other.start >= mention.end), default=len(text.raw))
    stop = next((at for at in range(mention.end, end) if text.raw[at] in CLAUSE), end)
    return text.between(mention.end, stop)[:REACH]


def _words_before(text: Text, mention: Mention, mentions: Sequence[Mention]) -> tuple[Word, ...]:
    """The words before the mention, back to the value before or the start of the clause; a colon ends none."""
    start = max((other.end for other in mentions if other.end <= mention.start), default=0)
    marks = [at for at in range(start, mention.start) if text.raw[at] in CLAUSE and text.raw[at] != ":"]
    return text.between(marks[-1] if marks else start, mention.start)[-REACH:]
