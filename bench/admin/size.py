"""How much there is on a site that is measured."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """One agent, and how many rows there are of all that grows.

    `flows` of `steps` each; `messages` in all, `longest` of them in one conversation, `waiting` conversations that ask
    for a colleague. `people` of whom something is known, of one of them in `lines` of the ledger. `days` of tallies.
    `lists` is the length of what grows slowly: versions, scenarios, keys of the catalogue; `logs` that of the audit
    log, of looks and of receipts.
    """

    flows: int
    steps: int
    messages: int
    longest: int
    waiting: int
    people: int
    lines: int
    days: int
    lists: int
    logs: int


SMALL = Size(flows=1, steps=3, messages=100, longest=20, waiting=2, people=20, lines=40, days=30, lists=3, logs=20)
LARGE = Size(
    flows=60,
    steps=10,
    messages=1_000_000,
    longest=2_000,
    waiting=200,
    people=10_000,
    lines=10_000,
    days=90,
    lists=100,
    logs=100_000,
)
"""What is measured; in a hurry another small one."""
