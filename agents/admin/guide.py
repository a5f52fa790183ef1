"""A new agent leads by the hand: fields, flow, try, publish, and what is missing at each."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from agents.actions import errors_in
from agents.admin.places import page
from agents.admin.sheet import sheet_of
from agents.models import Agent
from agents.telling import place


@dataclass(frozen=True)
class Station:
    """One of the four stations; `links` lead to what is missing."""

    title: str
    text: str
    links: tuple[tuple[str, str], ...]
    is_done: bool
    is_next: bool = False


def guide(request: HttpRequest, agent: Agent) -> list[Station]:
    """The stations of an agent that was never published; none for others."""
    if agent.live is not None:
        return []
    flows = list(agent.flows.prefetch_related("steps"))
    found = [_fields(agent), _flows(agent, flows), _try(request, agent, flows)]
    found.append(_publish(request, agent, is_ready=found[-1].is_done))
    upcoming = next((index for index, station in enumerate(found) if not station.is_done), None)
    return [Station(one.title, one.text, one.links, one.is_done, index == upcoming) for index, one in enumerate(found)]


def _fields(agent: Agent) -> Station:
    count = agent.fields.count()
    text = _("What the agent has to know, such as a date or a number of guests.")
    url = reverse("admin:agents_agent_add_field", args=[agent.pk])
    return Station(_("Fields"), text, ((_("Add a field"), url),), count > 0)


def _flows(agent: Agent, flows: list[Any]) -> Station:
    text = _("What people can get done, such as booking a room: the steps to get there.")
    empty = [flow for flow in flows if not flow.steps.all()]
    links = [(_("Add steps to %(flow)s") % {"flow": flow}, page(flow)) for flow in empty]
    add = (_("Add a flow"), reverse("admin:agents_agent_add_flow", args=[agent.pk]))
    return Station(_("Flow"), text, tuple([*links, add] if not flows else links or [add]), bool(flows) and not empty)


def _try(request: HttpRequest, agent: Agent, flows: list[Any]) -> Station:
    sheet = sheet_of(request, agent)
    text = _("Chat with the draft as people will. Nothing of it counts.")
    errors = errors_in(sheet.problems)
    if errors or not any(flow.steps.all() for flow in flows):
        links = tuple((_("Mend: %(place)s") % {"place": place(one)}, sheet.places.url(one)) for one in errors[:3])
        return Station(_("Try"), text, links, is_done=False)
    return Station(_("Try"), text, ((_("Try it"), reverse("admin:try_agent", args=[agent.pk])),), is_done=True)


def _publish(request: HttpRequest, agent: Agent, *, is_ready: bool) -> Station:
    text = _("Then people get it. You can always go back to an older version.")
    links: tuple[tuple[str, str], ...] = ()
    if is_ready and request.user.has_perm("agents.publish_agent"):
        links = ((_("Publish"), reverse("admin:agents_agent_publish", args=[agent.pk])),)
    return Station(_("Publish"), text, links, is_done=False)
