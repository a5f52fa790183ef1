"""Copies of parts of a draft: a step, a flow, an agent. Where the original names itself, the copy names the copy.

A copy stands behind its original and has the id `<id>_copy`, or the next that is free. Rows are copied, not the
document: so what a row keeps for another kind of step is copied too, and a draft with errors can be copied.
"""

import copy
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from django.db import models, transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from agents.models import Agent, Branch, Field, Flow, Instruction, Step, Trigger
from agents.references import Renames
from agents.renaming import rewritten

ID_LENGTH = 64
"""Characters of an id at most."""

R = TypeVar("R", bound=models.Model)


@transaction.atomic
def duplicate_step(step: Step) -> Step:
    """The copy of a step with its branches and instructions, behind it; Nexts that lead to itself lead to the copy."""
    _lock(step.owner)
    slug = free_id(step.slug, step.flow.steps.values_list("slug", flat=True))
    _make_room(step, step.flow.steps.all())
    made = _steps([step], {step.flow_id: step.flow}, Renames("step", {step.slug: slug}), slug=slug)
    step.owner.raise_revision()
    return made[step.pk]


@transaction.atomic
def duplicate_flow(flow: Flow) -> Flow:
    """The copy of a flow with all its rows, behind it; what starts or reads the flow from within means the copy."""
    _lock(flow.agent)
    slug = free_id(flow.slug, flow.agent.flows.values_list("slug", flat=True))
    _make_room(flow, flow.agent.flows.all())
    renames = Renames("flow", {flow.slug: slug})
    made = _flows([flow], {flow.agent_id: flow.agent}, renames, slug=slug, name=_copied_name(flow.name))
    flow.agent.raise_revision()
    return made[flow.pk]


@transaction.atomic
def duplicate_agent(agent: Agent) -> Agent:
    """A new agent with the same draft, never published."""
    original = _lock(agent)
    slug = free_id(original.slug, Agent.objects.values_list("slug", flat=True))
    made = _copy(original, slug=slug, name=_copied_name(original.name), live=None, revision=0)
    made.save()
    parents = {original.pk: made}
    nothing = Renames("step", {})
    _copies(Field.objects.filter(agent=original), "agent", parents, nothing)
    _copies(Instruction.objects.filter(agent=original), "agent", parents, nothing)
    _flows(Flow.objects.filter(agent=original), parents, nothing)
    return made


def free_id(slug: str, taken: Iterable[str]) -> str:
    """`<id>_copy`, or with a number behind it; shortened where it would be too long for an id."""
    held, number = set(taken), 1
    while True:
        ending = "_copy" if number == 1 else f"_copy_{number}"
        if (found := slug[: ID_LENGTH - len(ending)] + ending) not in held:
            return found
        number += 1


def _copied_name(name: str) -> str:
    return _("%(name)s (copy)") % {"name": name} if name else ""


def _lock(agent: Agent) -> Agent:
    """The agent as it is, held until the copy is made: no other save comes between."""
    return Agent.objects.select_for_update().get(pk=agent.pk)


def _make_room(row: Step | Flow, siblings: models.QuerySet[Any]) -> None:
    """Move what comes after a row by one place; rows that share its place come after it by their age."""
    behind = Q(position__gt=row.position) | Q(position=row.position, pk__gt=row.pk)
    siblings.filter(behind).update(position=F("position") + 2)


def _flows(flows: Iterable[Flow], parents: Mapping[int, Agent], renames: Renames, **changes: Any) -> dict[int, Flow]:
    made = _copies(flows, "agent", parents, renames, **changes)
    _copies(Trigger.objects.filter(flow__in=made), "flow", made, renames)
    _copies(Instruction.objects.filter(flow__in=made), "flow", made, renames)
    _steps(Step.objects.filter(flow__in=made), made, renames)
    return made


def _steps(steps: Iterable[Step], parents: Mapping[int, Flow], renames: Renames, **changes: Any) -> dict[int, Step]:
    made = _copies(steps, "flow", parents, renames, **changes)
    _copies(Branch.objects.filter(step__in=made), "step", made, renames)
    _copies(Instruction.objects.filter(step__in=made), "step", made, renames)
    return made


def _copies(
    rows: Iterable[R], parent: str, parents: Mapping[int, Any], renames: Renames, **changes: Any
) -> dict[int, R]:
    """Copies of rows below other parents, stored, by the primary keys of their originals."""
    originals = list(rows)
    made = [_copy(row, **{parent: parents[getattr(row, f"{parent}_id")]}, **changes) for row in originals]
    for row in made:
        for name, value in rewritten(row, renames).items():
            setattr(row, name, value)
    if made:
        # bulk_create passes by Row.save: the caller raises the revision once for all rows
        type(made[0])._base_manager.bulk_create(made, batch_size=100)
    return {original.pk: row for original, row in zip(originals, made, strict=True)}


def _copy(row: R, **changes: Any) -> R:
    found = type(row)()
    for field in row._meta.concrete_fields:
        if not field.primary_key:
            setattr(found, field.attname, copy.deepcopy(getattr(row, field.attname)))
    if "position" in {field.name for field in row._meta.concrete_fields} and "slug" in changes:
        found.position += 1  # type: ignore[attr-defined]
    for name, value in changes.items():
        setattr(found, name, value)
    return found
