"""Actions that run before and after a step speaks: `prepare` and `finalize` (T27)."""

from collections.abc import Generator, Sequence
from typing import TypeVar

from agents.definition import Step
from conversations.engine.effects import Act, Answer, Effect, Failed
from conversations.engine.report import ErrorType, TurnError
from conversations.engine.work import Pending, Work

Returned = TypeVar("Returned")
Hooks = Generator[Effect, Answer, Returned]


def prepare(work: Work, step: Step) -> Hooks[bool]:
    """Run what prepares a step of the run on the floor. False if one failed: later ones do not run."""
    key = work.key(step.id, work.run().visits.get(step.id, 0))
    for number, name in enumerate(step.prepare, 1):
        failed = yield from _run(work, name, f"{key}:prepare:{number}")
        if failed is not None:
            _report(work, "prepare_hook", step.id, name, failed)
            work.prepare_failed = True
            return False
    return True


def finalize(work: Work, spoken: Sequence[Pending]) -> Hooks[None]:
    """Run what comes after steps that have spoken, in their order; one that fails is reported and changes nothing."""
    for pending in spoken:
        for number, name in enumerate(pending.finalize, 1):
            failed = yield from _run(work, name, f"{pending.key}:finalize:{number}")
            if failed is not None:
                _report(work, "finalize_hook", pending.step, name, failed)


def _run(work: Work, name: str, key: str) -> Hooks[Failed | None]:
    answer = yield Act(name, {}, f"{work.input.conversation}/{key}")
    work.calls.extend(answer.calls)
    return answer if isinstance(answer, Failed) else None


def _report(work: Work, kind: ErrorType, step: str, name: str, failed: Failed) -> None:
    details = {"action": name, "code": failed.code}
    work.errors.append(TurnError(kind, failed.message or "The action failed.", step, details))
