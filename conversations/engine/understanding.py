"""What the message of a turn says: literally, by the one `Understand`, or nothing (T1, T2, T9, T14, T16)."""

from collections.abc import Generator
from dataclasses import replace

from conversations.engine.effects import Answer, Done, Effect, Failed
from conversations.engine.literal_answer import last_signal, literal_answer
from conversations.engine.offers import Offer, understand
from conversations.engine.reading import Reading, parse
from conversations.engine.report import TurnError
from conversations.engine.work import Work
from facts.keys import normalise, specific_first


def asked_for(work: Work, reading: Reading, offer: Offer) -> list[str]:
    """The flows that the message asks for; none while it leaves open which one it means (T14, T16)."""
    requested = [flow for flow in reading.flows if flow in offer.flows]
    unclear = [flow for flow in reading.unclear if flow in offer.flows]
    if len(unclear) > 1 or (unclear and not requested):
        work.unclear = tuple(unclear)
        return []
    return requested


def read(work: Work, offer: Offer) -> Generator[Effect, Answer, Reading]:
    """The turn's reading: a literal answer, nothing to understand, or the one `Understand` (T1, T2, T9)."""
    reading = literal_answer(work, offer)
    if reading is not None:
        return reading
    if not offer.is_needed(work) or all(message.tap for message in work.input.messages):
        return Reading(reader="literal", signal=last_signal(work))
    answer = yield understand(work, offer)
    return _reading(work, answer)


def _reading(work: Work, answer: Answer) -> Reading:
    """The reading in an answer; a failure is reported, and the turn goes on with what the built-in one read (T45)."""
    work.calls.extend(answer.calls)
    reading = parse(answer.value) if isinstance(answer, Done) else None
    failed = answer if isinstance(answer, Failed) else answer.failed
    if failed is not None or reading is None:
        code = failed.code if failed is not None else "bad_output"
        work.errors.append(TurnError("pre_extraction", "The model could not read the message.", "", {"code": code}))
        work.degraded = True
    return _with_plain_keys(work, reading or Reading(reader="builtin"))


def _with_plain_keys(work: Work, reading: Reading) -> Reading:
    """The reading with the keys of facts that it answers or takes back in their one spelling (F2)."""
    patterns = specific_first(fact.key for fact in work.input.catalogue)
    answers = {normalise(key, patterns): answer for key, answer in reading.fact_answers.items()}
    return replace(reading, fact_answers=answers, retract=tuple(normalise(key, patterns) for key in reading.retract))
