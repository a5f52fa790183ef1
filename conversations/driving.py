"""Driving the engine through one turn: each effect is performed once, journalled, and answered."""

import logging
from collections.abc import Generator
from itertools import count

from conversations import journal
from conversations.cleaning import clean, clean_json
from conversations.database import hop
from conversations.engine.effects import Act, Answer, Done, Effect, Failed, Speak, Understand, fingerprint
from conversations.engine.report import TurnResult
from conversations.ports import Ports
from conversations.speech import Speech
from conversations.work import Journalled, Work

log = logging.getLogger(__name__)


class Diverged(Exception):
    """The engine asks something else than the journal has: its code or its definition is not what it was."""


class EngineBroke(Exception):
    """The engine raised. Carries the error's type and line only: its text may hold a person's words."""


async def drive(work: Work, ports: Ports, speech: Speech) -> TurnResult:
    """Run the turn to its end, over what is journalled already. Raises LeaseLost, Diverged or EngineBroke."""
    turn = ports.engine(work.definition, work.input)
    answer: Answer | None = None
    for n in count(1):
        step = _advance(turn, answer)
        if isinstance(step, TurnResult):
            if n <= len(work.journal):
                raise Diverged
            return step
        answer = await _answer(work, ports, speech, n, step)
    raise AssertionError("unreachable")


def _advance(turn: Generator[Effect, Answer, TurnResult], answer: Answer | None) -> Effect | TurnResult:
    """The engine's next effect, or its result."""
    try:
        return next(turn) if answer is None else turn.send(answer)
    except StopIteration as stop:
        result = stop.value
        assert isinstance(result, TurnResult)
        return result
    except Exception as error:
        raise EngineBroke(_place(error)) from None


def _place(error: Exception) -> str:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{type(error).__name__} at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""


async def _answer(work: Work, ports: Ports, speech: Speech, n: int, effect: Effect) -> Answer:
    """The answer that is journalled, else a new one."""
    row = work.journal[n - 1] if n <= len(work.journal) else None
    if row and row.fingerprint != fingerprint(effect):
        raise Diverged
    if row and row.answer:
        return row.answer
    if row and isinstance(effect, Act) and not ports.act.may_repeat(effect.action):
        answer: Answer = Failed("in_doubt", message=f"{effect.action} may have run before the process ended")
    else:
        answer = await _perform(work, ports, speech, n, effect, row)
    await hop(journal.answered, work, n, effect, answer)
    ports.after_effect(effect, "after")
    return answer


async def _perform(work: Work, ports: Ports, speech: Speech, n: int, effect: Effect, row: Journalled | None) -> Answer:
    """Perform the effect; before an action runs its intent is journalled."""
    if isinstance(effect, Act) and row is None:
        await hop(journal.intend, work, n, effect)
    answer = await _ask(ports, speech, effect)
    ports.after_effect(effect, "during")
    return answer


async def _ask(ports: Ports, speech: Speech, effect: Effect) -> Answer:
    """What the model or the action answers. One that raises against its contract counts as failed."""
    try:
        match effect:
            case Understand():
                return _cleaned(await ports.model.understand(effect))
            case Speak():
                return _cleaned(await ports.model.speak(effect, speech.of(effect)))
            case Act():
                return await ports.act.run(effect)
    except Exception as error:
        log.error("%s raised %s", effect.kind, _place(error))
        return Failed("error", message=type(error).__name__)


def _cleaned(answer: Answer) -> Answer:
    """The model's texts are cleaned like any other that comes in."""
    if isinstance(answer, Failed):
        return answer
    value = clean(answer.value) if isinstance(answer.value, str) else clean_json(answer.value)
    return Done(value, answer.calls, answer.failed)
