"""Where everything stands in a picture: boxes, the lines between them and their texts, as numbers. Pure.

The ways out of a step are rows within its box, so that no line ever runs through a text. A way that leaves the flow
ends in a chip within its row; one that jumps leaves at the side of its row, to the right if it goes forward, to the
left if it goes back, and enters its target beside its title. Lines to the same target run together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from agents.diagram.graph import Exit, Graph, Node
from agents.diagram.lanes import Span, lanes
from agents.diagram.letters import BOLD, broken, shortened, width
from agents.diagram.marks import Marks
from agents.diagram.wording import Wording

BOX: Final = 300.0
PAD: Final = 12.0
MARGIN: Final = 8.0
TITLE: Final = 14.0
SMALL: Final = 12.0
LINE: Final = 16.0
HEAD: Final = 22.0
"""The height of a title and its icon."""
ICON: Final = 22.0
CHIP: Final = 20.0
GAP: Final = 26.0
WIDE_GAP: Final = 32.0
"""Between two boxes; where the line between them has a label."""
LANE: Final = 12.0
FIRST_LANE: Final = 20.0
"""From a box to the first lane beside it, with room for the point of an arrow."""
ENTRY: Final = PAD + HEAD / 2
"""Where lines enter a box, below its top."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Label:
    """A text of a line, with the rectangle that it fills at most; `full` where it is shortened."""

    text: str
    rect: Rect
    kind: str
    full: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A way out of a step within its box. `chip` is the text in a chip at its right."""

    exit: Exit
    rect: Rect
    labels: tuple[Label, ...]
    chip: Label | None
    number: Label | None

    @property
    def middle(self) -> float:
        return self.rect.y + self.rect.height / 2


@dataclass(frozen=True, slots=True)
class Box:
    """A node. `head` is what stands above its rows; `badges` are labels in its upper right corner."""

    node: Node
    rect: Rect
    head: Rect
    labels: tuple[Label, ...]
    badges: tuple[Label, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A line from a box to another, by corners; the last point is that of the arrow."""

    exit: Exit
    source: int
    target: int
    points: tuple[tuple[float, float], ...]
    label: Label | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole picture. `area` is what it fills; `legend` are labels with a sample at their left."""

    area: Rect
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    legend: tuple[Label, ...]

    @property
    def labels(self) -> Iterator[Label]:
        """Every text."""
        for box in self.boxes:
            yield from (*box.labels, *box.badges)
            for row in box.rows:
                yield from (*row.labels, *filter(None, (row.chip, row.number)))
        yield from filter(None, (edge.label for edge in self.edges))
        yield from self.legend


def lay_out(graph: Graph, marks: Marks, words: Wording) -> Layout:
    """The places of all that a graph and its marks show."""
    boxes = _stacked(graph, marks)
    spans = _spans(boxes)
    left, right = (lanes({to: span for (side, to), span in spans.items() if side == at}) for at in ("left", "right"))
    height = (boxes[-1].rect.bottom if boxes else 0.0) + MARGIN
    legend = tuple(_legend(marks, words, height))
    area = Rect(-_room(left), 0, _room(left) + BOX + _room(right), height + (len(legend) * 20 + PAD if legend else 0))
    return Layout(area, boxes, tuple(_edges(boxes, left, right, marks)), legend)


def _room(taken: dict[int, int]) -> float:
    """What a side of the column needs."""
    return MARGIN + (FIRST_LANE + LANE * max(taken.values()) if taken else 0.0)


# Boxes: the left of the column is at 0, the lanes beside it lie below 0 and beyond `BOX`


def _stacked(graph: Graph, marks: Marks) -> tuple[Box, ...]:
    boxes: list[Box] = []
    y = MARGIN
    for node in graph.nodes:
        box = _box(node, y, marks)
        boxes.append(box)
        straight = next((way for way in node.exits if way.straight), None)
        y = box.rect.bottom + (WIDE_GAP if straight and _beside(straight, marks) else GAP)
    return tuple(boxes)


def _box(node: Node, y: float, marks: Marks) -> Box:
    badges = tuple(_badges(node, y, marks))
    left = min((badge.rect.x for badge in badges), default=BOX - PAD + 8) - 8
    labels = [_title(node, y, left), *_details(node, y + PAD + HEAD + 2)]
    bottom = labels[-1].rect.bottom + PAD - 2
    rows: list[Row] = []
    for way in node.exits:
        if not way.straight:
            rows.append(_row(way, rows[-1].rect.bottom if rows else bottom, marks))
    end = rows[-1].rect.bottom if rows else bottom
    return Box(node, Rect(0, y, BOX, end - y), Rect(0, y, BOX, bottom - y), tuple(labels), badges, tuple(rows))


def _title(node: Node, y: float, right: float) -> Label:
    x = PAD + ICON + 8
    text = shortened(node.title, right - x, TITLE * BOLD)
    place = Rect(x, y + PAD, min(width(text, TITLE * BOLD), right - x), HEAD)
    return Label(text, place, "title", node.title if text != node.title else "")


def _details(node: Node, y: float) -> Iterator[Label]:
    """What a node does, in two lines at most for each sentence, and what must hold before."""
    x, room = PAD + ICON + 8, BOX - 2 * PAD - ICON - 8
    for kind, sentence in (*(("does", line) for line in node.lines), *(("note", note) for note in node.notes)):
        lines = broken(sentence, room, SMALL, 2)
        for text in lines:
            full = sentence if "".join(lines).endswith("…") else ""
            yield Label(text, Rect(x, y, min(width(text, SMALL), room), LINE), kind, full)
            y += LINE


def _badges(node: Node, y: float, marks: Marks) -> Iterator[Label]:
    """From right to left: what is wrong, how often a conversation was here, how many were."""
    right = BOX - PAD
    for kind, text in _badged(node, marks):
        wide = 20.0 if kind in ("error", "warning") else width(text, SMALL) + 12
        yield Label(text, Rect(right - wide, y + PAD + 1, wide, CHIP), kind)
        right -= wide + 6


def _badged(node: Node, marks: Marks) -> Iterator[tuple[str, str]]:
    if trouble := marks.problems.get(node.key):
        yield trouble.severity, "!" if trouble.severity == "warning" else "×"
    if node.key in marks.visits:
        yield "visits", f"{marks.visits[node.key]}×"
    if node.key in marks.traffic:
        yield "traffic", str(marks.traffic[node.key])


def _row(way: Exit, y: float, marks: Marks) -> Row:
    right = BOX - PAD
    chip = _chip(way, y, right) if way.chip else None
    right = chip.rect.x - 8 if chip else right
    number = _number(way, y, right, marks)
    right = number.rect.x - 8 if number else right
    lines = broken(way.label, right - PAD, SMALL, 2) or ["—"]
    height = max(len(lines) * LINE, CHIP) + PAD
    top = y + (height - len(lines) * LINE) / 2
    full = way.full if way.full != way.label or "".join(lines).endswith("…") else ""
    labels = tuple(
        Label(text, Rect(PAD, top + at * LINE, min(width(text, SMALL), right - PAD), LINE), "way", full)
        for at, text in enumerate(lines)
    )
    middle = (height - CHIP) / 2 - PAD / 2
    return Row(way, Rect(0, y, BOX, height), labels, _lowered(chip, middle), _lowered(number, middle))


def _lowered(label: Label | None, by: float) -> Label | None:
    return label and replace(label, rect=replace(label.rect, y=label.rect.y + by))


def _chip(way: Exit, y: float, right: float) -> Label:
    text = shortened(way.chip, BOX * 0.45, SMALL)
    wide = width(text, SMALL) + 16
    return Label(text, Rect(right - wide, y + PAD / 2, wide, CHIP), way.look, way.chip if text != way.chip else "")


def _number(way: Exit, y: float, right: float, marks: Marks) -> Label | None:
    """How many conversations went this way."""
    if way.way not in marks.ways:
        return None
    text = str(marks.ways[way.way])
    wide = width(text, SMALL)
    return Label(text, Rect(right - wide, y + PAD / 2 + 2, wide, LINE), "number")


# Lines


def _jumps(boxes: Sequence[Box]) -> Iterator[tuple[int, Row, int]]:
    """The rows that jump to another box, with their own and their target's number."""
    for source, box in enumerate(boxes):
        for row in box.rows:
            if row.exit.to is not None:
                yield source, row, row.exit.to


def _spans(boxes: Sequence[Box]) -> dict[tuple[str, int], Span]:
    """How far the lines to each box run up and down, on either side of the column."""
    found: dict[tuple[str, int], Span] = {}
    for source, row, to in _jumps(boxes):
        entry = boxes[to].rect.y + ENTRY
        key = ("right" if to > source else "left", to)
        low, high = found.get(key, (entry, entry))
        found[key] = (min(low, row.middle), max(high, row.middle))
    return found


def _edges(boxes: Sequence[Box], left: dict[int, int], right: dict[int, int], marks: Marks) -> Iterator[Edge]:
    for source, box in enumerate(boxes):
        for way in box.node.exits:
            if way.straight and source + 1 < len(boxes):
                yield _straight(way, source, box.rect, boxes[source + 1].rect, marks)
    for source, row, to in _jumps(boxes):
        entry = boxes[to].rect.y + ENTRY
        if to > source:
            edge, x = row.rect.right, row.rect.right + FIRST_LANE + LANE * right[to]
        else:
            edge, x = row.rect.x, row.rect.x - FIRST_LANE - LANE * left[to]
        yield Edge(row.exit, source, to, ((edge, row.middle), (x, row.middle), (x, entry), (edge, entry)))


def _straight(way: Exit, source: int, above: Rect, below: Rect, marks: Marks) -> Edge:
    x = above.x + BOX / 2
    text = shortened(_beside(way, marks), BOX / 2 - PAD, SMALL)
    place = Rect(x + 10, (above.bottom + below.y - LINE) / 2, width(text, SMALL), LINE)
    label = Label(text, place, "beside") if text else None
    return Edge(way, source, source + 1, ((x, above.bottom), (x, below.y)), label)


def _beside(way: Exit, marks: Marks) -> str:
    """What stands beside a straight line."""
    return " · ".join(filter(None, (way.label, str(marks.ways.get(way.way, "")))))


def _legend(marks: Marks, words: Wording, y: float) -> Iterator[Label]:
    shown = {
        "travelled": (bool(marks.path), words.travelled),
        "here": (marks.current is not None, words.here),
        "busy": (bool(marks.ways), words.busy),
    }
    items = [(kind, text) for kind, (is_there, text) in shown.items() if is_there and marks.legend]
    for at, (kind, text) in enumerate(items):
        line = shortened(text, BOX - 40, SMALL)
        yield Label(line, Rect(36, y + PAD + at * 20, width(line, SMALL), LINE), kind)
