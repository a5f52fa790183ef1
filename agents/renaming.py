"""Renames of steps and flows: whatever names one says the new id afterwards."""

from collections.abc import Iterator
from typing import Any

from django.db import models

from agents.models import Agent, Branch, Flow, Step
from facts.values import Json


def step_renamed(flow: Flow, old: str, new: str) -> None:
    """Rewrite every Next in the flow that goes to the step `old`."""
    for row, column in _nexts(Flow.objects.filter(pk=flow.pk)):
        _rewrite(row, column, _step_target(getattr(row, column), old, new))


def flow_renamed(agent: Agent, old: str, new: str) -> None:
    """Rewrite every Next of the agent that starts the flow `old`, and every flow that chains to it."""
    agent.flows.filter(chain=old).update(chain=new)
    for row, column in _nexts(agent.flows.all()):
        _rewrite(row, column, _flow_target(getattr(row, column), old, new))


def _nexts(flows: models.QuerySet[Flow]) -> Iterator[tuple[models.Model, str]]:
    """Every column that holds a Next, with its row."""
    yield from ((flow, "on_stuck") for flow in flows)
    for step in Step.objects.filter(flow__in=flows):
        yield from ((step, column) for column in ("then", "else_then", "on_fail"))
    yield from ((branch, "then") for branch in Branch.objects.filter(step__flow__in=flows))


def _step_target(value: Json, old: str, new: str) -> Json:
    if isinstance(value, dict):
        return {**value, "step": new} if value.get("step") == old else value
    return new if value == old else value


def _flow_target(value: Json, old: str, new: str) -> Json:
    return {**value, "flow": new} if isinstance(value, dict) and value.get("flow") == old else value


def _rewrite(row: Any, column: str, value: Json) -> None:
    if value != getattr(row, column):
        setattr(row, column, value)
        row.save(update_fields=[column])
