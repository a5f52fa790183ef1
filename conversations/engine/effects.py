"""What a turn asks of the world, and what the world answers.

The engine yields an effect and is sent an `Answer`; nothing is ever thrown into it. Effects are plain frozen values:
`fingerprint` is the SHA-256 of their canonical JSON, by which a resumed turn knows that it asks the same again.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from facts.values import Json


class _Offered:
    """A value that stays the same object from turn to turn, and keeps its canonical JSON (`fingerprint`)."""

    @cached_property
    def text(self) -> str:
        """Its canonical JSON."""
        return canonical(plain(self))


@dataclass(frozen=True)
class OfferedFlow(_Offered):
    """A flow that the message may ask for (T13). `paused` marks one that would be resumed."""

    id: str
    name: str
    description: str
    triggers: tuple[str, ...] = ()
    vetoes: tuple[str, ...] = ()
    paused: bool = False


@dataclass(frozen=True)
class OfferedField(_Offered):
    """A field that may be extracted (T3). `known` is its present value, `asked` whether it is being asked.

    `flows` are the flows for which it is offered: those that are open, and those that the message may start.
    `minimum` and `maximum` are the bounds resolved for this message, `schema` its other JSON Schema keywords.
    """

    id: str
    type: str
    description: str = ""
    enum: tuple[Json, ...] = ()
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    schema: Mapping[str, Json] = field(default_factory=dict)
    minimum: Json = None
    maximum: Json = None
    prefer: str = "future"
    known: Json = None
    asked: bool = False
    flows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferedCondition:
    """A branch to judge, by `<step id>.<index>`: any of `when`, none of `vetoes` (T36)."""

    id: str
    when: tuple[str, ...]
    vetoes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferedFact:
    """A key of the catalogue that statements are read for (F3). `schema` is the JSON Schema of its value."""

    key: str
    label: str
    description: str = ""
    schema: Mapping[str, Json] = field(default_factory=dict)
    known: Json = None
    sensitive: bool = False


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """A question about a fact that waits for the person's answer, which may come in words (F7, F18).

    `kind` is `contested`, `proposed` or `stale`, `old` the value that is held, `at` is when it came up (ISO 8601).
    """

    key: str
    kind: str
    old: Json = None
    new: Json = None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What `people` of `of` other people say under a key (F21): to be offered, never a fact about this person.

    `said` if the message names what the key is about.
    """

    key: str
    label: str
    value: Json
    people: int
    of: int
    said: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """One message of the conversation: `id`, `role` (`user`, `agent`, `staff`), `text`, and when it was sent (ISO)."""

    id: str
    role: str
    text: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Understand:
    """Yielded at most once a turn, to have messages read (T1, T2). Answer: a reading as JSON (`reading.parse`)."""

    kind: ClassVar[str] = "understand"

    messages: tuple[Said, ...]
    language: str
    timezone: str
    flows: tuple[OfferedFlow, ...] = ()
    fields: tuple[OfferedField, ...] = ()
    conditions: tuple[OfferedCondition, ...] = ()
    facts: tuple[OfferedFact, ...] = ()
    open_scopes: tuple[str, ...] = ()
    fact_questions: tuple[FactQuestion, ...] = ()
    asking: tuple[str, ...] = ()
    history: tuple[Said, ...] = ()
    agent: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """What one talk step has to say within a `Speak` (T23). `prompt` is rendered, `wanted` are its missing fields."""

    flow: str
    flow_name: str
    flow_description: str
    step: str
    step_name: str
    prompt: str = ""
    otherwise: str = ""
    wanted: tuple[OfferedField, ...] = ()
    asks: tuple[str, ...] = ()
    any: bool = False
    """Whether one of the wanted fields is enough (`need: any`)."""


@dataclass(frozen=True, slots=True)
class Speak:
    """Yielded once per contiguous group of talk steps (T23). Answer: the text.

    `otherwise` is the text to say without a model, or when the model fails (T45); `prompt.speak_prompt` writes the
    prompt from the other attributes.
    """

    kind: ClassVar[str] = "speak"

    key: str
    flow: str
    step: str
    otherwise: str
    language: str
    agent: str = ""
    persona: str = ""
    instructions: tuple[str, ...] = ()
    facts: tuple[tuple[str, Json], ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    sections: tuple[Section, ...] = ()
    known: tuple[tuple[str, Json], ...] = ()
    """What the speaking flows know from earlier turns, so that a step can sum it up."""
    understood: tuple[tuple[str, Json], ...] = ()
    changed: tuple[tuple[str, Json, Json], ...] = ()
    invalid: tuple[tuple[str, Json, str], ...] = ()
    finished: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    """Names of flows that are done and stay as they are: a wish to change one is answered so (T17)."""
    notes: tuple[str, ...] = ()
    """Sentences that the reply must work in."""
    side_question: bool = False
    """Whether the person asks something back, which is answered before the question is asked again (T11)."""
    history: tuple[Said, ...] = ()
    messages: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Act:
    """Yielded when a registered action has to run (T26, T27). `key` makes a repetition recognisable.

    Answer: its result, a mapping.
    """

    kind: ClassVar[str] = "act"

    action: str
    input: Mapping[str, Json]
    key: str


Effect: TypeAlias = Understand | Speak | Act


@dataclass(frozen=True, slots=True)
class Call:
    """One model call that was made for an effect, for the report."""

    purpose: str
    model: str
    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0
    ms: int = 0
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Failed:
    """The effect did not succeed. `code` is short and stable (`timeout`, `in_doubt`, …), `message` is for staff."""

    code: str
    retryable: bool = False
    message: str = ""
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """The effect's value. `failed` is set when a model failed first and the built-in understanding stood in (T45)."""

    value: Json
    calls: tuple[Call, ...] = ()
    failed: Failed | None = None


Answer: TypeAlias = Done | Failed


def canonical(value: Any) -> str:
    """JSON text that is the same for the same value: keys sorted, no spaces, no NaN."""
    return _encoder.encode(value)


_encoder = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


LATER = frozenset({"suggestions"})
"""Attributes that journals of running turns may not know: without a value they are no part of the fingerprint."""


def fingerprint(effect: Effect) -> str:
    """SHA-256 of the canonical JSON of the effect's kind and values, as hex."""
    names = (name for name in sorted(effect.__slots__) if name not in LATER or getattr(effect, name))
    values = ",".join(f'"{name}":{_text(getattr(effect, name))}' for name in names)
    return hashlib.sha256(f'["{effect.kind}",{{{values}}}]'.encode()).hexdigest()


def _text(value: Any) -> str:
    """Canonical JSON; what is offered turn after turn has it ready."""
    if isinstance(value, tuple) and value and isinstance(value[0], _Offered):
        return f"[{','.join(offered.text for offered in value)}]"
    return canonical(plain(value))


def plain(value: Any) -> Any:
    """A frozen value as JSON values, as `asdict` gives it, but without copying what is plain already."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    names = getattr(value, "__slots__", None) or value.__dataclass_fields__
    return {name: plain(getattr(value, name)) for name in names}


def dump_answer(answer: Answer) -> dict[str, Any]:
    """The answer as JSON, for the journal; `load_answer` is its inverse."""
    return {"failed" if isinstance(answer, Failed) else "done": asdict(answer)}


def load_answer(document: Mapping[str, Any]) -> Answer:
    """The answer that `dump_answer` wrote."""
    if "failed" in document:
        return _failed(document["failed"])
    done = document["done"]
    return Done(done["value"], _calls(done), _failed(done["failed"]) if done["failed"] else None)


def _failed(document: Mapping[str, Any]) -> Failed:
    return Failed(document["code"], document["retryable"], document["message"], _calls(document))


def _calls(document: Mapping[str, Any]) -> tuple[Call, ...]:
    return tuple(Call(**call) for call in document["calls"])
