"""Statements about the person that the reading found, as candidates for the fact store (F3, F4)."""

from conversations.engine.confirm import questions
from conversations.engine.effects import FactQuestion
from conversations.engine.reading import FactAnswer, ReadFact, Reading
from conversations.engine.report import FactAnswerGiven
from conversations.engine.work import Work
from facts.folding import quoted
from facts.policy import Candidate


def read_facts(work: Work, reading: Reading) -> None:
    """Add each statement with a verbatim quote; one without is dropped, whatever its confidence (F4)."""
    if not work.input.user.is_authenticated:
        return
    asked = [question for question in questions(work) if question.kind != "stale"]
    for key, answer in reading.fact_answers.items():
        given = [says for question in asked if question.key == key and (says := answer_to(question, answer))]
        work.fact_answers.extend(FactAnswerGiven(key, says) for says in given[:1])
    if not work.fact_answers:
        keys = dict.fromkeys(question.key for question in asked if question.key in reading.unclear)
        work.unclear_facts = tuple(keys) if len(keys) > 1 else ()
    for fact in reading.facts:
        message = _message_of(work, fact)
        if message:
            work.candidates.append(_candidate(fact, message))


def answer_to(question: FactQuestion, answer: FactAnswer) -> FactAnswer | None:
    """The answer as one to the question; None where it is one to a question of another kind.

    A proposal beside a value that is held can be answered like a contradiction: the new value, or the old one.
    """
    if (question.kind == "contested") == (answer in ("old", "new", "neither")):
        return answer
    has_two = question.kind == "proposed" and question.old is not None
    return ("accept" if answer == "new" else "reject") if has_two else None


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
