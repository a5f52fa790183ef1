"""Answers in words to open questions about facts (F7, F18): "the new one is right", "Bern", "yes, remember it".

Only whole sentences count. What names no question is about those that were shown last; where it cannot be told which
one is meant, the person is asked.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from conversations.engine.effects import FactQuestion, Understand
from conversations.engine.reading import FactAnswer
from conversations.llm.builtin import asked_facts
from conversations.llm.builtin.asked_facts import answerable, is_called, meant, shown_last, spelled
from conversations.llm.builtin.fields import Value
from conversations.llm.builtin.sentences import SENTENCE
from conversations.llm.builtin.taken_back import taken_back
from conversations.llm.builtin.verdicts import BY_LANGUAGE, TWO, Verdicts
from conversations.llm.builtin.words import Text, folded
from facts.values import Json

OPEN_TEXT = frozenset({"string", "list", "object"})
"""Types of fields that "the first one" could answer as well."""
_CLAUSE_END = re.compile(r"[,.!;:–—\n]|\s-\s")
_SAYS: Mapping[tuple[str, str], FactAnswer] = {
    ("contested", "old"): "old",
    ("contested", "new"): "new",
    ("contested", "neither"): "neither",
    ("proposed", "old"): "reject",
    ("proposed", "new"): "accept",
    ("proposed", "neither"): "reject",
    ("proposed", "accept"): "accept",
    ("proposed", "reject"): "reject",
}
"""What words say to a question of a kind."""

Found = tuple[str, FactAnswer | None]
"""The key of a question and its answer; None where it cannot be told whether it is meant."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers by the key of their question, and the keys between which words leave open which one is meant."""

    given: Mapping[str, FactAnswer] = field(default_factory=dict)
    unclear: tuple[str, ...] = ()


def fact_answers(text: Text, effect: Understand, values: Mapping[str, Value]) -> Answers:
    """The answers in a message. One that another contradicts is none."""
    words = BY_LANGUAGE.get(text.vocabulary.stemmer)
    questions = answerable(effect)
    if words is None or not questions:
        return Answers()
    is_free = not values and not _may_be_answer(effect)
    found = list(dict.fromkeys(_answers(text, _Asked(tuple(questions), words, effect, is_free))))
    return Answers(
        dict(_agreed(found)), () if any(answer for _key, answer in found) else tuple(key for key, _ in found)
    )


def _agreed(found: Sequence[Found]) -> Iterator[tuple[str, FactAnswer]]:
    for key, answer in sorted((key, answer) for key, answer in found if answer is not None):
        if len({other for name, other in found if name == key}) == 1:
            yield key, answer


@dataclass(frozen=True, slots=True)
class _Asked:
    """The questions that wait, in the language that answers them; `is_free` if nothing else could be answered so."""

    questions: tuple[FactQuestion, ...]
    words: Verdicts
    effect: Understand
    is_free: bool

    def of(self, kind: str) -> list[FactQuestion]:
        return [question for question in self.questions if question.kind == kind]


def _answers(text: Text, asked: _Asked) -> Iterator[Found]:
    if asked.is_free and (whole := [*_named_now(text, asked)] or [*_bare(text, asked)]):
        yield from whole
        return
    yield from _no_to_begin_with(text, asked)
    for sentence in SENTENCE.findall(text.raw):
        said = Text(sentence, text.language)
        if said.words and not said.is_question:
            yield from _in_sentence(_with_commas(said), asked)


def _with_commas(said: Text) -> str:
    """The folded words, with the commas between them as words of their own."""
    behind = [*(word.start for word in said.words), len(said.raw)][1:]
    gaps = (said.raw[word.end : start] for word, start in zip(said.words, behind, strict=True))
    parts = (f"{word.folded} ," if "," in gap else word.folded for word, gap in zip(said.words, gaps, strict=True))
    return " ".join(parts)


def _in_sentence(said: str, asked: _Asked) -> Iterator[Found]:
    named = {*_named(_core(said, asked.words.before, asked.words), asked)}
    if named:
        yield from named if len(named) == 1 else ((key, None) for key, _answer in named)
    else:
        yield from _unnamed(said, asked)


def _core(said: str, before: re.Pattern[str], words: Verdicts) -> str:
    """The folded words without those that may stand before and behind any answer."""
    lead = before.match(said)
    return words.after.sub("", said[lead.end() if lead else 0 :])


def _named(said: str, asked: _Asked) -> Iterator[tuple[str, FactAnswer]]:
    """The questions of which the sentence names one value as right."""
    for question in asked.questions:
        for value, answer in ((question.old, "old"), (question.new, "new")):
            spelling = spelled(value)
            found = asked.words.about(spelling).fullmatch(said) if spelling else None
            if found and (asked.is_free or found["sure"] is not None):
                yield question.key, _SAYS[question.kind, answer]


def _unnamed(said: str, asked: _Asked) -> Iterator[Found]:
    """The answers in words that name no value."""
    answer, several, is_sure = _verdict(said, asked.words)
    if answer and (is_sure or asked.is_free):
        group = _group(answer, several, asked, is_sure=is_sure)
        is_clear = len(group) == 1 or _may_be_many(answer, several, group, asked)
        yield from ((one.key, _says(one, answer) if is_clear else None) for one in group)


def _says(question: FactQuestion, answer: str) -> FactAnswer | None:
    """What an answer is to a question: "the new one" accepts a proposal, where another value is held beside it."""
    has_two = question.kind == "contested" or question.old is not None
    return _SAYS.get((question.kind, answer)) if has_two or answer not in ("old", "new") else None


def _verdict(said: str, words: Verdicts) -> tuple[str, str, bool]:
    """The answer that folded words are, what in them is meant for several, and whether they mean nothing else."""
    for patterns, before in ((words.wishes, words.before_wish), (words.choices, words.before)):
        core = _core(said, before, words)
        for answer, pattern in patterns.items():
            if found := pattern.fullmatch(core):
                parts = found.groupdict()
                return answer, parts.get("many") or "", answer in words.wishes or parts["sure"] is not None
    return "", "", False


def _group(answer: str, several: str, asked: _Asked, *, is_sure: bool) -> list[FactQuestion]:
    """The questions that words without a name are about.

    Of proposals nobody says "neither" later on; "the first" may be the first of all, "the new one is right" is not.
    """
    if answer in asked.words.wishes:
        return meant(asked.of("proposed"), asked.effect, several=several)
    if answer == "neither":
        group = meant(asked.questions if asked.is_free else asked.of("contested"), asked.effect)
        return group if any(one.kind == "contested" for one in group) else shown_last(group, asked.effect)
    group = meant(asked.questions, asked.effect)
    able = [one for one in group if _says(one, answer)]
    return able if is_sure or not able else group


def _may_be_many(answer: str, several: str, group: Sequence[FactQuestion], asked: _Asked) -> bool:
    """Whether the words may be meant for all of the group: what was proposed by one message, or as many as named."""
    if any(one.kind == "contested" for one in group) or answer in ("old", "new"):
        return False
    return len(shown_last(group, asked.effect)) == len(group) or _fits(several, len(group))


def _fits(several: str, count: int) -> bool:
    """Whether words for several may be meant for so many: words for two are not meant for more."""
    return bool(several) and (count == 2 or not TWO.search(several))


def _bare(text: Text, asked: _Asked) -> Iterator[Found]:
    """A yes or no by itself, to what was proposed just now by one message, or with "to both" to the two that wait.

    None where something else was asked since.
    """
    found = _yes_or_no(text.flat.strip(), asked.words)
    if found is None or asked.effect.asking:
        return
    answer, several = found
    if several:
        group = meant(asked.of("proposed"), asked.effect, several=several)
        if len(group) > 1:
            is_clear = _may_be_many(answer, several, group, asked)
            yield from ((one.key, answer if is_clear else None) for one in group)
        return
    yield from _to_all_shown(answer, asked)


def _to_all_shown(answer: FactAnswer, asked: _Asked) -> Iterator[Found]:
    """The answer to all that the last message proposed, if it brought up nothing else and nothing was asked since."""
    group = shown_last(asked.questions, asked.effect)
    if all(one.kind == "proposed" for one in group) and not asked_facts.asks_since(asked.effect):
        yield from ((one.key, answer) for one in group)


def _yes_or_no(flat: str, words: Verdicts) -> tuple[FactAnswer, str] | None:
    """The plain yes or no that the folded words are, and what in them is meant for several."""
    for answer, pattern in words.bare.items():
        if found := pattern.fullmatch(flat):
            several = found.groupdict().get("alone") or found["several"] or ""
            return ("accept" if answer == "accept" else "reject"), several
    return None


def _no_to_begin_with(text: Text, asked: _Asked) -> Iterator[Found]:
    """A no to begin with: "No, I live in Zug". Where the message takes a fact back, the no is about that."""
    first, rest = _first_clause(text)
    is_taken_back = _yes_or_no(rest, asked.words) is not None or bool(taken_back(text, asked.effect))
    if _yes_or_no(first, asked.words) == ("reject", "") and not is_taken_back and not asked.effect.asking:
        yield from _to_all_shown("reject", asked)


def _first_clause(text: Text) -> tuple[str, str]:
    """The folded words before the first mark, and those behind it; all of them are behind where there is none."""
    mark = _CLAUSE_END.search(text.raw)
    end = mark.start() if mark else 0
    return tuple(Text(part, text.language).flat.strip() for part in (text.raw[:end], text.raw[end:]))  # type: ignore[return-value]


def beside(
    stated: Sequence[Json], answers: Mapping[str, FactAnswer], text: Text, effect: Understand
) -> dict[str, FactAnswer]:
    """The answers beside what the message states: another value behind a no refuses what was proposed (F6).

    Who states the very value that is proposed does not refuse it.
    """
    facts = [fact for fact in stated if isinstance(fact, dict)]
    values = {str(fact["key"]): folded(str(fact["value"])) for fact in facts}
    proposed = {one.key: folded(str(one.new)) for one in answerable(effect) if one.kind == "proposed"}
    others = [key for key, value in proposed.items() if values.get(key, value) != value]
    refused: dict[str, FactAnswer] = dict.fromkeys(others, "reject") if others and _denies(text) else {}
    kept = {
        key: answer for key, answer in answers.items() if answer != "reject" or values.get(key) != proposed.get(key)
    }
    return {**refused, **kept}


def without_no(text: Text) -> str:
    """The message without a no that opens it, just as long: it denies what went before, not what it opens."""
    words = BY_LANGUAGE.get(text.vocabulary.stemmer)
    if words is None or words.denies.match(_with_commas(text)) is None:
        return text.raw
    end = text.words[0].end
    return " " * end + text.raw[end:]


def _denies(text: Text) -> bool:
    """Whether the message begins with a no, with or without a mark behind it."""
    words = BY_LANGUAGE.get(text.vocabulary.stemmer)
    if words is None:
        return False
    is_no = _yes_or_no(_first_clause(text)[0], words) == ("reject", "")
    return is_no or words.denies.match(_with_commas(text)) is not None


def _named_now(text: Text, asked: _Asked) -> Iterator[Found]:
    """What was said before the person was asked which one they mean, said of the one that they name now."""
    before = [said.text for said in asked.effect.history if said.role == "user"]
    if not before or not _was_asked_which(asked):
        return
    answer = _answer_in(Text(before[-1], text.language), asked.words)
    said = asked.words.after.sub("", _with_commas(text))
    to_all = _yes_or_no(text.flat.strip(), asked.words)
    for one in asked.questions:
        is_meant = bool(to_all and to_all[1]) or is_called(one, said, asked.effect)
        if is_meant and (says := _says(one, answer)):
            yield one.key, says


def _answer_in(text: Text, words: Verdicts) -> str:
    """The answer that a whole message is, whatever it answers."""
    bare = _yes_or_no(text.flat.strip(), words)
    return bare[0] if bare else _verdict(_with_commas(text), words)[0]


def _was_asked_which(asked: _Asked) -> bool:
    """Whether the reply to the last message asks, and names several of the questions."""
    texts = [Text(said, "en").flat for said in asked_facts.said_since(asked.effect) if "?" in said]
    return any(sum(_is_in(one, text, asked.effect) for one in asked.questions) > 1 for text in texts)


def _is_in(question: FactQuestion, flat: str, effect: Understand) -> bool:
    return any(f" {name} " in flat for name in asked_facts.names(question, effect))


def _may_be_answer(effect: Understand) -> bool:
    """Whether what is being asked could be answered in the same words."""
    return any(spec.asked and (spec.type in OPEN_TEXT or spec.enum) for spec in effect.fields)
