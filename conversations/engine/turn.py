"""The turn: one input handled from its first word to its report. It reads top to bottom like the story of a turn."""

from collections.abc import Generator, Sequence

from agents.definition import Definition
from conversations.engine import runs, signals, take, unasked, waiting
from conversations.engine.bound import fill_bound
from conversations.engine.branches import Fired, fired
from conversations.engine.candidates import read_facts
from conversations.engine.effects import Answer, Done, Effect, Failed
from conversations.engine.finish import finish
from conversations.engine.hooks import prepare
from conversations.engine.literal_answer import last_signal, literal_answer
from conversations.engine.offers import Offer, offer_of, understand
from conversations.engine.people import hand_over
from conversations.engine.reading import Reading, parse
from conversations.engine.report import TurnError, TurnResult
from conversations.engine.speech import add_to_batch, answer_freely, ask_which, flush
from conversations.engine.steps import goes
from conversations.engine.take_back import take_back
from conversations.engine.turn_input import TurnInput
from conversations.engine.walk import follow, run_floor
from conversations.engine.work import REQUIRED, Work, begin

Turn = Generator[Effect, Answer, None]


def run_turn(definition: Definition, turn_input: TurnInput) -> Generator[Effect, Answer, TurnResult]:
    """Handle one input: yield each effect it needs, be sent its answer, return the report with the next state.

    Nothing is read but the two arguments and the answers, so the same ones give the same turn again, to the byte.
    """
    work = begin(definition, turn_input)
    take.put(work, turn_input.given, "given")
    fill_bound(work)
    yield from HANDLERS[turn_input.kind](work)
    yield from flush(work)
    unasked.watch(work)
    return finish(work)


def handle_message(work: Work) -> Turn:
    """Understand the waiting messages, store what they give, move the runs, and leave none unanswered."""
    work.muted = False
    offer = offer_of(work)
    reading = yield from read(work, offer)
    work.signal = reading.signal
    work.wants_help = reading.signal == "question" and reading.reader == "literal"
    read_facts(work, reading)
    requested = asked_for(work, reading, offer)
    yield from take_and_route(work, reading, offer, requested)
    yield from flush(work)
    yield from reply_if_silent(work)


HANDLERS = {
    "message": handle_message,
    "timer": unasked.due,
    "event": unasked.happened,
    "give_back": unasked.given_back,
}
"""What handles an input, by its kind."""


def asked_for(work: Work, reading: Reading, offer: Offer) -> list[str]:
    """The flows that the message asks for; none while it leaves open which one it means (T14, T16)."""
    requested = [flow for flow in reading.flows if flow in offer.flows]
    unclear = [flow for flow in reading.unclear if flow in offer.flows]
    if len(unclear) > 1 or (unclear and not requested):
        work.unclear = tuple(unclear)
        return []
    return requested


def read(work: Work, offer: Offer) -> Generator[Effect, Answer, Reading]:
    """The turn's reading: a literal answer, nothing to understand, or the one `Understand` (T1, T2, T9)."""
    reading = literal_answer(work, offer)
    if reading is not None:
        return reading
    if not offer.is_needed(work) or all(message.tap for message in work.input.messages):
        return Reading(reader="literal", signal=last_signal(work))
    answer = yield understand(work, offer)
    return _reading(work, answer)


def _reading(work: Work, answer: Answer) -> Reading:
    """The reading in an answer; a failure is reported, and the turn goes on with what the built-in one read (T45)."""
    work.calls.extend(answer.calls)
    reading = parse(answer.value) if isinstance(answer, Done) else None
    failed = answer if isinstance(answer, Failed) else answer.failed
    if failed is not None or reading is None:
        code = failed.code if failed is not None else "bad_output"
        work.errors.append(TurnError("pre_extraction", "The model could not read the message.", "", {"code": code}))
        work.degraded = True
    return reading or Reading(reader="builtin")


def take_and_route(work: Work, reading: Reading, offer: Offer, requested: Sequence[str]) -> Turn:
    """Store the values, then let the runs move: cancelled, branched, interrupted, or walking on."""
    cancelled = work.signal == "cancel" and bool(work.open_runs())
    dropped = runs.cancel(work) if cancelled else ()
    take.take_taps(work)
    take.take_reading(work, reading, offer.fields, dropped=dropped)
    take_back(work, reading, offer.fields)
    signals.obey(work)
    back = take.forget_stale(work)
    if work.signal == "handoff":
        go_back_to(work, back)
        hand_over(work)
    if not (cancelled or work.handed_off):
        yield from reply_to_floor(work, reading, offer, back, quiet=bool(requested))
    if work.unclear:
        ask_which(work)
    yield from let_others_move(work, requested)


def let_others_move(work: Work, requested: Sequence[str]) -> Turn:
    """The message is a reply to parked runs as well; then what it asks for takes the floor, or whatever waits for it.

    Nothing moves once a person takes over (T11), and one who wants nothing written replies to nobody (T51).
    """
    if not (work.handed_off or work.muted):
        yield from waiting.replied(work, quiet=bool(requested))
    if not work.handed_off:
        give_floor(work, requested)
    if requested or work.floor is None:
        yield from run_floor(work)


def give_floor(work: Work, requested: Sequence[str]) -> None:
    """The first flow asked for takes the floor, the others wait (T14); the run on the floor is paused (T15).

    A flow to which a branch led on this message is not started again: it keeps the floor, or is done already.
    """
    done = {moved.flow for moved in work.started} - {run.flow for run in work.open_runs()}
    wanted = [flow for flow in requested if flow not in done]
    work.queued = [queued for queued in work.queued if queued.flow not in wanted[1:]]
    if wanted and not (work.floor and work.floor.flow == wanted[0]):
        runs.leave_floor(work)
    for other in wanted[1:]:
        runs.queue(work, other)
    if wanted and work.floor is None:
        runs.go_to_flow(work, wanted[0], work.input.id)


def reply_to_floor(work: Work, reading: Reading, offer: Offer, back: int | None, *, quiet: bool) -> Turn:
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


def take_branch(work: Work, chosen: Fired) -> Turn:
    """The run leaves its question by the branch; the step does not speak again (T37)."""
    goal = goes(chosen.branch.then, work.flow(), chosen.step)
    work.report(chosen.step.id, chosen.step.kind, "ok", "branch", goal)
    work.floor = runs.answering(work.run(), staying="", step=chosen.step.id, attempts=0)
    yield from follow(work, chosen.branch.then, chosen.step)


def walk_on(work: Work) -> Turn:
    """Go on from the open question with what the message gave (T38); a run that stays talks on (T34)."""
    run = work.run()
    if not work.filled and (work.muted or (work.signal == "repeat" and signals.say_again(work))):
        return
    if run.staying:
        yield from (() if work.unclear else talk_on(work))
        return
    work.replying = run.stands
    work.floor = runs.answering(run, attempts=attempts(work))
    if is_stuck(work) and run.stands:
        yield from take_on_stuck(work, run.stands[0])
    yield from run_floor(work)


def is_stuck(work: Work) -> bool:
    """Whether the attempts are used up and the flow says where to go then (T12)."""
    flow = work.flow()
    return work.run().attempts >= flow.max_attempts and flow.on_stuck is not None


def take_on_stuck(work: Work, place: str) -> Turn:
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
        work.obsolete_tap or work.signal or work.unclear or work.changed or work.fact_answers or work.retracted
    )
    unread = work.degraded or (work.given > 0 and work.void == work.given)
    return run.attempts if did_something or unread else run.attempts + 1


def talk_on(work: Work) -> Turn:
    """The talk step that spoke last goes on conversing (T34)."""
    step = work.step()
    work.visit(step.id)
    if (yield from prepare(work, step)):
        add_to_batch(work, step)
        work.report(step.id, step.kind, "ok")
    else:
        work.report(step.id, step.kind, "failed", "prepare")


def reply_if_silent(work: Work) -> Turn:
    """A message never goes unanswered, unless its author meant it (T33): free talk where no flow fits (T17)."""
    if work.messages or work.meant_silence:
        return
    if work.prepare_failed and work.floor is not None:
        work.say_in_run("_error", work.phrase("action_failed"))
    elif not (work.started or work.ended or work.parked_moved or work.waits or work.floor):
        if not (work.signal == "repeat" and signals.say_again(work)):
            yield from answer_freely(work)
    else:
        work.say(key=f"_ack#{work.input.id}", step="_ack", text=work.phrase("acknowledged"))
    yield from flush(work)
