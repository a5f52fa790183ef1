"""What has to be proved of a draft before it is published without further ado: its scenarios have passed.

Scenarios are kept by an app above, which says here how those of an agent stand. Errors of the draft itself are no
matter of proof: with them nothing is published.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents.models import Agent


@dataclass(frozen=True, slots=True)
class Proof:
    """A scenario of an agent, as it stands for the draft as it is now.

    `state` says it in a word or two, `url` is its page, `waits` if it is being played or is to be.
    """

    name: str
    url: str
    state: str
    passed: bool
    failed: bool
    waits: bool


Look = Callable[[Agent], Sequence[Proof]]
_looks: list[Look] = []


def register(look: Look) -> None:
    """Have `look` asked how the scenarios of an agent stand."""
    if look not in _looks:
        _looks.append(look)


def proofs(agent: Agent) -> list[Proof]:
    """How each scenario stands for the draft at `agent.revision`. Within a lock of the agent that is the last word."""
    return [proof for look in _looks for proof in look(agent)]


def unproved(agent: Agent) -> list[Proof]:
    """Those that did not pass on the draft as it is now."""
    return [proof for proof in proofs(agent) if not proof.passed]
