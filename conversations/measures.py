"""What the facts of a period were good for, and what its conversations cost (F22): read, and counted in SQL.

Every number comes from columns in clear; nothing is unsealed. So many queries whatever there is to count.
"""

from typing import Any

from django.conf import settings
from django.db.models import Case, Count, DateField, Func, IntegerField, Max, Min, Q, QuerySet, Sum, Value, When
from django.db.models.functions import Coalesce

from agents.models import Agent
from conversations.measures_numbers import Band, Contradictions, Measures, Period, Talk, edges
from conversations.models import Turn
from facts.models import CatalogueKey, Contested, Counter, Entry, Proposal

_ENDED_ASKING = ("needs_input", "validation_error")
"""Why a turn stops that leaves a question with the person (T19)."""
_ANSWERED = (Proposal.State.ACCEPTED, Proposal.State.REJECTED)
_ASKED_OF_ONE = Q(kind=Turn.Kind.MESSAGE)
# The databases' own: in place of Django's, for which SQLite calls Python with each turn.
_DAY = Func("done_at", function="DATE", output_field=DateField())
# In the order of the attributes of `Talk`, under names that no column has.
_SUMS: dict[str, Any] = {
    "all_exchanges": Count("pk", filter=_ASKED_OF_ONE),
    "all_asked": Count("pk", filter=Q(stopped_reason__in=_ENDED_ASKING)),
    "all_avoided": Coalesce(Sum("avoided"), 0),
    "all_cost": Coalesce(Sum("cost"), 0.0),
    "all_spent": Coalesce(Sum("cost", filter=_ASKED_OF_ONE), 0.0),
}


def measure(period: Period, agent: Agent | None = None) -> Measures:
    """The measures of a period, of one agent or of all."""
    return Measures(
        period=period,
        parts=_parts(period, agent),
        before=Talk(*_turns(period.before, agent).aggregate(**_SUMS).values()),
        effects=_effects(period, agent),
        kinds=_kinds(period, agent),
        counted=_counted(period, agent),
        bands=_bands(period, agent),
        contradictions=_contradictions(period, agent),
    )


def _turns(period: Period, agent: Agent | None) -> QuerySet[Turn]:
    turns = Turn.objects.filter(done_at__gte=period.begin, done_at__lt=period.end, version__number__gt=0).order_by()
    return turns.filter(version__agent=agent) if agent else turns


def _parts(period: Period, agent: Agent | None) -> dict[Any, Talk]:
    """The turns by part of the period; a part without any is there, too."""
    days = _turns(period, agent).annotate(day=_DAY).values_list("day").annotate(**_SUMS)
    found = {part: Talk() for part in period.parts()}
    for day, *sums in days:
        found[period.part_of(day)] += Talk(*sums)
    return found


def _effects(period: Period, agent: Agent | None) -> int:
    """How many readings and replies the exchanges asked for."""
    exchanges = _turns(period, agent).filter(_ASKED_OF_ONE)
    return int(exchanges.aggregate(calls=Coalesce(Sum("calls"), 0))["calls"])


def _kinds(period: Period, agent: Agent | None) -> dict[str, int]:
    """The ledger's lines by kind. A line without an agent, such as a click, is that of the line it answers."""
    lines = Entry.objects.filter(
        recorded_at__gte=period.begin, recorded_at__lt=period.end, person__is_pretended=False
    ).order_by()
    if agent:
        lines = lines.filter(Q(agent=agent.slug) | Q(agent="", about__agent=agent.slug))
    return dict(lines.values_list("kind").annotate(Count("pk")))


def _counted(period: Period, agent: Agent | None) -> dict[str, int]:
    days = Counter.objects.filter(day__gte=period.first, day__lte=period.last)
    days = days.filter(agent=agent.slug) if agent else days
    return dict(days.values_list("what").annotate(Sum("count")))


def _asked_in(questions: QuerySet[Any], period: Period, agent: Agent | None) -> QuerySet[Any]:
    """The questions that were asked in the period, wherever they stand now."""
    asked = questions.filter(
        entry__recorded_at__gte=period.begin, entry__recorded_at__lt=period.end, person__is_pretended=False
    )
    return asked.filter(entry__agent=agent.slug) if agent else asked


def _contradictions(period: Period, agent: Agent | None) -> Contradictions:
    asked = _asked_in(Contested.objects.all(), period, agent)
    rows = asked.values_list("state", "line__choice").annotate(Count("pk")).order_by()
    found: dict[str, int] = {}
    for state, choice, count in rows:
        name = choice if state == Contested.State.RESOLVED else state
        found[name] = found.get(name, 0) + count
    return Contradictions(**found)


def _bands(period: Period, agent: Agent | None) -> tuple[Band, ...]:
    """The proposals by band of confidence and answer; below and above the thresholds only where there are any."""
    bounds = edges(*_thresholds())
    rows = _asked_in(Proposal.objects.all(), period, agent).annotate(band=_band(bounds)).order_by()
    found: dict[int, dict[str, Any]] = {}
    for band, state, count, confidence in rows.values_list("band", "state").annotate(
        Count("pk"), Sum("entry__confidence")
    ):
        sums = found.setdefault(band, {"confidence": 0.0})
        sums[state] = count
        sums["confidence"] += confidence if state in _ANSWERED else 0.0
    places = [place for place in range(len(bounds) + 1) if place in found or 0 < place < len(bounds)]
    ends = (None, *bounds, None)
    return tuple(Band(ends[place], ends[place + 1], **found.get(place, {})) for place in places)


def _thresholds() -> tuple[float, ...]:
    """The site's thresholds, and the lowest and highest that a key has of its own (F5)."""
    own = CatalogueKey.objects.aggregate(propose=Min("propose"), write=Max("write"))
    return (settings.FACT_PROPOSE, settings.FACT_WRITE, *(bound for bound in own.values() if bound is not None))


def _band(bounds: tuple[float, ...]) -> Case:
    """The number of the band that an entry's confidence lies in; 0 is below the lowest bound, which itself is in 1."""
    cases = [When(entry__confidence__lt=bound, then=Value(place)) for place, bound in enumerate(bounds)]
    return Case(*cases, default=Value(len(bounds)), output_field=IntegerField())
