"""Walking the steps of the run on the floor until it must stop or ends (T19 to T23, T25, T28, T30, T31)."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from agents.definition import Next, Step
from conversations.engine import runs
from conversations.engine.effects import Answer, Effect
from conversations.engine.people import hand_over
from conversations.engine.speech import add_to_batch, flush
from conversations.engine.steps import ENDED, STOP, Go, Move, enter, evaluate, is_plain
from conversations.engine.take import mark_shown, put
from conversations.engine.work import REQUIRED, Work
from facts.values import Json

Returned = TypeVar("Returned")
Walking = Generator[Effect, Answer, Returned]

PLAIN_STOPS = ("say", "do", "if", "wait")
"""Kinds of steps before which a batch with a question is spoken (T23)."""


def run_floor(work: Work, *, quiet: bool = False, alone: bool = False) -> Walking[None]:
    """Walk the run on the floor, then those that get the floor after it, until one stops or none is left.

    `quiet` walks without asking: a question there is asked when the floor is free again (T37). `alone` leaves the floor
    free when the run gives it up.
    """
    while not has_stopped(work) and holds_floor(work, alone=quiet or alone):
        if (yield from move(work, quiet)):
            break
    if work.looped and work.floor is None and work.paused:
        work.floor = work.paused.pop()


def has_stopped(work: Work) -> bool:
    """Whether nothing moves any more in this turn: runs went round (T30), or a person takes over (T11)."""
    return work.looped or work.handed_off


def holds_floor(work: Work, *, alone: bool) -> bool:
    """Whether a run has the floor; if it is free, and not `alone`, the next one that waits for it takes it (T15)."""
    if work.floor is None and not alone:
        runs.take_next(work)
    return work.floor is not None and not work.floor.staying


def move(work: Work, quiet: bool) -> Walking[bool]:
    """One step further. True when the run on the floor stops there, keeping the floor."""
    step = current(work)
    if must_stop(work, step):
        return True
    if step is not None or not work.flow().steps:
        move = yield from enter_counted(work, step, quiet)
    else:
        move = off_the_end(work, quiet)
    if isinstance(move, Go):
        if work.standing and not is_plain(move.to):  # a skipped step that leads out of a batch that asks (T23)
            work.update(step=work.standing[0])
            return True
        yield from follow(work, move.to, step)
    return move is STOP or (work.floor is not None and bool(work.floor.staying))


def current(work: Work) -> Step | None:
    """The step at which the run stands, its first one when it has just started, None past its last one."""
    run, flow = work.run(), work.flow()
    if not run.step:
        return flow.steps[0] if flow.steps else None
    return None if run.step == REQUIRED else flow.steps[flow.position[run.step]]


def must_stop(work: Work, step: Step | None) -> bool:
    """Whether a batch that asks ends here: at its limit, before a step that acts, or where it would ask twice (T23)."""
    if not work.standing:
        return False
    limit = work.flow().batch
    full = limit and len(work.standing) >= limit
    if full or step is None or acts(work, step) or leads_away(step) or step.id in work.standing:
        work.update(step=work.standing[0])
        return True
    return False


def leads_away(step: Step) -> bool:
    """Whether a talk step that asks nothing leads out of the batch, which its question keeps from leaving (T23)."""
    return step.kind == "talk" and not step.collect and not is_plain(step.then)


def acts(work: Work, step: Step) -> bool:
    """Whether the step is one before which the batch is spoken; one that will be skipped is not entered (T20)."""
    return step.kind in PLAIN_STOPS and not work.true(step.skip_if, default=False)


def enter_counted(work: Work, step: Step | None, quiet: bool) -> Walking[Move]:
    """Enter a step, unless this turn has entered too many (T30).

    Passing through a flow that has no steps counts as well: such flows can chain to each other without end. Going on
    from a question that this message answers is no entry (T29).
    """
    work.entries += step is None or step.id not in work.replying
    if work.entries > work.flow().max_steps:
        return end_in_loop(work, step)
    if step is None:
        return off_the_end(work, quiet)
    move = yield from enter(work, step, quiet=quiet)
    return move


def end_in_loop(work: Work, step: Step | None) -> Move:
    """End a run that goes round: the person is told, staff see in the outcomes which steps it went through (T30)."""
    if step is not None:
        work.report(step.id, step.kind, "failed", "step_loop")
    work.say_in_run("_error", work.phrase("step_loop"))
    runs.end(work, "step_loop")
    work.looped = True
    return ENDED


def off_the_end(work: Work, quiet: bool) -> Move:
    """A run past its last step asks for what is required and missing, in one `Speak`, else it is complete (T31)."""
    missing = work.missing(work.flow().required)
    was_asked = REQUIRED in work.replying
    work.replying = tuple(place for place in work.replying if place != REQUIRED)
    if not missing:
        if was_asked:
            work.report(REQUIRED, "talk", "ok", "collected", "end")
        runs.end(work, "complete")
        return ENDED
    work.update(step=REQUIRED)
    if quiet:
        return STOP
    work.visit(REQUIRED)
    add_to_batch(work, Step(REQUIRED, "talk", collect=missing), wanted=missing)
    work.update(asking=missing, stands=(REQUIRED,))
    work.report(REQUIRED, "talk", "asked")
    return STOP


def follow(work: Work, to: Next | None, step: Step | None) -> Walking[None]:
    """Go where a step or branch leads (T28): its values are rendered first, then `clear`, then `set`."""
    if to is None:
        move_past(work, step)
        return
    rendered = Rendered(work.text(to.say), evaluate(work, to.input), evaluate(work, to.set))
    mark_shown(work, to.say)
    work.forget(to.clear)
    work.update(declined=tuple(name for name in work.run().declined if name not in to.clear))
    put(work, rendered.set, "set")
    if rendered.say:
        yield from flush(work)
        work.say_in_run("_next", rendered.say)
    go(work, to, rendered)


@dataclass(frozen=True, slots=True)
class Rendered:
    """The texts and values of a Next, as they were before it changed anything."""

    say: str
    input: dict[str, Json]
    set: dict[str, Json]


def go(work: Work, to: Next, rendered: Rendered) -> None:
    """Do what a Next says once its values are in place."""
    if to.kind == "step":
        work.update(step=to.target)
    elif to.kind == "flow":
        runs.end(work, "flow")
        runs.chain(work, to.target, rendered.input)
    elif to.kind in ("end", "failed"):
        runs.end(work, "end", failed=to.kind == "failed")
    else:
        hand_over(work)


def move_past(work: Work, step: Step | None) -> None:
    """Move on to the step after this one in written order, or past the last one."""
    flow = work.flow()
    after = len(flow.steps) if step is None else flow.position[step.id] + 1
    work.update(step=flow.steps[after].id if after < len(flow.steps) else REQUIRED)
