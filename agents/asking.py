"""The first steps of a flow, made from its fields."""

from django.db import transaction
from django.utils.translation import gettext as _

from agents.checks.names import RESERVED
from agents.models import Flow, Step

LONGEST_NAME = 60
"""Of a step that is called by what its field is: a line of the list."""


@transaction.atomic
def ask_for_required(flow: Flow) -> list[Step]:
    """Add a step for each required field that no step asks for, and a closing text to a flow that had no step."""
    steps = list(flow.steps.all())
    asked = {name for step in steps if step.kind == Step.Kind.TALK for name in step.collect}
    taken, place = {step.slug for step in steps}, max((step.position for step in steps), default=-1) + 1
    called = dict(flow.agent.fields.values_list("slug", "description"))
    new = [_asking(flow, name, called.get(name, ""), taken) for name in flow.required if name not in asked]
    if not steps:
        # it ends the flow, so that a step that is added behind it is not said as well
        closing = {"name": _("The end"), "say": _("Thank you, that is all I need."), "then": "end"}
        new.append(Step(flow=flow, slug=free("done", taken), kind=Step.Kind.SAY, **closing))
    for position, step in enumerate(new, place):
        step.position = position
        step.save()
    return new


def _asking(flow: Flow, name: str, called: str, taken: set[str]) -> Step:
    values = {"kind": Step.Kind.TALK, "name": called[:LONGEST_NAME], "collect": [name]}
    return Step(flow=flow, slug=free(f"ask_{name}"[:60], taken), **values)


def free(slug: str, taken: set[str]) -> str:
    """`slug`, or with a number behind it where it is taken or reserved; it counts as taken from then on."""
    found, number = slug, 1
    while found in taken or found in RESERVED:
        number += 1
        found = f"{slug}_{number}"
    taken.add(found)
    return found
