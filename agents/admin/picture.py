"""The picture of a flow on its pages: from the draft, its problems marked, each box a link to its step."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from agents import draft
from agents.admin import summary
from agents.diagram import START, Marks, Trouble, Wording, draw, draw_agent
from agents.models import Agent, Flow
from agents.problem import Problem
from agents.telling import sentence


def of_flow(flow: Flow, problems: Iterable[Problem], *, current: str | None = None) -> SafeString:
    """The picture in a frame that scrolls; `current` is a step that stands out."""
    svg = draw(draft.document_of(flow.agent), flow.slug, _marks(flow, problems, current), wording=_wording())
    return _framed(svg, _("Picture of the flow"))


def of_agent(agent: Agent, problems: Iterable[Problem]) -> SafeString:
    """The flows of an agent, and which leads to which."""
    pages = {flow.slug: summary.page(flow) for flow in agent.flows.all()}
    marks = Marks(links=pages, problems=_troubles((problem.flow, problem) for problem in problems if problem.flow))
    return _framed(draw_agent(draft.document_of(agent), marks, wording=_wording()), _("Picture of the flows"))


def file_view(request: HttpRequest, object_id: str) -> HttpResponse:
    """The picture as a file that stands alone."""
    flow = get_object_or_404(Flow.objects.select_related("agent"), pk=object_id)
    svg = draw(draft.document_of(flow.agent), flow.slug, wording=_wording(), standalone=True)
    headers = {"Content-Disposition": f'attachment; filename="{flow.agent.slug}-{flow.slug}.svg"'}
    return HttpResponse(svg, content_type="image/svg+xml; charset=utf-8", headers=headers)


def _framed(svg: str, name: str) -> SafeString:
    return format_html(
        '<div class="diagram-scroll" tabindex="0" role="region" aria-label="{}">{}</div>',
        name,
        mark_safe(svg),  # `agents.diagram` escapes every text of the draft
    )


def _marks(flow: Flow, problems: Iterable[Problem], current: str | None) -> Marks:
    others = {other.slug: summary.page(other) for other in flow.agent.flows.all()}
    return Marks(
        links={step.slug: summary.page(step) for step in flow.steps.all()},
        flow_links=others,
        problems=_troubles((problem.step or START, problem) for problem in problems if problem.flow == flow.slug),
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
