"""Pictures of numbers as SVG text, for pages without scripts. Pure: numbers and words in, text out.

Colours and sizes are the classes of `static/css/measures.css`, so that no style stands in the page. Each picture has a
title and a description; whoever shows one puts a table of the same numbers beside it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

WIDTH, HEIGHT = 480, 220
_TOP, _RIGHT, _BOTTOM = 12, 16, 28
_LETTER = 9
"""About the width of a digit on a phone, in units of the picture."""
_ROW = 48
"""The height of a bar across with its label."""
_LETTERS = 30
"""Of a label beside its number, on a phone."""

Tick = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Words:
    """What a picture is called (`name` is its id in the page), and what it says to those who do not see it."""

    name: str
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A value over time, None for none. `label` stands below where there is room, `tip` shows when pointed at."""

    label: str
    value: float | None
    tip: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a calibration curve, each number from 0 to 1; its true height lies from `low` to `high`."""

    x: float
    y: float
    low: float
    high: float
    label: str
    tip: str


@dataclass(frozen=True, slots=True)
class Row:
    """A bar across, with its label above it. So much of `value` was lost, which is the end of the bar."""

    label: str
    value: float
    lost: float
    number: str
    tip: str


@dataclass(frozen=True, slots=True)
class Span:
    """A rate from 0 to 1, None for none, and from where to where it may be by chance."""

    label: str
    rate: float | None
    low: float
    high: float
    number: str
    tip: str


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where numbers lie in the picture."""

    left: float
    x_low: float
    x_high: float
    y_high: float

    def x(self, value: float) -> float:
        return self.left + (value - self.x_low) / (self.x_high - self.x_low) * (WIDTH - _RIGHT - self.left)

    def y(self, value: float) -> float:
        return HEIGHT - _BOTTOM - value / self.y_high * (HEIGHT - _BOTTOM - _TOP)


def bars(found: Sequence[Bar], words: Words, tick: Tick, *, whole: bool = False) -> str:
    """A bar for each value. `whole` is for counts, which have no halves."""
    frame = _over_time(found, tick)
    body = [*_rules(frame, tick, whole=whole), *_times(found, frame)]
    for place, bar in enumerate(found):
        if bar.value:
            left, right = frame.x(place + 0.15), frame.x(place + 0.85)
            top = frame.y(bar.value)
            shape = _tag("rect", "plot-bar", x=left, y=top, width=right - left, height=frame.y(0) - top)
            body.append(_tipped(shape, bar.tip))
    return _picture(words, body)


def curve(found: Sequence[Bar], words: Words, tick: Tick) -> str:
    """A line through the values, with a gap where there is none, and a dot at each."""
    frame = _over_time(found, tick)
    body = [*_rules(frame, tick, whole=False), *_times(found, frame)]
    points = [None if bar.value is None else (frame.x(n + 0.5), frame.y(bar.value)) for n, bar in enumerate(found)]
    body += [_path(stretch) for stretch in _stretches(points)]
    for bar, point in zip(found, points, strict=True):
        if point:
            body.append(_tipped(_tag("circle", "plot-dot", cx=point[0], cy=point[1], r=3.5), bar.tip))
    return _picture(words, body)


def calibration(found: Sequence[Dot], words: Words, tick: Tick) -> str:
    """The dots against the diagonal, on which whatever is said with a confidence of x comes true x times."""
    low = min((floor(dot.x * 10) / 10 for dot in found), default=0.0)
    frame = _Frame(_room((0.0, 0.5, 1.0), tick), min(low, 0.9), 1.0, 1.0)
    start = (frame.x(frame.x_low), frame.y(frame.x_low))
    body = list(_rules(frame, tick, whole=False))
    body.append(_tag("line", "plot-diagonal", x1=start[0], y1=start[1], x2=frame.x(1), y2=frame.y(1)))
    body += [_text(tick(at), frame.x(at), HEIGHT - 8, "middle") for at in _thirds(frame.x_low, 1.0)]
    body += [_path([(frame.x(dot.x), frame.y(dot.y)) for dot in sorted(found, key=lambda dot: dot.x)])]
    for dot in found:
        body += _calibrated(dot, frame)
    return _picture(words, body)


def funnel(found: Sequence[Row], words: Words) -> str:
    """A bar for each step on the way, as long as what came to it; its end is what went no further."""
    most = max((row.value for row in found), default=0) or 1
    body: list[str] = []
    for place, row in enumerate(found):
        top = place * _ROW
        length, lost = (part / most * WIDTH for part in (row.value, min(row.lost, row.value)))
        shape = _tag("rect", "plot-bar", x=0, y=top + 24, width=length - lost, height=14)
        shape += _tag("rect", "plot-lost", x=length - lost, y=top + 24, width=lost, height=14) if lost else ""
        body += [*_headed(row.label, row.number, top), _tipped(shape, row.tip)]
    return _picture(words, body, height=len(found) * _ROW)


def spans(found: Sequence[Span], words: Words, tick: Tick) -> str:
    """A line for each rate, from none to all, as long as chance makes it uncertain, with the rate as a dot on it."""
    bottom = len(found) * _ROW
    body = [
        part
        for at in _thirds(0, 1)
        for part in (
            _tag("line", "plot-rule", x1=_inside(at), y1=0, x2=_inside(at), y2=bottom),
            _text(tick(at), _inside(at), bottom + 18, "middle"),
        )
    ]
    for place, span in enumerate(found):
        top = place * _ROW
        body += _headed(span.label, span.number, top)
        if span.rate is not None:
            y = top + 31
            shape = _tag("line", "plot-margin", x1=_inside(span.low), y1=y, x2=_inside(span.high), y2=y)
            shape += _tag("circle", "plot-dot", cx=_inside(span.rate), cy=y, r=4.5)
            body.append(_tipped(shape, span.tip))
    return _picture(words, body, height=bottom + 24)


def _inside(rate: float) -> float:
    """The place of a rate, with room at the ends for half of a tick's letters."""
    return 18 + rate * (WIDTH - 36)


def _headed(label: str, number: str, top: float) -> Iterator[str]:
    """What stands above a row: what it is, and its number at the other end."""
    yield _text(label if len(label) <= _LETTERS else f"{label[: _LETTERS - 1]}…", 0, top + 17, "start", "plot-label")
    yield _text(number, WIDTH, top + 17, "end")


def _calibrated(dot: Dot, frame: _Frame) -> Iterator[str]:
    x, y = frame.x(dot.x), frame.y(dot.y)
    yield _tag("line", "plot-margin", x1=x, y1=frame.y(dot.low), x2=x, y2=frame.y(dot.high))
    yield _tipped(_tag("circle", "plot-dot", cx=x, cy=y, r=4.5), dot.tip)
    # Below the dot, since the curve rises; above it where there is no room below.
    height = y - 8 if y > HEIGHT - _BOTTOM - 20 else y + 18
    is_at_edge = x > WIDTH - _RIGHT - 40
    yield _text(dot.label, x - 6 if is_at_edge else x + 6, height, "end" if is_at_edge else "start", "plot-label")


def ceiling(value: float) -> float:
    """The top of a scale: 1, 2 or 5 times a power of ten, at least the value; 1 for nothing."""
    if value <= 0:
        return 1.0
    power = 10.0 ** floor(log10(value))
    return next((step * power for step in (1, 2, 5) if step * power >= value), 10 * power)


def _over_time(found: Sequence[Bar], tick: Tick) -> _Frame:
    top = ceiling(max((bar.value or 0.0 for bar in found), default=0.0))
    return _Frame(_room((0.0, top / 2, top), tick), 0.0, max(len(found), 1), top)


def _room(values: Sequence[float], tick: Tick) -> float:
    """The width that the numbers beside the picture need."""
    return 16 + _LETTER * max(len(tick(value)) for value in values)


def _rules(frame: _Frame, tick: Tick, *, whole: bool) -> Iterator[str]:
    """The lines across, with their numbers: none, half and all of the scale."""
    for value in (0.0, frame.y_high / 2, frame.y_high):
        if whole and value != int(value):
            continue
        y = frame.y(value)
        yield _tag("line", "plot-rule", x1=frame.left, y1=y, x2=WIDTH - _RIGHT, y2=y)
        yield _text(tick(value), frame.left - 8, y + 4, "end")


def _times(found: Sequence[Bar], frame: _Frame) -> Iterator[str]:
    """The first label, the middle one and the last: more have no room on a phone."""
    last = len(found) - 1
    places = [0, last // 2, last] if last >= 4 else list(range(last + 1))
    for place in places:
        anchor = "start" if place == 0 and last else "end" if place == last and last else "middle"
        x = {"start": frame.x(place + 0.15), "end": frame.x(place + 0.85), "middle": frame.x(place + 0.5)}[anchor]
        yield _text(found[place].label, x, HEIGHT - 8, anchor)


def _thirds(low: float, high: float) -> tuple[float, ...]:
    return (low, (low + high) / 2, high)


def _stretches(points: Sequence[tuple[float, float] | None]) -> Iterator[list[tuple[float, float]]]:
    """The points that follow each other without a gap."""
    stretch: list[tuple[float, float]] = []
    for point in (*points, None):
        if point is not None:
            stretch.append(point)
        elif stretch:
            yield stretch
            stretch = []


def _path(points: Sequence[tuple[float, float]]) -> str:
    return f'<polyline class="plot-line" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def _tag(name: str, kind: str, **places: float) -> str:
    where = " ".join(f'{place}="{at:.1f}"' for place, at in places.items())
    return f'<{name} class="{kind}" {where}/>'


def _tipped(shape: str, tip: str) -> str:
    return f"<g><title>{escape(tip)}</title>{shape}</g>"


def _text(words: str, x: float, y: float, anchor: str, kind: str = "plot-tick") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _picture(words: Words, body: Sequence[str], height: float = HEIGHT) -> str:
    name = escape(words.name)
    title = f'<title id="{name}-title">{escape(words.title)}</title>'
    description = f'<desc id="{name}-desc">{escape(words.description)}</desc>'
    attributes = f'viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{name}-title {name}-desc"'
    return f'<svg class="plot" {attributes}>{title}{description}{"".join(body)}</svg>'
