"""The page of analytics in words, numbers and pictures of the reader's language."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from agents.models import Agent
from conversations import analytics_flow, analytics_versions, plots
from conversations.analytics import Found
from conversations.analytics_flow import Way
from conversations.analytics_numbers import MOST, Use
from conversations.analytics_words import Line, Linked, Names, between, duration, of
from conversations.measures_shown import Figure, Picture, Table, brief, count, percent, price


@dataclass(frozen=True, slots=True)
class Shown:
    """The page of an agent, or of one of its flows, which alone has a `way`."""

    figures: tuple[Figure, ...]
    over_time: tuple[Picture, ...]
    by_time: Table
    versions: Linked
    versions_plot: Picture | None
    compared: Table | None
    flows: Linked | None = None
    flows_picture: SafeString | None = None
    way: Way | None = None


def shown(found: Found) -> Shown:
    """All that the page tells."""
    names, flow = Names(found.document), found.selection.flow
    return Shown(
        figures=_of_runs(found.use) if flow else _figures(found.use),
        over_time=_over_time(found),
        by_time=_by_time(found),
        versions=analytics_versions.versions(found),
        versions_plot=analytics_versions.plot(found),
        compared=analytics_versions.compared(found),
        flows=None if flow else analytics_flow.flows(found, names),
        flows_picture=None if flow else analytics_flow.flows_picture(found),
        way=analytics_flow.way(found, names) if flow else None,
    )


def of_agents(agents: Sequence[Agent], found: Mapping[int, Use], days: Mapping[str, str]) -> Linked:
    """A line for each agent, which leads to its own page."""
    lines = [
        Line(
            f"?{urlencode({'agent': agent.slug, **days})}",
            (agent.name, *analytics_versions.brief(found.get(agent.pk, Use()))),
        )
        for agent in agents
    ]
    return Linked(gettext("Numbers by agent"), (gettext("Agent"), *analytics_versions.brief_head()), tuple(lines))


def _figures(use: Use) -> tuple[Figure, ...]:
    return (
        Figure(gettext("Conversations begun"), count(use.conversations), (_messages(use),)),
        _completed(use),
        Figure(gettext("Handed to a person"), percent(use.handed_off.share), (of(use.handed_off),)),
        Figure(gettext("Messages no flow fitted"), percent(use.fallbacks.share), (of(use.fallbacks), _unclear(use))),
        Figure(gettext("Turns without the model"), percent(use.degraded.share), (of(use.degraded), _broken(use))),
        Figure(gettext("Time to answer, median"), duration(use.seconds(0.5)), (_within(use),)),
        Figure(gettext("Cost of an answer, median"), price(use.spent(0.5)), (_costs(use),)),
        _asked(use),
    )


def _of_runs(use: Use) -> tuple[Figure, ...]:
    """What is told of a flow: what belongs to a whole conversation is not the flow's."""
    handed = sum(count for (flow, _name, what), count in use.counts.items() if flow and what == "handed_off")
    return (
        Figure(gettext("Runs begun"), count(use.completion.of)),
        _completed(use),
        Figure(gettext("Handed to a person on the way"), count(handed)),
        _asked(use),
    )


def _completed(use: Use) -> Figure:
    notes = (of(use.completion), between(use.completion))
    return Figure(gettext("Runs completed"), percent(use.completion.share), notes)


def _asked(use: Use) -> Figure:
    asked = sum(one.asked for one in use.fields)
    return Figure(gettext("Questions asked"), count(asked), (_avoided(use),))


def _messages(use: Use) -> str:
    return ngettext("%(number)s message answered", "%(number)s messages answered", use.exchanges) % {
        "number": count(use.exchanges)
    }


def _unclear(use: Use) -> str:
    return gettext("%(number)s fitted several") % {"number": count(use.unclear.hits)}


def _broken(use: Use) -> str:
    return ngettext("%(number)s turn broke", "%(number)s turns broke", use.failed.hits) % {
        "number": count(use.failed.hits)
    }


def _within(use: Use) -> str:
    return gettext("95%% within %(time)s") % {"time": duration(use.seconds(MOST))}


def _costs(use: Use) -> str:
    return gettext("95%% up to %(most)s, %(all)s in all") % {"most": price(use.spent(MOST)), "all": price(use.cost)}


def _avoided(use: Use) -> str:
    names = {
        "fact": count(sum(one.by_fact for one in use.fields)),
        "words": count(sum(one.by_words for one in use.fields)),
    }
    return gettext("not asked: %(fact)s for a fact was known, %(words)s for it was said before") % names


# Over time


def _over_time(found: Found) -> tuple[Picture, ...]:
    told, flow = gettext("The table has every number."), found.selection.flow
    begun, rate = _titles(found)
    numbers = [
        _bar(found, part, use.completion.of if flow else use.conversations, count) for part, use in found.days.items()
    ]
    rates = [_bar(found, part, use.completion.share, percent) for part, use in found.days.items()]
    return (
        Picture(begun, mark_safe(plots.bars(numbers, plots.Words("begun", begun, told), count, whole=True))),
        Picture(rate, mark_safe(plots.curve(rates, plots.Words("completed", rate, told), percent))),
    )


def _titles(found: Found) -> tuple[str, str]:
    runs, conversations, completed = {
        "day": (
            gettext("Runs begun, by day"),
            gettext("Conversations begun, by day"),
            gettext("Runs completed, by day"),
        ),
        "week": (
            gettext("Runs begun, by week"),
            gettext("Conversations begun, by week"),
            gettext("Runs completed, by week"),
        ),
        "month": (
            gettext("Runs begun, by month"),
            gettext("Conversations begun, by month"),
            gettext("Runs completed, by month"),
        ),
    }[found.selection.period.unit]
    return runs if found.selection.flow else conversations, completed


def _bar(found: Found, part: date, number: float | None, show: Callable[[float], str]) -> plots.Bar:
    name = brief(part, found.selection.period)
    return plots.Bar(name, number, "" if number is None else f"{name}: {show(number)}")


def _by_time(found: Found) -> Table:
    head = (
        gettext("From"),
        gettext("Conversations begun"),
        gettext("Runs begun"),
        gettext("Runs completed"),
        gettext("Part completed"),
    )
    rows = [
        (
            brief(part, found.selection.period),
            count(use.conversations),
            count(use.completion.of),
            count(use.completion.hits),
            percent(use.completion.share),
        )
        for part, use in found.days.items()
    ]
    return Table(gettext("Numbers over time"), head, tuple(rows))
