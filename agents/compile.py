"""Makes the definition that the engine reads from an agent document. Pure.

The document is one that `agents.check` finds no error in; what it leaves out gets the default of agent-format.md.
"""

from collections.abc import Mapping
from typing import Any, Final, cast

from agents import hours, predicate, template
from agents.definition import (
    Branch,
    Definition,
    Duration,
    Field,
    Flow,
    Instruction,
    Next,
    People,
    Setting,
    Step,
    StepKind,
    Trigger,
    Wait,
)
from agents.phrases import PHRASES
from agents.predicate import Predicate
from agents.template import Template
from agents.wordings import listed, wordings
from facts.values import ValueType

Part = Mapping[str, Any]

TYPED: Final = frozenset({"enum", "synonyms", "prefer"})
FIELD_KEYS: Final = frozenset(
    {"type", "description", "ask", "minimum", "maximum", "extract", "stale_on_change", "fact", *TYPED}
)
"""The keys of a field that are no keywords of its JSON Schema."""


def compile_definition(document: Part, version: int = 0, phrases: Mapping[str, str] = PHRASES) -> Definition:
    """The definition of an agent document. `phrases` are the built-in sentences in the agent's language."""
    quiet = document.get("quiet")
    return Definition(
        agent=document["agent"],
        name=document.get("name") or document["agent"],
        language=document.get("language", "en"),
        timezone=document.get("timezone", "UTC"),
        visitors=document.get("visitors", False),
        quiet=(quiet["from"], quiet["to"]) if quiet else None,
        retention=_duration(document.get("retention")),
        people=_people(document.get("people", {})),
        persona=document.get("persona", ""),
        instructions=_instructions(document),
        fallback=document.get("fallback", ""),
        onboarding=tuple(document.get("onboarding", ())),
        fields={name: _field(name, part) for name, part in document.get("fields", {}).items()},
        flows={name: _flow(name, part) for name, part in document.get("flows", {}).items()},
        phrases=phrases,
        version=version,
    )


def _people(part: Part) -> People:
    return People(hours.parse(part.get("hours", "")), part.get("asked", ""), part.get("away", ""))


def duration(written: str | int) -> Duration:
    """A duration as it is written: a whole number and `s`, `m`, `h` or `d`, or a whole number of seconds (T52)."""
    text = str(written)
    if text[-1].isdigit():
        return Duration(int(text), "s")
    return Duration(int(text[:-1]), cast(Any, text[-1]))


def _duration(written: str | int | None) -> Duration | None:
    return None if written is None or written == "" else duration(written)


def _template(text: str | None) -> Template | None:
    return template.parse(text) if text else None


def _predicate(document: Part | None) -> Predicate | None:
    return predicate.parse(document) if document else None


def _settings(part: Part | None) -> tuple[Setting, ...]:
    return tuple(Setting(name, template.parse_tree(value)) for name, value in (part or {}).items())


def _instructions(part: Part) -> tuple[Instruction, ...]:
    return tuple(map(_instruction, part.get("instructions", ())))


def _instruction(part: Part) -> Instruction:
    kind = next(kind for kind in ("must", "never", "should") if kind in part)
    return Instruction(cast(Any, kind), part[kind], part.get("when", ""), _predicate(part.get("if")))


def _field(name: str, part: Part) -> Field:
    kind = part.get("type", "string")
    return Field(
        id=name,
        value=ValueType(
            name=kind,
            schema={key: value for key, value in part.items() if key not in FIELD_KEYS},
            enum=tuple(part.get("enum", ())),
            synonyms={choice: tuple(words) for choice, words in part.get("synonyms", {}).items()},
            prefer=part.get("prefer", "future"),
        ),
        description=part.get("description", ""),
        ask=_template(part.get("ask")),
        minimum=part.get("minimum"),
        maximum=part.get("maximum"),
        extract=part.get("extract", "asked" if kind == "boolean" else "anytime"),
        stale_on_change=part.get("stale_on_change", False),
        fact=part.get("fact", ""),
    )


def _flow(name: str, part: Part) -> Flow:
    on_end = part.get("on_end", "leave")
    chain = on_end["flow"] if isinstance(on_end, Mapping) else ""
    return Flow(
        id=name,
        name=part.get("name") or name,
        description=part.get("description", ""),
        triggers=tuple(map(_trigger, part.get("on", ()))),
        condition=_predicate(part.get("if")),
        required=tuple(part.get("required", ())),
        optional=tuple(part.get("optional", ())),
        complete_when=part.get("complete_when") or ("fields" if part.get("required") else "last_step"),
        on_end="chain" if chain else on_end,
        chain=chain,
        completion=_template(part.get("completion")),
        completion_say=_template(part.get("completion_say")),
        reentrant=part.get("reentrant", False),
        batch=part.get("batch", 1),
        max_attempts=part.get("max_attempts", 3),
        on_stuck=_next(part.get("on_stuck")),
        max_steps=part.get("max_steps", 50),
        instructions=_instructions(part),
        steps=tuple(map(_step, part.get("steps", ()))),
    )


def _trigger(part: Part) -> Trigger:
    messages, vetoes = wordings(part, "message")
    kind = next(kind for kind in ("message", "event", "silence") if kind in part)
    return Trigger(
        kind=cast(Any, kind),
        messages=tuple(messages),
        vetoes=tuple(vetoes),
        event=part.get("event", ""),
        silence=_duration(part.get("silence")),
        interrupt=part.get("interrupt", False),
    )


def step_kind(part: Part) -> StepKind:
    """The kind of a step by its keys (the table in agent-format.md); `talk` when no other fits."""
    kinds: tuple[StepKind, ...] = ("say", "do", "wait", "if")
    return next((kind for kind in kinds if kind in part), "talk")


def _step(part: Part) -> Step:
    return Step(
        id=part["id"],
        kind=step_kind(part),
        name=part.get("name", ""),
        then=_next(part.get("then")),
        else_=_next(part.get("else")),
        skip_if=_predicate(part.get("skip_if")),
        requires=tuple(part.get("requires", ())),
        collect=tuple(part.get("collect", ())),
        need=part.get("need", "all"),
        prompt=_template(part.get("prompt")),
        otherwise=_template(part.get("otherwise")),
        say=_template(part.get("say")),
        action=part.get("do", ""),
        input=_settings(part.get("input")),
        save=tuple((key, name) for name, key in part.get("save", {}).items()),
        on_fail=_next(part.get("on_fail")),
        condition=_predicate(part.get("if")),
        wait=_wait(part.get("wait")),
        branches=tuple(map(_branch, part.get("branches", ()))),
        prepare=tuple(listed(part.get("prepare"))),
        finalize=tuple(listed(part.get("finalize"))),
        instructions=_instructions(part),
    )


def _wait(written: Any) -> Wait | None:
    if isinstance(written, Mapping):
        return Wait(_duration(written.get("for")), written["event"])
    return None if written is None else Wait(duration(written))


def _branch(part: Part) -> Branch:
    when, vetoes = wordings(part, "when")
    return Branch(
        then=cast(Next, _next(part["then"])),
        when=tuple(when),
        vetoes=tuple(vetoes),
        condition=_predicate(part.get("if")),
        label=part.get("label", ""),
    )


def _next(written: Any) -> Next | None:
    """A Next (T28). A bare word is a step of the flow, `end` or `handoff`."""
    if written is None or written == "":
        return None
    if isinstance(written, str):
        return Next(cast(Any, written)) if written in ("end", "handoff") else Next("step", written)
    kind, target = _target(written)
    return Next(
        kind=cast(Any, kind),
        target=target,
        input=_settings(written.get("input")),
        clear=tuple(written.get("clear", ())),
        set=_settings(written.get("set")),
        say=_template(written.get("say")),
    )


def _target(part: Part) -> tuple[str, str]:
    if "end" in part:
        return ("failed" if part["end"] == "failed" else "end"), ""
    return ("flow", part["flow"]) if "flow" in part else ("step", part["step"])
