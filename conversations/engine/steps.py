"""What a step does when a run enters it, by its kind (T20 to T22, T25, T26)."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from agents.definition import Flow, Next, Setting, Step
from agents.paths import is_empty
from agents.template import value
from conversations.engine import runs
from conversations.engine.clock import due_at
from conversations.engine.effects import Act, Answer, Done, Effect, Failed
from conversations.engine.hooks import prepare
from conversations.engine.report import TimerRequest, TurnError
from conversations.engine.speech import add_to_batch, flush
from conversations.engine.take import mark_shown
from conversations.engine.work import Work
from facts.values import Json

Returned = TypeVar("Returned")
Stepping = Generator[Effect, Answer, Returned]


@dataclass(frozen=True, slots=True)
class Go:
    """The run goes on: to a Next, or (None) to the step after this one."""

    to: Next | None


@dataclass(frozen=True, slots=True)
class Stop:
    """The run goes no further in this turn: it stands here (`STOP`), or has left the floor (`ENDED`)."""

    stands: bool


Move = Go | Stop
STOP: Final = Stop(True)
ENDED: Final = Stop(False)
END: Final = Next("end")


def enter(work: Work, step: Step, *, quiet: bool) -> Stepping[Move]:
    """Enter a step: `skip_if`, then complete, then `requires`, then what it does (T20)."""
    replying = step.id in work.replying
    before = work.run().visits
    if replying:
        work.update(step=step.id)
        work.replying = tuple(place for place in work.replying if place != step.id)
    else:
        work.arrive(step.id)
        if work.true(step.skip_if, default=False):
            return skip(work, step, "skip-if")
    wanted, own = wants(work, step)
    if wanted and is_complete(work):
        return skip(work, step, "complete")
    if wanted and quiet:
        work.update(visits=before)
        return STOP
    if wanted:
        move = yield from ask(work, step, wanted, own=own, again=replying)
        return move
    if any(name in work.run().declined for name in step.requires):
        return skip(work, step, "declined")
    if replying and not step.collect:
        work.visit(step.id)
    move = yield from KINDS[step.kind](work, step)
    return move


def wants(work: Work, step: Step) -> tuple[tuple[str, ...], bool]:
    """The fields the step would ask for now, and whether they are its own (else its `requires`)."""
    asked_for = _not_declined(work, work.missing(step.requires))
    if asked_for:
        return asked_for, False
    if step.need == "any" and len(work.missing(step.collect)) < len(step.collect):
        return (), True
    return _not_declined(work, work.missing(step.collect)), True


def _not_declined(work: Work, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in work.run().declined)


def is_complete(work: Work) -> bool:
    """Whether `complete_when: fields` holds (T31)."""
    flow = work.flow()
    return flow.complete_when == "fields" and not work.missing(flow.required)


def skip(work: Work, step: Step, code: str) -> Go:
    """Pass over a step."""
    work.report(step.id, step.kind, "skipped", code, goes(step.then, work.flow(), step))
    return Go(step.then)


def ask(work: Work, step: Step, wanted: tuple[str, ...], *, own: bool, again: bool) -> Stepping[Move]:
    """Ask for fields; the walk goes on only while the batch has room and the way ahead is plain (T22, T23)."""
    if again:
        work.visit(step.id)
    if not (yield from prepare(work, step)):
        return unprepared(work, step)
    new = tuple(name for name in wanted if name not in work.run().asking)
    add_to_batch(work, step, wanted=new, own=own)
    work.standing.append(step.id)
    work.update(asking=(*work.run().asking, *new), stands=tuple(work.standing))
    work.report(step.id, step.kind, "asked")
    if work.flow().batch == 1 or step.branches or not is_plain(step.then):
        work.update(step=work.standing[0])
        return STOP
    return Go(step.then)


def unprepared(work: Work, step: Step) -> Move:
    """A step whose `prepare` failed says nothing; the run stays at it, or at the batch's first question (T27)."""
    work.report(step.id, step.kind, "failed", "prepare")
    work.update(step=work.standing[0] if work.standing else step.id)
    return STOP


def is_plain(to: Next | None) -> bool:
    """Whether a Next only leads to another step: the walk may go on beyond a question (T23)."""
    return to is None or (to.kind == "step" and not (to.clear or to.set or to.say))


def talk(work: Work, step: Step) -> Stepping[Move]:
    """Speak once, or pass a question whose answer is known (T21, T22)."""
    if step.collect:
        return already_answered(work, step)
    if not (yield from prepare(work, step)):
        return unprepared(work, step)
    add_to_batch(work, step)
    work.update(spoke=step.id)
    work.report(step.id, step.kind, "ok", "", goes(step.then, work.flow(), step))
    return Go(step.then)


def already_answered(work: Work, step: Step) -> Go:
    """A collecting step that has nothing to ask: answered just now, known before, or declined (T11, T21)."""
    for code, now in (("collected", work.filled), ("declined", work.declined)):
        if any(name in now for name in step.collect):
            work.report(step.id, step.kind, "ok", code, goes(step.then, work.flow(), step))
            return Go(step.then)
    known = [name for name in step.collect if work.is_known(name)]
    work.questions_avoided.update((name, None) for name in known if work.data[name].source == "fact")
    return skip(work, step, "already-known" if known else "declined")


def say(work: Work, step: Step) -> Stepping[Move]:
    """Send a verbatim text (T25)."""
    yield from flush(work)
    run = work.run()
    text = work.text(step.say)
    work.say(key=work.key(step.id, run.visits[step.id]), step=step.id, text=text, flow=run.flow)
    mark_shown(work, step.say)
    if text.strip():
        work.spoke[run.id] = None
    work.report(step.id, step.kind, "ok", "", goes(step.then, work.flow(), step))
    return Go(step.then)


def fork(work: Work, step: Step) -> Stepping[Move]:
    """Fork at once: `then` (default: the next step) or `else` (default: `end`) (T25)."""
    yield from flush(work)
    to = step.then if work.true(step.condition) else step.else_ or END
    work.report(step.id, step.kind, "ok", "", goes(to, work.flow(), step))
    return Go(to)


def do(work: Work, step: Step) -> Stepping[Move]:
    """Run the action; keep what `save` names; a failure takes `on_fail`, else ends the run (T26)."""
    yield from flush(work)
    key = f"{work.input.conversation}/{work.key(step.id, work.run().visits[step.id])}"
    answer = yield Act(step.action, evaluate(work, step.input), key)
    work.calls.extend(answer.calls)
    if isinstance(answer, Failed) or not (answer.value is None or isinstance(answer.value, Mapping)):
        return action_failed(work, step, answer if isinstance(answer, Failed) else Failed("bad_result"))
    save(work, step, answer)
    work.report(step.id, step.kind, "ok", "", goes(step.then, work.flow(), step))
    return Go(step.then)


def evaluate(work: Work, settings: tuple[Setting, ...]) -> dict[str, Json]:
    """The values of `input` or `set` entries; one that is exactly one expression keeps its type."""
    found = {}
    for setting in settings:
        rendered = value(setting.value, work.scope(), work.definition.language)
        work.note_missing(rendered.missing)
        found[setting.name] = rendered.value
    return found


def save(work: Work, step: Step, answer: Done) -> None:
    """Keep under `run.` what the step names of the result, and nothing else; what it kept before is replaced."""
    result = answer.value if isinstance(answer.value, Mapping) else {}
    kept = {name: result[key] for key, name in step.save if not is_empty(result.get(key))}
    named = {name for _key, name in step.save}
    others = {name: value for name, value in work.run().saved.items() if name not in named}
    work.update(saved={**others, **kept})


def action_failed(work: Work, step: Step, failed: Failed) -> Move:
    """Report the failure and take `on_fail`; without it the run ends and the person is told (T26)."""
    details: dict[str, Json] = {"action": step.action, "code": failed.code}
    work.errors.append(TurnError("action", failed.message or "The action failed.", step.id, details))
    work.report(
        step.id, step.kind, "failed", failed.code, goes(step.on_fail, work.flow(), step) if step.on_fail else "end"
    )
    if step.on_fail is not None:
        return Go(step.on_fail)
    work.action_failed = True
    work.say_in_run("_error", work.phrase("action_failed"))
    runs.end(work, "action_error")
    return ENDED


def goes(to: Next | None, flow: Flow, step: Step) -> str:
    """Where a run goes on, as the report says it: a step id, `end`, `flow:<id>` or `handoff`."""
    if to is None:
        after = flow.position[step.id] + 1
        return flow.steps[after].id if after < len(flow.steps) else "end"
    return {"step": to.target, "flow": f"flow:{to.target}", "handoff": "handoff"}.get(to.kind, "end")


def wait(work: Work, step: Step) -> Stepping[Move]:
    """Park the run until a time, a reply or an event (T39 to T41); what is in the batch is spoken first (T23)."""
    yield from flush(work)
    work.report(step.id, step.kind, "waiting")
    run = work.run()
    parked = runs.park(work, f"{run.id}.{step.id}.{run.visits[step.id]}")
    if step.wait is not None and step.wait.duration is not None:
        work.timers.append(TimerRequest(parked.id, "wait", due_at(work, step.wait.duration), parked.timer))
    return ENDED


KINDS = {"talk": talk, "say": say, "do": do, "if": fork, "wait": wait}
