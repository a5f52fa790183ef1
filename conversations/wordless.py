"""What is left of a conversation's sealed values when words in them are forgotten (F20). Pure."""

from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from typing import Any

from conversations.engine.state import Known, Queued, Run, State
from facts.values import Json
from facts.words import Words

FORGOTTEN = "forgotten"
_NO_WORDS = (
    *("status", "stopped_reason", "outcomes", "executed_steps", "started", "ended", "at", "collected", "calls"),
    *("flow_complete", "muted", "handed_off", "degraded"),
)
"""What a turn's report says in ids, codes and numbers alone."""


def state(before: State, words: Words, bound: Collection[str]) -> State:
    """The state without the values of `bound` fields, and without every other value that holds the words (F15)."""
    return replace(
        before,
        **_by_field(before, words, bound),
        data={
            name: _unquoted(known, words)
            for name, known in before.data.items()
            if name not in bound and not words.are_in(known.value)
        },
        floor=_run(before.floor, words) if before.floor else None,
        paused=tuple(_run(run, words) for run in before.paused),
        parked=tuple(_run(run, words) for run in before.parked),
        queued=tuple(_queued(queued, words) for queued in before.queued),
    )


def _by_field(before: State, words: Words, bound: Collection[str]) -> dict[str, Any]:
    """What else the state keeps by fields, without those that are bound and without values that hold the words."""
    held = {spec.name: getattr(before, spec.name) for spec in fields(before) if spec.name != "data"}
    return {
        name: mapping({field: value for field, value in values.items() if field not in bound}, words)
        for name, values in held.items()
        if isinstance(values, Mapping)
    }


def mapping(before: Mapping[str, Json], words: Words) -> dict[str, Json]:
    """A mapping without what holds the words; empty if nothing is left."""
    left = words.without(before)  # type: ignore[arg-type] # a mapping is JSON
    return dict(left) if isinstance(left, Mapping) else {}


def report(before: Any) -> dict[str, Any]:
    """A turn's report with what it says in ids, codes and numbers; everything else in it is empty."""
    if not isinstance(before, Mapping):
        return closed()
    errors = [{"type": error["type"], "step": error["step"], "message": "", "details": {}} for error in _errors(before)]
    left = {name: value if name in _NO_WORDS else _empty(value) for name, value in before.items()}
    return {**closed(), **left, **({"errors": errors} if errors else {}), "facts": _facts(before.get("facts"))}


def closed() -> dict[str, Any]:
    """The report of a turn that was under way when what it was about was forgotten."""
    return {"status": FORGOTTEN, "stopped_reason": FORGOTTEN, "messages": [], "data": {}, "handed_off": False}


def _unquoted(known: Known, words: Words) -> Known:
    return replace(known, quote="") if words.stand_in(known.quote) else known


def _run(run: Run, words: Words) -> Run:
    return replace(run, saved=mapping(run.saved, words), event=mapping(run.event, words))


def _queued(queued: Queued, words: Words) -> Queued:
    return replace(queued, input=mapping(queued.input, words), event=mapping(queued.event, words))


def _errors(before: Mapping[str, Any]) -> list[Any]:
    return list(before.get("errors") or ())


def _facts(before: Any) -> dict[str, Any]:
    """Which questions facts made unnecessary, by their fields; of the facts themselves nothing."""
    if not isinstance(before, Mapping):
        return {}
    return {name: list(found) if name == "questions_avoided" else [] for name, found in before.items()}


def _empty(value: Any) -> Any:
    """An empty value of the same kind, so that whoever reads the report finds nothing, and no surprise."""
    return type(value)() if isinstance(value, dict | list | str) else None
