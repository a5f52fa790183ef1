"""What becomes of a timer that is due, before a turn is begun for it (T42, T43, T51, T52)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from agents.definition import Definition, Next, Step
from agents.hours import quiet_until
from conversations.engine import waiting
from conversations.engine.bound import fill_bound
from conversations.engine.offers import may_start
from conversations.engine.steps import END
from conversations.engine.turn_input import TurnInput
from conversations.engine.unasked import silence_of
from conversations.engine.work import Work, begin


@dataclass(frozen=True, slots=True)
class Place:
    """A flow, and the position of a step in it. `is_changed`: what conditions read may be changed on the way there."""

    flow: str
    position: int
    is_changed: bool = False


SAID: Final = Place("", 0)
"""Stands for anything that is said."""


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


def _starts(work: Work) -> list[Place] | None:
    """Where the timer lets a run go on; None where it moves none: the flow of a silence may not start."""
    if waiting.silence_of(work.input.timer):
        silence = silence_of(work)
        return [Place(silence.flow.id, 0)] if silence is not None and may_start(work, silence.flow) else None
    work.floor = next(run for run in work.parked if run.timer == work.input.timer)
    step = waiting.waiting_step(work, work.floor)
    place = Place(work.floor.flow, work.flow().position[step.id])
    return _after(work, place, waiting.after_time(step))


def _speaks(work: Work, starts: list[Place]) -> bool:
    """Whether anything may be said on the ways on from there, before a run waits again or ends."""
    seen: set[Place] = set()
    open_ = list(starts)
    while open_:
        place = open_.pop()
        if place == SAID:
            return True
        if place not in seen:
            seen.add(place)
            open_.extend(_ways_on(work, place))
    return False


def _ways_on(work: Work, place: Place) -> list[Place]:
    """Where a run may come from a place; past the last step what is required is asked for, else it ends (T31)."""
    flow = work.definition.flows[place.flow]
    if place.position >= len(flow.steps):
        return [SAID] if work.missing(flow.required) else _after(work, place, END)
    step = flow.steps[place.position]
    if step.skip_if is not None and not place.is_changed and work.true(step.skip_if):
        return _after(work, place, step.then)
    if step.kind in ("talk", "say") or work.missing(step.requires):
        return [SAID]
    beyond = replace(place, is_changed=place.is_changed or step.kind == "do")
    return [found for to in _ways(work, step, place) for found in _after(work, beyond, to)]


def _ways(work: Work, step: Step, place: Place) -> Iterator[Next | None]:
    """Where a step that does not speak may lead. A fork leads where its condition points, as long as that is known."""
    if step.kind == "if":
        holds = work.true(step.condition)
        if holds or place.is_changed:
            yield step.then
        if not holds or place.is_changed:
            yield step.else_ or END
    elif step.kind == "do":
        yield step.then
        yield from () if step.on_fail is None else (step.on_fail,)


def _after(work: Work, place: Place, to: Next | None) -> list[Place]:
    """The place to which a Next leads: `SAID` if something is said on the way, none if the run ends (T11, T28)."""
    flow = work.definition.flows[place.flow]
    if to is None:
        return [replace(place, position=place.position + 1)]
    if to.say is not None or to.kind == "handoff":
        return [SAID]
    is_changed = place.is_changed or bool(to.set or to.clear or to.input)
    if to.kind == "step":
        return [Place(flow.id, flow.position[to.target], is_changed)]
    leads_to = to.target if to.kind == "flow" else flow.chain if to.kind == "end" and flow.on_end == "chain" else ""
    return [Place(leads_to, 0, is_changed)] if leads_to else []
