"""What is known about the person who speaks, as the engine reads it (F3, F15)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from conversations.engine.effects import FactQuestion, OfferedFact, Suggestion
from conversations.engine.turn_input import Fact
from facts import catalogue, queries, wiki
from facts.models import Person
from facts.values import Json

ORIGIN = "conversation:"
"""What the reference to a conversation begins with; its id follows."""


def origin_of(conversation: UUID) -> str:
    """The reference to a conversation under which facts keep where they were said."""
    return f"{ORIGIN}{conversation}"


@dataclass(frozen=True, slots=True)
class Remembered:
    """A person's current facts, and the keys that a message may be read for. Empty without an account (F3)."""

    facts: tuple[Fact, ...] = ()
    catalogue: tuple[OfferedFact, ...] = ()
    open_scopes: tuple[str, ...] = ()
    questions: tuple[FactQuestion, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()


def known(
    person: Person | None, at: datetime, *, origin: str = "", bound: Iterable[str] = (), texts: Sequence[str] = ()
) -> Remembered:
    """What the engine may know of the person at that moment.

    Questions about facts are those that came up at `origin`, the conversation: there words may answer them.
    What others usually say is told for the keys that fields are `bound` to and for what the `texts` of the turn are
    about, where nothing is known of the person (F21).
    """
    if person is None:
        return Remembered()
    current = queries.current(person, at)
    held = _by_key(current)
    readable = catalogue.load()
    return Remembered(
        facts=tuple(held.values()),
        catalogue=tuple(
            OfferedFact(
                key=entry.pattern,
                label=entry.label,
                description=entry.description,
                schema=entry.schema,
                known=_told(held, entry.pattern, is_sensitive=entry.sensitive),
                sensitive=entry.sensitive,
            )
            for entry in readable.readable()
        ),
        open_scopes=readable.open_scopes,
        questions=_questions(person, origin, current),
        suggestions=tuple(
            Suggestion(found.key, found.label, found.value, found.people, found.of, found.said)
            for found in wiki.suggestions(bound, texts, known=held, catalogue=readable)
        ),
    )


def _by_key(current: Iterable[queries.Held]) -> dict[str, Fact]:
    """What is known under each key; of a key of many values a list of those that are fresh, or of all if none is."""
    keys: dict[str, list[queries.Held]] = {}
    for fact in current:
        keys.setdefault(fact.key, []).append(fact)
    return {key: _fact(facts) for key, facts in keys.items()}


def _age(fact: queries.Held) -> tuple[datetime, int]:
    return fact.recorded_at, fact.entry


def _fact(facts: list[queries.Held]) -> Fact:
    """One or several values of a key as one fact, the newest last."""
    chosen = sorted((fact for fact in facts if not fact.stale), key=_age) or sorted(facts, key=_age)
    first = chosen[0]
    return Fact(
        key=first.key,
        value=[fact.value for fact in chosen] if first.many else first.value,
        confidence=min(fact.confidence for fact in chosen),
        stale=first.stale,
        sensitive=any(fact.sensitive for fact in chosen),
        label=first.label,
    )


def _questions(person: Person, origin: str, current: Iterable[queries.Held]) -> tuple[FactQuestion, ...]:
    """What waits for an answer and came up there. Mostly nothing waits, and one query says so."""
    if not queries.waiting_count(person):
        return ()
    single = {fact.key: fact.value for fact in current if not (fact.many or fact.sensitive)}
    return (
        *(_contradiction(asked) for asked in queries.contested(person) if asked.new.origin == origin),
        *(_proposal(said, single.get(said.key)) for said in queries.proposals(person) if said.origin == origin),
    )


def _contradiction(asked: queries.Contradiction) -> FactQuestion:
    """Which of two values is right (F7); sensitive ones stay out of prompts (F19)."""
    old, new = (None, None) if asked.sensitive else (asked.old.value, asked.new.value)
    return FactQuestion(asked.key, "contested", old, new, asked.new.recorded_at.isoformat())


def _proposal(said: queries.Said, held: Json) -> FactQuestion:
    """Whether a proposal is right (F5, F18); of a key of one value beside what is `held`, which it would replace."""
    old, new = (None, None) if said.sensitive else (held, said.value)
    return FactQuestion(said.key, "proposed", old, new, said.recorded_at.isoformat())


def _told(held: dict[str, Fact], key: str, *, is_sensitive: bool) -> Json:
    """The value that a prompt shows beside a key, so that it is not read as news; a sensitive one stays out (F19)."""
    return None if is_sensitive or key not in held or held[key].sensitive else held[key].value
