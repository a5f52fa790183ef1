"""What is put to the understanding on a message: flows, fields, conditions and facts (T1 to T4, T13, T36)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TypeVar

from agents.definition import Branch, Definition, Field, Flow, Step
from agents.predicate import Predicate, holds, paths
from conversations.engine.confirm import questions
from conversations.engine.effects import OfferedCondition, OfferedField, OfferedFlow, Said, Understand
from conversations.engine.take import is_fixed, limit
from conversations.engine.work import REQUIRED, Work
from facts.values import Json

Given = TypeVar("Given")
Made = TypeVar("Made")

KEPT = 64
"""How many different offers are kept ready for a definition."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What may be understood from this turn's message."""

    flows: tuple[str, ...]
    fields: tuple[str, ...]
    conditions: tuple[OfferedCondition, ...]
    pool: "Pool"

    def is_needed(self, work: Work) -> bool:
        """Whether there is anything to understand (T2)."""
        facts = bool(work.input.catalogue or work.input.open_scopes)
        return bool(self.flows or self.fields or self.conditions or facts)


def offer_of(work: Work) -> Offer:
    """What may be understood now."""
    startable_now = startable(work)
    pool = per_version(work, _pool)(_offering(work, startable_now))
    fields = extractable(work, pool)
    return Offer((*startable_now, *(run.flow for run in work.paused)), fields, conditions(work, fields), pool)


def startable(work: Work) -> tuple[str, ...]:
    """The flows that a message may start, in the agent's order (T13, T32)."""
    flows = per_version(work, _to_start)(frozenset(_taken(work)))
    if not flows.conditional:
        return flows.names
    scope = work.scope()
    closed = {name for name, condition in flows.conditional if not holds(condition, scope)}
    return tuple(name for name in flows.names if name not in closed)


def may_start(work: Work, flow: Flow) -> bool:
    """Whether the flow has no open run, is not completed (or may be again), and its `if` holds."""
    return flow.id not in _taken(work) and work.true(flow.condition)


def _taken(work: Work) -> set[str]:
    """The flows that have an open run, or are completed and may not be again; never iterated."""
    flows = work.definition.flows
    done = (name for name in work.completed if name in flows and not flows[name].reentrant)
    return {*(run.flow for run in work.open_runs()), *done}


@dataclass(frozen=True, slots=True)
class ToStart:
    """The flows that a message may start as far as their `if` lets them, and those that have one."""

    names: tuple[str, ...]
    conditional: tuple[tuple[str, Predicate], ...]


def _to_start(definition: Definition, taken: frozenset[str]) -> ToStart:
    flows = [flow for flow in definition.flows.values() if flow.message_triggers and flow.id not in taken]
    conditional = ((flow.id, flow.condition) for flow in flows if flow.condition is not None)
    return ToStart(tuple(flow.id for flow in flows), tuple(conditional))


@dataclass(frozen=True, slots=True)
class Pool:
    """The fields that some flows offer together, as far as the definition alone says it, first seen first.

    `flows` are those that use each field. `plain` is how the model sees each while it is neither known nor asked.
    `asked` are those that are taken only when they are asked (T4), `moving` those whose bounds depend on the moment or
    on another field (T50).
    """

    fields: tuple[str, ...]
    flows: Mapping[str, tuple[str, ...]]
    plain: Mapping[str, OfferedField]
    asked: tuple[str, ...]
    moving: tuple[str, ...]


def _pool(definition: Definition, flows: tuple[str, ...]) -> Pool:
    users: dict[str, list[str]] = {}
    for flow in flows:
        for name in definition.flows[flow].fields:
            users.setdefault(name, []).append(flow)
    used_by = {name: tuple(names) for name, names in users.items()}
    specs = [definition.fields[name] for name in used_by]
    return Pool(
        fields=tuple(used_by),
        flows=used_by,
        plain={spec.id: _plain_field(spec, used_by[spec.id]) for spec in specs},
        asked=tuple(spec.id for spec in specs if spec.extract != "anytime"),
        moving=tuple(spec.id for spec in specs if not (is_fixed(spec.minimum) and is_fixed(spec.maximum))),
    )


def extractable(work: Work, pool: Pool) -> tuple[str, ...]:
    """The fields whose values are taken from this message (T3, T4), first seen first."""
    withheld = {name for name in pool.asked if not _may_be_taken(work, work.field(name))}
    return tuple(name for name in pool.fields if name not in withheld) if withheld else pool.fields


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
    if branch.condition is None or work.true(branch.condition):
        return True
    return any(path.removeprefix("data.").split(".")[0] in fields for path in paths(branch.condition))


def understand(work: Work, offer: Offer) -> Understand:
    """The effect that puts the offer to the model."""
    definition, turn = work.definition, work.input
    return Understand(
        messages=tuple(Said(message.id, "user", message.text, message.at) for message in turn.messages),
        language=definition.language,
        timezone=turn.user.timezone or definition.timezone,
        flows=offered_flows(work, offer.flows),
        fields=offered_fields(work, offer),
        conditions=offer.conditions,
        facts=turn.catalogue,
        open_scopes=turn.open_scopes,
        fact_questions=questions(work),
        asking=work.floor.asking if work.floor else (),
        history=turn.history,
        agent=definition.name,
    )


def offered_flows(work: Work, names: tuple[str, ...]) -> tuple[OfferedFlow, ...]:
    """Flows as the model sees them, the paused ones marked so (T13)."""
    plain = per_version(work, _plain_flows)(names)
    paused = {run.flow for run in work.paused}
    return tuple(replace(flow, paused=True) if flow.id in paused else flow for flow in plain) if paused else plain


def _plain_flows(definition: Definition, names: tuple[str, ...]) -> tuple[OfferedFlow, ...]:
    return tuple(_plain_flow(definition.flows[name]) for name in names)


def _plain_flow(flow: Flow) -> OfferedFlow:
    return OfferedFlow(
        id=flow.id,
        name=flow.name,
        description=flow.description,
        triggers=tuple(text for trigger in flow.message_triggers for text in trigger.messages),
        vetoes=tuple(text for trigger in flow.message_triggers for text in trigger.vetoes),
    )


def offered_fields(work: Work, offer: Offer) -> tuple[OfferedField, ...]:
    """The fields of the offer as the model sees them; only those that are not plain are looked at one by one."""
    pool = offer.pool
    offered = dict(pool.plain)
    for name in dict.fromkeys((*pool.moving, *work.data, *(work.floor.asking if work.floor else ()))):
        if name in offered:
            offered[name] = offered_field(work, work.field(name), pool.flows[name])
    return tuple(offered.values() if offer.fields is pool.fields else map(offered.__getitem__, offer.fields))


def offered_field(work: Work, spec: Field, flows: tuple[str, ...] = ()) -> OfferedField:
    """A field as the model sees it, its bounds as they stand now, with the flows for which it is offered."""
    bounds = limit(work, spec, spec.minimum), limit(work, spec, spec.maximum)
    asked = work.floor is not None and spec.id in work.floor.asking
    return _field(spec, flows, bounds, known=_known(work, spec), asked=asked)


def _known(work: Work, spec: Field) -> Json:
    """The field's value for the model; of a sensitive fact only while a flow is under way that has the field (F19)."""
    known, fact = work.data.get(spec.id), work.facts.get(spec.fact)
    if known is None:
        return None
    is_needed = any(spec.id in work.definition.flows[run.flow].fields for run in work.open_runs())
    return known.value if is_needed or fact is None or not fact.sensitive else None


def _plain_field(spec: Field, flows: tuple[str, ...]) -> OfferedField:
    """The field while it is neither known nor asked; a bound that moves is left out."""
    minimum, maximum = (bound if is_fixed(bound) else None for bound in (spec.minimum, spec.maximum))
    return _field(spec, flows, (minimum, maximum))


def _field(
    spec: Field, flows: tuple[str, ...], bounds: tuple[Json, Json], *, known: Json = None, asked: bool = False
) -> OfferedField:
    return OfferedField(
        id=spec.id,
        type=spec.value.name,
        description=spec.description,
        enum=spec.value.enum,
        synonyms=spec.value.synonyms,
        schema=spec.value.schema,
        minimum=bounds[0],
        maximum=bounds[1],
        prefer=spec.value.prefer,
        known=known,
        asked=asked,
        flows=flows,
    )


def per_version(work: Work, make: Callable[[Definition, Given], Made]) -> Callable[[Given], Made]:
    """`make` for this turn's definition. What depends on that alone is made once, and kept while it is used."""
    held = work.definition.memo
    if make not in held:
        held[make] = lru_cache(maxsize=KEPT)(partial(make, work.definition))
    made: Callable[[Given], Made] = held[make]
    return made
