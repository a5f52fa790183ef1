"""The geometry of pictures: nothing lies upon anything else, whatever a flow looks like."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.diagram.graph import flows_of, graph_of, graph_of_agent
from agents.diagram.layout import Edge, Layout, Rect, lay_out
from agents.diagram.marks import START, Marks, Trouble
from agents.diagram.wording import Wording
from tests.agents.diagram.flows import documents, flows

Segment = tuple[tuple[float, float], tuple[float, float]]
WORDS = Wording()


def laid_out(document: Any, flow: str = "main", marks: Marks | None = None) -> Layout:
    return lay_out(graph_of(flows_of(document), flow, WORDS), marks or Marks(), WORDS)


def assert_clear(layout: Layout) -> None:
    """What must hold of every picture."""
    boxes = [box.rect for box in layout.boxes]
    labels = [label.rect for label in layout.labels]
    inside = {id(label) for box in layout.boxes for label in _inner(box)}
    segments = [segment for edge in layout.edges for segment in pairwise(edge.points)]
    assert not [pair for pair in combinations(boxes, 2) if _overlap(*pair)]
    assert not [pair for pair in combinations(_in_order(labels), 2) if _overlap(*pair)]
    for box in layout.boxes:
        assert all(_holds(box.rect, label.rect) for label in _inner(box))
        assert all(_holds(box.head, label.rect) for label in (*box.labels, *box.badges))
        assert all(_holds(row.rect, label.rect) for row in box.rows for label in row.labels)
    free = [label.rect for label in layout.labels if id(label) not in inside]
    assert not [(box, label) for label in free for box in boxes if _overlap(box, label)]
    assert not [(at, line) for line in segments for at in (*boxes, *labels) if _crosses(line, at)]
    assert all(_holds(layout.area, rect) for rect in (*boxes, *labels, *map(_around, segments)))
    assert not list(_upon_each_other(layout.edges))


def _inner(box: Any) -> list[Any]:
    rows = [label for row in box.rows for label in (*row.labels, row.chip, row.number) if label]
    return [*box.labels, *box.badges, *rows]


def _in_order(rects: list[Rect]) -> list[Rect]:
    return sorted(rects, key=lambda rect: rect.y)


def _overlap(one: Rect, other: Rect) -> bool:
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.bottom and other.y < one.bottom


def _holds(outer: Rect, inner: Rect) -> bool:
    slack = 0.001
    across = outer.x - slack <= inner.x and inner.right <= outer.right + slack
    return across and outer.y - slack <= inner.y and inner.bottom <= outer.bottom + slack


def _around(segment: Segment) -> Rect:
    (x, y), (to_x, to_y) = segment
    return Rect(min(x, to_x), min(y, to_y), abs(x - to_x), abs(y - to_y))


def _crosses(segment: Segment, rect: Rect) -> bool:
    """Whether a segment runs through a rectangle; touching its edge is how a line begins and ends."""
    line = _around(segment)
    across = line.x < rect.right and rect.x < line.right
    return across and line.y < rect.bottom and rect.y < line.bottom


def _upon_each_other(edges: tuple[Edge, ...]) -> Iterator[tuple[Edge, Edge]]:
    """Lines to different boxes that run along each other; those to the same box are meant to join, on one side."""
    for one, other in combinations(edges, 2):
        if one.target == other.target and (one.source < one.target) == (other.source < other.target):
            continue
        for first in pairwise(one.points):
            for second in pairwise(other.points):
                if _run_along(first, second):
                    yield one, other


def _run_along(first: Segment, second: Segment) -> bool:
    one, other = _around(first), _around(second)
    if one.width == 0 and other.width == 0:
        return one.x == other.x and one.y < other.bottom and other.y < one.bottom
    if one.height == 0 and other.height == 0:
        return one.y == other.y and one.x < other.right and other.x < one.right
    return False


@settings(max_examples=60, deadline=None)
@given(flows())
def test_in_no_flow_does_anything_lie_upon_anything_else(document: Any) -> None:
    assert_clear(laid_out(document))


@settings(max_examples=40, deadline=None)
@given(flows(12), st.integers(0, 10**9))
def test_marks_have_room_as_well(document: Any, count: int) -> None:
    ids = [step["id"] for step in document["flows"]["main"]["steps"]]
    graph = graph_of(flows_of(document), "main", WORDS)
    marks = Marks(
        problems={name: Trouble("error") for name in (START, *ids)},
        visits=dict.fromkeys(ids, count),
        traffic=dict.fromkeys(ids, count),
        ways={way.way: count for node in graph.nodes for way in node.exits},
        path=((START, "s0"),),
        current="s0",
        legend=True,
    )
    layout = lay_out(graph, marks, WORDS)
    assert_clear(layout)
    assert len(layout.legend) == 3


@pytest.mark.parametrize("document", documents(), ids=lambda found: found["agent"])
def test_the_flows_of_every_example_are_clear(document: Any) -> None:
    for flow in document["flows"]:
        assert_clear(laid_out(document, flow))
    assert_clear(lay_out(graph_of_agent(document, WORDS), Marks(), WORDS))


def chain(count: int, **jumps: Any) -> Any:
    """A flow of steps that go straight on but for some: `s0="s2"` is the `then` of the first."""
    steps = [
        {"id": f"s{at}", "say": "x", **({"then": jumps[f"s{at}"]} if f"s{at}" in jumps else {})} for at in range(count)
    ]
    return {"flows": {"main": {"steps": steps}}}


def test_a_jump_forward_lies_at_the_right_and_one_back_at_the_left() -> None:
    layout = laid_out(chain(6, s1="s3", s4="s0"))
    forward, back = (edge for edge in layout.edges if len(edge.points) == 4)
    assert min(x for x, _y in forward.points) == layout.boxes[0].rect.right
    assert max(x for x, _y in back.points) == layout.boxes[0].rect.x


def test_jumps_to_the_same_step_share_a_lane_and_others_do_not() -> None:
    layout = laid_out(chain(9, s0="s7", s1="s7", s2="s6"))
    lanes = {edge.source: edge.points[1][0] for edge in layout.edges if len(edge.points) == 4}
    assert lanes[1] == lanes[2] != lanes[3]


def test_jumps_one_after_the_other_use_the_same_lane() -> None:
    layout = laid_out(chain(12, **{f"s{at}": f"s{at + 2}" for at in range(0, 10, 4)}))
    assert len({edge.points[1][0] for edge in layout.edges if len(edge.points) == 4}) == 1
