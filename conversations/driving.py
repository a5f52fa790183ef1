"""Driving the engine through one turn: each effect is performed once, journalled, and answered."""

import logging
from collections.abc import Generator
from dataclasses import dataclass, replace

from conversations import journal
from conversations.database import hop
from conversations.engine.advance import advance
from conversations.engine.effects import Act, Answer, Effect, Failed, Speak, Understand, fingerprint
from conversations.engine.report import TurnResult
from conversations.ports import Ports
from conversations.speech import Speech
from conversations.work import Work
from facts.cleaning import clean_json

log = logging.getLogger(__name__)


class Diverged(Exception):
    """The engine asks something else than the journal has: its code or its definition is not what it was."""


class EngineBroke(Exception):
    """The engine raised. Carries the error's type and line only: its text may hold a person's words."""


async def drive(work: Work, ports: Ports, *, speech: Speech) -> TurnResult:
    """Run the turn to its end, over what is journalled already. Raises LeaseLost, Diverged or EngineBroke."""
    performing = _Performing(work, ports, speech)
    turn = ports.engine(work.definition, work.input)
    step = _advance(turn, None)
    answered = 0
    while not isinstance(step, TurnResult):
        answered += 1
        step = _advance(turn, await performing.answer(step, n=answered))
    if answered < len(work.journal):
        raise Diverged
    return step


def _advance(turn: Generator[Effect, Answer, TurnResult], answer: Answer | None) -> Effect | TurnResult:
    """The engine's next effect, or its result. Raises EngineBroke."""
    try:
        return advance(turn, answer)
    except Exception as error:
        raise EngineBroke(_place(error)) from None


def _place(error: Exception) -> str:
    """The error's type and where it was raised, without its text."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{type(error).__name__} at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""


@dataclass(frozen=True, slots=True)
class _Performing:
    """Answers the effects of one turn."""

    work: Work
    ports: Ports
    speech: Speech

    async def answer(self, effect: Effect, *, n: int) -> Answer:
        """The n-th answer of the turn: the one that is journalled, else a new one."""
        row = self.work.journal[n - 1] if n <= len(self.work.journal) else None
        if row and row.fingerprint != fingerprint(effect):
            raise Diverged
        if row and row.answer:
            return row.answer
        answer = await self._in_doubt(effect) if row else await self._perform(effect, n=n)
        await hop(journal.answered, self.work, effect, n=n, answer=answer)
        self.ports.after_effect(effect, "after")
        return answer

    async def _perform(self, effect: Effect, *, n: int) -> Answer:
        """Perform the effect; before an action runs its intent is journalled, which may find it in doubt."""
        if isinstance(effect, Act) and await hop(journal.intend, self.work, effect, n=n):
            return await self._in_doubt(effect)
        return await self._ask(effect)

    async def _in_doubt(self, effect: Effect) -> Answer:
        """An intent without an answer: the action runs again with the same key, or it is reported (T47)."""
        assert isinstance(effect, Act)
        if self.ports.act.may_repeat(effect.action):
            return await self._ask(effect)
        return Failed("in_doubt", message=f"{effect.action} may have run before the process ended")

    async def _ask(self, effect: Effect) -> Answer:
        """What the model or the action answers. One that raises against its contract counts as failed."""
        try:
            answer = await self._put(effect)
        except Exception as error:
            log.error("%s raised %s", effect.kind, _place(error))
            answer = Failed("error", message=type(error).__name__)
        self.ports.after_effect(effect, "during")
        return answer

    async def _put(self, effect: Effect) -> Answer:
        match effect:
            case Understand():
                return _cleaned(await self.ports.model.understand(effect))
            case Speak():
                return _cleaned(await self.ports.model.speak(effect, self.speech.of(effect)))
            case Act():
                return await self.ports.act.run(effect)


def _cleaned(answer: Answer) -> Answer:
    """The model's texts are cleaned like any other that comes in."""
    return answer if isinstance(answer, Failed) else replace(answer, value=clean_json(answer.value))
