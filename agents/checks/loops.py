"""Circles that no question interrupts: a turn goes round in them until it is stopped (T30). Pure."""

from collections.abc import Collection, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from agents.checks import graph
from agents.checks.finding import Findings, finding
from agents.checks.view import Agent, Flow, Step
from agents.problem import Place, gettext_noop

Edges = Mapping[str, Collection[str]]
"""Where each node leads."""


# Steps


def endless_loop(agent: Agent) -> Findings:
    """Steps that lead to each other on every path and never ask or wait."""
    for flow in agent.flows.values():
        for circle in _circles_of_steps(flow):
            if not any(_leaves(step, circle) for step in circle):
                text = gettext_noop(
                    "This goes round for ever without a question: %(steps)s. Let one of these steps ask for something,"
                    " wait, or lead out with “then”."
                )
                yield finding("endless-loop", _back(circle), text, steps=_named(circle))


def loop_without_question(agent: Agent) -> Findings:
    """Steps that may lead to each other again and again and never ask or wait; where `if-without-else` says more."""
    for flow in agent.flows.values():
        for circle in _circles_of_steps(flow):
            if any(_leaves(step, circle) for step in circle) and not any(map(_ends_when_it_fails, circle)):
                text = gettext_noop(
                    "This can go round without a question: %(steps)s. Nothing the person says can end it, so make sure"
                    " that a step on the way changes what the condition reads."
                )
                yield finding("loop-without-question", _back(circle), text, steps=_named(circle))


def _circles_of_steps(flow: Flow) -> Iterator[list[Step]]:
    """The circles of reachable steps at none of which a run can stop, each in written order."""
    reached = graph.reachable(flow)
    passed = {step.index: step for step in flow.steps if step.index in reached and not _stops(step)}
    ways = {
        str(index): {str(way.target) for way in graph.own_exits(step) if way.target in passed}
        for index, step in passed.items()
    }
    for circle in circles(ways):
        yield [step for index, step in passed.items() if str(index) in circle]


def _stops(step: Step) -> bool:
    """Whether a run can stop at the step; one that is of no kind has an error of its own."""
    return graph.asks(step) or step.kind in ("wait", "")


def _leaves(step: Step, circle: list[Step]) -> bool:
    """Whether a run can go from the step out of the circle; an action that fails ends it unless `on_fail` leads on."""
    inside = {one.index for one in circle}
    fails = step.kind == "do" and "on_fail" not in step.value
    return fails or any(way.target not in inside for way in graph.own_exits(step))


def _ends_when_it_fails(step: Step) -> bool:
    return step.kind == "if" and "else" not in step.value


def _back(circle: list[Step]) -> Place:
    """The place of the Next by which the last step of the circle goes back into it."""
    inside = {step.index for step in circle}
    last = circle[-1]
    nexts = filter(None, map(last.next, ("then", "else", "on_fail")))
    return next((found.place for found in nexts if found.target in inside), last.place)


def _named(circle: list[Step]) -> str:
    return ", ".join(step.id for step in circle)


# Flows


def flows_in_a_circle(agent: Agent) -> Findings:
    """Flows that start each other without any of them asking or waiting."""
    ways = {flow.id: _started(flow) & agent.flows.keys() for flow in agent.flows.values()}
    for circle in circles(ways):
        named = [flow for flow in agent.flows.values() if flow.id in circle]
        text = gettext_noop(
            "These flows start each other without a question in between: %(flows)s. Let one of them end."
        )
        yield finding("flow-loop", named[-1].place, text, flows=", ".join(flow.id for flow in named))


def flow_after_itself(agent: Agent) -> Findings:
    """A flow that starts itself again with all that it asks for known, so that it asks nothing the next time (T28)."""
    for flow in agent.flows.values():
        again = flow.mapping("on_end").text("flow") == flow.id and flow.value.get("reentrant") is not True
        if again and flow.id not in _started(flow) and not _forgets_or_waits(flow):
            text = gettext_noop(
                "The flow starts itself again, and what it knows is not asked again, so it goes round: let it be"
                " reentrant."
            )
            yield finding("flow-loop", (*flow.place, "on_end"), text)


def _forgets_or_waits(flow: Flow) -> bool:
    return any(step.kind == "wait" for step in flow.steps) or any("clear" in found.value for found in flow.nexts)


def _started(flow: Flow) -> set[str]:
    """The flows that a run of this one starts without having stopped; what is required it asks for at its end."""
    walked = _walked(flow)
    nexts = [step.next(key) for step in walked for key in ("then", "else", "on_fail")]
    started = {found.text("flow") for found in nexts if found}
    if not flow.steps or any(way.target == graph.END for step in walked for way in graph.own_exits(step)):
        started |= set() if flow.required else {flow.mapping("on_end").text("flow")}
    return started


def _walked(flow: Flow) -> list[Step]:
    """The steps that a run comes to, and past, before it can stop."""
    passed = {step.index: step for step in flow.steps if not _stops(step)}
    ways = {
        str(index): {str(way.target) for way in graph.own_exits(step)} & set(map(str, passed))
        for index, step in passed.items()
    }
    reached = {"0"} | _reached(ways, "0")
    return [step for index, step in passed.items() if str(index) in reached]


# Circles


def circles(edges: Edges) -> Iterator[set[str]]:
    """The sets of nodes of which each leads to each other one, or to itself; no node is in two."""
    while (start := _on_a_circle(edges)) is not None:
        circle = _reached(edges, start) & _reached(_reversed(edges), start)
        yield circle
        edges = {node: set(targets) - circle for node, targets in edges.items() if node not in circle}


def _on_a_circle(edges: Edges) -> str | None:
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return str(error.args[1][0])
    return None


def _reached(edges: Edges, start: str) -> set[str]:
    """The nodes that `start` leads to; itself only if it is on a circle."""
    found: set[str] = set()
    open_ = list(edges.get(start, ()))
    while open_:
        node = open_.pop()
        if node not in found:
            found.add(node)
            open_ += edges.get(node, ())
    return found


def _reversed(edges: Edges) -> Edges:
    found: dict[str, set[str]] = {node: set() for node in edges}
    for node, targets in edges.items():
        for target in targets:
            found.setdefault(target, set()).add(node)
    return found
