"""What a turn adds to the tallies (`Tally`): counted from its report alone, with no word of anybody. Pure.

A tally is named by flow, name and what. Its names:

- of everything (flow and name empty): `conversations`, `turn:<kind>`, `messages`, `handed_off`, `fallback`, `unclear`,
  `degraded`, `failed`, `diverged`, `error:<type>`, `cost`, and of the turns that answer a message `ms:<bound>` and
  `cost:<bound>`, which say in what stretch (`stretches`) their time and cost lie;
- of a flow (name empty), counting runs: `started`, `completed`, `ended:<reason>`;
- of a step: `entered` (runs that came to it, once each), `<status>:<code>` of its outcomes, `handed_off`; `stands`
  counts each time a run comes to stand there at the end of a turn, `moved` and `cancelled` each time it stands there no
  more, so that those who have not gone on are the difference;
- of two places of a flow, with a space between them: `way`, each time a run went from the one to the other, named as
  the report names it, but `end:failed` for an end that is no completion (T28);
- of a field: `question` (each time it was asked for), `missed` (a failed attempt, T12), `attempt:<n>` (answered at
  the n-th), `collected`, `invalid`, `corrected`, `withdrawn`, `avoided:fact` (F22) and `avoided:known`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from agents.definition import Definition
from conversations.engine.report import Outcome, TurnResult
from conversations.engine.state import Run, State
from conversations.engine.turn_input import TurnInput
from conversations.stretches import low

Key = tuple[str, str, str]
"""Flow, name, what."""
Tallies = Counter[Key]

MOST_ATTEMPTS: Final = 5
"""An attempt after this one counts as this one."""
BILLION: Final = 10**9
CODES: Final = frozenset(
    {
        *("skip-if", "complete", "already-known", "collected", "declined", "branch", "no-reply", "replied"),
        *("event", "timeout", "stuck", "prepare", "step_loop", "in_doubt"),
    }
)
"""The codes of outcomes that rules name; one of an action may be anything, and counts as `other`."""
_ANSWERS: Final = {"_fallback": "fallback", "_answer": "fallback", "_unclear": "unclear"}
"""What an answer outside of every flow was, by the beginning of its key (T16, T17, T29)."""


def tally_turn(given: TurnInput, status: str, *, is_first: bool, seconds: float, cost: float) -> Tallies:
    """What every turn adds, however it ended: `status` is that of its row. `cost` in the currency of the site."""
    found: Tallies = Counter({("", "", f"turn:{given.kind}"): 1, ("", "", "messages"): len(given.messages)})
    found["", "", "conversations"] += is_first
    found["", "", "cost"] += round(cost * BILLION)
    if status != "done":
        found["", "", status] += 1
    if given.kind == "message":
        found["", "", f"ms:{low(seconds * 1000)}"] += 1
        found["", "", f"cost:{low(cost * BILLION)}"] += 1
    return +found


def tally(definition: Definition, before: State, result: TurnResult) -> Tallies:
    """What the report of a turn adds; `before` is the state that the turn began with."""
    found: Tallies = Counter()
    for count in (_answers, _runs, _steps, _ways, _questions, _values, _avoided):
        found.update(count(definition, before, result))
    return found


def _answers(_definition: Definition, before: State, result: TurnResult) -> Iterator[Key]:
    kinds = {_ANSWERS.get(message.key.partition("#")[0], "") for message in result.messages}
    yield from (("", "", kind) for kind in sorted(kinds - {""}))
    yield from (("", "", f"error:{error.type}") for error in result.errors)
    if result.degraded:
        yield "", "", "degraded"
    if result.state.handed_off and not before.handed_off:
        yield "", "", "handed_off"
        if result.at is not None and result.at.step:
            yield result.at.flow, result.at.step, "handed_off"


def _runs(_definition: Definition, before: State, result: TurnResult) -> Iterator[Key]:
    """Runs that began, reached their goal, and ended; one that stays (T34) has reached it when it begins to stay."""
    yield from ((run.flow, "", "started") for run in result.started)
    stayed = {run.id for run in before.open_runs if run.staying}
    for run in result.state.open_runs:
        if run.staying and run.id not in stayed:
            yield run.flow, "", "completed"
    for ended in result.ended:
        is_success = ended.reason in ("complete", "end") and _succeeded(ended.flow, result)
        yield ended.flow, "", f"ended:{'failed' if ended.reason == 'end' and not is_success else ended.reason}"
        if is_success and ended.run not in stayed:
            yield ended.flow, "", "completed"


def _succeeded(flow: str, result: TurnResult) -> bool:
    """Whether a run that ended was no `{end: failed}`, which is no completion (T28)."""
    return result.flow_complete and flow in result.state.completed


def _steps(_definition: Definition, before: State, result: TurnResult) -> Iterator[Key]:
    visited = {run.id: run.visits for run in before.open_runs}
    new = {(one.run, one.flow, one.step): None for one in result.outcomes if one.visit}
    yield from ((flow, step, "entered") for run, flow, step in new if step not in visited.get(run, {}))
    yield from ((one.flow, one.step, _named(one)) for one in result.outcomes)
    yield from _standing(before, result)


def _named(outcome: Outcome) -> str:
    code = outcome.code if outcome.code in CODES or not outcome.code else "other"
    return f"{outcome.status}:{code}" if code else outcome.status


def _standing(before: State, result: TurnResult) -> Iterator[Key]:
    """Runs that came to stand at a step, and those that stand there no more."""
    was, now = _places(before), _places(result.state)
    cancelled = {ended.run for ended in result.ended if ended.reason == "cancelled"}
    for run, (flow, step) in was.items():
        if now.get(run) != (flow, step):
            yield flow, step, "cancelled" if run in cancelled else "moved"
    yield from ((*place, "stands") for run, place in now.items() if was.get(run) != place)


def _places(state: State) -> dict[str, tuple[str, str]]:
    """Where each open run stands, by its id; one that stays has reached its goal and stands nowhere."""
    return {run.id: (run.flow, run.step) for run in state.open_runs if run.step and not run.staying}


def _ways(_definition: Definition, _before: State, result: TurnResult) -> Iterator[Key]:
    failed = {ended.run for ended in result.ended if ended.reason == "end" and not _succeeded(ended.flow, result)}
    for one in result.outcomes:
        if one.next:
            to = "end:failed" if one.next == "end" and one.run in failed else one.next
            yield one.flow, f"{one.step} {to}", "way"


def _questions(_definition: Definition, before: State, result: TurnResult) -> Iterator[Key]:
    """The fields that were asked for, and those for which the reply was a failed attempt (T12)."""
    asked = {one.run for one in result.outcomes if one.status == "asked"}
    for run in result.state.open_runs:
        if run.id in asked:
            yield from ((run.flow, name, "question") for name in run.asking)
    floor = before.floor
    if floor is None:
        return
    if _missed(floor, result):
        yield from ((floor.flow, name, "missed") for name in floor.asking)
    attempt = f"attempt:{min(floor.attempts + 1, MOST_ATTEMPTS)}"
    yield from ((floor.flow, name, attempt) for name in result.collected if name in floor.asking)


def _missed(floor: Run, result: TurnResult) -> bool:
    if any(one.run == floor.id and one.code == "stuck" for one in result.outcomes):
        return True
    return any(run.id == floor.id and run.attempts > floor.attempts for run in result.state.open_runs)


def _values(definition: Definition, before: State, result: TurnResult) -> Iterator[Key]:
    flows = _flows(before, result)
    changed = ((name, "withdrawn" if new is None else "corrected") for name, (_old, new) in result.changed.items())
    wrong = ((fault.field, "invalid") for fault in result.invalid if fault.code != "unquoted")
    for name, what in (*((name, "collected") for name in result.collected), *changed, *wrong):
        yield _flow_of(definition, flows, name), name, what


def _flows(before: State, result: TurnResult) -> tuple[str, ...]:
    """The flows of the turn: that of the floor first, to which most of a message is a reply."""
    flows = (
        run.flow for runs in (before.open_runs, result.started, result.ended, result.state.open_runs) for run in runs
    )
    return tuple(dict.fromkeys(flows))


def _flow_of(definition: Definition, flows: tuple[str, ...], field: str) -> str:
    """The first of the flows that uses the field; empty for one that was kept for a flow to come (T3)."""
    return next((flow for flow in flows if field in definition.flows[flow].fields), "")


def _avoided(definition: Definition, _before: State, result: TurnResult) -> Iterator[Key]:
    """The questions that were not asked, each once: for a fact is known (F22), or it was said before (T21)."""
    done: set[str] = set()
    for one in result.outcomes:
        if one.code != "already-known":
            continue
        for name in _collects(definition, one):
            if name not in done and name in result.data:
                done.add(name)
                yield one.flow, name, "avoided:fact" if name in result.questions_avoided else "avoided:known"


def _collects(definition: Definition, outcome: Outcome) -> tuple[str, ...]:
    flow = definition.flows[outcome.flow]
    place: Mapping[str, int] = flow.position
    return flow.steps[place[outcome.step]].collect if outcome.step in place else ()
