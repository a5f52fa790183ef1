"""Facts past their freshness: what was said long ago is confirmed before it is used again (F17)."""

from agents.definition import Field
from conversations.engine.bound import value_for
from conversations.engine.effects import FactQuestion
from conversations.engine.grammar.literal import NOT_LITERAL, literal
from conversations.engine.grammar.speech import Speech
from conversations.engine.reading import FactAnswer, Reading
from conversations.engine.state import Known, Source
from conversations.engine.take import DENIED, Words, checked, take
from conversations.engine.turn_input import UserMessage
from conversations.engine.work import Work
from facts.values import Invalid, Json, ValueType

_YES_OR_NO = ValueType("boolean")


def remembered(work: Work, name: str) -> Json:
    """The old value that a question about the field has to confirm; None if it is asked as if nothing were known.

    A sensitive value is not named in a question: it is asked anew (F19). What was denied, cleared or corrected in an
    open run is not named again in it (F15).
    """
    spec = work.field(name)
    fact = work.facts.get(spec.fact) if spec.fact else None
    if fact is None or not fact.stale or fact.sensitive or any(name in run.removed for run in work.open_runs()):
        return None
    try:
        return checked(work, spec, value_for(spec, fact))
    except Invalid:
        return None


def confirming(work: Work) -> tuple[str, ...]:
    """The fields being asked whose question is whether the old value still holds."""
    asking = work.missing(work.floor.asking) if work.floor else ()
    return tuple(name for name in asking if remembered(work, name) is not None)


def questions(work: Work) -> tuple[FactQuestion, ...]:
    """All questions about facts that the message may answer: of one key, whether it still holds goes before others."""
    stale = tuple(FactQuestion(work.field(name).fact, "stale", old=remembered(work, name)) for name in confirming(work))
    keys = {question.key for question in stale}
    return (*stale, *(question for question in work.input.fact_questions if question.key not in keys))


def plain_answer(work: Work, text: str) -> FactAnswer | None:
    """Yes or no as the whole message."""
    value = literal(text, _YES_OR_NO, Speech(work.definition.language, work.moment))
    return None if value is NOT_LITERAL else "accept" if value is True else "reject"


def literal_confirmation(work: Work, text: str) -> Reading | None:
    """The reading of a yes or no where every field being asked is one to confirm, else None (T9)."""
    names = confirming(work)
    answer = plain_answer(work, text) if names and names == work.run().asking else None
    return Reading(reader="literal", fact_answers={work.field(name).fact: answer for name in names}) if answer else None


def settle(work: Work, reading: Reading) -> tuple[str, ...]:
    """Store what the message confirms, and keep what it denies from being named again.

    Answers the settled fields that are yes-or-no themselves: of these the message says nothing else.
    """
    settled = []
    for name in confirming(work):
        spec = work.field(name)
        answer = _tapped(work, name) or reading.fact_answers.get(spec.fact) or _said(work)
        if answer == "accept":
            _confirm(work, spec, reading)
        elif answer == "reject":
            deny(work, name)
        settled += [name] if answer and spec.value.name == "boolean" else []
    return tuple(settled)


def _tapped(work: Work, name: str) -> FactAnswer | None:
    taps = (message.tap for message in work.input.messages if message.tap)
    return "reject" if any(tap.field == name and tap.value == DENIED for tap in taps) else None


def _said(work: Work) -> FactAnswer | None:
    """The answer that the turn's one typed message is."""
    typed = [message.text for message in work.input.messages if message.tap is None]
    return plain_answer(work, typed[0]) if len(typed) == 1 else None


def _confirm(work: Work, spec: Field, reading: Reading) -> None:
    """The old value is the person's answer, with all certainty: the store keeps it anew (`confirmed`).

    Where several messages leave open which one confirms it, the conversation goes on with it and the store keeps
    nothing: a fact has the words that it came from (F4).
    """
    value, said = remembered(work, spec.id), _confirming_message(work)
    source: Source = "literal" if reading.reader == "literal" else "reading"
    if said is not None:
        take(work, spec, value, source=source, words=Words(said.text, said.id), confidence=1.0)
        return
    work.data[spec.id] = Known(value, source, confidence=1.0, asked=True)
    work.filled[spec.id] = None


def _confirming_message(work: Work) -> UserMessage | None:
    """The message that says yes: a plain one, else the only one."""
    typed = [message for message in work.input.messages if message.tap is None]
    plain = [message for message in typed if plain_answer(work, message.text) == "accept"]
    return plain[-1] if plain else typed[0] if len(typed) == 1 else None


def deny(work: Work, name: str) -> None:
    """The old value no longer holds: the field is asked for as if nothing were known."""
    work.denied[name] = None
    work.forget([name])
