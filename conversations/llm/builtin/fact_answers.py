"""Answers in words to open questions about facts (F7, F18): "the new one is right", "Bern", "yes, remember it".

Only whole sentences count, and only where one question alone can be meant.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from conversations.engine.effects import FactQuestion, Understand
from conversations.engine.reading import FactAnswer
from conversations.llm.builtin.fields import Value
from conversations.llm.builtin.sentences import SENTENCE
from conversations.llm.builtin.verdicts import BY_LANGUAGE, Verdicts
from conversations.llm.builtin.words import Text
from facts.values import Json

OPEN_TEXT = frozenset({"string", "list", "object"})
"""Types of fields that "the first one" could answer as well."""

Answer = tuple[str, FactAnswer]


def fact_answers(text: Text, effect: Understand, values: Mapping[str, Value]) -> dict[str, FactAnswer]:
    """The answers in a message, by the key of the question. One answer that another contradicts is none."""
    words = BY_LANGUAGE.get(text.vocabulary.stemmer)
    if words is None or not effect.fact_questions:
        return {}
    found = set(_answers(text, effect, words, is_free=not values and not _may_be_answer(effect)))
    return {key: answer for key, answer in sorted(found) if len({other for name, other in found if name == key}) == 1}


def _answers(text: Text, effect: Understand, words: Verdicts, *, is_free: bool) -> Iterator[Answer]:
    if is_free and (bare := _bare(text, effect, words)):
        yield from bare
        return
    for sentence in SENTENCE.findall(text.raw):
        said = Text(sentence, text.language)
        if said.words and not said.is_question:
            yield from _in_sentence(_with_commas(said), effect.fact_questions, words, is_free=is_free)


def _with_commas(said: Text) -> str:
    """The folded words, with the commas between them as words of their own."""
    behind = [*(word.start for word in said.words[1:]), len(said.raw)]
    gaps = (said.raw[word.end : start] for word, start in zip(said.words, behind, strict=True))
    parts = (f"{word.folded} ," if "," in gap else word.folded for word, gap in zip(said.words, gaps, strict=True))
    return " ".join(parts)


def _in_sentence(
    folded: str, questions: tuple[FactQuestion, ...], words: Verdicts, *, is_free: bool
) -> Iterator[Answer]:
    lead = words.before.match(folded)
    said = words.after.sub("", folded[lead.end() if lead else 0 :])
    named = {*_named(said, questions, words, is_free=is_free)}
    if len(named) == 1:
        yield named.pop()
    elif not named and len(questions) == 1:
        yield from _unnamed(said, questions[0], words, is_free=is_free)


def _named(said: str, questions: tuple[FactQuestion, ...], words: Verdicts, *, is_free: bool) -> Iterator[Answer]:
    """The questions of which the sentence names one value as right."""
    for question in questions:
        for value, answer in ((question.old, "old"), (question.new, "new")):
            spelled = _spelled(value)
            found = words.about(spelled).fullmatch(said) if question.kind == "contested" and spelled else None
            if found and (is_free or found["sure"] is not None):
                yield question.key, answer  # type: ignore[misc]


def _unnamed(said: str, question: FactQuestion, words: Verdicts, *, is_free: bool) -> Iterator[Answer]:
    """The answer to the one question there is, in words that name no value."""
    patterns = {"contested": words.choices, "proposed": words.wishes}.get(question.kind, {})
    for answer, pattern in patterns.items():
        found = pattern.fullmatch(said)
        is_sure = found is not None and (question.kind != "contested" or found["sure"] is not None)
        if found and (is_free or is_sure):
            yield question.key, answer  # type: ignore[misc]


def _bare(text: Text, effect: Understand, words: Verdicts) -> list[Answer]:
    """A yes or no by itself, to what was proposed just now by one message, or with "to both" to the two that wait.

    None where something else was asked since.
    """
    flat = text.flat.strip()
    said = ((answer, pattern.fullmatch(flat)) for answer, pattern in words.bare.items())
    answer, found = next((one for one in said if one[1]), ("", None))
    if found is None or effect.asking:
        return []
    meant = _both(effect) if found["both"] else [one for one in effect.fact_questions if _is_new(one, effect)]
    are_proposed = all(question.kind == "proposed" for question in meant)
    return [(question.key, answer) for question in meant] if are_proposed else []  # type: ignore[misc]


def _both(effect: Understand) -> list[FactQuestion]:
    return list(effect.fact_questions) if len(effect.fact_questions) == 2 else []


def _is_new(question: FactQuestion, effect: Understand) -> bool:
    """Whether the person's last message brought the question up, and what was said to it asks nothing itself."""
    last = max((number for number, said in enumerate(effect.history) if said.role == "user"), default=None)
    if last is None or any("?" in said.text for said in effect.history[last + 1 :]):
        return False
    asked, sent = _moment(question.at), _moment(effect.history[last].at)
    return asked is not None and sent is not None and asked >= sent


def _moment(written: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def _may_be_answer(effect: Understand) -> bool:
    """Whether what is being asked could be answered in the same words."""
    return any(spec.asked and (spec.type in OPEN_TEXT or spec.enum) for spec in effect.fields)


def _spelled(value: Json) -> str:
    """The value as its folded words; empty for one that nobody would spell out."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return ""
    return Text(str(value), "en").flat.strip()
