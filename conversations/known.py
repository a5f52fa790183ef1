"""What is known about the person who speaks, as the engine reads it (F3, F15)."""

from dataclasses import dataclass
from datetime import datetime

from conversations.engine.effects import FactQuestion, OfferedFact
from conversations.engine.turn_input import Fact
from facts import catalogue, queries
from facts.models import Person


@dataclass(frozen=True, slots=True)
class Remembered:
    """A person's current facts, and the keys that a message may be read for. Empty without an account (F3)."""

    facts: tuple[Fact, ...] = ()
    catalogue: tuple[OfferedFact, ...] = ()
    open_scopes: tuple[str, ...] = ()
    questions: tuple[FactQuestion, ...] = ()


def known(person: Person | None, at: datetime) -> Remembered:
    """What the engine may know of the person at that moment."""
    if person is None:
        return Remembered()
    held = {fact.key: fact for fact in queries.current(person, at)}
    readable = catalogue.load()
    return Remembered(
        facts=tuple(
            Fact(fact.key, fact.value, fact.confidence, fact.stale, fact.sensitive, fact.label)
            for fact in held.values()
        ),
        catalogue=tuple(
            OfferedFact(
                key=entry.pattern,
                label=entry.label,
                description=entry.description,
                schema=entry.schema,
                known=held[entry.pattern].value if entry.pattern in held else None,
                sensitive=entry.sensitive,
            )
            for entry in readable.readable()
        ),
        open_scopes=readable.open_scopes,
    )
