"""One reader per kind of fact: what a sentence states for it, or None."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from conversations.engine.effects import OfferedFact
from conversations.llm.builtin import patterns
from conversations.llm.builtin.amounts import amounts_in, fitting, whole_amount
from conversations.llm.builtin.codes import is_code
from conversations.llm.builtin.own_words import Sentence
from conversations.llm.builtin.places import canton_of, same_place
from conversations.llm.builtin.sentences import HEDGED, SENTENCE, SURE, is_denied, plainly
from conversations.llm.builtin.trades import NOT_QUITE, is_trade, may_be_trade
from facts.values import Json

DERIVED = 0.88
"""Confidence of a value that is concluded from the words: the canton from the town."""


SOFT_HYPHEN = "\u00ad"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LINKS = _words(
    "in at for and with from near or but a au chez pour et em no na e bei fur und mit im aus en con y di per presso"
)
NO_MERCHANTS = _words(
    "it he she they we i you this that these those everything all the a my our your total sum rest il elle ils elles "
    "ca cela tout tous le la les un une mon ma mes notre nos os as tudo isto isso meu minha es das alles der die mein "
    "meine todo el los las mi tutto lo gli mio mia"
)
"""First words of sentences that are no merchant's name."""
NO_TOWNS = _words(
    "switzerland suisse schweiz suica suiza svizzera france frankreich franca francia germany allemagne deutschland "
    "alemanha alemania germania italy italie italien italia portugal spain espagne spanien espanha "
    "espana europe europa "
    "austria autriche osterreich england"
)
"""Places to live in that are no towns."""
NO_NAMES = _words("home night nacht nachts regen schnee hause geld free myself work school tag fun")
"""Words behind "I work for", "I work at", that are no company."""
NOT_CALLED = _words(
    "back monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december christmas easter today tomorrow tonight now later again soon maybe anytime "
    "please tel phone mobile skype whatsapp signal zoom teams noon mondays asap first when if at on by before after "
    "crazy stupid old ishmael"
)
"""Words behind "call me" that are no name."""
PARTICLES = frozenset(
    {"la", "le", "les", "de", "du", "des", "sur", "en", "st", "am", "an", "der", "da", "do", "dos", "das", "van", "von"}
)
BUSINESS = (
    "professionnel",
    "business",
    "profissional",
    "professional",
    "geschaftlich",
    "beruflich",
    "profesional",
    "professionale",
)
MIXED = ("mixte", "mixed", "misto", "both", "gemischt", "mixto")
PRIVATE = ("prive", "private", "privado", "particular", "privat", "privato")
NO_CAR = ("pas de vehicule", "none", "no car", "sem carro", "sem veiculo", "kein auto", "kein fahrzeug", "sin coche")
EXEMPT = re.compile(
    r"\b(?:pas|non|not|nao) (?:\w+ ){0,2}(?:assujettie?s?|subject|registered|sujeito)\b"
    r"|\bnicht (?:\w+ ){0,2}(?:mehrwertsteuerpflichtig|mwst-?pflichtig)\b|\bno (?:\w+ ){0,2}sujet[oa]\b"
    r"|\bnon (?:\w+ ){0,2}soggett[oa]\b|\bmehrwertsteuerbefreit\b|\bexent[oa]\b|\besente\b"
    r"|\bexoneree?\b|\bexempt\b|\bisento\b|\bsans tva\b"
)
FLAT_RATE = re.compile(r"\btdfn\b|\bdette fiscale\b|\btaux forfaitaire\b|\bnet tax debt\b|\bflat rate\b")
EFFECTIVE = re.compile(r"\bmethode effective\b|\beffective method\b|\bmetodo efetivo\b")


@dataclass(frozen=True, slots=True)
class Stated:
    """What a sentence states, with its words; `subject` stands for the `*` of the key."""

    value: Json
    quote: str
    confidence: float = SURE
    subject: str = ""


def town(sentence: Sentence, fact: OfferedFact) -> Stated | None:
    """Where the person lives: "I live in Lausanne"; a town that is known by its name in another language keeps it."""
    for place, match in _places(sentence, patterns.LIVES):
        if place and plainly(place) not in NO_TOWNS:
            return _stated(fact.known if same_place(place, fact.known) else place, match, sentence)
    return None


def canton(sentence: Sentence, fact: OfferedFact) -> Stated | None:
    """The canton of the town where the person works; that of the one they live in may be, so they are asked (F5)."""
    works = [(*found, DERIVED) for found in (*_places(sentence, patterns.WORKS_IN), *_practices(sentence))]
    lives = [(*found, HEDGED) for found in _places(sentence, patterns.LIVES)]
    for place, match, confidence in (*works, *lives):
        found = canton_of(plainly(place))
        if found and _fits(fact, found):
            return _stated(found, match, sentence, confidence)
    return None


def trade(sentence: Sentence, fact: OfferedFact) -> Stated | None:
    """What the person does for a living: "I'm a plumber"."""
    for match in _matches(sentence, patterns.WORKS_AS):
        value = _trade_words(_value(match, sentence))
        if not any(plainly(word) in NOT_QUITE for word in value.split()):
            return _up_to(value, match, sentence)
    for match in _matches(sentence, patterns.IS_TRADE):
        value = _trade_words(_value(match, sentence))
        if any(plainly(word) in NOT_QUITE for word in value.split()):
            continue
        last = plainly(value.split()[-1])
        if is_trade(last) or may_be_trade(last):
            return _up_to(value, match, sentence, SURE if is_trade(last) else HEDGED)
    return None


def address(sentence: Sentence, fact: OfferedFact) -> Stated | None:
    """The person's own e-mail address."""
    match = next(_matches(sentence, patterns.EMAIL), None)
    if match is None:
        return None
    return _up_to(_value(match, sentence).rstrip(".,;:!)"), match, sentence)


def name(sentence: Sentence, introductions: tuple[re.Pattern[str], ...]) -> Stated | None:
    """A proper name behind one of the introductions: its capitalised words."""
    for match in _matches(sentence, introductions):
        value = _capitalised(_value(match, sentence))
        if value and plainly(value) not in NO_NAMES:
            return replace(_up_to(value, match, sentence), value=value.replace(SOFT_HYPHEN, ""))
    return None


def names_told(raw: str) -> list[tuple[int, int]]:
    """Where a message says "call me Anna": a name to be called by is no wish for a call."""
    if "call me" not in raw.lower():
        return []
    return [part.span() for part in SENTENCE.finditer(raw) if _tells_name(part.group())]


def _tells_name(raw: str) -> bool:
    match = patterns.CALL_ME.match(plainly(raw))
    return match is not None and _is_called(raw[slice(*match.span("v"))])


def _is_called(value: str) -> bool:
    words = value.split()
    is_name = all(word[:1].isupper() and not word.isupper() for word in words)
    return is_name and not any(plainly(word) in NOT_CALLED for word in words)


def own_name(sentence: Sentence, fact: OfferedFact) -> Stated | None:
    """The person's own name; asked about where they only say what to call them: "call me Anna"."""
    match = patterns.CALL_ME.match(sentence.plain)
    value = sentence.raw[slice(*match.span("v"))] if match else ""
    if match and _is_called(value):
        return Stated(value, sentence.whole[match.start("said") : match.end("v")], HEDGED)
    return name(sentence, patterns.NAME)


def amount(sentence: Sentence, fact: OfferedFact) -> Stated | None:
    """What the person earns in a year; less sure where the sentence does not say for which time."""
    about = plainly(f"{fact.label} {fact.description}")
    for match in _matches(sentence, patterns.SALARY):
        stated = next((found for found in amounts_in(sentence.plain) if found.start == match.start("v")), None)
        value, is_sure = fitting(stated.value, sentence.plain, about) if stated else (None, False)
        if stated is None or value is None:
            continue
        words = sentence.whole[slice(*whole_amount(sentence.plain, (match.start(), stated.end)))]
        return Stated(value, words, HEDGED if not is_sure else SURE if value == stated.value else DERIVED)
    return None


def car_use(sentence: Sentence, fact: OfferedFact) -> Stated | None:
    """Whether the person's car serves the business, private life, or both."""
    plain = sentence.plain
    if patterns.NO_CAR.search(plain):
        return _chosen(fact, NO_CAR, sentence)
    own = patterns.OWN_CAR.search(plain)
    if (
        own is None
        or is_denied(sentence.plain, own.start())
        or re.search(
            r"\b(?:not|never|pas|jamais|nao|nunca|nicht|nie|kein|no|non|mai|rarely|hardly|seldom|rarement|selten|raramente)\b",
            plain,
        )
    ):
        return None
    is_work, is_private = patterns.CAR_WORK.search(plain), patterns.CAR_PRIVATE.search(plain)
    if patterns.CAR_HALF.search(plain) and (is_work or is_private or "mixt" in plain):
        return _chosen(fact, MIXED, sentence)
    if is_work and is_private:
        return _chosen(fact, MIXED, sentence)
    if is_work or is_private:
        return _chosen(fact, BUSINESS if is_work else PRIVATE, sentence)
    return None


def vat(sentence: Sentence, fact: OfferedFact) -> Stated | None:
    """How the person's business stands towards VAT."""
    if not patterns.VAT.search(sentence.plain) or not patterns.OWN.search(sentence.plain):
        return None
    if EXEMPT.search(sentence.plain):
        return _chosen(fact, ("pas assujetti", "exempt", "isento"), sentence)
    if FLAT_RATE.search(sentence.plain):
        return _chosen(fact, ("taux de la dette fiscale nette", "flat rate"), sentence)
    return _chosen(fact, ("methode effective", "effective"), sentence) if EFFECTIVE.search(sentence.plain) else None


def by_choice(sentence: Sentence, fact: OfferedFact) -> Stated | None:
    """One of the key's own values behind "I am", "I have": "j'ai une Sàrl"."""
    openings = [found.end() for found in patterns.LEGAL_FORM.finditer(sentence.plain)]
    if not openings or re.search(r"\b(?:not|pas|plus|nao|nicht|kein|keine|no|non)\b", sentence.plain):
        return None
    if patterns.OF_CLIENT.search(sentence.plain):
        return None
    found = [choice for choice in _choices(fact) if any(_is_named(choice, sentence, end) for end in openings)]
    return Stated(found[0], _all_words(sentence), SURE) if len(found) == 1 else None


def _is_named(choice: str, sentence: Sentence, start: int) -> bool:
    """Whether the choice is what stands at a place, and no part of a name ("I own Gamma SA").

    A code has to be written as the catalogue has it ("SA", not "sa").
    """
    begins = re.compile(patterns.FORM_ARTICLES).match(sentence.plain, start)
    place = begins.end() if begins else start
    if is_code(choice):
        is_shouted = not any(letter.islower() for letter in sentence.raw)
        return not is_shouted and re.match(rf" {re.escape(choice)}(?!\w)", sentence.raw[place:]) is not None
    return re.match(rf" {re.escape(plainly(choice))}(?!\w)", sentence.plain[place:]) is not None


def account(sentence: Sentence, fact: OfferedFact) -> Stated | None:
    """How purchases at a merchant are booked: "Adobe purchases go to 6570"."""
    for match in _matches(sentence, patterns.MERCHANT_GOES):
        merchant = sentence.raw[match.start("m") : match.end("m")]
        if _is_name(merchant) and not patterns.GOES_ON.match(sentence.plain, match.end()):
            return Stated(_value(match, sentence), _words_of(match, sentence), SURE, subject=merchant)
    return None


def _words_of(match: re.Match[str], sentence: Sentence) -> str:
    """The words of the message that a pattern matched."""
    return sentence.whole[match.start() : match.end()].strip(" .!;,")


def _is_name(merchant: str) -> bool:
    """Whether all its words are written as names; those that begin sentences are none."""
    words = merchant.split()
    return plainly(words[0]) not in NO_MERCHANTS and all(word[:1].isupper() or word[:1].isdigit() for word in words)


def _all_words(sentence: Sentence) -> str:
    """The words of the message from the first to the last that states something."""
    stated = sentence.raw.strip(" .!;,")
    start = sentence.raw.index(stated)
    return sentence.whole[start : start + len(stated)]


def _matches(sentence: Sentence, alternatives: tuple[re.Pattern[str], ...]) -> Iterator[re.Match[str]]:
    for pattern in alternatives:
        yield from (match for match in pattern.finditer(sentence.plain) if not is_denied(sentence.plain, match.start()))


def _value(match: re.Match[str], sentence: Sentence) -> str:
    return sentence.raw[match.start("v") : match.end("v")].strip()


def _stated(value: Json, match: re.Match[str], sentence: Sentence, confidence: float = SURE) -> Stated:
    return Stated(value, _words_of(match, sentence), confidence)


def _up_to(value: str, match: re.Match[str], sentence: Sentence, confidence: float = SURE) -> Stated:
    """The value with the words from where the pattern begins to where the value ends."""
    return Stated(value, sentence.whole[match.start() : match.start("v") + len(value)], confidence)


def _places(sentence: Sentence, alternatives: tuple[re.Pattern[str], ...]) -> Iterator[tuple[str, re.Match[str]]]:
    for match in _matches(sentence, alternatives):
        if not patterns.OR.match(sentence.plain, match.end("v")):
            yield _place(_value(match, sentence)), match


def _practices(sentence: Sentence) -> Iterator[tuple[str, re.Match[str]]]:
    """Where a trade is said to be: "I'm a plumber in Lausanne", but not "je suis né à Lausanne"."""
    for match in _matches(sentence, patterns.TRADE_IN):
        if is_trade(match["t"]):
            yield _place(_value(match, sentence)), match


def _place(value: str) -> str:
    """The longest known place that the words begin with, else their capitalised beginning."""
    words = value.split()
    for length in range(len(words), 0, -1):
        words_of_place = " ".join(words[:length])
        if canton_of(plainly(words_of_place)):
            return words_of_place
    return _capitalised(value)


def _capitalised(value: str) -> str:
    """The capitalised words that the text begins with, particles between them included."""
    kept: list[str] = []
    words = value.split()
    for index, word in enumerate(words):
        is_particle = plainly(word) in PARTICLES and any(later[:1].isupper() for later in words[index + 1 : index + 2])
        if not (word[:1].isupper() or (kept and is_particle)):
            break
        kept.append(word)
    return " ".join(kept).rstrip(".,'-")


def _trade_words(value: str) -> str:
    """The words up to the trade: "software engineer", not "engineer in Bern"."""
    words = value.split()
    for index, word in enumerate(words):
        if is_trade(plainly(word)) and not any(plainly(after) in NOT_QUITE for after in words[index + 1 : index + 2]):
            return " ".join(words[: index + 1])
        if plainly(word) in LINKS and index:
            return " ".join(words[:index])
    return value


def _chosen(fact: OfferedFact, words: tuple[str, ...], sentence: Sentence) -> Stated | None:
    """The key's own value that is called one of the words; the first word where the key takes any text."""
    choices = _choices(fact)
    value = next((choice for choice in choices if plainly(choice) in words), None) if choices else words[0]
    return None if value is None else Stated(value, _all_words(sentence), SURE)


def _choices(fact: OfferedFact) -> list[str]:
    enum = fact.schema.get("enum")
    return [choice for choice in enum if isinstance(choice, str)] if isinstance(enum, list) else []


def _fits(fact: OfferedFact, value: str) -> bool:
    choices = _choices(fact)
    return not choices or value in choices
