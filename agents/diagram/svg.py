"""A layout as SVG text. Pure.

No style and no script stands in it: looks are classes, which `static/css/diagram.css` knows.
"""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from agents.diagram.graph import Exit, Graph, Node
from agents.diagram.layout import CHIP, ICON, PAD, Box, Edge, Label, Layout, Rect, Row
from agents.diagram.marks import Marks, Way
from agents.diagram.style import embedded
from agents.diagram.wording import Wording

_BASELINE: Final = 12.0
_CORNER: Final = 6.0
_ICONS: Final = {
    "talk": "M3 4h10v7H8l-3 3v-3H3zM6 7.5h4",
    "say": "M3 4.5h10M3 8h10M3 11.5h6",
    "do": "M9 2.5 4 9h4l-1 4.5L12 7H8z",
    "if": "M8 14V9.5M8 9.5 3.5 5V2.5M8 9.5 12.5 5V2.5",
    "wait": "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11zM8 5v3l2 1.5",
    "start": "M5 3.5v9L12.5 8z",
    "end": "M4 4h8v8H4z",
    "flow": "M2.5 3h5v4h-5zM8.5 9h5v4h-5zM5 7v4h3.5",
    "unclear": "M6 6a2 2 0 1 1 2.8 1.8q-.8.5-.8 1.4M8 12v.1",
}


class Picture:
    """Writes one layout. `name` begins the ids of the picture, which must be its own in a page."""

    def __init__(self, graph: Graph, layout: Layout, marks: Marks, words: Wording, name: str) -> None:
        self.graph, self.layout, self.marks, self.words, self.name = graph, layout, marks, words, name
        self.path: frozenset[Way] = frozenset(marks.path)
        self.busiest = max(marks.ways.values(), default=0)

    def text(self, *, standalone: bool) -> str:
        """The whole. `standalone` is for a file of its own, with its namespace and its look."""
        area = self.layout.area
        box = f"{_n(area.x)} {_n(area.y)} {_n(area.width)} {_n(area.height)}"
        # the children of an image are no links to a screen reader
        role = "group" if self.marks.links or self.marks.flow_links else "img"
        labelled = f'role="{role}" aria-labelledby="{self.name}-title {self.name}-desc"'
        size = f'width="{_n(area.width)}" height="{_n(area.height)}" viewBox="{box}"'
        space = ' xmlns="http://www.w3.org/2000/svg"' if standalone else ""
        return f'<svg{space} class="diagram" {size} {labelled}>{"".join(self._inside(standalone))}</svg>'

    def _inside(self, standalone: bool) -> Iterator[str]:
        yield f'<title id="{self.name}-title">{escape(self.graph.title)}</title>'
        yield f'<desc id="{self.name}-desc">{escape(self.graph.description)}</desc>'
        if standalone:
            yield f"<style>{escape(embedded(), quote=False)}</style>"
            yield _rect(self.layout.area, "diagram-ground", 0, fill="#ffffff")
        yield from (self._edge(edge) for edge in sorted(self.layout.edges, key=self._weight))
        yield from (self._box(box) for box in self.layout.boxes)
        yield from map(self._legend, self.layout.legend)

    # Lines

    def _weight(self, edge: Edge) -> tuple[bool, int]:
        """Lines that matter more lie above the others."""
        return edge.exit.way in self.path, self._share(edge.exit.way)

    def _share(self, way: Way) -> int:
        """The width of a line, 1 to 4, by its share of the busiest one; 0 where nothing is counted."""
        count = self.marks.ways.get(way, 0)
        return 1 + min(3, count * 4 // (self.busiest + 1)) if self.busiest and count else 0

    def _edge(self, edge: Edge) -> str:
        label = self._label(edge.label) if edge.label else ""
        is_reached = self.layout.boxes[edge.source].node.is_reached
        kinds = _classes("diagram-edge", **{"is-unreached": not is_reached}, **self._gone(edge.exit))
        line = f'<path class="diagram-line" d="{_path(edge.points)}"/>'
        return f'<g class="{kinds}">{self._told(edge)}{line}{_arrow(edge.points)}{label}</g>'

    def _gone(self, way: Exit) -> dict[str, bool]:
        share = self._share(way.way)
        return {"is-travelled": way.way in self.path, f"share-{share}": bool(share)}

    def _told(self, edge: Edge) -> str:
        source, target = (self.layout.boxes[at].node.title for at in (edge.source, edge.target))
        way = edge.exit.full or self.words.then
        return _tip(self.words.edge % {"source": source, "target": target, "way": way})

    # Boxes

    def _box(self, box: Box) -> str:
        rows = "".join(self._row(box, row) for row in box.rows)
        return f'<g class="{self._kinds(box.node)}">{self._linked(box)}{rows}</g>'

    def _kinds(self, node: Node) -> str:
        trouble = self.marks.problems.get(node.key)
        return _classes(
            f"diagram-step diagram-{node.kind}",
            **{
                "is-unreached": not node.is_reached,
                "is-visited": node.key in self.marks.visits,
                "is-current": self.marks.current == node.key,
                f"has-{trouble.severity if trouble else ''}": trouble is not None,
            },
        )

    def _linked(self, box: Box) -> str:
        """The box and its head, as a link where there is an address."""
        node = box.node
        frame = _rect(box.rect, "diagram-frame", 12 if node.kind not in ("start", "end") else 20)
        head = _rect(box.head, "diagram-head", 12, fill="none")
        inside = frame + head + self._icon(box) + "".join(map(self._label, box.labels))
        inside += "".join(self._badge(node, badge) for badge in box.badges)
        address = self.marks.links.get(node.key)
        if not address:
            return inside
        return f'<a class="diagram-link" href="{escape(address)}" aria-label="{escape(self._name(node))}">{inside}</a>'

    def _name(self, node: Node) -> str:
        """What a box is to those who do not see it."""
        parts = [f"{node.title} ({self._kind(node)})", *node.lines, *node.notes]
        parts += [self.words.unreachable] if not node.is_reached else []
        parts += [self.words.here] if self.marks.current == node.key else []
        parts += [text for kind in ("error", "warning", "visits", "traffic") if (text := self._mark(node, kind))]
        return "; ".join(parts)

    def _kind(self, node: Node) -> str:
        kinds = {"if": "fork", "unclear": "unclear"}
        return str(getattr(self.words, kinds.get(node.kind, node.kind)))

    def _mark(self, node: Node, kind: str) -> str:
        """A badge in words; empty for one that the node has not."""
        trouble, words = self.marks.problems.get(node.key), self.words
        if trouble and trouble.severity == kind:
            word = words.error if kind == "error" else words.warning
            return ": ".join([word, *trouble.sentences[:1]]) + "".join(f"; {more}" for more in trouble.sentences[1:])
        if kind == "visits" and node.key in self.marks.visits:
            return words.visited % {"number": self.marks.visits[node.key]}
        if kind == "traffic" and node.key in self.marks.traffic:
            return words.passed % {"number": self.marks.traffic[node.key]}
        return ""

    def _icon(self, box: Box) -> str:
        x, y = box.rect.x + PAD, box.rect.y + PAD
        ground = _rect(Rect(x, y, ICON, ICON), "diagram-icon-ground", 6)
        glyph = (
            f'<path class="diagram-icon" transform="translate({_n(x + 3)} {_n(y + 3)})" d="{_ICONS[box.node.kind]}"/>'
        )
        unreached = "" if box.node.is_reached else f" ({self.words.unreachable})"
        return f"<g>{_tip(self._kind(box.node) + unreached)}{ground}{glyph}</g>"

    def _badge(self, node: Node, badge: Label) -> str:
        shape = _rect(badge.rect, f"diagram-badge diagram-badge-{badge.kind}", CHIP / 2)
        text = _centred(badge, f"diagram-badge-{badge.kind}-text")
        return f"<g>{_tip(self._mark(node, badge.kind))}{shape}{text}</g>"

    def _row(self, box: Box, row: Row) -> str:
        rule = f'<path class="diagram-rule" d="M{_n(row.rect.x)} {_n(row.rect.y)}h{_n(row.rect.width)}"/>'
        labels = "".join(map(self._label, (*row.labels, *([row.number] if row.number else ()))))
        target = self.layout.boxes[row.exit.to].node.title if row.exit.to is not None else row.exit.chip
        told = self.words.edge % {"source": box.node.title, "target": target, "way": row.exit.full or row.exit.label}
        kinds = _classes("diagram-way", **self._gone(row.exit))
        chip = self._chip(row) if row.chip else ""
        return f'<g class="{kinds}">{rule}<g role="img" aria-label="{escape(told)}">{_tip(told)}{labels}</g>{chip}</g>'

    def _chip(self, row: Row) -> str:
        if row.chip is None:
            return ""
        shape = _rect(row.chip.rect, f"diagram-chip diagram-chip-{row.chip.kind}", CHIP / 2)
        inside = shape + _centred(row.chip, f"diagram-chip-{row.chip.kind}-text") + _tip(row.chip.full)
        address = self.marks.flow_links.get(row.exit.flow) if row.exit.flow else None
        if not address:
            return f"<g>{inside}</g>"
        name = escape(f"{row.exit.chip} ({self.words.flow})")
        return f'<a class="diagram-link" href="{escape(address)}" aria-label="{name}">{inside}</a>'

    def _label(self, label: Label) -> str:
        tip = _tip(label.full)
        kind = "diagram-beside" if label.kind == "beside" else f"diagram-{label.kind}"
        offset = 16.0 if label.kind == "title" else _BASELINE
        text = (
            f'<text class="{kind}" x="{_n(label.rect.x)}" y="{_n(label.rect.y + offset)}">{escape(label.text)}</text>'
        )
        return f"<g>{tip}{text}</g>" if tip and label.kind != "way" else text

    def _legend(self, label: Label) -> str:
        y, x = label.rect.y + 8, label.rect.x - 36
        if label.kind == "here":
            sample = _rect(Rect(x + 4, y - 7, 20, 14), "diagram-frame", 4)
            return f'<g class="diagram-legend diagram-is-current">{sample}{self._label(label)}</g>'
        kind = "diagram-is-travelled" if label.kind == "travelled" else "diagram-share-4"
        sample = f'<path class="diagram-line" d="M{_n(x)} {_n(y)}h28"/>'
        return f'<g class="diagram-legend {kind}">{sample}{self._label(label)}</g>'


def _n(number: float) -> str:
    """A number as short as it can be."""
    return f"{number:.1f}".removesuffix(".0")


def _tip(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""


def _classes(kinds: str, **more: bool) -> str:
    return " ".join([kinds, *(f"diagram-{name}" for name, is_so in more.items() if is_so)])


def _rect(rect: Rect, kinds: str, radius: float, fill: str = "") -> str:
    place = f'x="{_n(rect.x)}" y="{_n(rect.y)}" width="{_n(rect.width)}" height="{_n(rect.height)}"'
    rounded = f' rx="{_n(radius)}"' if radius else ""
    return f'<rect class="{kinds}" {place}{rounded}{f" fill={chr(34)}{fill}{chr(34)}" if fill else ""}/>'


def _centred(label: Label, kind: str) -> str:
    x, y = label.rect.x + label.rect.width / 2, label.rect.y + label.rect.height / 2 + 4
    return f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}" text-anchor="middle">{escape(label.text)}</text>'


def _path(points: Iterable[tuple[float, float]]) -> str:
    """A line with rounded corners; it ends where the arrow begins."""
    places = list(points)
    end_x, end_y = places[-1]
    before_x, before_y = places[-2]
    places[-1] = (end_x - 6 * _sign(end_x - before_x), end_y - 6 * _sign(end_y - before_y))
    found = [f"M{_n(places[0][0])} {_n(places[0][1])}"]
    for before, corner, after in zip(places, places[1:], places[2:], strict=False):
        start, end = _towards(corner, before), _towards(corner, after)
        found.append(f"L{_n(start[0])} {_n(start[1])}Q{_n(corner[0])} {_n(corner[1])} {_n(end[0])} {_n(end[1])}")
    found.append(f"L{_n(places[-1][0])} {_n(places[-1][1])}")
    return "".join(found)


def _towards(corner: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """The point on the way from a corner to another one where its rounding ends."""
    across, down = other[0] - corner[0], other[1] - corner[1]
    reach = min(_CORNER, (abs(across) + abs(down)) / 2)
    return corner[0] + reach * _sign(across), corner[1] + reach * _sign(down)


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _arrow(points: tuple[tuple[float, float], ...]) -> str:
    """The point of an arrow at the end of a line."""
    (before_x, before_y), (x, y) = points[-2:]
    across, down = 8 * _sign(x - before_x), 8 * _sign(y - before_y)
    one, other = (x - across - down / 2, y - down - across / 2), (x - across + down / 2, y - down + across / 2)
    corners = f"M{_n(x)} {_n(y)}L{_n(one[0])} {_n(one[1])}L{_n(other[0])} {_n(other[1])}z"
    return f'<path class="diagram-arrow" d="{corners}"/>'
