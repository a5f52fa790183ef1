"""Versions beside each other, in words and pictures, with what of a difference may be chance."""

from collections.abc import Callable, Iterator

from django.utils.safestring import mark_safe
from django.utils.translation import gettext

from conversations import plots
from conversations.analytics import SHOWN, Found
from conversations.analytics_numbers import MOST, Rate, Use, verdict
from conversations.analytics_words import Line, Linked, address, between, duration, margin, of, version
from conversations.measures_shown import Picture, Table, count, percent, price


def brief_head() -> tuple[str, ...]:
    """What `brief` tells, as the head of a table."""
    return (
        gettext("Conversations"),
        *brief_head_of_runs()[1:],
        gettext("To a person"),
        gettext("No flow fitted"),
        gettext("Without the model"),
        gettext("Median time"),
        gettext("95% within"),
        gettext("Median cost"),
    )


def brief_head_of_runs() -> tuple[str, ...]:
    """What `brief_of_runs` tells, as the head of a table."""
    return gettext("Runs begun"), gettext("Runs completed"), gettext("by chance from–to")


def brief(use: Use) -> tuple[str, ...]:
    """An agent or a version in a line."""
    return (
        count(use.conversations),
        *brief_of_runs(use)[1:],
        percent(use.handed_off.share),
        percent(use.fallbacks.share),
        percent(use.degraded.share),
        duration(use.seconds(0.5)),
        duration(use.seconds(MOST)),
        price(use.spent(0.5)),
    )


def brief_of_runs(use: Use) -> tuple[str, ...]:
    """A flow in a line."""
    return count(use.completion.of), percent(use.completion.share), margin(use.completion)


def versions(found: Found) -> Linked:
    """The latest versions; each line leads to that version beside the one before it."""
    head, told = (brief_head_of_runs, brief_of_runs) if found.selection.flow else (brief_head, brief)
    numbers = [*found.versions, ""]
    lines = [
        Line(address(found, version=number, against=before), (version(number), *told(use)))
        for (number, use), before in zip(found.versions.items(), numbers[1:], strict=True)
    ]
    return Linked(gettext("Numbers by version"), (gettext("Version"), *head()), tuple(lines[:SHOWN]))


def plot(found: Found) -> Picture | None:
    """The completion of each version, with how far chance may have moved it; nothing for one version."""
    if len(found.versions) < 2:
        return None
    title = gettext("Runs completed, by version")
    told = gettext("The line through a dot shows how far off it may be by chance. The table has every number.")
    rows = [_span(number, found.versions[number].completion) for number in list(found.versions)[:SHOWN]]
    return Picture(title, mark_safe(plots.spans(rows, plots.Words("versions", title, told), percent)))


def _span(number: int, rate: Rate) -> plots.Span:
    name, (low, high) = version(number), rate.margin
    told = f"{percent(rate.share)} ({of(rate)})" if rate.of else gettext("no run")
    return plots.Span(name, rate.share, low, high, told, f"{name}: {told}; {between(rate)}")


_Measure = Callable[[Use], Rate]
_Said = Callable[[Use], str]


def compared(found: Found) -> Table | None:
    """The two selected versions side by side, and what of it is more than chance; nothing for less than two."""
    selection = found.selection
    if not (selection.version and selection.against):
        return None
    old, new = (found.versions.get(number, Use()) for number in (selection.against, selection.version))
    head = (gettext("What"), version(selection.against), version(selection.version), gettext("The difference"))
    rows = [*_rates(old, new, of_flow=bool(selection.flow)), *([] if selection.flow else _sizes(old, new))]
    return Table(gettext("The two versions"), head, tuple(rows))


def _rates(old: Use, new: Use, *, of_flow: bool) -> Iterator[tuple[str, ...]]:
    for name, measure, is_good in _measures()[: 1 if of_flow else None]:
        a, b = measure(old), measure(new)
        yield name, _told(a), _told(b), _judged(a, b, is_good=is_good)


def _measures() -> tuple[tuple[str, _Measure, bool], ...]:
    """What is compared, and whether more of it is better; the first is that of a flow, too."""
    return (
        (gettext("Runs completed"), lambda use: use.completion, True),
        (gettext("Conversations handed to a person"), lambda use: use.handed_off, False),
        (gettext("Messages that no flow fitted"), lambda use: use.fallbacks, False),
        (gettext("Messages that fitted several flows"), lambda use: use.unclear, False),
        (gettext("Turns without the model"), lambda use: use.degraded, False),
        (gettext("Turns that broke"), lambda use: use.failed, False),
    )


def _sizes(old: Use, new: Use) -> Iterator[tuple[str, ...]]:
    sizes: tuple[tuple[str, _Said], ...] = (
        (gettext("Time to answer, median"), lambda use: duration(use.seconds(0.5))),
        (gettext("Time to answer, 95% within"), lambda use: duration(use.seconds(MOST))),
        (gettext("Cost of an answer, median"), lambda use: price(use.spent(0.5))),
        (gettext("Cost of an answer, 95% up to"), lambda use: price(use.spent(MOST))),
    )
    for name, said in sizes:
        yield name, said(old), said(new), gettext("not judged")


def _told(rate: Rate) -> str:
    if rate.share is None:
        return "–"
    low, high = rate.margin
    return gettext("%(share)s (%(low)s–%(high)s), %(hits)s of %(all)s") % {
        **{"share": percent(rate.share), "low": percent(low), "high": percent(high)},
        **{"hits": count(rate.hits), "all": count(rate.of)},
    }


def _judged(old: Rate, new: Rate, *, is_good: bool) -> str:
    """Whether more is better is the measure's; whether it is more at all, chance has a say in."""
    match verdict(old, new):
        case "unknown":
            return gettext("nothing to compare yet")
        case "chance":
            return gettext("may be chance")
        case "higher":
            return gettext("better") if is_good else gettext("worse")
    return gettext("worse") if is_good else gettext("better")
