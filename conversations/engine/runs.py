"""The life of a run: start, take the floor, pause, resume, end (T14, T15, T28, T32 to T34)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agents.definition import Flow
from conversations.engine.bound import fill_bound
from conversations.engine.effects import Section
from conversations.engine.offers import may_start
from conversations.engine.report import RunMoved
from conversations.engine.speech import in_force
from conversations.engine.state import Queued, Run, changed
from conversations.engine.take import mark_shown, put
from conversations.engine.work import Pending, Work
from facts.values import Json

COMPLETION = "_completion"


def start(
    work: Work,
    flow_id: str,
    trigger: str,
    given: Mapping[str, Json] | None = None,
    *,
    event: Mapping[str, Json] | None = None,
) -> None:
    """Start a run of the flow on the free floor; `given` are its `input` values, already rendered, `event` the payload.

    A flow that may start again asks anew, but keeps what this message gave (T32).
    """
    flow = work.definition.flows[flow_id]
    if flow.reentrant and flow_id in work.completed:
        work.renew(flow.own_fields)
    work.runs += 1
    work.standing, work.replying = [], ()
    work.floor = Run(id=str(work.runs), flow=flow_id, trigger=trigger, event=event or {})
    work.started.append(RunMoved(work.floor.id, flow_id))
    fill_bound(work)
    put(work, given or {}, "input")


def go_to_flow(work: Work, flow_id: str, trigger: str, given: Mapping[str, Json] | None = None) -> None:
    """Give the free floor to a flow: resume its open run, else start one, also of a completed flow (T28)."""
    for runs in (work.paused, work.parked):
        for run in reversed(runs):
            if run.flow == flow_id:
                runs.remove(run)
                resume(work, run)
                put(work, given or {}, "input")
                return
    waiting = next((queued for queued in work.queued if queued.flow == flow_id), None)
    if waiting is not None:
        work.queued.remove(waiting)
    start(work, flow_id, trigger, given, event=waiting.event if waiting else None)


def chain(work: Work, flow_id: str, given: Mapping[str, Json] | None = None) -> None:
    """Lead on from one run to another flow; the trigger of a chained run is `<input>.<n>` (T29)."""
    work.chained += 1
    go_to_flow(work, flow_id, f"{work.input.id}.{work.chained}", given)


def resume(work: Work, run: Run) -> None:
    """Give the free floor to a paused run; it asks its pending question again."""
    work.floor = answering(run, timer="")
    work.replying = run.stands
    work.standing = []
    fill_bound(work)


def leave_floor(work: Work) -> None:
    """Free the floor for another flow: the run is paused, or ends if it only stayed (T15, T34)."""
    run = work.floor
    if run is None:
        return
    if run.staying:
        end(work, run.staying)
    else:
        work.paused.append(replace(run, attempts=0))
        work.floor = None


def queue(work: Work, flow_id: str, *, event: Mapping[str, Json] | None = None) -> None:
    """Let a flow wait for the floor (T14); a paused run, or a flow that is queued, waits for it already.

    Every `event` is one of its own: it waits with its payload (T42).
    """
    waiting = {*(run.flow for run in work.paused), *(queued.flow for queued in work.queued)}
    if flow_id not in waiting or event is not None:
        work.queued.append(Queued(flow_id, work.input.id, event=event or {}))


def take_next(work: Work) -> None:
    """Give a free floor to the first queued flow that still may start, else to the newest paused run (T14, T15)."""
    while work.floor is None and work.queued:
        waiting = work.queued.pop(0)
        if may_start(work, work.definition.flows[waiting.flow]):
            start(work, waiting.flow, waiting.trigger, waiting.input, event=waiting.event)
    if work.floor is None and work.paused:
        resume(work, work.paused.pop())


def end(work: Work, reason: str, *, failed: bool = False) -> bool:
    """End the run on the floor with a reason (T19). Whether it has really ended: `on_end: stay` keeps it (T34).

    It does not stay where another flow waits for the floor already, which would wait for ever (T14).
    """
    flow, run = work.flow(), work.run()
    succeeded = reason in ("complete", "end") and not failed
    if succeeded and not run.staying:
        work.completed = list(dict.fromkeys((*work.completed, flow.id)))
        _complete(work, flow)
        if flow.on_end == "stay" and run.spoke and not work.queued:
            work.update(staying=reason, step=run.spoke, asking=(), stands=())
            return False
    if succeeded:
        work.succeeded[flow.id] = None
    work.moved = RunMoved(run.id, flow.id, reason)
    work.waits = False
    work.ended.append(work.moved)
    work.floor = None
    if succeeded and flow.on_end == "chain":
        chain(work, flow.chain)
    return True


def _complete(work: Work, flow: Flow) -> None:
    """Say the completion of a run none of whose steps spoke in this turn (T33)."""
    asked_for = work.input.kind in ("message", "give_back")
    if work.run().id in work.spoke or not asked_for or work.ends_silently:
        return
    if flow.completion is not None and flow.completion_say is None:
        _speak_completion(work, flow)
    elif flow.completion_say is not None:
        mark_shown(work, flow.completion_say)
        work.say_in_run(COMPLETION, work.text(flow.completion_say))
    else:
        work.say_in_run(COMPLETION, work.phrase("completed"))


def _speak_completion(work: Work, flow: Flow) -> None:
    key = work.key(COMPLETION, work.visit(COMPLETION))
    section = Section(
        flow.id,
        flow.name,
        flow.description,
        COMPLETION,
        "",
        prompt=work.prompt(flow.completion),
        otherwise=work.phrase("completed"),
    )
    work.batch.append(Pending(key, work.run().id, COMPLETION, section, in_force(work, flow)))
    work.spoke[work.run().id] = None


def cancel(work: Work) -> tuple[str, ...]:
    """Cancel the run on the floor, else the newest parked one (T11). Returns the fields whose values are dropped.

    One that only stays is complete, and nothing of it is forgotten (T34).
    """
    if work.floor is None and not work.parked:
        return ()
    if work.floor is None:
        work.floor = work.parked.pop()
        work.cancelled_timers.append(work.floor.timer)
    fields = () if work.run().staying else work.flow().fields
    shared = {name for run in (*work.paused, *work.parked) for name in work.definition.flows[run.flow].fields}
    work.forget([name for name in fields if name not in shared])
    work.say_in_run("_cancelled", work.phrase("cancelled"))
    end(work, "cancelled")
    return fields


def park(work: Work, token: str) -> Run:
    """Park the run on the floor until its timer or event; the floor is free (T39)."""
    run = replace(work.run(), timer=token, asking=(), stands=())
    work.parked.append(run)
    work.floor = None
    work.waits = True
    return run


def answering(run: Run, **values: Any) -> Run:
    """The run with its question taken back, as it begins to walk on a reply, and other values changed."""
    return changed(run, {"asking": (), "stands": (), **values})
