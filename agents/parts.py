"""Each part of the agent file from its row, and the columns of its row from each part."""

from typing import Any

from agents import layout
from agents.layout import Columns, Part
from agents.models import Agent, Branch, Field, Flow, Instruction, Step, Trigger
from agents.wordings import listed, wordings

# From rows to the document


def agent_part(agent: Agent) -> dict[str, Any]:
    """The settings of an agent."""
    part = layout.write(agent, layout.AGENT)
    part["quiet"] = layout.write(agent, layout.QUIET)
    part["people"] = layout.write(agent, layout.PEOPLE)
    return part


def instruction_part(instruction: Instruction) -> dict[str, Any]:
    """One instruction; its kind is the key of its text."""
    return {str(instruction.kind): instruction.text} | layout.write(instruction, layout.INSTRUCTION)


def field_part(field: Field) -> dict[str, Any]:
    """One field; its further JSON Schema keywords stand beside the others."""
    return {**layout.write(field, layout.FIELD), **field.schema}


def trigger_part(trigger: Trigger) -> dict[str, Any]:
    """One entry of `on`."""
    if trigger.kind == Trigger.Kind.MESSAGE:
        return {"message": trigger.messages} | ({"not": trigger.vetoes} if trigger.vetoes else {})
    if trigger.kind == Trigger.Kind.EVENT:
        return {"event": trigger.event} | ({"interrupt": True} if trigger.interrupt else {})
    return {"silence": trigger.silence}


def flow_part(flow: Flow) -> dict[str, Any]:
    """The settings of a flow."""
    part = layout.write(flow, layout.FLOW)
    if flow.on_end:
        part["on_end"] = {"flow": flow.chain} if flow.on_end == Flow.OnEnd.CHAIN else flow.on_end
    return part


def step_part(step: Step) -> dict[str, Any]:
    """One step without its branches and instructions."""
    part: dict[str, Any] = {"id": step.slug}
    if step.name:
        part["name"] = step.name
    if step.kind == Step.Kind.WAIT:
        part["wait"] = _wait_part(step)
    return part | layout.write(step, layout.STEP[step.kind])


def _wait_part(step: Step) -> Any:
    if not step.wait_event:
        return step.wait_for
    return {"event": step.wait_event} | ({"for": step.wait_for} if step.wait_for else {})


def branch_part(branch: Branch) -> dict[str, Any]:
    """One branch."""
    return layout.write(branch, layout.BRANCH)


# From the document to rows


def agent_columns(document: Part) -> Columns:
    """The settings of an agent, its slug included."""
    columns = layout.read(document, layout.AGENT)
    columns["retention"] = layout.duration(columns["retention"])
    columns |= layout.read(document.get("quiet") or {}, layout.QUIET)
    return columns | layout.read(document.get("people") or {}, layout.PEOPLE)


def instruction_columns(part: Part) -> Columns:
    """The columns of one instruction."""
    kind = next(kind for kind in Instruction.Kind.values if kind in part)
    return {"kind": kind, "text": part[kind]} | layout.read(part, layout.INSTRUCTION)


def field_columns(slug: str, part: Part) -> Columns:
    """The columns of one field; what has no column of its own is a keyword of its schema."""
    named = {key.name for key in layout.FIELD}
    schema = {name: value for name, value in part.items() if name not in named}
    return {"slug": slug, "schema": schema} | layout.read(part, layout.FIELD)


def trigger_columns(part: Part) -> Columns:
    """The columns of one trigger."""
    messages, vetoes = wordings(part, "message")
    kind = next(kind for kind in Trigger.Kind.values if kind in part)
    return {
        "kind": kind,
        "messages": messages,
        "vetoes": vetoes,
        "event": part.get("event", ""),
        "silence": layout.duration(part.get("silence")),
        "interrupt": part.get("interrupt", False),
    }


def flow_columns(slug: str, part: Part) -> Columns:
    """The settings of one flow."""
    on_end = part.get("on_end", "")
    chain = on_end["flow"] if isinstance(on_end, dict) else ""
    ending = {"on_end": Flow.OnEnd.CHAIN if chain else on_end, "chain": chain}
    return {"slug": slug} | layout.read(part, layout.FLOW) | ending


def step_columns(part: Part) -> Columns:
    """The columns of one step; those that other kinds use are emptied."""
    kind = next((kind for kind in ("say", "do", "wait", "if") if kind in part), "talk")
    columns: Columns = {"slug": part["id"], "name": part.get("name", ""), "kind": kind}
    for keys in layout.STEP.values():
        columns |= layout.defaults(keys)
    columns |= layout.read(part, layout.STEP[kind]) | _wait_columns(part.get("wait"))
    return columns | {name: listed(columns[name]) for name in ("prepare", "finalize")}


def _wait_columns(wait: Any) -> Columns:
    if isinstance(wait, dict):
        return {"wait_event": wait.get("event", ""), "wait_for": layout.duration(wait.get("for"))}
    return {"wait_event": "", "wait_for": layout.duration(wait)}


def branch_columns(part: Part) -> Columns:
    """The columns of one branch."""
    when, vetoes = wordings(part, "when")
    return layout.read(part, layout.BRANCH) | {"when": when, "vetoes": vetoes}
