"""How conversations go, by agent, flow and version: read from the tallies, in a fixed number of queries.

Nothing but tallies is read: neither a message nor a turn, however many there are.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from django.db.models import Q, QuerySet, Sum

from agents.models import Agent, Version
from conversations.analytics_numbers import OF_FIELDS, Use, together
from conversations.measures_numbers import Period
from conversations.models import Tally
from conversations.tallying import Tallies

SHOWN: Final = 12
"""Versions that are told apart, the latest ones of the period."""
STOPS: Final = ("stands", "moved", "cancelled", "entered")
"""What is read of the steps of every flow."""
OVER_TIME: Final = ("conversations", "started", "completed")


@dataclass(frozen=True, slots=True)
class Selection:
    """What is looked at. No flow: all of them; no version: all of the agent; `against` is a second one, beside it."""

    period: Period
    agent: Agent
    flow: str = ""
    version: int | None = None
    against: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What the tallies say. `versions` has the latest of the period by number, the newest first.

    `use` is all that was selected, with its steps and fields, `days` what happened on which day. `document` is the
    agent as the selected version, or the newest one, has it.
    """

    selection: Selection
    use: Use
    versions: Mapping[int, Use] = field(default_factory=dict)
    days: Mapping[date, Use] = field(default_factory=dict)
    document: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all happened."""
        return not self.use.counts


def agents(period: Period) -> dict[int, Use]:
    """What was counted of every agent in the period, by its id: no steps and no fields."""
    rows = _in(period).filter(name="").values_list("version__agent", "flow", "what").annotate(Sum("count"))
    found: dict[int, Tallies] = {}
    for agent, flow, what, count in rows.order_by():
        found.setdefault(agent, Counter())[flow, "", what] += count
    return {agent: Use(counts) for agent, counts in found.items()}


def look(selection: Selection) -> Found:
    """What the tallies say of the selection, in five queries."""
    known = dict(selection.agent.versions.published().values_list("number", "pk"))
    versions = _versions(selection, known)
    ids = [known[number] for number in _chosen(selection, known)]
    return Found(
        selection,
        use=together([_whole(selection, versions), _parts(selection, ids)]),
        versions=versions,
        days=_days(selection, ids),
        document=_document(selection, known),
    )


def raw(selection: Selection) -> list[tuple[int, date, str, str, str, int]]:
    """The counts as they are kept, without their shards: version, day, flow, name, what, count."""
    rows = _of(selection, _in(selection.period).filter(version__agent=selection.agent, version__number__gt=0))
    names = ("version__number", "day", "flow", "name", "what")
    chosen = rows.filter(version__number=selection.version) if selection.version else rows
    return list(chosen.values_list(*names).annotate(Sum("count")).order_by(*names))


def document_of(agent: Agent, version: int | None = None) -> dict[str, Any]:
    """The agent as a version has it, the newest if none is given; empty where none was published."""
    published = agent.versions.published().order_by("-number")
    chosen = published.filter(number=version) if version else published
    text = chosen.values_list("document", flat=True).first()
    return dict(json.loads(text)) if text else {}


def _in(period: Period) -> QuerySet[Tally]:
    return Tally.objects.filter(day__gte=period.first, day__lte=period.last)


def _of(selection: Selection, rows: QuerySet[Tally]) -> QuerySet[Tally]:
    """The rows of the flow, or all; what belongs to no flow goes with each."""
    return rows.filter(Q(flow=selection.flow) | Q(flow="")) if selection.flow else rows


def _chosen(selection: Selection, known: Mapping[int, int]) -> list[int]:
    """The versions that are looked at as one."""
    return [number for number in known if selection.version in (None, number)]


def _versions(selection: Selection, known: Mapping[int, int]) -> dict[int, Use]:
    """What was counted of each version, without its steps and fields; those that are compared are always there."""
    numbers = {pk: number for number, pk in known.items()}
    rows = _of(selection, _in(selection.period).filter(version__in=list(numbers), name=""))
    found: dict[int, Tallies] = {}
    for pk, flow, what, count in rows.values_list("version", "flow", "what").annotate(Sum("count")).order_by():
        found.setdefault(numbers[pk], Counter())[flow, "", what] += count
    return {number: Use(found[number]) for number in sorted(found, reverse=True)}


def _whole(selection: Selection, versions: Mapping[int, Use]) -> Use:
    return together([use for number, use in versions.items() if selection.version in (None, number)])


def _parts(selection: Selection, ids: Sequence[int]) -> Use:
    """The steps and fields: all of a selected flow, else of each flow where people stop and what its fields took."""
    rows = _in(selection.period).filter(version__in=ids).exclude(name="")
    rows = rows.filter(flow=selection.flow) if selection.flow else rows.filter(what__in=(*STOPS, *sorted(OF_FIELDS)))
    found = rows.values_list("flow", "name", "what").annotate(Sum("count")).order_by()
    return Use({(flow, name, what): count for flow, name, what, count in found})


def _days(selection: Selection, ids: Sequence[int]) -> dict[date, Use]:
    rows = _of(selection, _in(selection.period).filter(version__in=ids, name="", what__in=OVER_TIME))
    found: dict[date, Tallies] = {}
    for day, flow, what, count in rows.values_list("day", "flow", "what").annotate(Sum("count")).order_by():
        found.setdefault(selection.period.part_of(day), Counter())[flow, "", what] += count
    return {part: Use(found.get(part, Counter())) for part in selection.period.parts()}


def _document(selection: Selection, known: Mapping[int, int]) -> dict[str, Any]:
    number = selection.version or max(known, default=0)
    if number not in known:
        return {}
    return dict(json.loads(Version.objects.values_list("document", flat=True).get(pk=known[number])))
