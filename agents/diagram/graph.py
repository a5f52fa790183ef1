"""A flow as what is drawn: nodes from top to bottom, and the ways out of each. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agents.checks.graph import reachable
from agents.checks.view import Flow, Next, Part, Step
from agents.diagram.marks import END, FAILED, HANDOFF, START, Way, to_flow
from agents.diagram.sentences import (
    alternatives,
    condition,
    does,
    duration,
    enters,
    exit_in_full,
    exit_of,
    listed,
    quoted,
)
from agents.diagram.wording import Wording
from agents.wordings import wordings

Kind = Literal["start", "end", "talk", "say", "do", "if", "wait", "flow", "unclear"]
Look = Literal["step", "end", "handoff", "flow", "missing"]


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of a node, in words. `to` is the index of a node, None where it leaves the picture by a `chip`.

    `straight` is the way on to the next node. `full` is the whole of a `label` that may be shortened.
    """

    label: str
    full: str
    way: Way
    to: int | None = None
    chip: str = ""
    look: Look = "step"
    flow: str = ""
    straight: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A box: a step, or the beginning or end of a flow. `key` is the id by which marks name it."""

    key: str
    kind: Kind
    title: str
    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    exits: tuple[Exit, ...] = ()
    is_reached: bool = True


@dataclass(frozen=True, slots=True)
class Graph:
    """What is drawn, with its title and what it says to those who do not see it."""

    title: str
    description: str
    nodes: tuple[Node, ...]


Flows = Mapping[str, Flow]


def flows_of(document: Any) -> dict[str, Flow]:
    """The flows of an agent document by their ids; those that are no mapping as empty ones."""
    found = Part(document if isinstance(document, Mapping) else {}, ()).mapping("flows").value
    return {str(name): Flow(v if isinstance(v, Mapping) else {}, ("flows", name), name) for name, v in found.items()}


def name_of(part: Part, otherwise: str) -> str:
    """The name of a flow or a step, the id of one that has none."""
    return quoted(part.text("name").strip() or otherwise)


def graph_of(flows: Flows, flow_id: str, words: Wording) -> Graph:
    """The picture of one flow. Raises `KeyError` for a flow that is not there."""
    flow = flows[flow_id]
    reached = reachable(flow)
    first = Exit("", "", (START, flow.steps[0].id if flow.steps else END), to=1, straight=True)
    nodes = [Node(START, "start", words.start, _begins(flow, words), exits=(first,))]
    places = _places(flow)
    leaving = [Leaving(flows, words, step.id, places) for step in flow.steps]
    nodes += [_node(step, ways, step.index in reached) for step, ways in zip(flow.steps, leaving, strict=True)]
    nodes.append(_end(flow, Leaving(flows, words, END, places)))
    steps = ", ".join(node.title for node in nodes[1:-1]) or words.nothing
    name = name_of(flow, flow_id)
    return Graph(words.title % {"flow": name}, words.description % {"steps": steps}, tuple(nodes))


def _places(flow: Flow) -> dict[int, int]:
    """The node of each step, by its index in the list."""
    return {step.index: at for at, step in enumerate(flow.steps, 1)}


def _begins(flow: Flow, words: Wording) -> tuple[str, ...]:
    """When a flow starts, a line for each trigger."""
    found = [line for trigger in flow.triggers for line in _trigger(trigger, words)] or [words.reached]
    if flow.value.get("if"):
        found.append(words.only_if % {"condition": condition(flow.value["if"], words)})
    return (*found, *([] if flow.steps else [words.no_steps]))


def _trigger(trigger: Part, words: Wording) -> Iterator[str]:
    messages, vetoes = wordings(trigger.value, "message")
    if messages:
        yield words.says % {"messages": alternatives(messages, words)}
    if vetoes:
        yield words.unless % {"messages": alternatives(vetoes, words)}
    if trigger.value.get("event"):
        yield words.event % {"event": quoted(trigger.value["event"])}
    if trigger.value.get("silence"):
        yield words.silence % {"time": duration(trigger.value["silence"])}


@dataclass(frozen=True, slots=True)
class Leaving:
    """The ways out of one node: `source` is its key, `places` are the nodes of the flow's steps by their index."""

    flows: Flows
    words: Wording
    source: str
    places: Mapping[int, int]

    def by(self, found: Next | None, label: str, full: str = "") -> Exit:
        """Where a Next goes (T28), as `agents.compile` reads it: `end` before `flow` before `step`."""
        words, full = self.words, full or label
        if found is None:
            return Exit(label, full, (self.source, ""), chip=words.nowhere, look="missing")
        if "end" in found.value:
            failed = found.value["end"] == "failed"
            return self._away(label, full, FAILED if failed else END, words.fails if failed else words.ends, "end")
        if "handoff" in found.value:
            return self._away(label, full, HANDOFF, words.hands_off, "handoff")
        if "flow" in found.value:
            return self.to_flow(str(found.value["flow"]), label, full)
        return self._to_step(found, label, full)

    def to_flow(self, flow: str, label: str, full: str) -> Exit:
        """A way to another flow, or to one that is missing."""
        way = (self.source, to_flow(flow))
        if flow not in self.flows:
            return Exit(label, full, way, chip=self.words.missing % {"name": quoted(flow)}, look="missing")
        return Exit(label, full, way, chip=name_of(self.flows[flow], flow), look="flow", flow=flow)

    def _away(self, label: str, full: str, to: str, chip: str, look: Look) -> Exit:
        return Exit(label, full, (self.source, to), chip=chip, look=look)

    def _to_step(self, found: Next, label: str, full: str) -> Exit:
        name = found.text("step")
        if found.target is not None:
            return Exit(label, full, (self.source, name), to=self.places[found.target])
        chip = self.words.missing % {"name": quoted(name)} if name else self.words.nowhere
        return Exit(label, full, (self.source, name), chip=chip, look="missing")


def _node(step: Step, leaving: Leaving, is_reached: bool) -> Node:
    kind: Any = step.kinds[0] if step.kinds else "unclear"
    title = name_of(step, step.id or f"#{step.index + 1}")
    lines, notes = (does(step, leaving.words),), tuple(enters(step, leaving.words))
    return Node(step.id, kind, title, lines, notes, tuple(_exits(step, leaving)), is_reached)


def _exits(step: Step, leaving: Leaving) -> Iterator[Exit]:
    """The ways out of a step in the order in which they are looked at: branches first, the way on last."""
    words = leaving.words
    for branch in step.branches:
        yield leaving.by(step.next_of(branch), exit_of(branch, words), exit_in_full(branch, words))
    if otherwise := step.next("else"):
        yield leaving.by(otherwise, _else(step, words))
    elif step.kind == "if" or _is_limited(step):
        yield Exit(_else(step, words), _else(step, words), (step.id, END), chip=words.ends, look="end")
    if failing := step.next("on_fail"):
        yield leaving.by(failing, words.failing)
    yield _way_on(step, leaving)


def _is_limited(step: Step) -> bool:
    """Whether a step waits for an event that it gives up after a time."""
    return step.kind == "wait" and bool(step.mapping("wait").value.get("for"))


def _else(step: Step, words: Wording) -> str:
    if step.kind != "wait":
        return words.otherwise
    return words.replied if step.is_timer else words.late


def _way_on(step: Step, leaving: Leaving) -> Exit:
    """The way on: straight down to the next node, where `then` says nothing else."""
    at = leaving.places[step.index]
    following = step.flow.steps[at].id if at < len(step.flow.steps) else END
    label = leaving.words.then if step.kind == "if" else ""
    straight = Exit(label, label, (step.id, following), to=at + 1, straight=True)
    then = step.next("then")
    found = leaving.by(then, leaving.words.then) if then else straight
    goes_on = found.to == at + 1 or (found.way[1] == END and following == END)
    return straight if goes_on else found


def _end(flow: Flow, leaving: Leaving) -> Node:
    """The end of a flow: when it is complete, and what comes after."""
    words = leaving.words
    fields, optional = (listed([name for name, _place in flow.names(key)]) for key in ("required", "optional"))
    lines = [words.by_fields % {"fields": fields} if flow.completes_by_fields else words.by_last_step]
    notes = [words.required % {"fields": fields}] if fields and not flow.completes_by_fields else []
    notes += [words.optional % {"fields": optional}] if optional else []
    lines += [words.stays] if flow.value.get("on_end") == "stay" else []
    return Node(END, "end", words.end, tuple(lines), tuple(notes), tuple(_after(flow, leaving)))


def _after(flow: Flow, leaving: Leaving) -> Iterator[Exit]:
    if stuck := next((found for found in flow.nexts if found.key == "on_stuck"), None):
        yield leaving.by(stuck, leaving.words.stuck)
    if "flow" in flow.mapping("on_end").value:
        chained = str(flow.mapping("on_end").value["flow"])
        yield leaving.to_flow(chained, leaving.words.chained, leaving.words.chained)


# The flows of an agent


def graph_of_agent(document: Any, words: Wording) -> Graph:
    """The flows of an agent from top to bottom, and which of them lead to which."""
    flows = flows_of(document)
    places = {name: at for at, name in enumerate(flows)}
    nodes = tuple(_flow_node(flows, flow, places, words) for flow in flows.values())
    root = Part(document if isinstance(document, Mapping) else {}, ())
    named = ", ".join(node.title for node in nodes) or words.no_flows
    title = words.agent_title % {"agent": name_of(root, root.text("agent"))}
    return Graph(title, words.agent_description % {"flows": named}, nodes)


def _flow_node(flows: Flows, flow: Flow, places: Mapping[str, int], words: Wording) -> Node:
    begins = _begins(flow, words)[:2]
    steps = words.steps % {"number": len(flow.steps)}
    exits = tuple(_between(flows, flow, places, words))
    return Node(flow.id, "flow", name_of(flow, flow.id), begins, (steps,), exits)


def _between(flows: Flows, flow: Flow, places: Mapping[str, int], words: Wording) -> Iterator[Exit]:
    """One way for each flow that is gone to from here, however many Nexts lead there."""
    found: dict[str, list[tuple[str, Exit]]] = {}
    leaving = Leaving(flows, words, flow.id, _places(flow))
    ways_out = [(name_of(step, step.id), way) for step in flow.steps for way in _exits(step, leaving)]
    ways_out += [("", way) for way in _after(flow, leaving)]
    for source, way in ways_out:
        if way.way[1].startswith("flow:"):
            found.setdefault(way.way[1].removeprefix("flow:"), []).append((source, way))
    for name, ways in found.items():
        label, full = _told(ways, words)
        if name in flows:
            yield Exit(label, full, (flow.id, name), to=places[name])
        else:
            yield Exit(label, full, (flow.id, name), chip=ways[0][1].chip, look="missing")


def _told(ways: list[tuple[str, Exit]], words: Wording) -> tuple[str, str]:
    """The label of several ways to one flow, and all of them in full."""
    full = "; ".join(words.from_step % {"step": step, "way": way.label} if step else way.label for step, way in ways)
    if len(ways) == 1:
        return full, full
    steps = dict.fromkeys(step or way.label for step, way in ways)
    return words.from_steps % {"steps": ", ".join(steps)}, full
