"""Renames of steps, flows and fields: whatever names one in the draft says the new id afterwards.

The rows are rewritten column by column, not the document: that would empty what a row keeps for another kind of step.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.db import models
from django.db.models import Q

from agents import references
from agents.models import Agent, Branch, Field, Flow, Instruction, Step
from agents.references import Renames

Rewrite = Callable[[Renames, Any], Any]

HOLDERS: Final[Mapping[type[models.Model], Mapping[str, Rewrite]]] = {
    Field: {"ask": references.in_texts, "minimum": references.in_bound, "maximum": references.in_bound},
    Instruction: {"condition": references.in_condition},
    Flow: {
        "condition": references.in_condition,
        "required": references.in_names,
        "optional": references.in_names,
        "chain": references.in_chain,
        "completion": references.in_texts,
        "completion_say": references.in_texts,
        "on_stuck": references.in_next,
    },
    Step: {
        "collect": references.in_names,
        "requires": references.in_names,
        "skip_if": references.in_condition,
        "condition": references.in_condition,
        "prompt": references.in_texts,
        "otherwise": references.in_texts,
        "say": references.in_texts,
        "input": references.in_texts,
        "then": references.in_next,
        "else_then": references.in_next,
        "on_fail": references.in_next,
    },
    Branch: {"condition": references.in_condition, "then": references.in_next},
}
"""The columns that name steps, flows or fields, and how each is rewritten."""


def steps_renamed(flow: Flow, ids: Mapping[str, str]) -> None:
    """Rewrite what goes to steps of the flow; `ids` maps old ids to new ones."""
    _rewrite(_rows_of(Flow.objects.filter(pk=flow.pk)), Renames("step", ids))


def flows_renamed(agent: Agent, ids: Mapping[str, str]) -> None:
    """Rewrite what starts flows of the agent, or reads how they stand (`flows.<id>`)."""
    _rewrite(_all_rows(agent), Renames("flow", ids))


def fields_renamed(agent: Agent, ids: Mapping[str, str]) -> None:
    """Rewrite what lists, collects, sets, clears, bounds or reads fields of the agent."""
    _rewrite(_all_rows(agent), Renames("field", ids))


def _all_rows(agent: Agent) -> Iterator[models.Model]:
    yield from agent.fields.all()
    yield from Instruction.objects.filter(Q(agent=agent) | Q(flow__agent=agent) | Q(step__flow__agent=agent))
    yield from _rows_of(agent.flows.all())


def _rows_of(flows: models.QuerySet[Flow]) -> Iterator[models.Model]:
    yield from flows
    yield from Step.objects.filter(flow__in=flows)
    yield from Branch.objects.filter(step__flow__in=flows)


def rewritten(row: models.Model, renames: Renames) -> dict[str, Any]:
    """The columns of a row that name what was renamed, with their new values."""
    holders = HOLDERS.get(type(row), {})
    values = {name: rewrite(renames, getattr(row, name)) for name, rewrite in holders.items()}
    return {name: value for name, value in values.items() if value != getattr(row, name)}


def _rewrite(rows: Iterator[models.Model], renames: Renames) -> None:
    for row in rows:
        changed = rewritten(row, renames)
        for name, value in changed.items():
            setattr(row, name, value)
        if changed:
            row.save(update_fields=list(changed))
