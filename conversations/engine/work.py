"""The working copy of one turn: what is changed while the turn is walked, and what its report will say.

The only mutable value of the engine. It begins from a `TurnInput` and ends as a `TurnResult`; nothing of it survives.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from agents.definition import Definition, Field, Flow, Step
from agents.predicate import Predicate, holds
from agents.template import Quote, Template, render
from conversations.engine.effects import Call, Section
from conversations.engine.prompt_text import quoting
from conversations.engine.reading import Signal
from conversations.engine.report import (
    AgentMessage,
    FactAnswerGiven,
    InvalidValue,
    Outcome,
    QuickReply,
    RunMoved,
    Status,
    TimerRequest,
    TurnError,
)
from conversations.engine.state import Known, Queued, Run, State, changed
from conversations.engine.turn_input import Fact, TurnInput
from facts.policy import Candidate
from facts.values import Json

REQUIRED = "_required"
"""Where a run stands that asks for what is missing after its last step (T31)."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A talk step in the batch that has not spoken yet (T23)."""

    key: str
    run: str
    step: str
    section: Section
    instructions: tuple[str, ...] = ()
    quick_replies: tuple[QuickReply, ...] = ()
    finalize: tuple[str, ...] = ()
    """Actions that run once it has spoken (T27)."""
    texts: tuple[Template, ...] = ()
    """The author's texts that are said as they stand when no model speaks (T45)."""


@dataclass(slots=True)
class Work:
    """One turn at work. The lists at the end become the report, in the order in which things happened."""

    definition: Definition
    input: TurnInput
    data: dict[str, Known]
    floor: Run | None
    paused: list[Run]
    queued: list[Queued]
    parked: list[Run]
    completed: list[str]
    runs: int
    muted: bool
    handed_off: bool
    silence: str
    since: str
    broken: list[str]
    seen: dict[str, Json]
    facts: dict[str, Fact]
    moment: datetime
    """When the turn's last message was sent, else the turn's own time, in the person's zone (T10)."""

    batch: list[Pending | AgentMessage] = field(default_factory=list)
    """What is about to be said, in order: talk steps, and verbatim texts between them."""
    replying: tuple[str, ...] = ()
    """Asking steps that this turn's message answers: walking over one again is no new visit (T29)."""
    standing: list[str] = field(default_factory=list)
    """Asking steps of the batch that the floor's run is putting together."""
    entries: int = 0
    looped: bool = False
    filled: dict[str, None] = field(default_factory=dict)
    """Fields that this turn's message filled, in order (T21)."""
    restated: dict[str, None] = field(default_factory=dict)
    """Fields for which this turn's message gave the value that was known already."""
    incoming: frozenset[str] = frozenset()
    """Fields that this turn's reading gives a value for; never iterated."""
    given: int = 0
    """How many values the reading gave, and how many of them were void (T12)."""
    void: int = 0
    signal: Signal | None = None
    """The control signal that the message carries (T11)."""
    wants_help: bool = False
    """Whether the message is the word for help: what is wanted is explained (T9, T11)."""
    asks_what_is_known: bool = False
    """Whether the message only asks what is known about the person, which the profile page answers (F18)."""
    obsolete_tap: bool = False
    """Whether a reply was tapped that is no longer needed (T54)."""
    denied: dict[str, None] = field(default_factory=dict)
    """Fields whose old value, from a fact past its freshness, the message says no longer holds (F17)."""
    unclear: tuple[str, ...] = ()
    """Flows between which the message leaves open which one is meant (T16)."""
    unclear_facts: tuple[str, ...] = ()
    """Keys of the questions about facts between which an answer leaves open which one is meant (F7, F18)."""
    declined: dict[str, None] = field(default_factory=dict)
    """Fields that this turn's message declined (T11)."""
    not_skipped: tuple[str, ...] = ()
    """Required fields that the message wanted to skip (T11)."""
    returned: str = ""
    """The field that the message went back to (T53)."""
    refused: list[InvalidValue] = field(default_factory=list)
    """The invalid values that the person's own message held (T6)."""
    misput: list[InvalidValue] = field(default_factory=list)
    """The invalid values of `set`, `input` and given data, which are no words of the person (T6)."""
    acknowledged: bool = False
    """Whether a `Speak` of this turn told what changed and what was invalid."""
    chained: int = 0
    spoke: dict[str, None] = field(default_factory=dict)
    """Runs that spoke in this turn (T33)."""
    moved: RunMoved | None = None
    """The run that ended last."""
    action_failed: bool = False
    prepare_failed: bool = False
    parked_moved: bool = False
    ends_silently: bool = False
    """Whether the run that is moving ends without a completion: a `wait` branch leads it to its end (T33)."""
    meant_silence: bool = False
    """Whether the author meant the message to go unanswered (T33)."""
    waits: bool = False
    """Whether the run that moved last was parked (T19)."""
    degraded: bool = False

    messages: list[AgentMessage] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    started: list[RunMoved] = field(default_factory=list)
    ended: list[RunMoved] = field(default_factory=list)
    succeeded: dict[str, None] = field(default_factory=dict)
    """Flows of which a run ended complete in this turn."""
    changed: dict[str, tuple[Json, Json]] = field(default_factory=dict)
    invalid: list[InvalidValue] = field(default_factory=list)
    errors: list[TurnError] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    candidates: list[Candidate] = field(default_factory=list)
    fact_answers: list[FactAnswerGiven] = field(default_factory=list)
    retracted: dict[str, None] = field(default_factory=dict)
    """Keys of facts that the person took back (T49)."""
    questions_avoided: dict[str, None] = field(default_factory=dict)
    missing_paths: dict[str, None] = field(default_factory=dict)
    instructions: dict[str, None] = field(default_factory=dict)
    timers: list[TimerRequest] = field(default_factory=list)
    cancelled_timers: list[str] = field(default_factory=list)

    # What is known

    def values(self) -> dict[str, Json]:
        """The value of every known field."""
        return {name: known.value for name, known in self.data.items()}

    def is_known(self, name: str) -> bool:
        """Whether the field has a value."""
        return name in self.data

    def missing(self, names: Sequence[str]) -> tuple[str, ...]:
        """Those of the fields that have no value, in the same order."""
        return tuple(name for name in names if name not in self.data)

    def forget(self, names: Sequence[str]) -> None:
        """Take values away; facts do not fill them again in the run on the floor (F15)."""
        for name in names:
            self.data.pop(name, None)
        if self.floor is not None:
            self.floor = replace(self.floor, removed=tuple(dict.fromkeys((*self.floor.removed, *names))))

    def renew(self, names: Sequence[str]) -> None:
        """Forget values that hold no longer, save those that this turn's message gives: they are filled (T8, T32)."""
        self.filled.update((name, None) for name in names if name in self.restated)
        self.forget([name for name in names if name not in self.filled])

    def field(self, name: str) -> Field:
        """The field by its id."""
        return self.definition.fields[name]

    def label(self, name: str) -> str:
        """What a field is called in a sentence."""
        return self.field(name).description or name

    # Conditions and texts

    def scope(self) -> dict[str, Any]:
        """What conditions and templates can name."""
        run = self.floor
        return {
            "data": self.values(),
            "facts": {key: fact.value for key, fact in self.facts.items() if not fact.stale},
            "context": self.input.context,
            "run": run.saved if run else {},
            "event": run.event if run else {},
            "user": self._user(),
            "flows": self._flow_states(),
        }

    def _user(self) -> dict[str, Json]:
        user = self.input.user
        return {
            "language": user.language or self.definition.language,
            "timezone": user.timezone or self.definition.timezone,
            "is_authenticated": user.is_authenticated,
        }

    def _flow_states(self) -> dict[str, str]:
        states = dict.fromkeys(self.completed, "completed")
        states.update((run.flow, "open") for run in self.open_runs() if not run.staying)
        return states

    def true(self, condition: Predicate | None, default: bool = True) -> bool:
        """Whether the condition holds; `default` where there is none."""
        return default if condition is None else holds(condition, self.scope())

    def text(self, template: Template | None, quote: Quote | None = None) -> str:
        """The rendered template, empty where there is none; what it named and was missing is reported."""
        if template is None or template.is_constant:
            return template.source if template else ""
        rendered = render(template, self.scope(), self.definition.language, quote=quote)
        self.note_missing(rendered.missing)
        return rendered.text

    def prompt(self, template: Template | None) -> str:
        """The rendered prompt: what may hold a person's words stands in it as quoted data (T24)."""
        return self.text(template, quoting(self.definition.fields))

    def note_missing(self, paths: Sequence[str]) -> None:
        """Report paths that a template named and that have no value."""
        self.missing_paths.update(dict.fromkeys(paths))

    def phrase(self, name: str, **values: str) -> str:
        """A built-in sentence in the agent's language."""
        return self.definition.phrases[name] % values

    # Runs

    def open_runs(self) -> tuple[Run, ...]:
        """Every run that has not ended."""
        return (*((self.floor,) if self.floor else ()), *self.paused, *self.parked)

    def run(self) -> Run:
        """The run on the floor; only called while there is one."""
        assert self.floor is not None
        return self.floor

    def flow(self) -> Flow:
        """The flow of the run on the floor."""
        return self.definition.flows[self.run().flow]

    def step(self) -> Step:
        """The step at which the run on the floor stands."""
        flow = self.flow()
        return flow.steps[flow.position[self.run().step]]

    def update(self, **values: Any) -> None:
        """Change the run on the floor."""
        self.floor = changed(self.run(), values)

    def visit(self, place: str) -> int:
        """Count a visit of the run on the floor to a step, or to a place such as `_completion`; its number, from 1."""
        number = self.run().visits.get(place, 0) + 1
        self.update(visits={**self.run().visits, place: number})
        return number

    def arrive(self, step: str) -> None:
        """Let the run on the floor stand at a step that it enters, and count the visit."""
        visits = self.run().visits
        self.update(step=step, visits={**visits, step: visits.get(step, 0) + 1})

    def key(self, place: str, number: int) -> str:
        """The key of what the run on the floor says at a place (T29)."""
        run = self.run()
        return f"{run.flow}#{run.trigger}:{place}:{number}"

    def report(self, step: str, kind: str, status: Status, code: str = "", goes: str = "") -> None:
        """Add the outcome of a step of the run on the floor."""
        run = self.run()
        visit = run.visits.get(step, 0)
        self.outcomes.append(Outcome(run.id, run.flow, step, visit, kind, status, code, goes))

    def say(self, *, key: str, step: str, text: str, flow: str = "") -> None:
        """Add a verbatim text to what is about to be said; an empty one is left out."""
        if text.strip():
            self.batch.append(AgentMessage(key=key, flow=flow, step=step, text=text))

    def acknowledge(self, text: str) -> None:
        """Say a short sentence about the message itself; several of them are one message (T29)."""
        key = f"_ack#{self.input.id}"
        for index, said in enumerate(self.batch):
            if isinstance(said, AgentMessage) and said.key == key:
                lines = dict.fromkeys((*said.text.split("\n"), text))
                self.batch[index] = replace(said, text="\n".join(lines))
                return
        self.say(key=key, step="_ack", text=text)

    def say_in_run(self, place: str, text: str) -> None:
        """Send a verbatim text of the run on the floor outside any step."""
        if text.strip():
            run = self.run()
            self.say(key=self.key(place, self.visit(place)), step=place, text=text, flow=run.flow)
            self.spoke[run.id] = None


def begin(definition: Definition, turn_input: TurnInput) -> Work:
    """The working copy at the start of a turn."""
    state = turn_input.state
    return Work(
        definition=definition,
        input=turn_input,
        data=dict(state.data),
        floor=state.floor,
        paused=list(state.paused),
        queued=list(state.queued),
        parked=list(state.parked),
        completed=list(state.completed),
        runs=state.runs,
        muted=state.muted,
        handed_off=state.handed_off,
        silence=state.silence,
        since=state.since,
        broken=list(state.broken),
        seen=dict(state.seen),
        facts={fact.key: fact for fact in turn_input.facts},
        moment=moment_of(definition, turn_input),
    )


def moment_of(definition: Definition, turn_input: TurnInput) -> datetime:
    """The time against which what is said is read, in the person's zone, else the agent's (T10)."""
    at = turn_input.messages[-1].at if turn_input.messages else turn_input.now
    return datetime.fromisoformat(at).astimezone(ZoneInfo(turn_input.user.timezone or definition.timezone))


def state_of(work: Work) -> State:
    """The state that the turn leaves behind. Fields stand in the definition's order, whatever order filled them."""
    known = {name: work.data[name] for name in work.definition.in_order(work.data)}
    return replace(
        work.input.state,
        data=known,
        floor=still_asking(work, work.floor) if work.floor else None,
        paused=tuple(work.paused),
        queued=tuple(work.queued),
        parked=tuple(work.parked),
        completed=tuple(work.completed),
        runs=work.runs,
        muted=work.muted,
        handed_off=work.handed_off,
        silence=work.silence,
        since=work.since,
        broken=tuple(work.broken),
        seen={name: work.seen[name] for name in work.definition.in_order(work.seen)},
    )


def still_asking(work: Work, run: Run) -> Run:
    """The run with its question cut to what is still unknown: it may have got the floor back without speaking (T21)."""
    asking = work.missing(run.asking)
    return run if asking == run.asking else replace(run, asking=asking)
