"""The picture of a flow, and of the flows of an agent: from the agent document to SVG or Mermaid text. Pure.

A draft need not compile to be drawn: what is half written is drawn as far as it goes, what leads nowhere is marked.
"""

import re
from typing import Any

from agents.diagram.graph import Graph, flows_of, graph_of, graph_of_agent
from agents.diagram.layout import lay_out
from agents.diagram.marks import END, FAILED, HANDOFF, START, Marks, Trouble, Way, to_flow
from agents.diagram.mermaid import mermaid
from agents.diagram.svg import Picture
from agents.diagram.wording import Wording

__all__ = [
    "END",
    "FAILED",
    "HANDOFF",
    "START",
    "Marks",
    "Trouble",
    "Way",
    "Wording",
    "draw",
    "draw_agent",
    "mermaid",
    "to_flow",
]


def draw(
    document: Any,
    flow_id: str,
    marks: Marks | None = None,
    *,
    wording: Wording | None = None,
    standalone: bool = False,
    name: str = "",
) -> str:
    """A flow of an agent document as an `<svg>`. Raises `KeyError` for a flow that is not there.

    `standalone` is for a file of its own. `name` begins the ids in it: give one where a page shows a flow twice.
    """
    graph = graph_of(flows_of(document), flow_id, wording or Wording())
    return _drawn(graph, marks, wording, standalone, name or f"diagram-{flow_id}")


def draw_agent(
    document: Any,
    marks: Marks | None = None,
    *,
    wording: Wording | None = None,
    standalone: bool = False,
    name: str = "diagram-of-agent",
) -> str:
    """The flows of an agent document and which lead to which, as an `<svg>`; the marks go by flows."""
    return _drawn(graph_of_agent(document, wording or Wording()), marks, wording, standalone, name)


def _drawn(graph: Graph, marks: Marks | None, wording: Wording | None, standalone: bool, name: str) -> str:
    marks, words = marks or Marks(), wording or Wording()
    layout = lay_out(graph, marks, words)
    # an id has no spaces: they would part it in a list of ids
    return Picture(graph, layout, marks, words, re.sub(r"[^\w-]", "-", name)).text(standalone=standalone)
