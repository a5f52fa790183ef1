"""What becomes of a statement about a person (F3 to F8). Pure: decides from values, writes nothing."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from facts.folding import fold
from facts.values import Json

Source = Literal["chat", "revision", "onboarding"]
Verdict = Literal[
    "asserted",
    "proposed",
    "accepted",
    "corrected",
    "confirmed",
    "contested",
    "repeated",
    "ignored",
    "unquoted",
    "pending",
    "refused",
]
COUNTED: tuple[Verdict, ...] = ("repeated", "ignored", "unquoted", "pending", "refused")
"""Verdicts that only raise a counter: nothing of the statement is kept."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement that may become a fact.

    `quote` are the person's own words (F4), `message` a reference to the message they stand in. `change` marks an
    explicit change (F8). `model` names who read it. `confidence` is from 0 to 1.
    """

    key: str
    value: Json
    confidence: float
    quote: str = ""
    message: str = ""
    change: bool = False
    sensitive: bool = False
    source: Source = "chat"
    model: str = ""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The confidence from which a statement is written, and from which it is proposed (F5); 0 to 1."""

    write: float = 0.85
    propose: float = 0.60


@dataclass(frozen=True, slots=True)
class Stored:
    """A value in the store and the ledger entry that holds it. `stale` when past its freshness (F17)."""

    entry: int
    value: Json
    confidence: float = 1.0
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """All that the store has for one key when a statement comes in.

    `held` are the values in use (at most one unless `many`), `challenger` is the new value of an open contradiction,
    `pending` and `refused` are proposals; the refused ones count for what `may_be_proposed` alone.
    """

    held: tuple[Stored, ...] = ()
    challenger: Stored | None = None
    pending: tuple[Stored, ...] = ()
    refused: tuple[Stored, ...] = ()
    many: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with a statement. `about` is the entry it confirms, corrects, disputes or accepts, if any."""

    verdict: Verdict
    about: int | None = None


def decide(candidate: Candidate, standing: Standing, thresholds: Thresholds) -> Decision:
    """The one decision about a statement (F4 to F8, F10). Its key and value have been checked already (F1, F2)."""
    if candidate.source != "chat":
        return _typed(candidate, standing)
    if not candidate.quote.strip():
        return Decision("unquoted")
    if not candidate.confidence >= thresholds.propose:  # so that NaN, too, is ignored
        return Decision("ignored")
    if candidate.confidence < thresholds.write:
        return _uncertain(candidate, standing)
    return _certain(candidate, standing, thresholds)


def may_be_proposed(candidate: Candidate, thresholds: Thresholds) -> bool:
    """Whether its confidence is one of a proposal (F5): only then it matters what was refused before (F6)."""
    return candidate.source == "chat" and thresholds.propose <= candidate.confidence < thresholds.write


def _typed(candidate: Candidate, standing: Standing) -> Decision:
    """Typed by the person: never contested, another value is an explicit change (F10). Compared to the letter."""
    held = next((item for item in standing.held if exactly(item.value, candidate.value)), None)
    if held and held.confidence >= 1 and not held.stale and not standing.challenger:
        return Decision("repeated", held.entry)
    if held:
        return Decision("confirmed", held.entry)
    pending = _same(standing.pending, candidate.value)
    # Of many values the one that only its spelling tells from this is corrected: no value stands twice.
    replaced = _same(standing.held, candidate.value) if standing.many else next(iter(standing.held), None)
    if pending and not (standing.many and replaced):
        return Decision("accepted", pending.entry)
    return Decision("corrected", replaced.entry) if replaced else Decision("asserted")


def _uncertain(candidate: Candidate, standing: Standing) -> Decision:
    """Between the thresholds: proposed, unless the person knows of it already (F5, F6)."""
    held = _same(standing.held, candidate.value)
    if (held and not held.stale) or _is_challenger(candidate, standing):
        return Decision("repeated")
    if _same(standing.pending, candidate.value):
        return Decision("pending")
    if _same(standing.refused, candidate.value):
        return Decision("refused")
    return Decision("proposed")


def _certain(candidate: Candidate, standing: Standing, thresholds: Thresholds) -> Decision:
    """At or above the writing threshold: kept, unless it repeats or contradicts what is held (F5 to F8)."""
    same = _same(standing.held, candidate.value)
    if same:
        return Decision("confirmed" if same.stale else "repeated", same.entry)
    held = None if standing.many else next(iter(standing.held), None)
    if held and not candidate.change and not held.stale and held.confidence >= thresholds.write:
        return Decision("repeated") if _is_challenger(candidate, standing) else Decision("contested", held.entry)
    pending = _same(standing.pending, candidate.value)
    if pending:
        return Decision("accepted", pending.entry)
    return Decision("asserted", held.entry if held else None)


def _is_challenger(candidate: Candidate, standing: Standing) -> bool:
    return standing.challenger is not None and same(standing.challenger.value, candidate.value)


def _same(stored: tuple[Stored, ...], value: Json) -> Stored | None:
    return next((item for item in stored if same(item.value, value)), None)


def same(one: Json, other: Json) -> bool:
    """Whether two values say the same: `Bern` and ` bern` do, 1 and true do not."""
    return _canonical(_folded(one)) == _canonical(_folded(other))


def exactly(one: Json, other: Json) -> bool:
    """Whether two values are the same to the letter."""
    return _canonical(one) == _canonical(other)


def _canonical(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def _folded(value: Json) -> Json:
    if isinstance(value, str):
        return fold(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_folded(item) for item in value]
    if isinstance(value, dict):
        return {name: _folded(item) for name, item in value.items()}
    return value


def merge(candidates: Sequence[Candidate]) -> list[Candidate]:
    """One candidate for each key and value: a field's answer and a statement of the same are one fact (F16).

    The best one stays: quoted before unquoted, then the more confident; a change or a warning of any of them counts.
    """
    merged: dict[tuple[str, str], Candidate] = {}
    for candidate in candidates:
        place = (candidate.key, _canonical(_folded(candidate.value)))
        merged[place] = _better(merged[place], candidate) if place in merged else candidate
    return list(merged.values())


def _better(one: Candidate, other: Candidate) -> Candidate:
    best = max(one, other, key=lambda item: (item.source != "chat", bool(item.quote.strip()), item.confidence))
    return replace(best, change=one.change or other.change, sensitive=one.sensitive or other.sensitive)
