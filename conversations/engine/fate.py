"""What becomes of a timer that is due, before a turn is begun for it (T42, T43, T51, T52)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from agents.definition import Definition, Flow, Next, Step
from agents.hours import quiet_until
from conversations.engine import waiting
from conversations.engine.bound import fill_bound
from conversations.engine.offers import may_start
from conversations.engine.steps import END
from conversations.engine.turn_input import TurnInput
from conversations.engine.unasked import silences
from conversations.engine.work import Work, begin

Place = tuple[str, int]
"""A flow, and the position of a step in it."""


@dataclass(frozen=True, slots=True)
class Fate:
    """`fires`: it is a turn now. `stale`: it has nothing to do any more. `held`: it waits for the person to write.

    `put_off`: it is due anew at `until`, ISO 8601 with offset.
    """

    verdict: Literal["fires", "stale", "held", "put_off"]
    until: str = ""


def fate(definition: Definition, turn_input: TurnInput) -> Fate:
    """What becomes of the timer of this input: nothing that it would say is said while the person wants quiet."""
    work = begin(definition, turn_input)
    fill_bound(work)
    if waiting.is_stale(turn_input.state, turn_input.timer):
        return Fate("stale")
    starts = _starts(work)
    if starts is None:
        return Fate("stale")
    if not _speaks(work, starts):
        return Fate("fires")
    if turn_input.state.muted:
        return Fate("held")
    until = quiet_until(definition.quiet, work.moment) if definition.quiet else None
    return Fate("put_off", until.isoformat()) if until else Fate("fires")


def _starts(work: Work) -> tuple[Flow, int, Next | None] | None:
    """Where the timer lets a run go on: the flow, the position of the step that it leaves, and where to.

    None where it moves none: the flow that a silence would start may not start.
    """
    name = waiting.silence_of(work.input.timer)
    if name:
        flow = next((silence.flow for silence in silences(work.definition) if silence.name == name), None)
        return (flow, -1, None) if flow is not None and may_start(work, flow) else None
    run = next(run for run in work.parked if run.timer == work.input.timer)
    step = waiting.waiting_step(work, run)
    flow = work.definition.flows[run.flow]
    return flow, flow.position[step.id], waiting.after_time(step)


def _speaks(work: Work, starts: tuple[Flow, int, Next | None]) -> bool:
    """Whether anything may be said on the ways on from there, before a run waits again or ends."""
    seen: set[Place] = set()
    open_: list[Place | None] = list(_places(work, *starts))
    while open_:
        place = open_.pop()
        if place is None:
            return True
        if place in seen:
            continue
        seen.add(place)
        flow = work.definition.flows[place[0]]
        step = flow.steps[place[1]]
        if step.kind in ("talk", "say") or work.missing(step.requires):
            return True
        for to in _ways(step):
            open_.extend(_places(work, flow, place[1], to))
    return False


def _ways(step: Step) -> Iterator[Next | None]:
    """Where a step that does not speak may lead."""
    if step.kind == "wait":
        return
    yield step.then
    if step.kind == "if":
        yield step.else_ or END
    if step.on_fail is not None:
        yield step.on_fail


def _places(work: Work, flow: Flow, position: int, to: Next | None) -> Iterator[Place | None]:
    """The steps that a Next leads to; None where something is said on the way (T11, T28, T31)."""
    if to is None:
        yield from _from(work, flow, position + 1)
    elif to.say is not None or to.kind == "handoff":
        yield None
    elif to.kind == "step":
        yield flow.id, flow.position[to.target]
    elif to.kind == "flow":
        yield from _from(work, work.definition.flows[to.target], 0)
    elif to.kind == "end" and flow.on_end == "chain":
        yield from _from(work, work.definition.flows[flow.chain], 0)


def _from(work: Work, flow: Flow, position: int) -> Iterator[Place | None]:
    """The step at a position; past the last one, what is required is asked for, else the run ends (T31)."""
    if position < len(flow.steps):
        yield flow.id, position
    elif work.missing(flow.required):
        yield None
    else:
        yield from _places(work, flow, position, END)
