"""The turn: one input handled from its first word to its report. It reads top to bottom like the story of a turn."""

from collections.abc import Generator, Sequence

from agents.definition import Definition
from conversations.engine import confirm, runs, signals, take, unasked, waiting
from conversations.engine.bound import fill_bound
from conversations.engine.candidates import read_facts
from conversations.engine.effects import Answer, Effect
from conversations.engine.finish import finish
from conversations.engine.offers import Offer, offer_of
from conversations.engine.people import hand_over
from conversations.engine.reading import Reading
from conversations.engine.reply import go_back_to, reply_to_floor
from conversations.engine.report import TurnResult
from conversations.engine.speech import answer_freely, ask_which, flush
from conversations.engine.take_back import take_back
from conversations.engine.turn_input import TurnInput
from conversations.engine.understanding import asked_for, read
from conversations.engine.walk import run_floor
from conversations.engine.work import Work, begin

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
    signals.hear_about_self(work, requested)
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


def take_and_route(work: Work, reading: Reading, offer: Offer, requested: Sequence[str]) -> Turn:
    """Store the values, then let the runs move: cancelled, branched, interrupted, or walking on."""
    cancelled = work.signal == "cancel" and bool(work.open_runs())
    dropped = runs.cancel(work) if cancelled else ()
    settled = confirm.settle(work, reading)
    take.take_taps(work)
    take.take_reading(work, reading, offer.fields, dropped=(*dropped, *settled))
    take_back(work, reading, offer.fields)
    signals.obey(work)
    back = take.forget_stale(work)
    if work.signal == "handoff":
        go_back_to(work, back)
        hand_over(work)
    if not (cancelled or work.handed_off):
        yield from reply_to_floor(work, reading, offer, back, quiet=bool(requested))
    if (work.unclear or work.unclear_facts) and not work.handed_off:
        ask_which(work)
    yield from let_others_move(work, requested)


def let_others_move(work: Work, requested: Sequence[str]) -> Turn:
    """The message is a reply to parked runs as well; then what it asks for takes the floor, or whatever waits for it.

    Once a person takes over nothing moves, and what was asked for waits (T11, T14); one who wants nothing written
    replies to nobody (T51).
    """
    if not (work.handed_off or work.muted):
        yield from waiting.replied(work, quiet=bool(requested))
    if work.handed_off:
        for flow in requested:
            runs.queue(work, flow)
        return
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


def reply_if_silent(work: Work) -> Turn:
    """A message never goes unanswered, unless its author meant it (T33): free talk where no flow fits (T17).

    Only what the conversation kept is said to be noted.
    """
    if work.messages or work.meant_silence:
        return
    if work.prepare_failed and work.floor is not None:
        work.say_in_run("_error", work.phrase("action_failed"))
    elif not (work.started or work.ended or work.parked_moved or work.waits or work.floor):
        if not (work.signal == "repeat" and signals.say_again(work)):
            yield from answer_freely(work)
    else:
        is_kept = work.filled or work.changed or work.restated or work.declined
        text = work.phrase("acknowledged" if is_kept else "heard")
        work.say(key=f"_ack#{work.input.id}", step="_ack", text=text)
    yield from flush(work)
