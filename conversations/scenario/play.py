"""Plays a scenario through the code that serves users: runner, store and facts. The database has to be a throw-away."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from asgiref.sync import async_to_sync

from conversations import actions, lease, runner
from conversations.acting import RegisteredActions
from conversations.llm import configured
from conversations.llm.protocol import Model
from conversations.models import Conversation, Event, Message, Timer, Turn
from conversations.ports import Actor, Crash, Ports
from conversations.scenario import fact_verbs, observe
from conversations.scenario.format import Scenario
from conversations.scenario.format import Turn as Entry
from conversations.scenario.match import differences
from conversations.scenario.script import NOT_ASKED, CrashAt, Recorder, ScriptedActions, model_of, standing_in
from conversations.scenario.world import NotPlayable, World, build
from facts.actions import NotFound, Overtaken
from facts.catalogue import CatalogueError
from facts.values import Invalid

TIMERS_AT_MOST = 1000
"""Timers that one `advance` may set off: a silence flow that sets itself again would never end."""


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario that was played. It passed if there are no `differences`, each a line with its place in the file."""

    scenario: Scenario
    differences: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything came out as expected."""
        return not self.differences


def play(scenario: Scenario, model: Model | None = None, others: Actor | None = None) -> Played:
    """Play every turn. With a `model` it reads the messages, and the script's readings are expected of it.

    Actions that the scenario does not name go to `others`; without it they really run.
    """
    try:
        stage = _Stage(scenario, build(scenario), model, others or RegisteredActions())
    except (NotPlayable, CatalogueError) as error:
        return Played(scenario, tuple(error.problems))
    except actions.Refused as refused:
        return Played(scenario, (f"the conversation does not start: {refused.message}",))
    return Played(scenario, tuple(stage.play()))


async def _run_and_close(conversation: UUID, ports: Ports) -> None:
    """Run what waits in an event loop of its own, and leave it no open connection to the model."""
    try:
        await runner.run(conversation, ports)
    finally:
        await configured.close()


@dataclass(slots=True)
class _Stage:
    """A scenario while it is played."""

    scenario: Scenario
    world: World
    model: Model | None
    others: Actor
    recorder: Recorder = field(default_factory=Recorder)
    actor: ScriptedActions = field(init=False)

    def __post_init__(self) -> None:
        self.actor = ScriptedActions(self.scenario.actions, self.others)

    def play(self) -> Iterator[str]:
        for number, entry in enumerate(self.scenario.turns, 1):
            try:
                found = list(self._entry(entry))
            except (NotPlayable, NotFound, Overtaken, Invalid, actions.Refused) as stopped:
                yield f"{_place(number, entry)}: {_reason(stopped)}"
                return
            yield from (f"{_place(number, entry)}: {line}" for line in found)

    def _entry(self, entry: Entry) -> Iterator[str]:
        """Play one entry, and the differences of what came out."""
        match entry.kind:
            case "context":
                actions.change_context(self._conversation(), entry.value)
            case "fact":
                fact_verbs.perform(self.world.person, entry.value, self.world.clock.now)
                yield from differences(entry.expect, self._facts())
            case _:
                yield from self._input(entry)

    def _input(self, entry: Entry) -> Iterator[str]:
        """Hand in the input, run the turns it makes, and compare."""
        before = self._conversation().state_version
        model = model_of(entry.script, self.model)
        crash = CrashAt(entry.crash)
        self.actor.ran.clear()
        self.recorder.result = None
        self._hand_in(entry, self._ports(entry, model, crash))
        turns = list(Turn.objects.filter(conversation=self.world.conversation, number__gt=before).order_by("number"))
        yield from self._unplayed(turns)
        yield from differences(entry.expect, self._observed(turns))
        yield from self._disagreements(model.problems)
        for name in self.actor.unnamed:
            yield f"actions: {name} was called, which the scenario does not name under `actions`; it did not run"
        if crash.is_left:
            yield f"crash: the process was to end {entry.crash}, but that moment never came"

    def _hand_in(self, entry: Entry, ports: Ports) -> None:
        conversation, at = self._conversation(), self.world.clock.now
        match entry.kind:
            case "user":
                actions.receive(conversation, entry.id, entry.value, at=at)
            case "users":
                self._hand_in_many(conversation, entry)
            case "tap":
                actions.receive(conversation, entry.id, field=entry.value["field"], value=entry.value["value"], at=at)
            case "event":
                actions.report_event(conversation, entry.id, name=entry.value, payload=dict(entry.payload), at=at)
            case "staff":
                self._staff(conversation, entry)
            case "advance":
                self._advance(entry.value, ports)
                return
        self._run(ports)

    def _staff(self, conversation: Conversation, entry: Entry) -> None:
        """A person of the staff answers, or gives the conversation back (T11)."""
        at = self.world.clock.now
        if isinstance(entry.value, Mapping):
            actions.staff_say(conversation, entry.value["say"], client_id=f"staff-{entry.line}", at=at)
        else:
            actions.give_back(conversation, at=at)

    def _hand_in_many(self, conversation: Conversation, entry: Entry) -> None:
        """Messages that wait together: the last has the input's id (T29)."""
        last = len(entry.value)
        for number, item in enumerate(entry.value, 1):
            said = item if isinstance(item, Mapping) else {"text": item}
            at = datetime.fromisoformat(said["at"]) if "at" in said else self.world.clock.now
            self.world.clock.now = max(self.world.clock.now, at)
            actions.receive(conversation, entry.id if number == last else f"{entry.id}-{number}", said["text"], at=at)

    def _advance(self, length: str | int, ports: Ports) -> None:
        """Move the clock to each due moment in turn, and then to the end.

        A timer that was due may be put off (T52) or held (T51) instead of firing; while a person is asked for, all
        wait (T11).
        """
        end = _after(self.world.clock.now, length, self._zone())
        for _ in range(TIMERS_AT_MOST):
            due = self._due(end)
            if due is None:
                self.world.clock.now = end
                return
            self.world.clock.now = max(self.world.clock.now, due.due_at)
            self._run(ports)
            if _same(due, self._due(end)):
                raise NotPlayable("advance: a timer that was due did not fire")
        raise NotPlayable(f"advance: more than {TIMERS_AT_MOST} timers fired")

    def _due(self, end: datetime) -> Timer | None:
        """The next timer that is due until then, and free to fire."""
        timers = Timer.objects.filter(conversation=self.world.conversation, done_at=None, held=False, due_at__lte=end)
        return timers.filter(conversation__handed_off=False).order_by("due_at", "pk").first()

    def _run(self, ports: Ports) -> None:
        """Run what waits; if the process dies on the way, another one goes on."""
        run = async_to_sync(_run_and_close)
        try:
            run(self.world.conversation.pk, ports)
        except Crash:
            lease.expire(self.world.conversation.pk)
            run(self.world.conversation.pk, ports)

    def _ports(self, entry: Entry, model: Model, crash: CrashAt) -> Ports:
        fired: list[str] = []

        def input_id(item: Message | Timer | Event) -> str:
            """The scenario's own id; the timers that fire in one `advance`, or after another entry, are counted."""
            if isinstance(item, Message):
                return item.client_id or str(item.seq)
            if isinstance(item, Event):
                return item.ref
            fired.append(item.token)
            if entry.kind != "advance":
                return f"{entry.id or entry.line}-t{len(fired)}"
            return entry.id if len(fired) == 1 else f"{entry.id}-{len(fired)}"

        return Ports(
            model=standing_in(model),
            act=self.actor,
            engine=self.recorder,
            clock=self.world.clock,
            input_id=input_id,
            after_effect=crash,
        )

    def _observed(self, turns: list[Turn]) -> dict[str, Any]:
        """What came out of the last turn, and what is known afterwards."""
        seen = {**self._facts(), "turns": len(turns), "actions": observe.of_actions(self.actor.ran)}
        if turns and self.recorder.result:
            seen |= observe.of_result(self.recorder.result, self.recorder.effects) | observe.of_turn(turns[-1])
        return seen

    def _facts(self) -> dict[str, Any]:
        return fact_verbs.observed(self.world.person, self.world.clock.now)

    def _unplayed(self, turns: list[Turn]) -> Iterator[str]:
        """What went wrong below the rules: a turn that broke, diverged or was left open."""
        if self.recorder.broke:
            yield self.recorder.broke
        for turn in turns:
            if turn.status != Turn.Status.DONE and not self.recorder.broke:
                yield f"the turn is {turn.status}"
        if self._conversation().lease_until is not None:
            yield "the conversation was not released"

    def _disagreements(self, problems: tuple[str, ...]) -> Iterator[str]:
        for problem in problems:
            yield f"{problem}: {self._why_not_asked()}" if problem == NOT_ASKED else problem

    def _why_not_asked(self) -> str:
        if self.recorder.result is None:
            return "there was no turn"
        return "the message was a literal answer" if self.recorder.is_literal else "there was nothing to understand"

    def _conversation(self) -> Conversation:
        return Conversation.objects.select_related("keyring", "version__agent", "person").get(
            pk=self.world.conversation.pk
        )

    def _zone(self) -> ZoneInfo:
        document = self.scenario.agent
        agent_zone = document.get("timezone", "UTC") if isinstance(document, Mapping) else "UTC"
        return ZoneInfo(self.scenario.user.timezone or agent_zone)


def _same(due: Timer, left: Timer | None) -> bool:
    """Whether the timer that was due is as it was."""
    return left is not None and (left.pk, left.token, left.due_at) == (due.pk, due.token, due.due_at)


def _after(start: datetime, length: str | int, zone: ZoneInfo) -> datetime:
    """The moment so much later; `d` is a calendar day in the zone (T52)."""
    amount, unit = (length, "s") if isinstance(length, int) else (int(length[:-1]), length[-1])
    if unit == "d":
        return start.astimezone(zone) + timedelta(days=amount)
    return start + timedelta(seconds=amount * {"s": 1, "m": 60, "h": 3600}[unit])


def _place(number: int, entry: Entry) -> str:
    return f"turn {number} (line {entry.line})"


def _reason(stopped: Exception) -> str:
    return str(getattr(stopped, "message", "") or stopped or type(stopped).__name__)
