"""A document as it was read: its value, the lines of its parts, and what was wrong with its form. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from agents.problem import Message, Place, Problem, Severity
from facts.values import Json


@dataclass(frozen=True, slots=True)
class Document:
    """A document and where its parts stand.

    `lines` maps places to lines of the file, from 1. `void` are the places whose value could not be read, for which
    a reader's problem stands already; `cut` those whose text ends at a ` #`, which starts a comment.
    """

    value: Json
    lines: Mapping[Place, int] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    void: frozenset[Place] = frozenset()
    cut: frozenset[Place] = frozenset()

    def line(self, path: Place) -> int | None:
        """The line of a place, or of the nearest part around it; None for a document that was no file."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None

    def problem(self, severity: Severity, code: str, said: Message, path: Place) -> Problem:
        """A problem at a place, with its line and, in an agent file, the flow, step and branch it stands in."""
        return located(self, Problem(severity, code, said, path=path, line=self.line(path)))


def located(document: Document, problem: Problem) -> Problem:
    """The problem with the flow, step and branch that its path goes through."""
    match problem.path:
        case ("flows", str(flow), "steps", int(step), "branches", int(branch), *_):
            return replace(problem, flow=flow, step=step_id(document, flow, step), branch=branch)
        case ("flows", str(flow), "steps", int(step), *_):
            return replace(problem, flow=flow, step=step_id(document, flow, step))
        case ("flows", str(flow), *_):
            return replace(problem, flow=flow)
    return problem


def step_id(document: Document, flow: str, index: int) -> str:
    """The id of a step by its place; its number from 1 as `#2` when it has none."""
    found = at(document.value, ("flows", flow, "steps", index, "id"))
    return found if isinstance(found, str) else f"#{index + 1}"


def at(value: Json, path: Place) -> Json:
    """The value at a place, or null where there is none."""
    for part in path:
        if isinstance(value, dict) and isinstance(part, str):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value
