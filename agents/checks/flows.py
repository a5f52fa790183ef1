"""Errors in a flow as a whole. Pure."""

from collections.abc import Iterator

from agents.checks.finding import Findings, finding
from agents.checks.view import Agent, Flow
from agents.problem import gettext_noop


def startable(agent: Agent) -> Findings:
    """A flow without a trigger that no flow goes to which can start itself; of a circle of flows the first."""
    started = _led_to(agent, [flow.id for flow in agent.flows.values() if flow.triggers])
    reached = {name for flow in agent.flows.values() for name in _next_flows(flow)}
    for flow in sorted(agent.flows.values(), key=lambda flow: flow.id in reached):
        if flow.id not in started:
            started |= _led_to(agent, [flow.id])
            text = gettext_noop(
                "Nothing can start this flow: give it a trigger under “on”, or let another flow go to it."
            )
            yield finding("unstartable", flow.place, text)


def _led_to(agent: Agent, names: list[str]) -> set[str]:
    """The flows with these names, and all that they lead to."""
    found: set[str] = set()
    open_ = list(names)
    while open_:
        if (name := open_.pop()) in agent.flows and name not in found:
            found.add(name)
            open_ += _next_flows(agent.flows[name])
    return found


def _next_flows(flow: Flow) -> Iterator[str]:
    """The other flows that it goes to."""
    named = (flow.mapping("on_end").text("flow"), *(found.text("flow") for found in flow.nexts))
    return (name for name in named if name not in ("", flow.id))


def fields_required(agent: Agent) -> Findings:
    """`complete_when: fields` where no field is required, so that it would be complete at once."""
    for flow in agent.flows.values():
        if flow.value.get("complete_when") == "fields" and not flow.value.get("required"):
            text = gettext_noop("With complete_when: fields the flow needs “required” fields.")
            yield finding("fields-without-required", (*flow.place, "complete_when"), text)
