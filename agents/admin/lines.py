"""The lines of fields, flows and steps: what each says of its row, its problem mark and its page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents.admin import summary
from agents.admin.places import page
from agents.models import Field, Flow, Step
from agents.problem import Problem
from agents.telling import sentence

ICONS = {"talk": "chat_bubble", "say": "format_quote", "do": "bolt", "if": "call_split", "wait": "schedule"}
"""The symbol of each kind of step."""


@dataclass(frozen=True)
class Line:
    """A row in a list: `says` and `goes` are short texts about it, `kind` the word beside its symbol."""

    row: Any
    title: str
    form: Any
    url: str
    icon: str
    kind: str
    says: str
    goes: str
    errors: tuple[str, ...]
    warnings: tuple[str, ...]


def lines_of(forms: Iterable[Any], problems: Sequence[Problem]) -> list[Line]:
    """A line for each stored row of a formset."""
    return [_line(form, problems) for form in forms if form.instance.pk]


def _line(form: Any, problems: Sequence[Problem]) -> Line:
    row = form.instance
    icon, kind, says, goes = _said(row)
    mine = [problem for problem in problems if _is_about(problem, row)]
    errors = tuple(sentence(one) for one in mine if one.severity == "error")
    warnings = tuple(sentence(one) for one in mine if one.severity != "error")
    title = row.description or row.slug if isinstance(row, Field) else str(row)
    return Line(row, title, form, page(row), icon, kind, says, goes, errors, warnings)


def _said(row: Any) -> tuple[str, str, str, str]:
    match row:
        case Step():
            return ICONS[row.kind], row.kind, summary.does(row), summary.goes(row)
        case Flow():
            return "account_tree", "", row.description or "", _steps(row)
        case Field():
            known = _("known as the fact %(key)s") % {"key": row.fact} if row.fact else ""
            return "input", str(row.get_type_display()), row.ask, known
    raise TypeError(row)


def _steps(flow: Flow) -> str:
    steps = flow.steps.all()
    count = ngettext("%(count)d step", "%(count)d steps", len(steps)) % {"count": len(steps)}
    return f"{count}: {' → '.join(step.slug for step in steps[:6])}{' …' if len(steps) > 6 else ''}" if steps else count


def _is_about(problem: Problem, row: Any) -> bool:
    match row:
        case Step():
            return (problem.flow, problem.step) == (row.flow.slug, row.slug)
        case Flow():
            return problem.flow == row.slug
    return problem.path[:2] == ("fields", row.slug)
