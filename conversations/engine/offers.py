"""What is put to the understanding on a message: flows, fields, conditions and facts (T1 to T4, T13, T36)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.definition import Branch, Field, Flow, Step
from agents.predicate import paths
from conversations.engine.effects import OfferedCondition, OfferedField, OfferedFlow, Said, Understand
from conversations.engine.take import is_fixed, limit
from conversations.engine.work import REQUIRED, Work
from facts.values import Json


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be understood from this turn's message."""

    flows: tuple[str, ...]
    fields: tuple[str, ...]
    conditions: tuple[OfferedCondition, ...]

    def is_needed(self, work: Work) -> bool:
        """Whether there is anything to understand (T2)."""
        facts = bool(work.input.catalogue or work.input.open_scopes)
        return bool(self.flows or self.fields or self.conditions or facts)


def offer_of(work: Work) -> Offer:
    """What may be understood now."""
    startable_now = startable(work)
    fields = extractable(work, startable_now)
    return Offer((*startable_now, *(run.flow for run in work.paused)), fields, conditions(work, fields))


def startable(work: Work) -> tuple[str, ...]:
    """The flows that a message may start, in the agent's order (T13, T32)."""
    return tuple(flow.id for flow in work.definition.flows.values() if flow.message_triggers and may_start(work, flow))


def may_start(work: Work, flow: Flow) -> bool:
    """Whether the flow has no open run, is not completed (or may be again), and its `if` holds."""
    if any(run.flow == flow.id for run in work.open_runs()):
        return False
    return (flow.reentrant or flow.id not in work.completed) and work.true(flow.condition)


def extractable(work: Work, startable_now: Sequence[str]) -> tuple[str, ...]:
    """The fields whose values are taken from this message (T3, T4), first seen first."""
    flows = _offering(work, startable_now)
    seen = dict.fromkeys(name for flow in flows for name in work.definition.flows[flow].fields)
    return tuple(name for name in seen if _may_be_taken(work, work.field(name)))


def _offering(work: Work, startable_now: Sequence[str]) -> tuple[str, ...]:
    """The flows whose fields are offered: the floor's, the paused and queued ones, those that may start."""
    open_flows = [run.flow for run in (*((work.floor,) if work.floor else ()), *reversed(work.paused))]
    return tuple(dict.fromkeys((*open_flows, *(queued.flow for queued in work.queued), *startable_now)))


def _may_be_taken(work: Work, spec: Field) -> bool:
    """A field with `extract: asked` is taken when it is asked, and corrected within the run that knows it (T4)."""
    if spec.extract == "anytime":
        return True
    if work.floor is None:
        return False
    return spec.id in work.floor.asking or (work.is_known(spec.id) and spec.id in work.flow().fields)


def judged_steps(work: Work) -> tuple[Step, ...]:
    """The steps whose branches are judged on this message: those that ask, or the one that stays (T23, T34, T35)."""
    if work.floor is None:
        return ()
    names = (work.floor.spoke,) if work.floor.staying else work.floor.stands
    flow = work.flow()
    return tuple(flow.steps[flow.position[name]] for name in names if name != REQUIRED)


def conditions(work: Work, fields: Sequence[str]) -> tuple[OfferedCondition, ...]:
    """The branches that the model has to judge, named `<step>.<index>` (T36)."""
    return tuple(
        OfferedCondition(f"{step.id}.{index}", branch.when, branch.vetoes)
        for step in judged_steps(work)
        for index, branch in enumerate(step.branches)
        if branch.is_judged and _may_hold(work, branch, fields)
    )


def _may_hold(work: Work, branch: Branch, fields: Sequence[str]) -> bool:
    """A `when` is left out only if its `if` is false on the old data and reads nothing that this message may change."""
    if work.true(branch.condition) or branch.condition is None:
        return True
    return any(path.removeprefix("data.").split(".")[0] in fields for path in paths(branch.condition))


def understand(work: Work, offer: Offer) -> Understand:
    """The effect that puts the offer to the model."""
    definition, turn = work.definition, work.input
    offering = _offering(work, offer.flows)
    return Understand(
        messages=tuple(Said(message.id, "user", message.text, message.at) for message in turn.messages),
        language=definition.language,
        timezone=turn.user.timezone or definition.timezone,
        flows=tuple(offered_flow(work, definition.flows[name]) for name in offer.flows),
        fields=tuple(offered_field(work, work.field(name), _holding(work, name, offering)) for name in offer.fields),
        conditions=offer.conditions,
        facts=turn.catalogue,
        open_scopes=turn.open_scopes,
        fact_questions=turn.fact_questions,
        asking=work.floor.asking if work.floor else (),
        history=turn.history,
        agent=definition.name,
    )


def _holding(work: Work, name: str, flows: Sequence[str]) -> tuple[str, ...]:
    return tuple(flow for flow in flows if name in work.definition.flows[flow].fields)


def offered_flow(work: Work, flow: Flow) -> OfferedFlow:
    """A flow as the model sees it."""
    plain: OfferedFlow = memo(work, ("flow", flow.id), lambda: _plain_flow(flow))
    return replace(plain, paused=True) if any(run.flow == flow.id for run in work.paused) else plain


def _plain_flow(flow: Flow) -> OfferedFlow:
    return OfferedFlow(
        id=flow.id,
        name=flow.name,
        description=flow.description,
        triggers=tuple(text for trigger in flow.message_triggers for text in trigger.messages),
        vetoes=tuple(text for trigger in flow.message_triggers for text in trigger.vetoes),
    )


def offered_field(work: Work, spec: Field, flows: tuple[str, ...] = ()) -> OfferedField:
    """A field as the model sees it, its bounds as they stand now, with the flows for which it is offered."""
    known = work.data.get(spec.id)
    asked = work.floor is not None and spec.id in work.floor.asking
    if known is None and not asked and is_fixed(spec.minimum) and is_fixed(spec.maximum):
        plain: OfferedField = memo(
            work, ("field", spec.id, flows), lambda: _field(work, spec, None, asked=False, flows=flows)
        )
        return plain
    return _field(work, spec, None if known is None else known.value, asked=asked, flows=flows)


def _field(work: Work, spec: Field, known: Json, *, asked: bool, flows: tuple[str, ...]) -> OfferedField:
    return OfferedField(
        id=spec.id,
        type=spec.value.name,
        description=spec.description,
        enum=spec.value.enum,
        synonyms=spec.value.synonyms,
        schema=spec.value.schema,
        minimum=limit(work, spec, spec.minimum),
        maximum=limit(work, spec, spec.maximum),
        prefer=spec.value.prefer,
        known=known,
        asked=asked,
        flows=flows,
    )


def memo(work: Work, key: object, make: Callable[[], Any]) -> Any:
    """What depends on the definition alone, made once a version."""
    held = work.definition.memo
    if key not in held:
        held[key] = make()
    return held[key]
