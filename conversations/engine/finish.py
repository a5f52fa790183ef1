"""The end of a turn: its reason and its report (T6, T19)."""

from conversations.engine import sentences
from conversations.engine.report import InvalidValue, Position, TurnError, TurnResult
from conversations.engine.work import Work, state_of


def finish(work: Work) -> TurnResult:
    """The report of the turn, with the state it leaves."""
    invalid = reported(work)
    if invalid:
        details = {"fields": list(dict.fromkeys(fault.field for fault in invalid))}
        work.errors.append(TurnError("data_validation", "Some values were not stored.", "", details))  # type: ignore[arg-type]
    return TurnResult(
        state=state_of(work),
        stopped_reason=stopped_reason(work),
        messages=tuple(work.messages),
        outcomes=tuple(work.outcomes),
        at=Position(work.floor.flow, work.floor.step) if work.floor else None,
        started=tuple(work.started),
        ended=tuple(work.ended),
        muted=work.muted,
        flow_complete=bool(work.succeeded),
        collected=tuple(work.filled),
        changed=dict(work.changed),
        invalid=invalid,
        data={name: work.data[name].value for name in work.definition.in_order(work.data)},
        errors=tuple(work.errors),
        calls=tuple(work.calls),
        instructions=tuple(work.instructions),
        degraded=work.degraded,
        candidates=tuple(work.candidates),
        fact_answers=tuple(work.fact_answers),
        retract=tuple(work.retracted),
        questions_avoided=tuple(work.questions_avoided),
        missing_paths=tuple(work.missing_paths),
        timers=tuple(work.timers),
        cancelled_timers=tuple(work.cancelled_timers),
    )


def reported(work: Work) -> tuple[InvalidValue, ...]:
    """The invalid values of this turn; those read for flows that then did not start are dropped silently (T3)."""
    if not work.invalid:
        return ()
    moved = (moved.flow for moved in (*work.started, *work.ended))
    flows = dict.fromkeys((*(run.flow for run in work.open_runs()), *moved))
    fields = {name for flow in flows for name in work.definition.flows[flow].fields}
    return tuple(fault for fault in work.invalid if fault.field in fields or fault in work.misput)


def stopped_reason(work: Work) -> str:
    """Why the turn stopped: an error first, else the run on the floor, else the run that moved last (T19)."""
    if work.prepare_failed:
        return "prepare_error"
    if work.action_failed:
        return "action_error"
    if any(error.type == "llm_call" for error in work.errors):
        return "llm_error"
    if any(not work.is_known(fault.field) for fault in sentences.told(work)):
        return "validation_error"
    if work.handed_off:
        return "handed_off"
    if work.floor is not None or work.unclear or work.unclear_facts:
        return "needs_input"
    if work.moved is not None and not work.waits:
        return work.moved.reason
    return "waiting" if work.waits else "no_flow"
