"""Fields that are bound to facts: filled from them, emptied with them (F15)."""

from dataclasses import replace

from agents.definition import Field
from conversations.engine.state import Known
from conversations.engine.take import checked
from conversations.engine.turn_input import Fact
from conversations.engine.work import Work
from facts.values import Invalid, Json


def fill_bound(work: Work) -> None:
    """Give bound fields the current facts' values, and take away values whose fact is gone.

    A value given in the conversation stays; one that an open run had taken away is not filled again while that run is
    open, for all runs share the fields; a fact past its freshness is not known (F17).
    """
    for spec in work.definition.bound_to_facts:
        _refresh(work, spec)


def _refresh(work: Work, spec: Field) -> None:
    known = work.data.get(spec.id)
    if known is not None and known.source != "fact":
        return
    fact = work.facts.get(spec.fact)
    if fact is None or fact.stale:
        work.data.pop(spec.id, None)
        return
    if known is None and any(spec.id in run.removed for run in work.open_runs()):
        return
    _fill(work, spec, known)


def value_for(spec: Field, fact: Fact) -> Json:
    """The fact's value; of a key of many values the newest, unless the field is a list itself."""
    many = isinstance(fact.value, list) and spec.value.name != "list"
    return fact.value[-1] if many and fact.value else fact.value  # type: ignore[index]


def _fill(work: Work, spec: Field, known: Known | None) -> None:
    fact = work.facts[spec.fact]
    try:
        value = checked(work, spec, value_for(spec, fact))
    except Invalid:
        work.data.pop(spec.id, None)
        return
    base = known or Known(value, "fact", fact=fact.key)
    work.data[spec.id] = replace(base, value=value, confidence=fact.confidence)
