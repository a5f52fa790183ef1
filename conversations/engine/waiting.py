"""Waiting: a run is parked at a `wait` step until its time, an event or a reply (T39 to T41, T43, T52)."""

from collections.abc import Generator
from dataclasses import replace
from typing import TypeVar

from agents.definition import Branch, Next, Step
from conversations.engine import runs
from conversations.engine.effects import Answer, Effect
from conversations.engine.people import leave_hand_off
from conversations.engine.state import Run, State
from conversations.engine.steps import END, goes
from conversations.engine.walk import follow, run_floor
from conversations.engine.work import Work

Returned = TypeVar("Returned")
Waiting = Generator[Effect, Answer, Returned]


SILENCE = "silence"
"""How the token of a silence's timer begins; those of runs begin with a number."""


def silence_token(name: str, since: str) -> str:
    """The token of a silence's timer: its name (`<flow>.<trigger>`), and the input from which it is counted."""
    return f"{SILENCE}.{name}.{since}"


def silence_of(token: str) -> str:
    """The name of the silence that a token is of, empty for the timer of a run."""
    kind, _, rest = token.partition(".")
    return ".".join(rest.split(".", 2)[:2]) if kind == SILENCE else ""


def is_stale(state: State, token: str) -> bool:
    """Whether a timer has nothing to do any more: its run moved on or ended, or the person wrote since (T42, T43)."""
    name = silence_of(token)
    if name:
        return token != silence_token(name, state.silence)
    return all(run.timer != token for run in state.parked)


def due(work: Work) -> Waiting[None]:
    """A timer is due: the run that waits for it goes on, branches are not consulted (T39, T41)."""
    for run in work.parked:
        if run.timer == work.input.timer:
            step = waiting_step(work, run)
            yield from leave(work, run, "no-reply" if is_by_time(step) else "timeout", after_time(step))
            return


def is_by_time(step: Step) -> bool:
    """Whether a `wait` step waits for a time, not for an event."""
    return step.wait is not None and not step.wait.event


def after_time(step: Step) -> Next | None:
    """Where a `wait` step leads when its time is over: an event that did not come leads to `else` (T39, T41)."""
    return step.then if is_by_time(step) else step.else_ or END


def happened(work: Work) -> Waiting[None]:
    """An event: every run that waits for it goes on, in the order in which they parked (T41)."""
    for run in tuple(work.parked):
        step = waiting_step(work, run)
        if run in work.parked and step.wait is not None and step.wait.event == work.input.event:
            yield from leave(work, run, "event", step.then, payload=True)


def replied(work: Work, *, quiet: bool) -> Waiting[None]:
    """A message is a reply to every run that was parked at a time and has an `else` (T40)."""
    for run in work.input.state.parked:
        step = waiting_step(work, run)
        if run in work.parked and step.else_ is not None and is_by_time(step):
            branch = _branch(work, run, step)
            work.ends_silently = branch is not None and branch.then.kind in ("end", "failed")
            work.meant_silence = work.meant_silence or work.ends_silently
            yield from leave(work, run, "replied", branch.then if branch else step.else_, quiet=quiet)
            work.ends_silently = False


def _branch(work: Work, run: Run, step: Step) -> Branch | None:
    """The first true branch of the parked run; conditions see the run's own values."""
    floor, work.floor = work.floor, run
    chosen = next((branch for branch in step.branches if work.true(branch.condition)), None)
    work.floor = floor
    return chosen


def leave(
    work: Work, run: Run, code: str, to: Next | None, *, payload: bool = False, quiet: bool = False
) -> Waiting[None]:
    """A parked run walks on until it stops; it gives way to a run that has the floor (T40)."""
    work.parked.remove(run)
    if work.floor is not None and work.floor.staying:
        runs.leave_floor(work)
    work.parked_moved = True
    work.standing = []
    work.cancelled_timers.append(run.timer)
    floor, step = work.floor, waiting_step(work, run)
    event = dict(work.input.payload) if payload else run.event
    if floor is not None:
        work.paused.append(floor)
    work.floor = replace(run, timer="", event=event)
    work.report(step.id, step.kind, "ok", code, goes(to, work.flow(), step))
    yield from follow(work, to, step)
    yield from run_floor(work, quiet=quiet or floor is not None)
    if floor is not None and floor in work.paused:
        if work.floor is not None and work.handed_off:
            leave_hand_off(work)
        runs.leave_floor(work)
        work.paused.remove(floor)
        work.floor = floor


def waiting_step(work: Work, run: Run) -> Step:
    """The `wait` step at which a parked run stands."""
    flow = work.definition.flows[run.flow]
    return flow.steps[flow.position[run.step]]
