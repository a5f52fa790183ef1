"""Which flows a message asks for, by the words it shares with their trigger phrases (T13, T14, T16)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conversations.engine.effects import OfferedFlow, Understand
from conversations.llm.builtin.alike import meaning
from conversations.llm.builtin.evidence import generic, is_enough
from conversations.llm.builtin.signals import Cue
from conversations.llm.builtin.words import Text, Word, phrase

ENOUGH = 0.55
"""Share of a phrase's weight that a message has to hold to ask for a flow."""
WHOLE = 0.9
VETO = 0.75
TIE = 0.15
"""Two flows that the same words ask for within this difference are unclear (T16)."""
VERB, NOUN, COMMON = 1.5, 1.0, 0.3
"""Weights: a phrase's first word is what is to be done; a word that also stands in a choice's name says little."""
MOST, HALF, QUESTIONS = 0.6, 0.5, 0.4
"""Shares: of a request's words, of a question's words, of a flow's phrases that are questions."""
DENIED = 6
"""How many words of its clause a negation denies."""
SHORT = 4
"""A message of so few words of content needs no "I want" to be a request."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a message asks for: flows in the order of the message, or those between which it leaves open."""

    flows: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """How well a message asks for a flow: its words that do so, and their share of the phrase."""

    flow: str
    score: float
    words: tuple[Word, ...]

    @property
    def is_strong(self) -> bool:
        """Whether it is enough beside an answer to the open question (T15): more than one word, or the whole phrase."""
        return self.score >= WHOLE or len({word.stem for word in self.words}) > 1


def asked_for(text: Text, effect: Understand, taken: Sequence[tuple[int, int]], cue: Cue | None = None) -> Asked:
    """The flows that the message asks for. `taken` are the spans of field values, which ask for nothing.

    Nor do the words of a signal (T11), whose negation denies nothing else: "do not write to me and book a room".
    """
    if text.has(text.vocabulary.unsure) or (cue is None and takes_any_text(effect) and not _is_outright(text)):
        return Asked()
    signal = _signal_words(text, cue)
    words = tuple(word for word in _asking_words(text, signal) if not _inside(word, taken))
    common = _common(effect, text.language) | generic(text.vocabulary.stemmer)
    matches = [match for flow in effect.flows if (match := _match(text, words, flow, common))]
    if effect.asking and taken:
        matches = [match for match in matches if match.is_strong]
    return _choice(sorted(matches, key=lambda match: -match.score))


def takes_any_text(effect: Understand) -> bool:
    """Whether the one field being asked takes any text, so that an answer may hold the words of a request (T15)."""
    asked = [spec for spec in effect.fields if spec.asked]
    return len(asked) == 1 and asked[0].type == "string" and not asked[0].enum


def _is_outright(text: Text) -> bool:
    return text.is_question or text.has(text.vocabulary.request)


def overlap(words: Iterable[Word], entry: Text, common: frozenset[str]) -> tuple[float, tuple[Word, ...]]:
    """The share of `entry`'s weight that the words hold, from 0 to 1, and the words that hold it."""
    weights: dict[str, float] = {}
    for word in entry.content:
        name = meaning(word.stem, entry.vocabulary.stemmer)
        weights.setdefault(name, COMMON if name in common else NOUN if weights else VERB)
    found = [word for word in words if meaning(word.stem, entry.vocabulary.stemmer) in weights]
    held = dict.fromkeys(meaning(word.stem, entry.vocabulary.stemmer) for word in found)
    total = sum(weights.values())
    return (sum(weights[name] for name in held) / total if total else 0.0), tuple(found)


def _choice(matches: Sequence[Match]) -> Asked:
    """The best match, and others that different words ask for; a tie over the same words is unclear."""
    chosen: list[Match] = []
    for match in matches:
        rival = next((other for other in chosen if _shares(match, other)), None)
        if rival is None:
            chosen.append(match)
        elif rival.score - match.score <= TIE:
            tied = [other.flow for other in matches if _shares(other, rival) and rival.score - other.score <= TIE]
            return Asked(unclear=tuple(tied))
    return Asked(flows=tuple(match.flow for match in sorted(chosen, key=lambda match: match.words[0].start)))


def _shares(one: Match, other: Match) -> bool:
    return any(word in other.words for word in one.words)


def _match(text: Text, words: Sequence[Word], flow: OfferedFlow, common: frozenset[str]) -> Match | None:
    """The best of the flow's phrases and its name, unless one of its vetoes stands in the message."""
    phrases = [phrase(entry, text.language) for entry in (*flow.triggers, flow.name)]
    scored = [(*overlap(words, entry, common), entry) for entry in phrases]
    scored = [item for item in scored if item[0] >= ENOUGH and _is_said_as(item[2], text, item[1])]
    own, stemmer = _about(flow, text.language), text.vocabulary.stemmer
    scored = [item for item in scored if _holds_two(item[1], common, stemmer) or is_enough(text, item[1], item[2], own)]
    scored += _by_everything(text, words, flow, common)
    if not scored or _is_vetoed(text, flow, common):
        return None
    score, found, _ = max(scored, key=lambda item: item[0])
    return Match(flow.id, score, found)


def _holds_two(found: Iterable[Word], common: frozenset[str], stemmer: str) -> bool:
    """Whether the words say two things that tell flows apart: what is to be done, and with what."""
    return len({meaning(word.stem, stemmer) for word in found} - common) > 1


def _about(flow: OfferedFlow, language: str) -> frozenset[str]:
    """The stems of all that the flow says about itself."""
    entry = phrase(" ".join((*flow.triggers, flow.name, flow.description)), language)
    return frozenset(meaning(word.stem, entry.vocabulary.stemmer) for word in entry.content)


def _by_everything(
    text: Text, words: Sequence[Word], flow: OfferedFlow, common: frozenset[str]
) -> list[tuple[float, tuple[Word, ...], Text]]:
    """A short request whose words nearly all stand somewhere in what the flow says about itself.

    For a flow that answers questions, half the words of a short question are enough: "Is there a pool?"
    """
    entry = phrase(" ".join((*flow.triggers, flow.name, flow.description)), text.language)
    stemmer = text.vocabulary.stemmer
    names = _about(flow, text.language) - common
    found = tuple(word for word in words if meaning(word.stem, stemmer) in names)
    if not found:
        return []
    is_request = len(found) >= 2 and len(found) >= MOST * len(words) and _is_request(text, found)
    is_question = text.is_question and len(words) <= SHORT and len(found) >= HALF * len(words)
    is_enough = is_request or (is_question and _answers_questions(flow, text.language))
    return [(ENOUGH, found, entry)] if is_enough else []


def _answers_questions(flow: OfferedFlow, language: str) -> bool:
    """Whether at least two in five of the flow's phrases are questions."""
    asking = [entry for entry in flow.triggers if _is_about_question(phrase(entry, language))]
    return len(asking) >= QUESTIONS * len(flow.triggers)


def _is_about_question(entry: Text) -> bool:
    return entry.is_question or any(word.folded in entry.vocabulary.question for word in entry.words)


def _is_vetoed(text: Text, flow: OfferedFlow, common: frozenset[str]) -> bool:
    return any(overlap(text.content, phrase(veto, text.language), common)[0] >= VETO for veto in flow.vetoes)


def _is_said_as(entry: Text, text: Text, found: Sequence[Word]) -> bool:
    """A phrase that is a statement ("j'ai payé une facture") needs one, a question a question, any other a request."""
    if _is_statement(entry):
        return not text.is_question and (_is_statement(text) or _is_request(text, found))
    return _is_request(text, found) or (text.is_question and _is_about_question(entry))


def _is_statement(text: Text) -> bool:
    spoken = text.vocabulary
    is_stating = any(word.folded in spoken.stating for word in text.words)
    return is_stating and not text.is_question and not text.has(spoken.request)


def _is_request(text: Text, found: Sequence[Word]) -> bool:
    """Whether the message asks for something: outright, by a question, by an order, or in a few bare words."""
    spoken = text.vocabulary
    is_order = any(_begins_clause(text, word) for word in found)
    is_bare = len(text.content) <= SHORT and not any(word.folded in spoken.stating for word in text.words)
    return text.is_question or is_order or is_bare or text.has(spoken.request + spoken.polite)


def _begins_clause(text: Text, word: Word) -> bool:
    """Whether the word stands first, behind a comma or full stop, or behind an "and"."""
    before = text.between(0, word.start)
    if not before:
        return True
    gap = text.raw[before[-1].end : word.start]
    return before[-1].folded in text.vocabulary.joining or any(mark in gap for mark in ",;:.!?")


def _signal_words(text: Text, cue: Cue | None) -> tuple[Word, ...]:
    """The words that only say the signal: its whole clause, but for a wish for a person, which may say what for."""
    if cue is None:
        return ()
    return text.between(cue.start, cue.end) if cue.signal == "handoff" else text.between(*cue.clause)


def _asking_words(text: Text, signal: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words of content that are neither denied nor about something that exists already ("my booking")."""
    return tuple(
        word
        for index, word in enumerate(text.words)
        if word in text.content
        and word not in signal
        and not _is_existing(text, index)
        and not _is_denied(text, index, signal)
    )


def _is_existing(text: Text, index: int) -> bool:
    spoken = text.vocabulary
    before = text.words[index - 1].folded if index else ""
    is_asked_about = text.is_question and not text.has(spoken.request)
    return before in spoken.possessive and (is_asked_about or text.words[index].folded.endswith(spoken.made))


def _is_denied(text: Text, index: int, signal: tuple[Word, ...]) -> bool:
    """Whether a negation stands before the word in its clause: "I don't want to book a room", but not a question."""
    spoken = text.vocabulary
    after = text.words[index]
    for word in reversed(text.words[max(0, index - DENIED) : index]):
        is_apart = any(mark in text.raw[word.end : after.start] for mark in ",;:.!?")
        if is_apart or word.folded in spoken.turning or text.is_question:
            return False
        if word.folded in spoken.negation and word not in signal:
            return True
        after = word
    return False


def _common(effect: Understand, language: str) -> frozenset[str]:
    """Stems that stand in the names of choices: they tell flows apart badly."""
    choices = [choice for field in effect.fields for choice in field.enum if isinstance(choice, str)]
    entries = [phrase(choice, language) for choice in choices]
    return frozenset(meaning(word.stem, entry.vocabulary.stemmer) for entry in entries for word in entry.words)


def _inside(word: Word, taken: Iterable[tuple[int, int]]) -> bool:
    return any(start <= word.start and word.end <= end for start, end in taken)
