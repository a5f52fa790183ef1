"""What a trial changes for whoever runs its conversation: its clock is ahead, and actions answer what staff wrote."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from conversations.acting import as_written
from conversations.clock import now
from conversations.engine.effects import Act, Answer
from conversations.models import Conversation, Trial
from conversations.ports import Actor, Ports
from facts.models import Keyring


@dataclass(frozen=True, slots=True)
class Pretence:
    """A trial as its runner needs it. `answers` are those of actions by name; an action without one runs."""

    ahead: timedelta = timedelta()
    answers: Mapping[str, Any] = field(default_factory=dict)


def pretence_of(trial: Trial, keyring: Keyring) -> Pretence:
    """The trial's clock and answers."""
    setup: Any = trial.opened("setup", keyring)
    return Pretence(timedelta(seconds=trial.ahead), setup["answers"])


def ahead_of(conversation: Conversation) -> timedelta:
    """How far the conversation's clock is ahead; of one that is no trial not at all."""
    trial = trial_of(conversation)
    return timedelta(seconds=trial.ahead) if trial else timedelta()


def moment_of(conversation: Conversation) -> datetime:
    """The present moment as the conversation has it."""
    return now() + ahead_of(conversation)


def trial_of(conversation: Conversation) -> Trial | None:
    """The trial, if the conversation is one."""
    return getattr(conversation, "trial", None)


def ports_of(pretence: Pretence | None, ports: Ports) -> Ports:
    """The ports of a turn: those of a trial where it is one."""
    if pretence is None:
        return ports
    return replace(ports, clock=lambda: ports.clock() + pretence.ahead, act=_Pretended(pretence.answers, ports.act))


@dataclass(frozen=True, slots=True)
class _Pretended:
    """Actions answer what staff wrote for them; those without an answer run."""

    answers: Mapping[str, Any]
    others: Actor

    async def run(self, effect: Act) -> Answer:
        """The written answer, or that of the action."""
        if effect.action not in self.answers:
            return await self.others.run(effect)
        return as_written(self.answers[effect.action], "the answer written for the trial")

    def may_repeat(self, action: str) -> bool:
        """A written answer is the same each time."""
        return action in self.answers or self.others.may_repeat(action)
