"""A definition: one version of an agent, compiled to the immutable values that the engine reads.

Pure: no Django, no I/O. `agents.compile` makes a definition from an agent document, `agents.check` says what is
wrong with a document. Tuples keep the written order, which is the only order the engine ever goes by.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from agents.hours import ALWAYS, Hours
from agents.predicate import Predicate
from agents.template import Template
from facts.values import Json, ValueType

StepKind = Literal["talk", "say", "do", "if", "wait"]
NextKind = Literal["step", "end", "failed", "flow", "handoff"]


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time. `d` is a calendar day in the person's zone, the other units are exact (T52)."""

    amount: int
    unit: Literal["s", "m", "h", "d"]


@dataclass(frozen=True, slots=True)
class Instruction:
    """A rule of behaviour for the model. `when` is judged by the model that speaks, `condition` by code (T24)."""

    kind: Literal["must", "never", "should"]
    text: str
    when: str = ""
    condition: Predicate | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """One entry of an `input`, `set` or nested value: a field or input name with a constant or a template tree.

    `value` is JSON in which every string that holds an expression has been replaced by its `Template`.
    """

    name: str
    value: "Json | Template"


@dataclass(frozen=True, slots=True)
class Next:
    """Where a run goes on (T28). `target` is a step id for `step`, a flow id for `flow`, otherwise empty."""

    kind: NextKind
    target: str = ""
    input: tuple[Setting, ...] = ()
    clear: tuple[str, ...] = ()
    set: tuple[Setting, ...] = ()
    say: Template | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A typed value that a conversation collects.

    `minimum` and `maximum` are the bounds as written: a constant, `today+7d`, `now`, or `{"field": other}` (T50);
    all other JSON Schema keywords are in `value.schema`.
    """

    id: str
    value: ValueType
    description: str = ""
    ask: Template | None = None
    minimum: Json = None
    maximum: Json = None
    extract: Literal["asked", "anytime"] = "anytime"
    stale_on_change: bool = False
    fact: str = ""


@dataclass(frozen=True, slots=True)
class Trigger:
    """What may start a flow: `message` (any of `messages`, none of `vetoes`), `event` by name, or `silence`."""

    kind: Literal["message", "event", "silence"]
    messages: tuple[str, ...] = ()
    vetoes: tuple[str, ...] = ()
    event: str = ""
    silence: Duration | None = None
    interrupt: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """An early exit from an asking (or waiting) step (T35 to T38). `vetoes` are the `not` entries."""

    then: Next
    when: tuple[str, ...] = ()
    vetoes: tuple[str, ...] = ()
    condition: Predicate | None = None
    label: str = ""

    @property
    def is_judged(self) -> bool:
        """Whether the model has to judge it on a message."""
        return bool(self.when or self.vetoes)


@dataclass(frozen=True, slots=True)
class Wait:
    """What a `wait` step waits for: a time, or an event for at most a time (T39, T41)."""

    duration: Duration | None = None
    event: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A node of a flow. Only the attributes of its `kind` are set (the table in agent-format.md).

    `then` is None for "the step after it"; `otherwise` of an `if` or `wait` step is `else_`.
    """

    id: str
    kind: StepKind
    name: str = ""
    then: Next | None = None
    else_: Next | None = None
    skip_if: Predicate | None = None
    requires: tuple[str, ...] = ()
    collect: tuple[str, ...] = ()
    need: Literal["all", "any"] = "all"
    prompt: Template | None = None
    otherwise: Template | None = None
    say: Template | None = None
    action: str = ""
    input: tuple[Setting, ...] = ()
    save: tuple[tuple[str, str], ...] = ()
    """Pairs (key of the result, name under `run.`)."""
    on_fail: Next | None = None
    condition: Predicate | None = None
    """The fork of an `if` step."""
    wait: Wait | None = None
    branches: tuple[Branch, ...] = ()
    prepare: tuple[str, ...] = ()
    finalize: tuple[str, ...] = ()
    instructions: tuple[Instruction, ...] = ()


@dataclass(frozen=True)
class Flow:
    """One goal of a conversation. `on_end` is `leave`, `stay` or the id of the flow to chain to (`chain`)."""

    id: str
    name: str
    description: str = ""
    triggers: tuple[Trigger, ...] = ()
    condition: Predicate | None = None
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    complete_when: Literal["fields", "last_step"] = "last_step"
    on_end: Literal["leave", "stay", "chain"] = "leave"
    chain: str = ""
    completion: Template | None = None
    completion_say: Template | None = None
    reentrant: bool = False
    batch: int = 1
    max_attempts: int = 3
    on_stuck: Next | None = None
    max_steps: int = 50
    instructions: tuple[Instruction, ...] = ()
    steps: tuple[Step, ...] = ()

    @cached_property
    def position(self) -> dict[str, int]:
        """Index of each step by its id."""
        return {step.id: index for index, step in enumerate(self.steps)}

    @cached_property
    def own_fields(self) -> tuple[str, ...]:
        """The fields that the flow forgets when it starts again (T32): required, optional or collected."""
        collected = (name for step in self.steps for name in step.collect)
        return tuple(dict.fromkeys((*self.required, *self.optional, *collected)))

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Every field the flow can use: required, optional, collected or required by a step; first seen first."""
        seen = dict.fromkeys((*self.required, *self.optional))
        for step in self.steps:
            seen.update(dict.fromkeys((*step.collect, *step.requires)))
        return tuple(seen)

    @cached_property
    def message_triggers(self) -> tuple[Trigger, ...]:
        """The triggers that a user's message can fire."""
        return tuple(trigger for trigger in self.triggers if trigger.kind == "message")


@dataclass(frozen=True, slots=True)
class People:
    """The hand-off to staff (T11): their hours (none given: always), and two sentences."""

    hours: Hours = ALWAYS
    asked: str = ""
    away: str = ""


@dataclass(frozen=True)
class Definition:
    """One version of an agent. `version` is 0 for a draft.

    `phrases` are the built-in sentences in the agent's language, by the ids in `agents.phrases`.
    """

    agent: str
    name: str
    language: str = "en"
    timezone: str = "UTC"
    visitors: bool = False
    quiet: tuple[str, str] | None = None
    retention: Duration | None = None
    people: People = People()
    persona: str = ""
    instructions: tuple[Instruction, ...] = ()
    fallback: str = ""
    onboarding: tuple[str, ...] = ()
    fields: Mapping[str, Field] = field(default_factory=dict)
    flows: Mapping[str, Flow] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    version: int = 0

    @cached_property
    def memo(self) -> dict[object, Any]:
        """Where the engine keeps what it derives from this version alone, so that a turn need not do it again."""
        return {}

    @cached_property
    def places(self) -> dict[str, int]:
        """Index of each field by its id, in written order."""
        return {name: index for index, name in enumerate(self.fields)}

    def in_order(self, names: Iterable[str]) -> list[str]:
        """The fields in written order; what is no field is left out."""
        return sorted((name for name in names if name in self.places), key=self.places.__getitem__)

    @cached_property
    def bound_to_facts(self) -> tuple[Field, ...]:
        """The fields that are filled from the person's facts (F15)."""
        return tuple(spec for spec in self.fields.values() if spec.fact)

    @cached_property
    def bounded_by(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """For a field, the fields that it bounds: pairs (field, `minimum` or `maximum`) (T50)."""
        found: dict[str, list[tuple[str, str]]] = {}
        for spec in self.fields.values():
            for keyword, expression in (("minimum", spec.minimum), ("maximum", spec.maximum)):
                if isinstance(expression, Mapping) and isinstance(expression.get("field"), str):
                    found.setdefault(str(expression["field"]), []).append((spec.id, keyword))
        return {name: tuple(bounded) for name, bounded in found.items()}
