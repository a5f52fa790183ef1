"""The measures in words, numbers and pictures of the reader's language (F22)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from math import floor, log10
from typing import Any

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal, format_percent
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, ngettext

from conversations import plots
from conversations.measures_numbers import WRITTEN, Band, Measures, Period, Talk, share
from facts.languages import locale
from facts.models import Counter, Entry

_OF_COST = 3
"""Digits that tell costs apart, however small they are."""
_ASKED = (
    Entry.Kind.PROPOSED,
    Entry.Kind.REJECTED,
    Entry.Kind.CLOSED,
    Entry.Kind.CONTESTED,
    Entry.Kind.RESOLVED,
)
_TAKEN_BACK = (Entry.Kind.RETRACTED, Entry.Kind.UNDONE)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with what it counts. `notes` are sentences about it."""

    name: str
    number: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot, and what it shows. The SVG is safe: `plots` escapes what it is given."""

    caption: str
    svg: SafeString


@dataclass(frozen=True, slots=True)
class Table:
    """The same numbers for those who do not see a picture: the first cell of a row names it."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Lists:
    """Figures under a heading."""

    name: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The whole page but its form."""

    avoided: Figure
    avoided_plots: tuple[Picture, ...]
    cost: Figure
    cost_plots: tuple[Picture, ...]
    by_time: Table
    facts: tuple[Figure, ...]
    lists: tuple[Lists, ...]
    curve: Picture | None
    by_band: Table
    contradictions: tuple[Figure, ...]


def shown(found: Measures) -> Shown:
    """All that the page tells of the measures."""
    return Shown(
        avoided=_avoided(found),
        avoided_plots=_avoided_plots(found),
        cost=_cost(found),
        cost_plots=_cost_plots(found),
        by_time=_by_time(found),
        facts=_facts(found),
        lists=_lists(found),
        curve=_curve(found.bands),
        by_band=_by_band(found.bands),
        contradictions=_contradictions(found),
    )


def span(found: Measures) -> str:
    """The period in words."""
    return in_words(found.period)


def in_words(period: Period) -> str:
    """A period in words."""
    first, last = (format_date(day, "long", locale=_here()) for day in (period.first, period.last))
    return first if period.days == 1 else gettext("%(first)s to %(last)s") % {"first": first, "last": last}


# Numbers and dates of the language


def _here() -> Locale:
    return locale(get_language() or "en")


def count(number: float) -> str:
    """A count, or a mean of counts with one decimal."""
    return format_decimal(round(number, 1), locale=_here())


def price(cost: float | None) -> str:
    """A cost by its first digits, since that of an exchange can be very small; a dash for none."""
    if not cost:
        return "–" if cost is None else "0"
    decimals = min(12, max(2, _OF_COST - 1 - floor(log10(abs(cost)))))
    return format_decimal(round(cost, decimals), format="#,##0.00" + "#" * (decimals - 2), locale=_here())


def percent(rate: float | None) -> str:
    """A rate in percent; a dash for none."""
    return "–" if rate is None else format_percent(rate, locale=_here())


def _confidence(value: float) -> str:
    return format_decimal(value, format="0.00#", locale=_here())


def _brief(part: date, found: Measures) -> str:
    return brief(part, found.period)


def brief(part: date, period: Period) -> str:
    """The first day of a part of a period, as short as it can be."""
    return format_skeleton("yMMM" if period.unit == "month" else "MMMd", part, locale=_here())


def _against(now: float | None, before: float | None, words: str, found: Measures) -> str:
    """The change against the period before, as a sentence."""
    names: dict[str, Any] = {"days": count(found.period.days), "before": words}
    if not before or now is None:
        text = ngettext("The day before: %(before)s", "The %(days)s days before: %(before)s", found.period.days)
        return text % names
    change = round(now / before - 1, 2)
    if not change:
        text = ngettext(
            "About the same as the day before (%(before)s)",
            "About the same as the %(days)s days before (%(before)s)",
            found.period.days,
        )
        return text % names
    names["change"] = format_percent(change, format="+#,##0%;-#,##0%", locale=_here())
    text = ngettext(
        "%(change)s against the day before (%(before)s)",
        "%(change)s against the %(days)s days before (%(before)s)",
        found.period.days,
    )
    return text % names


# What facts were good for, and what it cost


def _avoided(found: Measures) -> Figure:
    talk, before = found.talk, found.before
    per_hundred = gettext("%(number)s for each 100 questions asked") % {"number": count(talk.per_hundred or 0)}
    asked = ngettext(
        "%(count)s question was asked", "%(count)s questions were asked", talk.asked
    ) % {"count": count(talk.asked)}  # fmt: skip
    return Figure(
        gettext("Questions that facts made unnecessary"),
        count(talk.avoided),
        (
            *((per_hundred,) if talk.asked else ()),
            asked,
            _against(talk.avoided, before.avoided, count(before.avoided), found),
        ),
    )


def _cost(found: Measures) -> Figure:
    talk, before = found.talk, found.before
    in_all = ngettext(
        "%(cost)s in all, with %(count)s exchange", "%(cost)s in all, with %(count)s exchanges", talk.exchanges
    ) % {"cost": price(talk.cost), "count": count(talk.exchanges)}
    effects = gettext("%(number)s readings and replies for each exchange") % {
        "number": count(share(found.effects, talk.exchanges) or 0)
    }
    change = _against(talk.per_exchange, before.per_exchange, price(before.per_exchange), found)
    notes = (in_all, effects, change) if talk.exchanges else (in_all, change)
    return Figure(gettext("Cost of an exchange"), price(talk.per_exchange), notes)


def _avoided_plots(found: Measures) -> tuple[Picture, ...]:
    if not found.talk.avoided:
        return ()
    all_, rate = {
        "day": (gettext("Questions made unnecessary, by day"), gettext("For each 100 questions asked, by day")),
        "week": (gettext("Questions made unnecessary, by week"), gettext("For each 100 questions asked, by week")),
        "month": (gettext("Questions made unnecessary, by month"), gettext("For each 100 questions asked, by month")),
    }[found.period.unit]
    numbers = [(part, talk.avoided) for part, talk in _parts(found)]
    rates = [(part, talk.per_hundred) for part, talk in _parts(found)]
    bars, words = _drawn("avoided", all_, numbers, found=found, show=count)
    return (
        Picture(all_, mark_safe(plots.bars(bars, words, count, whole=True))),
        Picture(rate, mark_safe(plots.curve(*_drawn("rate", rate, rates, found=found, show=count), count))),
    )


def _cost_plots(found: Measures) -> tuple[Picture, ...]:
    if not found.talk.cost:
        return ()
    one, all_ = {
        "day": (gettext("Cost of an exchange, by day"), gettext("Cost in all, by day")),
        "week": (gettext("Cost of an exchange, by week"), gettext("Cost in all, by week")),
        "month": (gettext("Cost of an exchange, by month"), gettext("Cost in all, by month")),
    }[found.period.unit]
    means = [(part, talk.per_exchange) for part, talk in _parts(found)]
    sums = [(part, talk.cost) for part, talk in _parts(found)]
    return (
        Picture(one, mark_safe(plots.curve(*_drawn("one", one, means, found=found, show=price), price))),
        Picture(all_, mark_safe(plots.bars(*_drawn("all", all_, sums, found=found, show=price), price))),
    )


def _drawn(
    name: str,
    title: str,
    numbers: Sequence[tuple[date, float | None]],
    *,
    found: Measures,
    show: Callable[[float], str],
) -> tuple[list[plots.Bar], plots.Words]:
    """The values of a picture over time, and what it is called."""
    most = show(max(number or 0 for _part, number in numbers))
    description = gettext("%(span)s; at most %(most)s. The table has every number.")
    words = plots.Words(name, title, description % {"span": span(found), "most": most})
    return [_bar(_brief(part, found), number, show) for part, number in numbers], words


def _bar(name: str, number: float | None, show: Callable[[float], str]) -> plots.Bar:
    return plots.Bar(name, number, "" if number is None else f"{name}: {show(number)}")


def _parts(found: Measures) -> Sequence[tuple[date, Talk]]:
    return tuple(found.parts.items())


def _by_time(found: Measures) -> Table:
    caption, first = {
        "day": (gettext("Numbers by day"), gettext("Day")),
        "week": (gettext("Numbers by week"), gettext("Week from")),
        "month": (gettext("Numbers by month"), gettext("Month")),
    }[found.period.unit]
    head = (
        first,
        gettext("Questions made unnecessary"),
        gettext("Questions asked"),
        gettext("For each 100 asked"),
        gettext("Exchanges"),
        gettext("Cost of an exchange"),
        gettext("Cost in all"),
    )
    rows = [
        (
            _brief(part, found),
            count(talk.avoided),
            count(talk.asked),
            "–" if talk.per_hundred is None else count(talk.per_hundred),
            count(talk.exchanges),
            price(talk.per_exchange),
            price(talk.cost),
        )
        for part, talk in _parts(found)
    ]
    return Table(caption, head, tuple(rows))


# Facts, proposals, contradictions


def _facts(found: Measures) -> tuple[Figure, ...]:
    return (
        Figure(gettext("Written"), count(found.written)),
        Figure(gettext("Proposed"), count(found.kinds.get(Entry.Kind.PROPOSED, 0))),
        Figure(gettext("Ignored"), count(found.counted.get(Counter.What.IGNORED, 0))),
    )


def _lists(found: Measures) -> tuple[Lists, ...]:
    return (
        Lists(gettext("Written"), _labelled(WRITTEN, Entry.Kind, found.kinds)),
        Lists(gettext("Asked about"), _labelled(_ASKED, Entry.Kind, found.kinds)),
        Lists(gettext("Taken back"), _labelled(_TAKEN_BACK, Entry.Kind, found.kinds)),
        Lists(gettext("Not kept"), _labelled(Counter.What.values, Counter.What, found.counted)),
    )


def _labelled(names: Sequence[str], choices: Any, numbers: dict[str, int]) -> tuple[Figure, ...]:
    return tuple(Figure(capfirst(str(choices(name).label)), count(numbers.get(name, 0))) for name in names)


def _curve(bands: Sequence[Band]) -> Picture | None:
    """The acceptance of each band against its mean confidence; nothing where no proposal was answered."""
    dots = [_dot(band) for band in bands if band.answered]
    title = gettext("Accepted of those answered, by confidence")
    description = gettext(
        "From left to right the confidence of the reading, upwards the part that people accepted. "
        "On the dashed line both are the same. The table has every number."
    )
    words = plots.Words("calibration", title, description)
    return Picture(title, mark_safe(plots.calibration(dots, words, percent))) if dots else None


def _dot(band: Band) -> plots.Dot:
    low, high = band.margin
    tip = gettext("%(band)s: %(rate)s of %(count)s accepted") % {
        "band": _named(band),
        "rate": percent(band.rate),
        "count": count(band.answered),
    }
    return plots.Dot(band.mean or 0, band.rate or 0, low, high, count(band.answered), tip)


def _named(band: Band) -> str:
    if band.low is None:
        return gettext("below %(bound)s") % {"bound": _confidence(band.high or 0)}
    if band.high is None:
        return gettext("%(bound)s and more") % {"bound": _confidence(band.low)}
    return f"{_confidence(band.low)}–{_confidence(band.high)}"


def _by_band(bands: Sequence[Band]) -> Table:
    head = (
        gettext("Confidence"),
        gettext("Accepted"),
        gettext("Refused"),
        gettext("Not asked any more"),
        gettext("Waiting"),
        gettext("Acceptance"),
    )
    rows = [
        (
            _named(band),
            *map(count, (band.accepted, band.rejected, band.closed, band.pending)),
            percent(band.rate),
        )
        for band in bands
    ]
    return Table(gettext("Proposals by confidence"), head, tuple(rows))


def _contradictions(found: Measures) -> tuple[Figure, ...]:
    those = found.contradictions
    return (
        Figure(gettext("Asked"), count(those.asked)),
        Figure(gettext("Decided for the old value"), count(those.old)),
        Figure(gettext("Decided for the new value"), count(those.new)),
        Figure(gettext("Decided for neither"), count(those.neither)),
        Figure(gettext("Still open"), count(those.open)),
        Figure(gettext("Replaced by what was said since"), count(those.replaced)),
    )
