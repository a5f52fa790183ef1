"""Which of the open questions about facts words are about that name none: those that came up last go first (F18)."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from conversations.engine.effects import FactQuestion, Understand
from conversations.llm.builtin.words import Text
from facts.keys import matches
from facts.values import Json


def answerable(effect: Understand) -> list[FactQuestion]:
    """The questions that words can answer: of several of one kind about one key the latest (`facts.actions.answer`)."""
    latest: dict[tuple[str, str], FactQuestion] = {}
    for question in effect.fact_questions:
        place = (question.key, question.kind)
        if question.kind != "stale" and (place not in latest or latest[place].at <= question.at):
            latest[place] = question
    return list(latest.values())


def shown_last(questions: Iterable[FactQuestion], effect: Understand) -> list[FactQuestion]:
    """Those that the person's last message brought up."""
    said = [said for said in effect.history if said.role == "user"]
    sent = _moment(said[-1].at) if said else None
    return [] if sent is None else [one for one in questions if (asked := _moment(one.at)) and asked >= sent]


def asks_since(effect: Understand) -> bool:
    """Whether what was said to the person's last message asks something itself."""
    return any("?" in text for text in said_since(effect))


def said_since(effect: Understand) -> list[str]:
    """What was said to the person's last message."""
    last = max((number for number, said in enumerate(effect.history) if said.role == "user"), default=None)
    return [] if last is None else [said.text for said in effect.history[last + 1 :]]


def meant(questions: Sequence[FactQuestion], effect: Understand, *, several: str = "") -> list[FactQuestion]:
    """The questions that words without a name are about: those shown last, else all that wait.

    `several` are the words that want more than one ("both", "all"): where one alone was shown last, it is all of them.
    """
    last = shown_last(questions, effect)
    return last if len(last) > (1 if several else 0) else list(questions)


def is_called(question: FactQuestion, said: str, effect: Understand) -> bool:
    """Whether the folded words, but for an article, are the question's value or the name of what it is about."""
    return bool(said) and any(
        re.fullmatch(rf"(?:\w{{1,3}} )?{re.escape(name)}", said) for name in names(question, effect)
    )


def names(question: FactQuestion, effect: Understand) -> list[str]:
    """The value asked about and the label of its key, folded."""
    labels = [fact.label for fact in effect.facts if matches(fact.key, question.key)]
    return [name for name in (spelled(question.new), *(spelled(label) for label in labels)) if name]


def spelled(value: Json) -> str:
    """The value as its folded words; empty for one that nobody would spell out."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return ""
    return Text(str(value), "en").flat.strip()


def _moment(written: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return None
    return moment if moment.tzinfo else None
