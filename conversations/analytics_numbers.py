"""The arithmetic of the analytics: what tallies say of flows, steps, fields and versions. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import hypot
from typing import Literal

from conversations.measures_numbers import share, wilson
from conversations.stretches import quantile
from conversations.tallying import BILLION, MOST_ATTEMPTS, Key, Tallies

MOST = 0.95
"""The part of the answers that come within the time, or the cost, which is shown beside the median."""
ENDS = ("complete", "end", "failed", "flow", "cancelled", "action_error", "step_loop")
"""How a run ends (T19); `failed` is an end that is no completion (T28)."""

OF_FIELDS = frozenset(
    {"question", "missed", "invalid", "collected", "corrected", "withdrawn", "avoided:fact", "avoided:known"}
)
"""What is counted of fields and of nothing else."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of so many."""

    hits: int
    of: int

    @property
    def share(self) -> float | None:
        """The part, from 0 to 1; None where there was nothing."""
        return share(self.hits, self.of)

    @property
    def margin(self) -> tuple[float, float]:
        """Where the part would lie, 19 times of 20, if there were many more: Wilson's interval."""
        return wilson(min(self.hits, self.of), self.of)


Verdict = Literal["higher", "lower", "chance", "unknown"]


def verdict(old: Rate, new: Rate) -> Verdict:
    """Whether the new rate differs by more than chance makes it, 19 times of 20: Newcombe's interval of a difference.

    `unknown` where there is nothing to compare.
    """
    if old.share is None or new.share is None:
        return "unknown"
    change, (old_low, old_high), (new_low, new_high) = new.share - old.share, old.margin, new.margin
    if change - hypot(new.share - new_low, old_high - old.share) > 0:
        return "higher"
    return "lower" if change + hypot(new_high - new.share, old.share - old_low) < 0 else "chance"


@dataclass(frozen=True, slots=True)
class StepUse:
    """How runs went through a step. `entered` counts each once; `stopped` are those that have not gone on from it.

    A run that was cancelled there has stopped, too.
    """

    step: str
    entered: int = 0
    stopped: int = 0
    asked: int = 0
    skipped: int = 0
    failed: int = 0
    handed_off: int = 0


@dataclass(frozen=True, slots=True)
class FieldUse:
    """How a field was asked for. `attempts` counts its answers by which attempt it was."""

    flow: str
    name: str
    asked: int = 0
    missed: int = 0
    invalid: int = 0
    collected: int = 0
    corrected: int = 0
    withdrawn: int = 0
    by_fact: int = 0
    by_words: int = 0
    attempts: tuple[int, ...] = ()

    @property
    def answers(self) -> Rate:
        """The attempts that gave an answer, of all."""
        return Rate(sum(self.attempts), sum(self.attempts) + self.missed)


@dataclass(frozen=True, slots=True)
class FlowUse:
    """How the runs of a flow went."""

    flow: str
    started: int = 0
    completed: int = 0
    ended: Mapping[str, int] = field(default_factory=dict)

    @property
    def completion(self) -> Rate:
        """Runs that reached their goal. One that began before the period and ended in it makes no more than all."""
        return Rate(min(self.completed, self.started), self.started)

    @property
    def open(self) -> int:
        """Runs that have not ended."""
        return max(0, self.started - sum(self.ended.values()))


@dataclass(frozen=True)
class Use:
    """What the tallies of a selection say: of one version, or of several together."""

    counts: Mapping[Key, int] = field(default_factory=dict)

    def of(self, what: str, flow: str = "", name: str = "") -> int:
        """One count; 0 for what did not happen."""
        return self.counts.get((flow, name, what), 0)

    @property
    def conversations(self) -> int:
        """Conversations that began."""
        return self.of("conversations")

    @property
    def exchanges(self) -> int:
        """Turns that answered a message."""
        return self.of("turn:message")

    @property
    def turns(self) -> int:
        """All turns."""
        return sum(count for what, count in self._places.get(("", ""), {}).items() if what.startswith("turn:"))

    @property
    def handed_off(self) -> Rate:
        """Conversations that were handed to a person; one that was so twice makes no more than all."""
        return Rate(min(self.of("handed_off"), self.conversations), self.conversations)

    @property
    def fallbacks(self) -> Rate:
        """Answers to messages that no flow fitted (T17)."""
        return Rate(self.of("fallback"), self.exchanges)

    @property
    def unclear(self) -> Rate:
        """Messages that fitted several flows (T16)."""
        return Rate(self.of("unclear"), self.exchanges)

    @property
    def degraded(self) -> Rate:
        """Turns for which the model did not answer (T45)."""
        return Rate(self.of("degraded"), self.turns)

    @property
    def failed(self) -> Rate:
        """Turns that broke."""
        return Rate(self.of("failed") + self.of("diverged"), self.turns)

    @property
    def cost(self) -> float:
        """The cost of all turns, in the currency of the site."""
        return self.of("cost") / BILLION

    def seconds(self, part: float) -> float | None:
        """The time within which a part of the answers was there."""
        found = quantile(self._stretches("ms"), part)
        return None if found is None else found / 1000

    def spent(self, part: float) -> float | None:
        """The cost that a part of the answers did not exceed."""
        found = quantile(self._stretches("cost"), part)
        return None if found is None else found / BILLION

    def _stretches(self, kind: str) -> dict[int, int]:
        found = ((what.partition(":"), count) for what, count in self._places.get(("", ""), {}).items())
        return {int(low): count for (name, _colon, low), count in found if name == kind and low}

    @property
    def flows(self) -> tuple[FlowUse, ...]:
        """The flows of which a run began or ended, the busiest first."""
        names = {flow for flow, name, _what in self.counts if flow and not name}
        return tuple(sorted(map(self.flow, names), key=lambda use: (-use.started, use.flow)))

    def flow(self, flow: str) -> FlowUse:
        """One flow."""
        ended = {reason: count for reason in ENDS if (count := self.of(f"ended:{reason}", flow))}
        return FlowUse(flow, self.of("started", flow), self.of("completed", flow), ended)

    @property
    def completion(self) -> Rate:
        """Runs of all flows that reached their goal."""
        return _sum(flow.completion for flow in self.flows)

    def step(self, flow: str, step: str) -> StepUse:
        """One step."""
        cancelled = self.of("cancelled", flow, step)
        standing = self.of("stands", flow, step) - self.of("moved", flow, step) - cancelled
        return StepUse(
            step,
            entered=self.of("entered", flow, step),
            # Runs that came before the period and went on in it are no stops of it.
            stopped=max(0, standing) + cancelled,
            asked=self.of("asked", flow, step),
            skipped=self._status("skipped", flow, step),
            failed=self._status("failed", flow, step),
            handed_off=self.of("handed_off", flow, step),
        )

    def steps(self, flow: str, order: Sequence[str]) -> tuple[StepUse, ...]:
        """The steps of a flow in the order given; those that are not in it, such as of an older version, last."""
        entered = {name for (one, name), found in self._places.items() if one == flow and "entered" in found}
        more = sorted(entered - set(order))
        return tuple(self.step(flow, step) for step in (*order, *more))

    def _status(self, status: str, flow: str, step: str) -> int:
        found = self._places.get((flow, step), {})
        return sum(count for what, count in found.items() if what.partition(":")[0] == status)

    @cached_property
    def _places(self) -> dict[tuple[str, str], dict[str, int]]:
        """The counts by flow and name."""
        found: dict[tuple[str, str], dict[str, int]] = {}
        for (flow, name, what), count in self.counts.items():
            found.setdefault((flow, name), {})[what] = count
        return found

    def ways(self, flow: str) -> dict[tuple[str, str], int]:
        """How often runs of a flow went from a step to another place."""
        found = {name: counts["way"] for (one, name), counts in self._places.items() if one == flow and "way" in counts}
        return {(source, target): count for name, count in found.items() for source, target in [name.split(" ")]}

    @property
    def fields(self) -> tuple[FieldUse, ...]:
        """The fields, those that took most attempts first."""
        places = [place for place, found in self._places.items() if not OF_FIELDS.isdisjoint(found)]
        found = [self._field(flow, name) for flow, name in places]
        return tuple(sorted(found, key=lambda use: (-use.missed, -use.asked, use.flow, use.name)))

    def _field(self, flow: str, name: str) -> FieldUse:
        def of(what: str) -> int:
            return self.of(what, flow, name)

        attempts = tuple(of(f"attempt:{number}") for number in range(1, MOST_ATTEMPTS + 1))
        return FieldUse(
            flow,
            name,
            asked=of("question"),
            missed=of("missed"),
            invalid=of("invalid"),
            collected=of("collected"),
            corrected=of("corrected"),
            withdrawn=of("withdrawn"),
            by_fact=of("avoided:fact"),
            by_words=of("avoided:known"),
            attempts=attempts,
        )


def stop_of(steps: Sequence[StepUse], waits: Sequence[str] = ()) -> StepUse | None:
    """The step at which most runs stopped; None where none did. To stand at a step that waits is no stop."""
    found = [step for step in steps if step.stopped and step.step not in waits]
    return max(found, key=lambda step: step.stopped, default=None)


def together(uses: Iterator[Use] | Sequence[Use]) -> Use:
    """Several selections as one."""
    found: Tallies = Counter()
    for use in uses:
        found.update(use.counts)
    return Use(found)


def _sum(rates: Iterator[Rate]) -> Rate:
    found = list(rates)
    return Rate(sum(rate.hits for rate in found), sum(rate.of for rate in found))
