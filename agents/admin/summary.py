"""What a step does and where it goes, in a line; the problems of a page as a list."""

import json
from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents.models import Agent, Step
from agents.problem import Problem
from agents.telling import place, sentence
from facts.values import Json

LENGTH = 90


def does(step: Step) -> str:
    """What the step does, shortened to a line."""
    return Truncator(_does(step)).chars(LENGTH)


def _does(step: Step) -> str:
    match step.kind:
        case Step.Kind.SAY:
            return _("says “%(text)s”") % {"text": step.say}
        case Step.Kind.DO:
            return _("runs %(action)s") % {"action": step.action or "—"}
        case Step.Kind.IF:
            return _("goes on if %(condition)s") % {"condition": _short(step.condition)}
        case Step.Kind.WAIT:
            return _("waits for %(what)s") % {"what": " / ".join(filter(None, (step.wait_event, step.wait_for))) or "—"}
    if step.collect:
        return _("asks for %(fields)s") % {"fields": ", ".join(step.collect)}
    return _("speaks: %(prompt)s") % {"prompt": step.prompt or "—"}


def goes(step: Step) -> str:
    """Where the run goes from the step."""
    targets = [_("then %(target)s") % {"target": target(step.then) if step.then else _("the next step")}]
    if step.kind in (Step.Kind.IF, Step.Kind.WAIT) and step.else_then:
        targets.append(_("else %(target)s") % {"target": target(step.else_then)})
    if step.kind == Step.Kind.DO and step.on_fail:
        targets.append(_("on failure %(target)s") % {"target": target(step.on_fail)})
    if step.kind in (Step.Kind.TALK, Step.Kind.WAIT) and (count := len(step.branches.all())):
        targets.append(ngettext("%(count)d branch", "%(count)d branches", count) % {"count": count})
    return ", ".join(targets)


def target(value: Json) -> str:
    """Where a Next goes, in a word or two."""
    if not isinstance(value, dict):
        return str(value)
    if value.get("end"):
        return _("end, not completed") if value["end"] == "failed" else _("end")
    return str(value["step"]) if "step" in value else _("flow %(flow)s") % {"flow": value.get("flow", "?")}


def _short(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False) if value else "—"


def problem_list(agent: Agent, problems: Iterable[Problem]) -> SafeString:
    """The problems, errors first, each with a link to the page where it can be mended."""
    found = sorted(problems, key=lambda problem: problem.severity)
    if not found:
        return format_html("<p>{}</p>", _("None."))
    pages = _pages(agent)
    return format_html(
        '<ul class="agent-problems">{}</ul>',
        format_html_join("", "{}", ((_item(problem, pages),) for problem in found)),
    )


def _item(problem: Problem, pages: dict[tuple[str, str], str]) -> SafeString:
    severity = _("Error") if problem.severity == "error" else _("Warning")
    page = pages.get((problem.flow, problem.step), "")
    where = format_html('<a href="{}" class="underline">{}</a>', page, place(problem)) if page else place(problem)
    return format_html("<li><strong>{}</strong> {}: {}</li>", severity, where, sentence(problem))


def _pages(agent: Agent) -> dict[tuple[str, str], str]:
    """The admin pages of the flows and steps, by their ids."""
    pages: dict[tuple[str, str], str] = {("", ""): page(agent)}
    for flow in agent.flows.prefetch_related("steps"):
        pages[flow.slug, ""] = page(flow)
        pages |= {(flow.slug, step.slug): page(step) for step in flow.steps.all()}
    return pages


def page(row: Any) -> str:
    """The address of a row's own page."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
