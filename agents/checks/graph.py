"""Where the runs of a flow can go: which steps are reached, and whether a run can end without a word. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from agents.checks.view import Flow, Next, Step

END: Final = "end"

Target = int | Literal["end"] | None
"""The index of a step; the end of the run as a completed flow; None for anything else, such as another flow."""


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of a step, and whether it says something."""

    target: Target
    speaks: bool = False


def reachable(flow: Flow) -> frozenset[int]:
    """The indexes of the steps that a run can come to."""
    stuck = [_exit(found) for found in flow.nexts if found.key == "on_stuck"]
    return _closure(flow, {0} if flow.steps else set(), stuck)


def _closure(flow: Flow, start: set[int], stuck: list[Exit]) -> frozenset[int]:
    seen: set[int] = set()
    open_ = list(start)
    steps = {step.index: step for step in flow.steps}
    while open_:
        index = open_.pop()
        if index in seen or index not in steps:
            continue
        seen.add(index)
        ways = [*exits(steps[index]), *(stuck if asks(steps[index]) else ())]
        open_ += [way.target for way in ways if isinstance(way.target, int)]
    return frozenset(seen)


def asks(step: Step) -> bool:
    """Whether the run can stop at the step to ask: it collects, or it requires fields that may be missing."""
    return "collect" in step.value or "requires" in step.value


def exits(step: Step) -> Iterator[Exit]:
    """Every way out of a step, by the defaults of agent-format.md."""
    yield from own_exits(step)
    yield from (_exit(found) for found in map(step.next_of, step.branches) if found)


def own_exits(step: Step) -> Iterator[Exit]:
    """The ways out of a step that are gone without a message, which a branch would need."""
    yield _or_after(step, step.next("then"))
    if step.kind == "if" or (step.kind == "wait" and not step.is_timer):
        yield _exit(step.next("else")) if "else" in step.value else Exit(END)
    elif found := step.next("else"):
        yield _exit(found)
    if found := step.next("on_fail"):
        yield _exit(found)


def _or_after(step: Step, then: Next | None) -> Exit:
    if then is not None:
        return _exit(then)
    later = [other.index for other in step.flow.steps if other.index > step.index]
    return Exit(later[0] if later else END)


def _exit(found: Next | None) -> Exit:
    if found is None:
        return Exit(None)
    return Exit(END if found.ends else found.target, speaks="say" in found.value)


def can_end_silently(flow: Flow) -> bool:
    """Whether a turn of a user's message can end a run without any step having spoken in it (T33).

    A turn begins at the first step, at a step that was asking, or at a timer wait that was replied to. Also a run
    whose required fields no step collects ends so: it asks for them after its last step.
    """
    collected = {name for step in flow.steps for name in step.collected}
    if not flow.steps or not set(flow.required) <= collected:
        return True
    begins = {0} | {step.index for step in flow.steps if asks(step) or (step.is_timer and "else" in step.value)}
    return _ends(flow, begins)


def _ends(flow: Flow, begins: set[int]) -> bool:
    steps = {step.index: step for step in flow.steps}
    seen: set[int] = set()
    open_ = list(begins)
    while open_:
        index = open_.pop()
        if index in seen or index not in steps:
            continue
        seen.add(index)
        silent = [way.target for way in _silent_exits(steps[index]) if not way.speaks]
        if END in silent:
            return True
        open_ += [target for target in silent if isinstance(target, int)]
    return False


def _silent_exits(step: Step) -> Iterator[Exit]:
    """The ways out of a step that can be gone without its speaking; a wait is left by a reply only."""
    if step.kind == "wait":
        if step.is_timer and "else" in step.value:
            yield _exit(step.next("else"))
    elif step.kind in ("do", "if") or "collect" in step.value or "skip_if" in step.value:
        yield from exits(step)
