"""A reading: what the understanding made of a message. Whatever a model answers becomes one here, or is left out.

`parse` never raises for odd content: it keeps what has the right shape and drops the rest (T7). Only an answer that is
no mapping at all is a failed call (T46).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from facts.values import Json

Signal = Literal["cancel", "handoff", "repeat", "skip", "question", "back", "mute"]
Reader = Literal["model", "builtin", "scripted", "literal"]
FactAnswer = Literal["old", "new", "neither", "accept", "reject"]

SIGNALS: tuple[str, ...] = get_args(Signal)
READERS: tuple[str, ...] = get_args(Reader)
FACT_ANSWERS: tuple[str, ...] = get_args(FactAnswer)


@dataclass(frozen=True, slots=True)
class ReadValue:
    """A value that the message gives for a field. `quote` is None where the reader gave none (T5)."""

    value: Json
    quote: str | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class ReadFact:
    """A statement about the person. `change` marks an explicit change (F8); without a quote it is dropped (F4)."""

    key: str
    value: Json
    confidence: float = 0.9
    quote: str | None = None
    change: bool = False
    sensitive: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything one `Understand` answers (T1). `conditions` map `step.index` to a verdict, or to one per entry."""

    reader: Reader = "model"
    flows: tuple[str, ...] = ()
    fields: Mapping[str, ReadValue] = field(default_factory=dict)
    conditions: Mapping[str, bool | tuple[bool, ...]] = field(default_factory=dict)
    facts: tuple[ReadFact, ...] = ()
    fact_answers: Mapping[str, FactAnswer] = field(default_factory=dict)
    unclear: tuple[str, ...] = ()
    signal: Signal | None = None
    withdrawn: tuple[str, ...] = ()
    retract: tuple[str, ...] = ()


def parse(document: Any) -> Reading | None:
    """The reading in a model's answer, or None if the answer is no mapping."""
    if not isinstance(document, Mapping):
        return None
    return Reading(
        reader=_one_of(document.get("reader"), READERS) or "model",
        flows=_texts(document.get("flows")),
        fields=_fields(document.get("fields")),
        conditions=_conditions(document.get("conditions")),
        facts=tuple(filter(None, map(_fact, _items(document.get("facts"))))),
        fact_answers={key: answer for key, answer in _pairs(document.get("fact_answers")) if answer in FACT_ANSWERS},
        unclear=_texts(document.get("unclear")),
        signal=_one_of(document.get("signal"), SIGNALS),
        withdrawn=_texts(document.get("withdrawn")),
        retract=_texts(document.get("retract")),
    )


def _one_of(value: Any, choices: tuple[str, ...]) -> Any:
    return value if isinstance(value, str) and value in choices else None


def _items(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else []


def _pairs(value: Any) -> list[tuple[str, Any]]:
    return [(key, item) for key, item in value.items() if isinstance(key, str)] if isinstance(value, Mapping) else []


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for item in _items(value) if isinstance(item, str)))


def _fields(value: Any) -> dict[str, ReadValue]:
    return {name: _value(item) for name, item in _pairs(value)}


def _value(item: Any) -> ReadValue:
    """A bare value, or a mapping of `value` with nothing else beside it than `quote` and `confidence`."""
    if isinstance(item, Mapping) and "value" in item and set(item) <= {"value", "quote", "confidence"}:
        return ReadValue(item["value"], _text(item.get("quote")), _share(item.get("confidence")))
    return ReadValue(item)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _share(value: Any) -> float | None:
    """A confidence: a number from 0 to 1, else None."""
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1 else None


def _conditions(value: Any) -> dict[str, bool | tuple[bool, ...]]:
    verdicts: dict[str, bool | tuple[bool, ...]] = {}
    for name, verdict in _pairs(value):
        if isinstance(verdict, bool):
            verdicts[name] = verdict
        elif isinstance(verdict, (list, tuple)):
            verdicts[name] = tuple(entry is True for entry in verdict)
    return verdicts


def _fact(item: Any) -> ReadFact | None:
    if not isinstance(item, Mapping) or not isinstance(item.get("key"), str) or item.get("value") is None:
        return None
    confidence = _share(item.get("confidence"))
    if "confidence" in item and item["confidence"] is not None and confidence is None:
        return None
    return ReadFact(
        key=item["key"],
        value=item["value"],
        confidence=0.9 if confidence is None else confidence,
        quote=_text(item.get("quote")),
        change=item.get("change") is True,
        sensitive=item.get("sensitive") is True,
    )
