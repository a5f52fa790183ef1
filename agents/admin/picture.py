"""The picture of a flow on its pages: from the draft, its problems marked, each box a link to its step."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from agents import draft
from agents.admin.sheet import Sheet
from agents.diagram import START, Marks, Trouble, Wording, draw, draw_agent
from agents.models import Flow
from agents.problem import Problem
from agents.telling import sentence


def of_flow(sheet: Sheet, flow: Flow, *, current: str | None = None) -> SafeString:
    """The picture in a frame that scrolls; `current` is a step that stands out."""
    svg = draw(sheet.document, flow.slug, _marks(sheet, flow, current), wording=_wording())
    return _framed(svg, _("Picture of the flow"))


def of_agent(sheet: Sheet) -> SafeString:
    """The flows of an agent, and which leads to which."""
    troubles = _troubles((problem.flow, problem) for problem in sheet.problems if problem.flow)
    svg = draw_agent(sheet.document, Marks(links=sheet.places.flows, problems=troubles), wording=_wording())
    return _framed(svg, _("Picture of the flows"))


def file(flow: Flow) -> HttpResponse:
    """The picture as a file that stands alone."""
    svg = draw(draft.document_of(flow.agent), flow.slug, wording=_wording(), standalone=True)
    headers = {"Content-Disposition": f'attachment; filename="{flow.agent.slug}-{flow.slug}.svg"'}
    return HttpResponse(svg, content_type="image/svg+xml; charset=utf-8", headers=headers)


def _framed(svg: str, name: str) -> SafeString:
    return format_html(
        '<div class="diagram-scroll" tabindex="0" role="region" aria-label="{}">{}</div>',
        name,
        mark_safe(svg),  # `agents.diagram` escapes every text of the draft
    )


def _marks(sheet: Sheet, flow: Flow, current: str | None) -> Marks:
    mine = (problem for problem in sheet.problems if problem.flow == flow.slug)
    return Marks(
        links={step: url for (name, step), url in sheet.places.steps.items() if name == flow.slug},
        flow_links=sheet.places.flows,
        problems=_troubles((problem.step or START, problem) for problem in mine),
        current=current,
        legend=True,
    )


def _troubles(placed: Iterable[tuple[str, Problem]]) -> Mapping[str, Trouble]:
    """What is wrong at each place; one error makes it an error."""
    found: dict[str, list[Problem]] = {}
    for place, problem in placed:
        found.setdefault(place, []).append(problem)
    return {place: _trouble(problems) for place, problems in found.items()}


def _trouble(problems: list[Problem]) -> Trouble:
    is_error = any(problem.severity == "error" for problem in problems)
    return Trouble("error" if is_error else "warning", tuple(sentence(problem) for problem in problems))


def _wording() -> Any:
    return Wording().translated(_)
