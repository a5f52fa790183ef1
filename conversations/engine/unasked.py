"""Turns that no message begins: a timer, a silence, an event, a conversation that is given back (T11, T39 to T43)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from agents.definition import Definition, Duration, Flow, Trigger
from conversations.engine import runs, waiting
from conversations.engine.clock import later
from conversations.engine.offers import may_start
from conversations.engine.people import leave_hand_off
from conversations.engine.report import TimerRequest
from conversations.engine.state import Run
from conversations.engine.walk import run_floor
from conversations.engine.work import Work

Unasked = waiting.Waiting[None]


# Silence


@dataclass(frozen=True, slots=True)
class Silence:
    """A silence that starts a flow, named `<flow>.<number of its trigger>`."""

    name: str
    flow: Flow
    length: Duration


def silences(definition: Definition) -> tuple[Silence, ...]:
    """The silences of an agent, in written order."""
    if "silences" not in definition.memo:
        definition.memo["silences"] = tuple(_silences(definition))
    found: tuple[Silence, ...] = definition.memo["silences"]
    return found


def _silences(definition: Definition) -> Iterator[Silence]:
    for flow in definition.flows.values():
        for number, trigger in enumerate(flow.triggers):
            if trigger.silence is not None:
                yield Silence(f"{flow.id}.{number}", flow, trigger.silence)


def silence_of(work: Work) -> Silence | None:
    """The silence that the turn's timer is of; None for the timer of a run, and for one that is no more."""
    name = waiting.silence_of(work.input.timer)
    return next((silence for silence in silences(work.definition) if silence.name == name), None)


def watch(work: Work) -> None:
    """Count the silence anew when the person has written, or is given back (T11, T42, T51).

    Each flow that it may start has a timer. What was broken before, and not by words, stays broken.
    """
    if work.input.kind not in ("message", "give_back"):
        return
    said = work.input.messages[-1].at if work.input.messages else work.input.heard
    if said:
        work.since, work.broken = said, []
    before, work.silence = work.silence, work.input.id
    for silence in silences(work.definition):
        if work.since and not work.muted and _may_come(work, silence):
            token = waiting.silence_token(silence.name, work.silence)
            work.timers.append(TimerRequest(silence.name, "silence", _over_at(work, silence.length), token))
        elif before:
            work.cancelled_timers.append(waiting.silence_token(silence.name, before))


def _over_at(work: Work, length: Duration) -> str:
    """When the silence has lasted so long, counted from the person's last message (T42).

    Where that came while a colleague had the conversation it is counted from its end, so that nothing is said on top
    of the question.
    """
    zone = work.moment.tzinfo
    now = datetime.fromisoformat(work.input.now).astimezone(zone)
    due = later(datetime.fromisoformat(work.since).astimezone(zone), length)
    is_past = work.input.kind == "give_back" and due <= now
    return (later(now, length) if is_past else due).isoformat()


def _may_come(work: Work, silence: Silence) -> bool:
    """Whether a silence can start its flow: it was not broken before, and the flow is not done for good (T32, T42)."""
    is_done = silence.flow.id in work.completed and not silence.flow.reentrant
    return silence.name not in work.broken and not is_done


def due(work: Work) -> Unasked:
    """A timer is due: a silence is over, or a run has waited long enough."""
    silence = silence_of(work)
    if silence is not None:
        work.broken.append(silence.name)
        yield from break_silence(work, silence.flow)
    else:
        yield from waiting.due(work)


def break_silence(work: Work, flow: Flow) -> Unasked:
    """The flow takes the floor; the run that it interrupted has it back without speaking (T42)."""
    if not may_start(work, flow):
        return
    interrupted = _step_aside(work)
    runs.start(work, flow.id, work.input.id)
    yield from run_floor(work, alone=interrupted is not None)
    if interrupted is not None and work.floor is not None and work.floor.staying:
        runs.leave_floor(work)
    if work.floor is None and interrupted in work.paused:
        work.paused.remove(interrupted)
        work.floor = interrupted


def _step_aside(work: Work) -> Run | None:
    """Pause the run on the floor with its question; one that only stayed ends (T34)."""
    if work.floor is not None and work.floor.staying:
        runs.leave_floor(work)
    interrupted, work.floor = work.floor, None
    if interrupted is not None:
        work.paused.append(interrupted)
    return interrupted


# Events


def happened(work: Work) -> Unasked:
    """An event: runs that wait for it go on (T41), then the flows that it triggers start (T42)."""
    yield from waiting.happened(work)
    if work.handed_off:
        return
    for flow, trigger in _triggered(work):
        _start_or_queue(work, flow, trigger)
    if work.floor is None or work.floor.trigger == work.input.id:
        yield from run_floor(work)


def _triggered(work: Work) -> Iterator[tuple[Flow, Trigger]]:
    """The flows that the event may start, in written order, each once."""
    for flow in work.definition.flows.values():
        trigger = next((trigger for trigger in flow.triggers if trigger.event == work.input.event), None)
        if trigger is not None and may_start(work, flow):
            yield flow, trigger


def _start_or_queue(work: Work, flow: Flow, trigger: Trigger) -> None:
    """An event flow waits behind the run on the floor, unless it may interrupt or the run only stays (T34, T42)."""
    payload = dict(work.input.payload)
    is_taken = work.floor is not None and work.floor.trigger == work.input.id
    only_stays = work.floor is not None and bool(work.floor.staying)
    interrupts = trigger.interrupt and not is_taken
    if interrupts or only_stays:
        runs.leave_floor(work)
    if interrupts or (work.floor is None and not work.queued):
        runs.start(work, flow.id, work.input.id, event=payload)
    else:
        runs.queue(work, flow.id, event=payload)


# Given back


def given_back(work: Work) -> Unasked:
    """A colleague gives the conversation back: the run on the floor asks its question (T11).

    One who has written to the colleague is no longer mute (T51).
    """
    work.handed_off, work.muted = False, work.muted and not work.input.heard
    run = work.floor
    if run is not None and run.staying:
        return
    if run is not None and leave_hand_off(work):
        work.replying = run.stands
        work.floor = runs.answering(work.run())
    yield from run_floor(work)
