"""The first steps of a flow, made from its fields."""

from django.db import transaction
from django.utils.translation import gettext as _

from agents.checks.names import RESERVED
from agents.models import Flow, Step


@transaction.atomic
def ask_for_required(flow: Flow) -> list[Step]:
    """Add a step for each required field that no step asks for, and a closing text to a flow that had no step."""
    steps = list(flow.steps.all())
    asked = {name for step in steps if step.kind == Step.Kind.TALK for name in step.collect}
    taken, place = {step.slug for step in steps}, max((step.position for step in steps), default=-1) + 1
    new = [_asking(flow, name, taken) for name in flow.required if name not in asked]
    if not steps:
        new.append(
            Step(flow=flow, slug=free("done", taken), kind=Step.Kind.SAY, say=_("Thank you, that is all I need."))
        )
    for position, step in enumerate(new, place):
        step.position = position
        step.save()
    return new


def _asking(flow: Flow, name: str, taken: set[str]) -> Step:
    return Step(flow=flow, slug=free(f"ask_{name}"[:60], taken), kind=Step.Kind.TALK, collect=[name])  # type: ignore[misc]


def free(slug: str, taken: set[str]) -> str:
    """`slug`, or with a number behind it where it is taken or reserved; it counts as taken from then on."""
    found, number = slug, 1
    while found in taken or found in RESERVED:
        number += 1
        found = f"{slug}_{number}"
    taken.add(found)
    return found
