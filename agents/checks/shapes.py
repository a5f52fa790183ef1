"""Errors in how parts are put together: kinds of steps, branches, triggers, instructions, Nexts. Pure."""

from collections.abc import Mapping
from typing import Final

from agents.checks.finding import Findings, finding
from agents.checks.view import Agent, Part, Step
from agents.problem import gettext_noop
from agents.wordings import wordings

KEYS: Final[Mapping[str, frozenset[str]]] = {
    "talk": frozenset(
        {
            "collect",
            "need",
            "prompt",
            "otherwise",
            "requires",
            "skip_if",
            "prepare",
            "finalize",
            "instructions",
            "branches",
        }
    ),
    "say": frozenset({"say", "requires", "skip_if"}),
    "do": frozenset({"do", "input", "save", "on_fail", "requires", "skip_if"}),
    "if": frozenset({"if", "else"}),
    "wait": frozenset({"wait", "else", "branches"}),
}
"""The keys of each kind of step, beside `id`, `name` and `then` (the table in agent-format.md)."""


def one_kind(agent: Agent) -> Findings:
    """A step with no kind, or with two."""
    for step in agent.steps:
        if not step.kinds:
            text = gettext_noop("This step does nothing: give it prompt or collect, say, do, if, or wait.")
            yield finding("no-kind", step.place, text)
        elif len(step.kinds) > 1:
            text = gettext_noop("This step is %(kinds)s at once: make a step of its own for each.")
            yield finding("two-kinds", step.place, text, kinds=", ".join(step.kinds))


def keys_fit(agent: Agent) -> Findings:
    """A key that the step's kind does not have; branches are looked at apart."""
    for step in agent.steps:
        for key in step.value if step.kind else ():
            elsewhere = [kind for kind, keys in KEYS.items() if key in keys]
            if elsewhere and step.kind not in elsewhere and key != "branches":
                text = gettext_noop("A %(kind)s step has no “%(key)s”; it belongs to %(kinds)s.")
                params = {"kind": step.kind, "key": key, "kinds": ", ".join(elsewhere)}
                yield finding("unfit-key", (*step.place, key), text, **params)


def need_collects(agent: Agent) -> Findings:
    """`need` on a step that collects nothing."""
    for step in agent.steps:
        if step.kind == "talk" and "need" in step.value and "collect" not in step.value:
            text = gettext_noop("“need” says how many of the collected fields are enough, but this step collects none.")
            yield finding("unfit-key", (*step.place, "need"), text)


# Branches


def branches_allowed(agent: Agent) -> Findings:
    """Branches on a step that never listens."""
    for step in agent.steps:
        if "branches" in step.value and step.kind and not _may_branch(step):
            text = gettext_noop(
                "Branches stand on a step that collects, on a wait for a time, or on the last talk step of a flow"
                " with on_end: stay."
            )
            yield finding("branches-misplaced", (*step.place, "branches"), text)


def _may_branch(step: Step) -> bool:
    if step.kind == "talk" and "collect" not in step.value:
        talks = [other.index for other in step.flow.steps if other.kind == "talk"]
        return step.flow.value.get("on_end") == "stay" and step.index == talks[-1]
    return step.kind == "talk" or step.is_timer


def wait_branches(agent: Agent) -> Findings:
    """A branch on a `wait` that a model would have to judge, or that judges nothing."""
    for step in agent.steps:
        for branch in step.branches if step.is_timer else ():
            if "when" in branch.value or "not" in branch.value:
                text = gettext_noop("While waiting no model reads along: use “if” here, not “when”.")
                yield finding("wait-branch", branch.place, text)
            elif "if" not in branch.value:
                text = gettext_noop("A branch of a wait needs an “if”; where a reply goes in any case is “else”.")
                yield finding("wait-branch", branch.place, text)


def branch_judged(agent: Agent) -> Findings:
    """A branch without a condition, which hides those after it."""
    for step in agent.steps:
        for branch in () if step.is_timer else step.branches[:-1]:
            if not any(key in branch.value for key in ("when", "not", "if")):
                text = gettext_noop(
                    "A branch without “when” and “if” always holds, so those after it never do: put it last."
                )
                yield finding("branch-unconditional", branch.place, text)


# Forks


def fork_returns(agent: Agent) -> Findings:
    """An `if` step that goes back when it holds and ends the run when it does not: surely meant otherwise."""
    for step in agent.steps:
        back = step.next("then")
        if step.kind != "if" or "else" in step.value or back is None or back.target is None:
            continue
        if back.target <= step.index:
            text = gettext_noop(
                "This step goes back when it holds and ends the run when it does not: say where with “else”."
            )
            yield finding("if-without-else", step.place, text)


# Triggers, instructions, Nexts


def trigger_kinds(agent: Agent) -> Findings:
    """A trigger that is not exactly one of message, event and silence, or has keys of another."""
    for flow in agent.flows.values():
        for trigger in flow.triggers:
            kinds = [kind for kind in ("message", "event", "silence") if kind in trigger.value]
            if len(kinds) != 1:
                text = gettext_noop("A trigger is exactly one of message, event and silence.")
                yield finding("trigger-kind", trigger.place, text)
                continue
            for key, kind in (("not", "message"), ("interrupt", "event")):
                if key in trigger.value and kinds != [kind]:
                    text = gettext_noop("“%(key)s” belongs to a trigger of kind %(kind)s.")
                    yield finding("unfit-key", (*trigger.place, key), text, key=key, kind=kind)


def wordings_left(agent: Agent) -> Findings:
    """A `message` list that has only entries with a leading `!`, so that nothing fits; an empty one has its own."""
    for flow in agent.flows.values():
        for trigger in flow.triggers:
            said, vetoes = wordings(trigger.value, "message")
            if trigger.value.get("message") and vetoes and not said:
                text = gettext_noop("Every entry here says what must not be meant: add what is meant.")
                yield finding("empty", (*trigger.place, "message"), text)


def veto_says_something(agent: Agent) -> Findings:
    """An entry that is a `!` and nothing else."""
    holders: list[tuple[Part, str]] = [(one, "message") for flow in agent.flows.values() for one in flow.triggers]
    holders += [(branch, "when") for step in agent.steps for branch in step.branches]
    for part, key in holders:
        for text, place in part.names(key):
            if text.startswith("!") and not text[1:].strip():
                yield finding("empty", place, gettext_noop("After the “!” must stand what is not meant."))


def instruction_kinds(agent: Agent) -> Findings:
    """An instruction that is not exactly one of must, never and should."""
    for instruction in agent.instructions:
        if sum(kind in instruction.value for kind in ("must", "never", "should")) != 1:
            text = gettext_noop("An instruction is exactly one of must, never and should.")
            yield finding("instruction-kind", instruction.place, text)


def next_kinds(agent: Agent) -> Findings:
    """A Next that goes nowhere or to two places, or gives an input to no flow."""
    for found in agent.nexts:
        kinds = [kind for kind in ("step", "end", "flow", "handoff") if kind in found.value]
        if len(kinds) != 1:
            text = gettext_noop(
                "Choose where the run goes: to a step, to a flow, or to the end, and only to one of them."
            )
            yield finding("next-kind", found.place, text)
        elif "input" in found.value and kinds != ["flow"]:
            text = gettext_noop("Only a flow takes an “input”; to store values on the way use “set”.")
            yield finding("unfit-key", (*found.place, "input"), text)
