"""Where each part of a draft is mended: the page, and the very input where it has one."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.urls import reverse

from agents.models import Agent, Field, Flow, Step
from agents.problem import Place, Problem

COLUMNS: Final[Mapping[str, str]] = {
    "agent": "slug",
    "id": "slug",
    "if": "condition",
    "do": "action",
    "save": "saves",
    "else": "else_then",
    "wait": "wait_for",
}
"""The columns of the keys that have another name in the file."""
ROWS: Final[Mapping[str, str]] = {"on": "triggers", "instructions": "instructions", "steps": "steps"}
"""The keys whose values are rows on the page."""


def page(row: Any) -> str:
    """The address of a row's own page."""
    return _change(row._meta.app_label, row._meta.model_name, row.pk)


@lru_cache(maxsize=10_000)
def _change(app: str, model: str, pk: int) -> str:
    """Kept: a page of a large agent leads to a thousand others."""
    return reverse(f"admin:{app}_{model}_change", args=[pk])


@dataclass(frozen=True)
class Places:
    """The pages of an agent's parts, by their ids."""

    agent: str
    flows: Mapping[str, str]
    steps: Mapping[tuple[str, str], str]
    fields: Mapping[str, str]

    @classmethod
    def of(cls, agent: Agent) -> "Places":
        """The pages of an agent, in three queries."""
        steps = Step.objects.filter(flow__agent=agent).select_related("flow").only("slug", "flow__slug")
        return cls(
            page(agent),
            {flow.slug: page(flow) for flow in Flow.objects.filter(agent=agent).only("slug")},
            {(step.flow.slug, step.slug): page(step) for step in steps},
            {field.slug: page(field) for field in Field.objects.filter(agent=agent).only("slug")},
        )

    def url(self, problem: Problem) -> str:
        """Where a problem is mended: a step's page, its branch, a field's page, an input of the agent."""
        match problem.path:
            case ("fields", str(field), *rest) if field in self.fields:
                return self.fields[field] + _input(rest)
            case ("flows", str(flow), "steps", int(), *rest) if (flow, problem.step) in self.steps:
                branch = "" if problem.branch is None else f"#branch-{problem.branch + 1}"
                return self.steps[flow, problem.step] + (branch or _input(rest))
            case ("flows", str(flow), *rest) if flow in self.flows:
                return self.flows[flow] + _input(rest)
        return self.agent + _input(problem.path)


def _input(rest: "Place | list[str | int]") -> str:
    """The fragment of the input of a key; none where the whole part is meant."""
    key = str(rest[0]) if rest else ""
    if key in ROWS:
        return f"#{ROWS[key]}-group"
    return f"#id_{COLUMNS.get(key, key)}" if key and key not in ("fields", "flows") else ""
