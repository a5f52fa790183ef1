"""Errors in a flow as a whole, and in the agent's own settings. Pure."""

from zoneinfo import available_timezones

from agents.checks.finding import Findings, finding
from agents.checks.view import Agent
from agents.problem import gettext_noop


def startable(agent: Agent) -> Findings:
    """A flow without a trigger that no other flow goes to."""
    reached = {found.text("flow") for found in agent.nexts if found.flow.id != found.text("flow")}
    reached |= {
        flow.mapping("on_end").text("flow")
        for flow in agent.flows.values()
        if flow.mapping("on_end").text("flow") != flow.id
    }
    for flow in agent.flows.values():
        if not flow.triggers and flow.id not in reached:
            text = gettext_noop(
                "Nothing can start this flow: give it a trigger under “on”, or let another flow go to it."
            )
            yield finding("unstartable", flow.place, text)


def fields_required(agent: Agent) -> Findings:
    """`complete_when: fields` where no field is required, so that it would be complete at once."""
    for flow in agent.flows.values():
        if flow.value.get("complete_when") == "fields" and not flow.value.get("required"):
            text = gettext_noop("With complete_when: fields the flow needs “required” fields.")
            yield finding("fields-without-required", (*flow.place, "complete_when"), text)


def timezone_exists(agent: Agent) -> Findings:
    """A time zone that the IANA database does not have."""
    name = agent.root.text("timezone")
    if name and name not in available_timezones():
        text = gettext_noop("“%(name)s” is no time zone; write one such as Europe/Zurich.")
        yield finding("timezone", ("timezone",), text, name=name)
