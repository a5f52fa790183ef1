"""The turns of a scenario in which the person answers about facts themselves: no turn of the engine (F6 to F10)."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from conversations.forgetting import forget_key
from conversations.scenario.world import NotPlayable
from facts import actions, catalogue, queries
from facts.models import Person
from facts.queries import Held, Said
from facts.values import Json

Doer = Callable[[Person, Any, datetime], object]


def perform(person: Person | None, verbs: Mapping[str, Any], at: datetime) -> None:
    """Do the one verb of the turn. Raises NotPlayable, or what the fact store raises."""
    if person is None:
        raise NotPlayable("fact: needs a user with `authenticated: true` (F3)")
    for verb, argument in verbs.items():
        if verb not in DOERS:
            raise NotPlayable(f"fact: {verb} cannot be played yet")
        DOERS[verb](person, argument, at)


def _accept(person: Person, wanted: Any, at: datetime) -> object:
    return actions.accept(person, _one(queries.proposals(person), wanted), at=at)


def _reject(person: Person, wanted: Any, at: datetime) -> object:
    return actions.reject(person, _one(queries.proposals(person), wanted), at=at)


def _correct(person: Person, wanted: Mapping[str, Json], at: datetime) -> object:
    key = catalogue.load().normalise(str(wanted["key"]))
    held = next((fact for fact in queries.current(person, at) if fact.key == key), None)
    if held is None:
        return actions.state(person, key, wanted["value"], at=at)
    return actions.correct(person, held.entry, wanted["value"], at=at)


def _retract(person: Person, key: str, at: datetime) -> object:
    taken = actions.retract(person, key, at=at)
    if not taken:
        raise NotPlayable(f"fact: nothing is known as {key}")
    return taken


def _forget(person: Person, key: str, at: datetime) -> object:
    return forget_key(person, key)


def _resolve(person: Person, wanted: Mapping[str, Any], at: datetime) -> object:
    key = catalogue.load().normalise(wanted["key"])
    open_ = [question.id for question in queries.contested(person) if question.key == key]
    if not open_:
        raise NotPlayable(f"fact: nothing is contested about {wanted['key']}")
    return actions.resolve(person, open_[-1], wanted["choice"], at=at)


def _undo(person: Person, key: str, at: datetime) -> object:
    """Undo the latest thing said or decided about a key that still stands (F8)."""
    for said in reversed(queries.history(person, key)):
        try:
            return actions.undo(person, said.id, at=at)
        except (actions.NotFound, actions.Overtaken):
            continue
    raise NotPlayable(f"fact: there is nothing to undo about {key}")


def _one(waiting: Iterable[Said], wanted: Any) -> int:
    """The id of the proposal named by its key, or by key and value."""
    named = wanted if isinstance(wanted, Mapping) else {"key": wanted}
    key = catalogue.load().normalise(named["key"])
    found = [said.id for said in waiting if said.key == key and named.get("value", said.value) == said.value]
    if len(found) != 1:
        raise NotPlayable(f"fact: {len(found)} proposals of {named['key']} wait, name one by key and value")
    return found[0]


DOERS: Mapping[str, Doer] = {
    "accept": _accept,
    "reject": _reject,
    "correct": _correct,
    "retract": _retract,
    "resolve": _resolve,
    "undo": _undo,
    "forget": _forget,
}
"""What can be done, by its verb."""


def observed(person: Person | None, at: datetime) -> dict[str, Any]:
    """What is known about the person now, as scenarios name it."""
    if person is None:
        return {"facts": {}, "proposals": [], "contested": []}
    return {
        "facts": _by_key(queries.current(person, at)),
        "proposals": [_said(said) for said in queries.proposals(person)],
        "contested": [
            {"key": asked.key, "value": asked.old.value, "old": asked.old.value, "new": asked.new.value}
            for asked in queries.contested(person)
        ],
    }


def _by_key(facts: Iterable[Held]) -> dict[str, Json]:
    """The value of each key; a list for a key of many values."""
    values: dict[str, Json] = {}
    for fact in facts:
        if fact.many:
            values[fact.key] = [*values.get(fact.key, []), fact.value]  # type: ignore[misc]
        else:
            values[fact.key] = fact.value
    return values


def _said(said: Said) -> dict[str, Json]:
    return {"key": said.key, "value": said.value, "quote": said.quote, "confidence": said.confidence}
