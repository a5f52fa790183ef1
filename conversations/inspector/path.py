"""The way of a turn through the flows: its outcomes in order, and the pictures with the path in them."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.safestring import mark_safe
from django.utils.translation import gettext

from agents.definition import Definition, Flow
from agents.diagram import END, START, Marks, Way, Wording, draw
from conversations.inspector.values import Picture, Stop
from conversations.models import Turn

Outcome = Mapping[str, Any]


def stops(report: Mapping[str, Any], spoken: Definition) -> tuple[Stop, ...]:
    """The outcomes of a report, with the names that the version which was spoken gives flows and steps."""
    return tuple(_stop(outcome, spoken.flows.get(outcome["flow"])) for outcome in report.get("outcomes") or ())


def _stop(outcome: Outcome, flow: Flow | None) -> Stop:
    return Stop(
        flow=(flow and flow.name) or outcome["flow"],
        step=_name(flow, outcome["step"]),
        kind=outcome["kind"],
        visit=outcome["visit"],
        status=outcome["status"],
        code=outcome["code"],
        next=_name(flow, outcome["next"]),
    )


def _name(flow: Flow | None, step: str) -> str:
    at = flow.position.get(step) if flow else None
    return (flow.steps[at].name if flow and at is not None else "") or step


def pictures(turn: Turn, report: Mapping[str, Any]) -> tuple[Picture, ...]:
    """A picture of each flow that the turn went through, in the order in which it did."""
    outcomes = report.get("outcomes") or ()
    document = json.loads(turn.version.document)
    known = document.get("flows", {})
    ids = [flow for flow in dict.fromkeys(outcome["flow"] for outcome in outcomes) if flow in known]
    return tuple(_picture(turn, document, flow, report) for flow in ids)


def _picture(turn: Turn, document: Mapping[str, Any], flow: str, report: Mapping[str, Any]) -> Picture:
    marks = marks_of(flow, report)
    wording: Any = Wording().translated(gettext)
    svg = draw(document, flow, marks, wording=wording, name=f"turn-{turn.number}-{flow}")
    name = document["flows"][flow].get("name") or flow
    return Picture(name, mark_safe(svg))  # `agents.diagram` escapes every text of the agent


def marks_of(flow: str, report: Mapping[str, Any]) -> Marks:
    """Where the runs of a flow went in a turn, how often they came to each step, and where they stand now."""
    mine = [outcome for outcome in report.get("outcomes") or () if outcome["flow"] == flow]
    at = report.get("at") or {}
    visits: dict[str, int] = {}
    for outcome in mine:
        visits[outcome["step"]] = visits.get(outcome["step"], 0) + 1
    runs = dict.fromkeys(outcome["run"] for outcome in mine)
    path = [way for run in runs for way in _ways([one for one in mine if one["run"] == run], run, report)]
    current = at.get("step") if at.get("flow") == flow else None
    return Marks(path=tuple(dict.fromkeys(path)), visits=visits, current=current or None, legend=True)


def _ways(outcomes: Sequence[Outcome], run: str, report: Mapping[str, Any]) -> Iterator[Way]:
    """From where to where one run went."""
    steps = [outcome for outcome in outcomes if not outcome["step"].startswith("_")]
    if not steps:
        return
    if _is_among(run, report.get("started") or ()):
        yield START, steps[0]["step"]
    for one, following in zip(steps, [*steps[1:], None], strict=True):
        if following is not None and following["step"] != one["step"]:
            yield one["step"], following["step"]
        elif following is None and (one["next"] or _is_among(run, report.get("ended") or ())):
            yield one["step"], one["next"] or END


def _is_among(run: str, moved: Iterable[Mapping[str, Any]]) -> bool:
    return any(one["run"] == run for one in moved)
