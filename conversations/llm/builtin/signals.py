"""Control signals said in a sentence (T11), and bare control words where no literal answer takes them (T2, T9).

A signal that is missed costs a question, one that is heard where none was given costs the person's data: a cue under a
negation, in a question about it, or aimed at a detail is none.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from conversations.engine.effects import Understand
from conversations.engine.grammar.control import control_word, counts_people, is_one_person
from conversations.llm.builtin.cues import BY_LANGUAGE, Cues
from conversations.llm.builtin.fields import Value
from conversations.llm.builtin.found import NUMBERS
from conversations.llm.builtin.names import names_of
from conversations.llm.builtin.words import Text, Word

NEEDS_A_QUESTION = ("skip", "back", "cancel")
"""Signals that mean something only while a question is open."""
MARKS = ",;:.!?\n"


@dataclass(frozen=True, slots=True)
class Cue:
    """A signal and where it is said: its own words, and the part of the clause that belongs to it."""

    signal: str
    start: int
    end: int
    clause: tuple[int, int]

    def covers(self, value: Value) -> bool:
        """Whether the value was read from the very words of the signal."""
        return value.start < self.end and self.start < value.end


def cue_in(text: Text, effect: Understand) -> Cue | None:
    """The control signal that the message says outright, and where, or None."""
    cue = _whole(text, effect) or _opening(text, effect)
    if cue is not None:
        return cue
    cues = BY_LANGUAGE.get(text.vocabulary.stemmer)
    said = _said(text, cues, effect) if cues else iter(())
    return next((cue for cue in said if effect.asking or cue.signal not in NEEDS_A_QUESTION), None)


def signal_of(cue: Cue | None, effect: Understand, values: Mapping[str, Value], *, asks_more: bool) -> str | None:
    """The cue's signal; who gives a new value, and asks for nothing else, does not mean to end the run (T11)."""
    if cue is None or cue.signal != "cancel" or asks_more:
        return cue.signal if cue else None
    given = [spec for spec in effect.fields if spec.id in values and spec.type != "boolean"]
    is_new = any(values[spec.id].value != spec.known for spec in given)
    return None if is_new else cue.signal


def _whole(text: Text, effect: Understand) -> Cue | None:
    word = control_word(text.raw, effect.language)
    if word == "handoff" and _counts(effect) and is_one_person(text.raw, effect.language):
        return None
    signal = ("cancel" if effect.asking else "mute") if word == "stop" else word
    if signal is None or (not effect.asking and signal in ("skip", "back")):
        return None
    return Cue(signal, 0, len(text.raw), (0, len(text.raw)))


def _counts(effect: Understand) -> bool:
    """Whether the one number being asked counts people, so that "a person" is an answer (T9)."""
    numbers = [spec for spec in effect.fields if spec.asked and spec.type in NUMBERS]
    return len(numbers) == 1 and counts_people(f"{numbers[0].id} {numbers[0].description}", effect.language)


def _opening(text: Text, effect: Understand) -> Cue | None:
    """A first clause that is a word to end the run: "stop please and show me the sights"."""
    end = _clause_end(text, 0) if text.words and effect.asking else 0
    is_ending = end and control_word(text.raw[:end].rstrip(MARKS + " "), effect.language) in ("stop", "cancel")
    return Cue("cancel", 0, end, (0, end)) if is_ending else None


def _said(text: Text, cues: Cues, effect: Understand) -> Iterator[Cue]:
    flat = f" {' '.join(word.folded.replace(' ', '') for word in text.words)} "
    for signal, pattern in cues.signals.items():
        for found in pattern.finditer(flat):
            first = flat.count(" ", 0, found.start()) - 1
            last = first + found.group().strip().count(" ")
            rest = found.groupdict().get("rest") or ""
            cue = _placed(text, signal, first, last)
            if cue is not None and _is_meant(text, cues, effect, cue, rest.split()):
                yield cue


def _placed(text: Text, signal: str, first: int, last: int) -> Cue | None:
    """The cue with its clause; none that reaches over a mark between its words."""
    start, end = text.words[first].start, text.words[last].end
    if any(mark in text.raw[start:end] for mark in MARKS):
        return None
    return Cue(signal, start, end, (_clause_start(text, first), _clause_end(text, last)))


def _clause_start(text: Text, index: int) -> int:
    """Where the words of the clause before the cue begin; a further clause begins only with words of its own."""
    for place in range(index, 0, -1):
        before, word = text.words[place - 1], text.words[place]
        is_joined = before.folded in text.vocabulary.joining and place < index
        gap = text.raw[before.end : word.start]
        if is_joined or before.folded in text.vocabulary.turning or any(mark in gap for mark in MARKS):
            return word.start
    return 0


def _clause_end(text: Text, index: int) -> int:
    for word, after in zip(text.words[index:], text.words[index + 1 :], strict=False):
        if after.folded in text.vocabulary.joining | text.vocabulary.turning:
            return word.end
        if any(mark in text.raw[word.end : after.start] for mark in MARKS):
            return word.end
    return len(text.raw)


def _is_meant(text: Text, cues: Cues, effect: Understand, cue: Cue, rest: list[str]) -> bool:
    before = text.between(cue.clause[0], cue.start)
    if _is_denied(text, cues, before):
        return False
    if cue.signal == "repeat":
        return True
    if any(word.folded in cues.asking for word in before) or not _is_request(text, cues, cue, before):
        return False
    return cue.signal != "cancel" or _is_of_all(text, cues, effect, cue, rest)


def _is_denied(text: Text, cues: Cues, before: tuple[Word, ...]) -> bool:
    """Whether a negation stands before the cue; a "no" that opens the clause only answers, where it is no "not"."""
    spoken = text.vocabulary
    opens = bool(before) and before[0].folded in ("no", "non") and spoken.stemmer in ("english", "french", "italian")
    is_answer = opens and not (spoken.stemmer == "italian" and before[0].folded == "non")
    words = [word.folded for word in (before[1:] if is_answer else before)]
    is_asked_so = words[1:2] == ["t"] and text.is_question
    denying = spoken.negation | cues.negation
    return any(word in denying for word in (words[2:] if is_asked_so else words))


def _is_request(text: Text, cues: Cues, cue: Cue, before: tuple[Word, ...]) -> bool:
    """Whether the clause is no question, or a question that is a request: "could you cancel this?"."""
    said = f" {' '.join(word.folded for word in before)} "
    first = before[0].folded if before else ""
    is_question = text.raw[cue.end : cue.clause[1] + 1].rstrip().endswith("?") or first in text.vocabulary.question
    is_where = first == "ou" and text.vocabulary.stemmer == "french"
    if not is_question or is_where:
        return not is_where
    if cue.signal == "cancel":
        return cues.modal.search(said) is not None
    return not before or cues.polite.search(said) is not None


def _is_of_all(text: Text, cues: Cues, effect: Understand, cue: Cue, rest: list[str]) -> bool:
    """Whether what is to end is the whole: nothing more is said of it, or it is named as what one does here."""
    behind = text.between(cue.end, cue.clause[1])
    words = [word for word in (*rest, *(word.folded for word in behind)) if word not in cues.filler]
    return not words or (words[0] in cues.undertaking and not _names_detail(text, effect, cues, words))


def _names_detail(text: Text, effect: Understand, cues: Cues, words: list[str]) -> bool:
    """Whether a field or a value is named beside the undertaking: "no longer book for Friday"."""
    stems = {word.stem for word in text.words if word.folded in words and word.folded not in cues.undertaking}
    names = [names_of(spec.id, spec.description, text.language).stems for spec in effect.fields]
    return any(stems & name for name in names) or any(
        word.folded in words and word.stem not in stems for word in text.words if word.folded.isdigit()
    )


def is_side_question(text: Text, effect: Understand) -> bool:
    """Whether the message, which gave nothing, asks something back while a question is open (T11)."""
    return bool(effect.asking) and text.is_question and len(text.words) > 1


def is_declined(text: Text, effect: Understand) -> bool:
    """Whether the message is a bare "no, nothing special" to the one question that takes free text."""
    asked = [spec for spec in effect.fields if spec.asked]
    is_free = len(asked) == 1 and asked[0].type == "string" and not asked[0].enum
    return is_free and bool(text.words) and all(word.folded in text.vocabulary.nothing for word in text.words)
