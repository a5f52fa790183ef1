"""How people went through a flow, in words and pictures: its funnel, its picture with the traffic, its fields."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from agents.diagram import START, Marks, draw, draw_agent
from conversations import plots
from conversations.analytics import Found
from conversations.analytics_numbers import ENDS, FieldUse, StepUse, stop_of
from conversations.analytics_words import Line, Linked, Names, address, margin, wording
from conversations.measures_shown import Figure, Picture, Table, count, percent


@dataclass(frozen=True, slots=True)
class Way:
    """How people went through a flow: `sentence` says where most stop."""

    name: str
    sentence: str
    funnel: Picture | None
    steps: Table
    picture: SafeString | None
    ends: tuple[Figure, ...]
    fields: Table | None


def flows(found: Found, names: Names) -> Linked:
    """A line for each flow, which leads to its own page."""
    head = (
        gettext("Flow"),
        gettext("Runs begun"),
        gettext("Completed"),
        gettext("by chance from–to"),
        gettext("Cancelled"),
        gettext("Still open"),
        gettext("Most stop at"),
    )
    lines = []
    for use in found.use.flows:
        stop = stop_of(found.use.steps(use.flow, ()), _waits(names, use.flow))
        cells = (
            names.flow(use.flow),
            count(use.started),
            percent(use.completion.share),
            margin(use.completion),
            count(use.ended.get("cancelled", 0)),
            count(use.open),
            f"{names.step(use.flow, stop.step)} ({count(stop.stopped)})" if stop else "–",
        )
        lines.append(Line(address(found, flow=use.flow), cells))
    return Linked(gettext("Numbers by flow"), head, tuple(lines))


def flows_picture(found: Found) -> SafeString | None:
    """The flows with their runs, each a link; nothing where there is no version."""
    flows = found.document.get("flows", {})
    if not flows:
        return None
    marks = Marks(
        links={flow: address(found, flow=flow) for flow in flows},
        traffic={use.flow: use.started for use in found.use.flows},
    )
    return mark_safe(draw_agent(found.document, marks, wording=wording()))


def _waits(names: Names, flow: str) -> tuple[str, ...]:
    """The steps at which to stand is what they are for."""
    return tuple(str(step["id"]) for step in names.steps(flow) if "wait" in step)


def way(found: Found, names: Names) -> Way:
    """The selected flow."""
    flow = found.selection.flow
    steps = found.use.steps(flow, [str(step["id"]) for step in names.steps(flow)])
    return Way(
        name=names.flow(flow),
        sentence=_sentence(found, steps, names),
        funnel=_funnel(steps, flow, names),
        steps=_steps(steps, flow, names),
        picture=_picture(found, steps),
        ends=_ends(found),
        fields=_fields(found.use.fields, names),
    )


def _sentence(found: Found, steps: Sequence[StepUse], names: Names) -> str:
    """Where most people stop, in a sentence."""
    flow = found.selection.flow
    use, stop = found.use.flow(flow), stop_of(steps, _waits(names, flow))
    if not use.started and stop is None:
        return gettext("No run of this flow began in this period.")
    if stop is None:
        return gettext("Nobody stopped on the way.")
    return ngettext(
        "Most stop at “%(step)s”: %(stopped)s of the %(entered)s run that came to it has not gone on.",
        "Most stop at “%(step)s”: %(stopped)s of the %(entered)s runs that came to it have not gone on.",
        stop.entered,
    ) % {"step": names.step(flow, stop.step), "stopped": count(stop.stopped), "entered": count(stop.entered)}


def _funnel(steps: Sequence[StepUse], flow: str, names: Names) -> Picture | None:
    if not any(step.entered for step in steps):
        return None
    title = gettext("Runs that came to each step")
    told = gettext("The end of a bar in another colour are those that have not gone on. The table has every number.")
    rows = []
    for step in steps:
        name = names.step(flow, step.step)
        number = gettext("%(entered)s, %(stopped)s stopped") % {
            "entered": count(step.entered),
            "stopped": count(step.stopped),
        }
        rows.append(plots.Row(name, step.entered, step.stopped, number, f"{name}: {number}"))
    return Picture(title, mark_safe(plots.funnel(rows, plots.Words("funnel", title, told))))


def _steps(steps: Sequence[StepUse], flow: str, names: Names) -> Table:
    head = (
        gettext("Step"),
        gettext("Runs that came"),
        gettext("Have not gone on"),
        gettext("Times asked"),
        gettext("Times skipped"),
        gettext("Times failed"),
        gettext("Handed to a person"),
    )
    rows = [
        (
            names.step(flow, step.step),
            *map(count, (step.entered, step.stopped, step.asked, step.skipped, step.failed, step.handed_off)),
        )
        for step in steps
    ]
    return Table(gettext("Steps"), head, tuple(rows))


def _picture(found: Found, steps: Sequence[StepUse]) -> SafeString | None:
    """The picture of the flow, each way as thick as it was gone; nothing for a flow that the version has not."""
    flow = found.selection.flow
    if flow not in found.document.get("flows", {}):
        return None
    ways = {**found.use.ways(flow)}
    if steps and steps[0].entered:
        ways[START, steps[0].step] = steps[0].entered
    marks = Marks(
        flow_links={other: address(found, flow=other) for other in found.document["flows"]},
        traffic={step.step: step.entered for step in steps if step.entered},
        ways=ways,
        legend=True,
    )
    return mark_safe(draw(found.document, flow, marks, wording=wording()))


def _ends(found: Found) -> tuple[Figure, ...]:
    use = found.use.flow(found.selection.flow)
    names = {
        "complete": gettext("completed"),
        "end": gettext("ended by an exit"),
        "failed": gettext("ended, not completed"),
        "flow": gettext("led on to another flow"),
        "cancelled": gettext("cancelled"),
        "action_error": gettext("an action failed"),
        "step_loop": gettext("went round in circles"),
    }
    ended = [Figure(names[reason], count(use.ended[reason])) for reason in ENDS if reason in use.ended]
    return (*ended, Figure(gettext("still open"), count(use.open)))


def _fields(found: Sequence[FieldUse], names: Names) -> Table | None:
    if not found:
        return None
    head = (
        gettext("Field"),
        gettext("Times asked"),
        gettext("Attempts that gave an answer"),
        gettext("by chance from–to"),
        gettext("Failed attempts"),
        gettext("Answered at the first / second / later"),
        gettext("Invalid values"),
        gettext("Collected"),
        gettext("Corrected"),
        gettext("Not asked: fact known"),
        gettext("Not asked: said before"),
    )
    return Table(gettext("Attempts for each field"), head, tuple(_field(use, names) for use in found))


def _field(use: FieldUse, names: Names) -> tuple[str, ...]:
    first, second, *later = use.attempts
    return (
        names.field(use.name),
        count(use.asked),
        percent(use.answers.share),
        margin(use.answers),
        count(use.missed),
        f"{count(first)} / {count(second)} / {count(sum(later))}",
        *map(count, (use.invalid, use.collected, use.corrected + use.withdrawn, use.by_fact, use.by_words)),
    )
