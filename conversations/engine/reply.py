"""The message as a reply to the run on the floor: a branch, an answer, a failed attempt (T12, T34 to T38)."""

from collections.abc import Generator

from conversations.engine import runs, signals
from conversations.engine.branches import Fired, fired
from conversations.engine.effects import Answer, Effect
from conversations.engine.hooks import prepare
from conversations.engine.offers import Offer
from conversations.engine.reading import Reading
from conversations.engine.speech import add_to_batch
from conversations.engine.steps import goes
from conversations.engine.walk import follow, run_floor
from conversations.engine.work import REQUIRED, Work

Replying = Generator[Effect, Answer, None]


def reply_to_floor(work: Work, reading: Reading, offer: Offer, back: int | None, *, quiet: bool) -> Replying:
    """The message is a reply to the run on the floor: a branch goes first, else it walks on from its question.

    It walks from the step at position `back` where a correction makes it go back (T8). `quiet` when the message also
    asks for a flow: only a branch moves the run then, and asks nothing (T15, T37).
    """
    if work.floor is None:
        return
    chosen = fired(work, reading, offer)
    if chosen is not None:
        yield from take_branch(work, chosen)
        yield from run_floor(work, quiet=quiet)
        return
    go_back_to(work, back)
    if not quiet:
        yield from walk_on(work)


def go_back_to(work: Work, back: int | None) -> None:
    """Let the run on the floor stand at the step where it has to ask again (T8, T49, T53)."""
    if back is not None:
        work.update(step=work.flow().steps[back].id, asking=(), stands=())


def take_branch(work: Work, chosen: Fired) -> Replying:
    """The run leaves its question by the branch; the step does not speak again (T37)."""
    goal = goes(chosen.branch.then, work.flow(), chosen.step)
    work.report(chosen.step.id, chosen.step.kind, "ok", "branch", goal)
    work.floor = runs.answering(work.run(), staying="", step=chosen.step.id, attempts=0)
    yield from follow(work, chosen.branch.then, chosen.step)


def walk_on(work: Work) -> Replying:
    """Go on from the open question with what the message gave (T38); a run that stays talks on (T34)."""
    run = work.run()
    if not work.filled and (work.muted or is_said_again(work)):
        return
    if run.staying:
        is_answered = work.unclear or work.unclear_facts or work.asks_what_is_known
        yield from (() if is_answered else talk_on(work))
        return
    work.replying = run.stands
    work.floor = runs.answering(run, attempts=attempts(work))
    if is_stuck(work) and run.stands:
        yield from take_on_stuck(work, run.stands[0])
    yield from run_floor(work)


def is_said_again(work: Work) -> bool:
    """Whether the message wanted the last words again and they are said (T11).

    Not where a fact has answered them, nor where a step could not be prepared: there it is tried again (T27).
    """
    run = work.run()
    is_open = bool(work.missing(run.asking)) or bool(run.staying)
    return work.signal == "repeat" and is_open and signals.say_again(work)


def is_stuck(work: Work) -> bool:
    """Whether the attempts are used up and the flow says where to go then (T12)."""
    flow = work.flow()
    return work.run().attempts >= flow.max_attempts and flow.on_stuck is not None


def take_on_stuck(work: Work, place: str) -> Replying:
    """Leave the question that was not answered by the flow's `on_stuck` (T12)."""
    flow = work.flow()
    step = None if place == REQUIRED else flow.steps[flow.position[place]]
    goal = goes(flow.on_stuck, flow, step) if step is not None else ""
    work.report(place, "talk", "failed", "stuck", goal)
    work.update(attempts=0)
    work.replying = ()
    yield from follow(work, flow.on_stuck, step)


def attempts(work: Work) -> int:
    """Failed attempts in a row: a reply that did nothing at all, unless it could not be read (T12)."""
    run = work.run()
    if work.filled or not run.asking:
        return 0
    did_something = (
        work.obsolete_tap
        or work.signal
        or work.unclear
        or work.unclear_facts
        or work.changed
        or work.denied
        or work.fact_answers
        or work.retracted
    )
    unread = work.degraded or (work.given > 0 and work.void == work.given)
    return run.attempts if did_something or unread else run.attempts + 1


def talk_on(work: Work) -> Replying:
    """The talk step that spoke last goes on conversing (T34)."""
    step = work.step()
    work.visit(step.id)
    if (yield from prepare(work, step)):
        add_to_batch(work, step)
        work.report(step.id, step.kind, "ok")
    else:
        work.report(step.id, step.kind, "failed", "prepare")
