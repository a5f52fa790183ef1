"""Statements about the person that the reading found, as candidates for the fact store (F3, F4)."""

from conversations.engine.confirm import questions
from conversations.engine.reading import ReadFact, Reading
from conversations.engine.report import FactAnswerGiven
from conversations.engine.work import Work
from facts.folding import quoted
from facts.policy import Candidate


def read_facts(work: Work, reading: Reading) -> None:
    """Add each statement with a verbatim quote; one without is dropped, whatever its confidence (F4)."""
    if not work.input.user.is_authenticated:
        return
    asked = {(question.key, question.kind == "contested") for question in questions(work) if question.kind != "stale"}
    for key, answer in reading.fact_answers.items():
        if (key, answer in ("old", "new", "neither")) in asked:
            work.fact_answers.append(FactAnswerGiven(key, answer))
    for fact in reading.facts:
        message = _message_of(work, fact)
        if message:
            work.candidates.append(_candidate(fact, message))


def _message_of(work: Work, fact: ReadFact) -> str:
    """The id of the message that holds the quote, empty if none does."""
    if fact.quote is None:
        return ""
    found = (message.id for message in reversed(work.input.messages) if quoted(fact.quote, message.text))
    return next(found, "")


def _candidate(fact: ReadFact, message: str) -> Candidate:
    return Candidate(
        key=fact.key,
        value=fact.value,
        confidence=fact.confidence,
        quote=fact.quote or "",
        message=message,
        change=fact.change,
        sensitive=fact.sensitive,
    )
