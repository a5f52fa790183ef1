"""An agent document as the checkers see it: its parts with their places, whatever shape they are in. Pure.

The document may break its schema anywhere, and a fault in one part must not hide those of another. So what has the
wrong shape is left out here: the schema has reported it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Protocol

from agents.checks.written import Condition, Text, conditions_in, texts_in
from agents.document import Document
from agents.problem import Place
from agents.wordings import listed

TALK_KEYS: Final = ("prompt", "collect")


class Action(Protocol):
    """What is asked of a registered action: the JSON Schemas of its input and output."""

    @property
    def input(self) -> Mapping[str, Any]: ...

    @property
    def output(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Part:
    """A mapping of the document and where it stands."""

    value: Mapping[str, Any]
    place: Place

    def mapping(self, key: str) -> "Part":
        """The mapping under a key; an empty one if there is none."""
        found = self.value.get(key)
        return Part(found if isinstance(found, Mapping) else {}, (*self.place, key))

    def parts(self, key: str) -> "list[Part]":
        """The mappings in the list under a key."""
        return [
            Part(item, (*self.place, key, index))
            for index, item in enumerate(listed(self.value.get(key)))
            if isinstance(item, Mapping)
        ]

    def names(self, key: str) -> list[tuple[str, Place]]:
        """The texts under a key, in a list or alone, with their places."""
        found = self.value.get(key)
        if isinstance(found, str):
            return [(found, (*self.place, key))]
        return [(item, (*self.place, key, index)) for index, item in enumerate(listed(found)) if isinstance(item, str)]

    def text(self, key: str) -> str:
        """The text under a key; empty if there is none."""
        found = self.value.get(key)
        return found if isinstance(found, str) else ""


@dataclass(frozen=True)
class Next(Part):
    """A Next in one form: a bare word is `{step: word}`, `{end: true}` or `{handoff: true}`.

    `step` is the index of the step it leaves, None for one of the whole flow.
    """

    flow: "Flow"
    step: int | None
    key: str

    @property
    def target(self) -> int | None:
        """The index of the step it goes to, if it goes to one that exists."""
        return self.flow.position.get(self.text("step"))

    @property
    def ends(self) -> bool:
        """Whether the run ends with reason `end` and as a completed flow."""
        return self.value.get("end") is True


@dataclass(frozen=True)
class Step(Part):
    """A step, with its index in its flow."""

    flow: "Flow"
    index: int

    @property
    def id(self) -> str:
        """Its id, empty if it has none."""
        return self.text("id")

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Every kind it has a key of; a right one has exactly one."""
        talk = ("talk",) if any(key in self.value for key in TALK_KEYS) else ()
        return (*talk, *(kind for kind in ("say", "do", "if", "wait") if kind in self.value))

    @property
    def kind(self) -> str:
        """Its kind, empty if it has none or several."""
        return self.kinds[0] if len(self.kinds) == 1 else ""

    @cached_property
    def collected(self) -> tuple[str, ...]:
        """The fields it collects."""
        return tuple(name for name, _ in self.names("collect"))

    @property
    def is_timer(self) -> bool:
        """Whether it waits for a time and not for an event."""
        return self.kind == "wait" and not isinstance(self.value["wait"], Mapping)

    @cached_property
    def branches(self) -> list[Part]:
        """Its branches."""
        return self.parts("branches")

    @cached_property
    def nexts(self) -> list[Next]:
        """Every Next that leaves the step, its branches' included."""
        own = [_next(self, key, self.flow, self.index) for key in ("then", "else", "on_fail")]
        return [found for found in (*own, *map(self.next_of, self.branches)) if found]

    def next(self, key: str) -> Next | None:
        """The Next under a key of the step itself."""
        return _next(self, key, self.flow, self.index)

    def next_of(self, branch: Part) -> Next | None:
        """The Next of one of its branches."""
        return _next(branch, "then", self.flow, self.index)


@dataclass(frozen=True)
class Flow(Part):
    """A flow, with its id."""

    id: str

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Its steps; the index is that of the list, also where an entry is no mapping."""
        found = self.value.get("steps")
        return tuple(
            Step(item, (*self.place, "steps", index), self, index)
            for index, item in enumerate(found if isinstance(found, list) else ())
            if isinstance(item, Mapping)
        )

    @cached_property
    def position(self) -> dict[str, int]:
        """The index of each step by its id; of a duplicate the first."""
        return {step.id: step.index for step in reversed(self.steps) if step.id}

    @cached_property
    def triggers(self) -> list[Part]:
        """Its triggers."""
        return self.parts("on")

    @cached_property
    def required(self) -> tuple[str, ...]:
        """Its required fields."""
        return tuple(name for name, _ in self.names("required"))

    @property
    def completes_by_fields(self) -> bool:
        """Whether it is complete once the required fields are known (T31)."""
        return self.value.get("complete_when", "fields" if self.required else "last_step") == "fields"

    @cached_property
    def nexts(self) -> list[Next]:
        """Every Next of the flow and its steps."""
        stuck = _next(self, "on_stuck", self, None)
        return [*([stuck] if stuck else []), *(found for step in self.steps for found in step.nexts)]

    @cached_property
    def used(self) -> dict[str, Place]:
        """The fields that it collects, requires or lists, each with the first place that names it."""
        named = [*self.names("required"), *self.names("optional")]
        for step in self.steps:
            named += [*step.names("collect"), *step.names("requires")]
        return dict(reversed(named))

    @cached_property
    def saved(self) -> frozenset[str]:
        """The names that its steps keep under `run.`."""
        return frozenset(name for step in self.steps for name in step.mapping("save").value)


def _next(part: Part, key: str, flow: Flow, step: int | None) -> Next | None:
    written = part.value.get(key)
    place = (*part.place, key)
    if isinstance(written, str):
        word = {"end": {"end": True}, "handoff": {"handoff": True}}.get(written, {"step": written})
        return Next(word, place, flow, step, key)
    return Next(written, place, flow, step, key) if isinstance(written, Mapping) else None


@dataclass(frozen=True)
class Agent:
    """The whole document, with what exists around it: actions by name, patterns of fact keys, open scopes (F1)."""

    document: Document
    actions: Mapping[str, Action]
    fact_keys: tuple[str, ...]
    open_scopes: tuple[str, ...]

    @cached_property
    def root(self) -> Part:
        """The top of the document."""
        value = self.document.value
        return Part(value if isinstance(value, Mapping) else {}, ())

    @cached_property
    def fields(self) -> dict[str, Part]:
        """The fields by their ids. A field that is no mapping is there, so that naming it is no second fault."""
        return {
            name: Part(value if isinstance(value, Mapping) else {}, ("fields", name))
            for name, value in self.root.mapping("fields").value.items()
        }

    @cached_property
    def flows(self) -> dict[str, Flow]:
        """The flows by their ids."""
        return {
            name: Flow(value if isinstance(value, Mapping) else {}, ("flows", name), name)
            for name, value in self.root.mapping("flows").value.items()
        }

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all flows."""
        return tuple(step for flow in self.flows.values() for step in flow.steps)

    @cached_property
    def nexts(self) -> tuple[Next, ...]:
        """Every Next of all flows."""
        return tuple(found for flow in self.flows.values() for found in flow.nexts)

    @cached_property
    def instructions(self) -> tuple[Part, ...]:
        """The instructions of the agent, its flows and its steps."""
        holders: Iterable[Part] = (self.root, *self.flows.values(), *self.steps)
        return tuple(found for holder in holders for found in holder.parts("instructions"))

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """Every text of the document that is a template."""
        return tuple(texts_in(self._holders()))

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Every predicate of the document."""
        return tuple(conditions_in(self._judging()))

    @cached_property
    def written(self) -> tuple[Text | Condition, ...]:
        """Every predicate and every template."""
        return (*self.conditions, *self.texts)

    def _holders(self) -> Iterator[tuple[Place, Any, str]]:
        """The place, value and flow of all that may hold templates."""
        for name, part in self.fields.items():
            yield ("fields", name, "ask"), part.value.get("ask"), ""
        for flow in self.flows.values():
            for part, keys in ((flow, ("completion", "completion_say")), *((step, STEP_TEXTS) for step in flow.steps)):
                yield from (((*part.place, key), part.value.get(key), flow.id) for key in keys)
        for found in self.nexts:
            yield from (((*found.place, key), found.value.get(key), found.flow.id) for key in ("input", "set", "say"))

    def _judging(self) -> Iterator[tuple[Place, Any, str]]:
        """The place, value and flow of all that may be predicates."""
        judging: list[tuple[Part, str]] = [(part, "if") for part in (*self.instructions, *self.flows.values())]
        for step in self.steps:
            judging += [(step, "if"), (step, "skip_if"), *((branch, "if") for branch in step.branches)]
        for part, key in judging:
            if key in part.value:
                flow = str(part.place[1]) if part.place[:1] == ("flows",) else ""
                yield (*part.place, key), part.value[key], flow


STEP_TEXTS: Final = ("say", "prompt", "otherwise", "input")
