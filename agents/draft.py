"""The draft as a document and back: what the admin edits as rows is exactly what the agent file says."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import models, transaction

from agents import parts
from agents.columns import canonical
from agents.layout import Columns, Part
from agents.models import Agent, Flow, Step

_ORDER = (
    "agent name language timezone visitors quiet retention people persona instructions fallback onboarding fields flows"
)
_FLOW_ORDER = (
    "name description on if required optional complete_when on_end completion completion_say reentrant batch "
    "max_attempts on_stuck max_steps instructions steps"
)
_STEP_ORDER = (
    "id name collect say do if wait requires skip_if need prompt otherwise input save on_fail prepare finalize "
    "instructions branches then else"
)


def document_of(agent: Agent) -> dict[str, Any]:
    """The agent's draft as the canonical agent document: keys in one order, defaults left out."""
    agent = _with_rows(agent)
    part = {
        **parts.agent_part(agent),
        "instructions": [parts.instruction_part(row) for row in agent.instructions.all()],
        "fields": {field.slug: parts.field_part(field) for field in agent.fields.all()},
        "flows": {flow.slug: _flow(flow) for flow in agent.flows.all()},
    }
    return _ordered(part, _ORDER)


def _with_rows(agent: Agent) -> Agent:
    """The agent as it is in the database, with all its rows, in nine queries."""
    return Agent.objects.prefetch_related(
        "instructions",
        "fields",
        "flows__triggers",
        "flows__instructions",
        "flows__steps__branches",
        "flows__steps__instructions",
    ).get(pk=agent.pk)


def _flow(flow: Flow) -> dict[str, Any]:
    part = {
        **parts.flow_part(flow),
        "on": [parts.trigger_part(trigger) for trigger in flow.triggers.all()],
        "instructions": [parts.instruction_part(row) for row in flow.instructions.all()],
        "steps": [_step(step) for step in flow.steps.all()],
    }
    return _ordered(part, _FLOW_ORDER)


def _step(step: Step) -> dict[str, Any]:
    part = parts.step_part(step)
    if step.kind in (Step.Kind.TALK, Step.Kind.WAIT):
        part["branches"] = [parts.branch_part(branch) for branch in step.branches.all()]
    if step.kind == Step.Kind.TALK:
        part["instructions"] = [parts.instruction_part(row) for row in step.instructions.all()]
    return _ordered(part, _STEP_ORDER)


def _ordered(part: Part, order: str) -> dict[str, Any]:
    """The part with its keys in `order`, without empty lists and mappings; a flow shows that it has no step."""
    names = (name for name in order.split() if name in part)
    return {name: part[name] for name in names if part[name] not in ([], {}) or name == "steps"}


# From the document to rows


@transaction.atomic
def apply(agent: Agent, document: Part) -> bool:
    """Make the draft say what a checked document says; whether that changed anything, which raises the revision.

    Rows are matched by id, those that have none by their place; a row that stays keeps its primary key. The agent's
    own id stays as it is.
    """
    agent = Agent.objects.select_for_update().get(pk=agent.pk)
    settings = parts.agent_columns(document) | {"slug": agent.slug}
    changed = _update(agent, settings)
    changed |= _sync(agent.fields, _named(document.get("fields"), parts.field_columns), by="slug")
    changed |= _sync(agent.instructions, _listed(document, "instructions", parts.instruction_columns))
    changed |= _sync(agent.flows, _named(document.get("flows"), parts.flow_columns), by="slug")
    for flow in agent.flows.all():
        changed |= _apply_flow(flow, document["flows"][flow.slug])
    if changed:
        agent.raise_revision()
    return changed


def _apply_flow(flow: Flow, part: Part) -> bool:
    changed = _sync(flow.triggers, _listed(part, "on", parts.trigger_columns))
    changed |= _sync(flow.instructions, _listed(part, "instructions", parts.instruction_columns))
    changed |= _sync(flow.steps, _listed(part, "steps", parts.step_columns), by="slug")
    for step, step_part in zip(flow.steps.all(), part.get("steps") or (), strict=True):
        changed |= _sync(step.branches, _listed(step_part, "branches", parts.branch_columns))
        changed |= _sync(step.instructions, _listed(step_part, "instructions", parts.instruction_columns))
    return changed


def _named(items: Part | None, columns_of: Callable[[str, Part], Columns]) -> list[Columns]:
    return _placed(columns_of(slug, part or {}) for slug, part in (items or {}).items())


def _listed(part: Part, name: str, columns_of: Callable[[Part], Columns]) -> list[Columns]:
    return _placed(map(columns_of, part.get(name) or ()))


def _placed(wanted: Iterable[Columns]) -> list[Columns]:
    return [{"position": position} | columns for position, columns in enumerate(wanted)]


def _sync(siblings: Any, wanted: list[Columns], by: str = "") -> bool:
    """Make the rows of a related manager those wanted, matched by the column `by` or by place; whether any changed."""
    rows = list(siblings.all())
    held = {getattr(row, by): row for row in rows} if by else dict(enumerate(rows))
    keys = [columns[by] for columns in wanted] if by else list(range(len(wanted)))
    gone = [held[key].pk for key in held.keys() - set(keys)]
    if gone:
        siblings.filter(pk__in=gone).delete()
    changed = [_update(held[key], columns) for key, columns in zip(keys, wanted, strict=True) if key in held]
    new = [columns for key, columns in zip(keys, wanted, strict=True) if key not in held]
    # bulk_create passes by Row.save: the caller raises the revision once for all rows
    siblings.bulk_create([siblings.model(**{siblings.field.name: siblings.instance}, **columns) for columns in new])
    return bool(gone or new) or any(changed)


def _update(row: models.Model, columns: Columns) -> bool:
    """Write the columns that differ; whether any did."""
    differing = {name: value for name, value in columns.items() if not _same(getattr(row, name), value)}
    if differing:
        type(row)._base_manager.filter(pk=row.pk).update(**differing)
    return bool(differing)


def _same(held: Any, value: Any) -> bool:
    """Whether two values are one in the document, where 1 is not true and the order of keys counts."""
    return held == value and canonical(held) == canonical(value)
