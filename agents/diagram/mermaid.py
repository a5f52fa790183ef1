"""The same picture as Mermaid text, which many wikis and editors draw. Pure."""

import json
from collections.abc import Iterator
from typing import Any, Final

from agents.diagram.graph import Exit, Graph, Node, flows_of, graph_of, name_of
from agents.diagram.letters import ISOLATE, RELEASE, shortened
from agents.diagram.wording import Wording

_SHAPES: Final = {"if": ('{"', '"}'), "start": ('(["', '"])'), "end": ('(["', '"])'), "wait": ('("', '")')}
_SPECIAL: Final = frozenset('"#&<>`\\;{}[]()|*_~$%')
_ROOM: Final = 60.0
"""Letters of a sentence in a box."""


def mermaid(document: Any, flow_id: str | None = None, wording: Wording | None = None) -> str:
    """One flow as a Mermaid flowchart; without `flow_id` all of them, as a Markdown page with a diagram for each.

    Raises `KeyError` for a flow that is not there.
    """
    words = wording or Wording()
    flows = flows_of(document)
    if flow_id is not None:
        return _chart(graph_of(flows, flow_id, words))
    pages = (
        f"## {_escaped(name_of(flow, name), '&#', ';')}\n\n```mermaid\n{_chart(graph_of(flows, name, words))}```\n"
        for name, flow in flows.items()
    )
    return "\n".join(pages)


def _chart(graph: Graph) -> str:
    title = json.dumps(_bare(graph.title), ensure_ascii=False)
    lines = [*map(_box, range(len(graph.nodes)), graph.nodes), *_lines(graph)]
    return "\n".join(["---", f"title: {title}", "---", "flowchart TD", *(f"  {line}" for line in lines), ""])


def _box(at: int, node: Node) -> str:
    opening, closing = _SHAPES.get(node.kind, ('["', '"]'))
    sentences = (shortened(text, _ROOM, 1.5) for text in (*node.lines, *node.notes))
    return f"n{at}{opening}{'<br>'.join(map(_escaped, (node.title, *sentences)))}{closing}"


def _lines(graph: Graph) -> Iterator[str]:
    """The ways out; each that leaves the flow has an end of its own, so that no line crosses the picture for it."""
    for at, node in enumerate(graph.nodes):
        for number, way in enumerate(node.exits):
            label = f'|"{_escaped(shortened(way.label, _ROOM, 1.5))}"|' if way.label else ""
            arrow = "-->" if node.is_reached else "-.->"
            yield f"n{at} {arrow}{label} {_target(way, at, number)}"


def _target(way: Exit, at: int, number: int) -> str:
    return f"n{way.to}" if way.to is not None else f'n{at}x{number}(["{_escaped(way.chip)}"])'


def _bare(text: str) -> str:
    return text.replace(ISOLATE, "").replace(RELEASE, "")


def _escaped(text: str, before: str = "#", after: str = ";") -> str:
    """A text in which nothing is read as a sign of Mermaid, HTML or Markdown."""
    signs = (f"{before}{ord(sign)}{after}" if sign in _SPECIAL else sign for sign in _bare(text))
    return _no_list("".join(signs), before, after)


def _no_list(text: str, before: str, after: str) -> str:
    """Mermaid draws no lists, and takes `1. The day` and `- so` for one."""
    first, space, rest = text.partition(" ")
    if not space or not (first in ("-", "+") or first.rstrip(".)").isdecimal()):
        return text
    return f"{first[:-1]}{before}{ord(first[-1])}{after} {rest}"
