"""Branches of an asking step: which of them a message fires (T35 to T38)."""

from dataclasses import dataclass

from agents.definition import Branch, Step
from conversations.engine.offers import Offer, judged_steps
from conversations.engine.reading import Reading
from conversations.engine.steps import wants
from conversations.engine.work import Work


@dataclass(frozen=True, slots=True)
class Fired:
    """The branch that fired, and its step."""

    step: Step
    branch: Branch


def fired(work: Work, reading: Reading, offer: Offer) -> Fired | None:
    """The first branch that holds, in step order and written order, on the data that the message left."""
    put = {condition.id for condition in offer.conditions}
    for step in judged_steps(work):
        for index, branch in enumerate(step.branches):
            if _holds(work, step, branch, f"{step.id}.{index}", reading, put):
                return Fired(step, branch)
    return None


def _holds(work: Work, step: Step, branch: Branch, name: str, reading: Reading, put: set[str]) -> bool:
    if not branch.is_judged and branch.condition is None:
        return bool(wants(work, step)[0])
    if branch.is_judged and not (name in put and _verdict(branch, reading.conditions.get(name))):
        return False
    return work.true(branch.condition)


def _verdict(branch: Branch, verdict: bool | tuple[bool, ...] | None) -> bool:
    """What the model found: any of `when`, none of `not`; a plain verdict is the whole branch's."""
    if isinstance(verdict, tuple):
        asserted, vetoed = verdict[: len(branch.when)], verdict[len(branch.when) :]
        return (any(asserted) or not branch.when) and not any(vetoed)
    return verdict is True
