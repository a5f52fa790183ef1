"""How proposals are answered, and which are closed with a decision: nobody is asked what is settled (F6, F7, F10).

A refusal is the person's answer about that very value. What is closed was overtaken by another value that they chose,
said for certain or typed: it is neither accepted nor refused, and is proposed again when it is said again.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from facts.heard import Heard, Words
from facts.ledger import Ledger
from facts.models import Entry
from facts.policy import Standing, same
from facts.projection import Line
from facts.undoing import Step
from facts.values import Json

Choice = Literal["old", "new", "neither"]
_SETTLE = (Entry.Kind.ASSERTED, Entry.Kind.ACCEPTED, Entry.Kind.CORRECTED, Entry.Kind.CONFIRMED)
"""The kinds of entries after which it is known what is so."""


def accept(ledger: Ledger, proposed: Entry) -> Entry:
    """Accept a proposal. Among many values it takes the place of one that says the same, which an undo brings back."""
    standing = ledger.standing(proposed.key)
    alike = same_as(standing, proposed.read_value()) if standing.many else None
    columns = {"about_id": _line(ledger, proposed), "many": standing.many, "restores_id": alike}
    return ledger.copy(proposed, Entry.Kind.ACCEPTED, **columns)


def refuse(ledger: Ledger, proposed: Entry, heard: Heard | None = None) -> None:
    """Refuse a proposal: by a click, or in words, which are kept where they name the value."""
    value = proposed.read_value()
    words = heard.naming(value) if heard else Words()
    _answer(ledger, proposed, Entry.Kind.REJECTED, value, **said_in(heard, words))


def settle(ledger: Ledger, decided: Entry) -> tuple[int, ...]:
    """Close what is still proposed for a key of one value, now that it is known; the ids of those proposals."""
    standing = ledger.standing(decided.key)
    if standing.many or decided.kind not in _SETTLE:
        return ()
    return tuple(_close(ledger, waiting.entry) for waiting in standing.pending)


def settle_between(ledger: Ledger, old: Entry, new: Entry, choice: Choice) -> tuple[int, ...]:
    """Answer what is still proposed for a key once a contradiction was decided; the ids of what was closed with it.

    A proposal of the value that was chosen is accepted. A value that was decided against is not asked about again,
    and where one is right nor is any other; "neither" says nothing of a third value.
    """
    standing, closed = ledger.standing(new.key), []
    for waiting in standing.pending:
        decided = {side for side, entry in (("old", old), ("new", new)) if same(waiting.value, entry.read_value())}
        if choice == "new" and "new" in decided:
            accept(ledger, ledger.entries[waiting.entry])
        elif decided or (choice != "neither" and not standing.many):
            closed.append(_close(ledger, waiting.entry))
    return tuple(closed)


def reopened(ledger: Ledger, lines: Iterable[Line], steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps of an undo, without those that would ask again about a value that was proposed anew since (F6)."""
    closed = {step.entry for step in steps if ledger.entries[step.entry].kind == Entry.Kind.CLOSED}
    anew = [line.id for line in lines if closed and line.kind == Entry.Kind.PROPOSED and line.id > min(closed)]
    ledger.read(anew)
    values = [ledger.entries[entry].read_value() for entry in anew]
    return tuple(
        step
        for step in steps
        if step.entry not in closed or not any(same(ledger.entries[step.entry].read_value(), one) for one in values)
    )


def same_as(standing: Standing, value: Json) -> int | None:
    """The entry in use that says the same."""
    return next((item.entry for item in standing.held if same(item.value, value)), None)


def said_in(heard: Heard | None, words: Words) -> dict[str, str]:
    """The columns that tell where a decision was said; of a click they are empty."""
    if heard is None:
        return {"source": ""}
    return {"source": Entry.Source.CHAT, "origin": heard.origin, "quote": words.quote, "message": words.message}


def _close(ledger: Ledger, proposal: int) -> int:
    proposed = ledger.entries[proposal]
    _answer(ledger, proposed, Entry.Kind.CLOSED, proposed.read_value(), source="")
    return proposal


def _answer(ledger: Ledger, proposed: Entry, kind: Entry.Kind, value: Json, **said: str) -> None:
    """An answer that brings no value into use tells which one it was about."""
    columns: dict[str, Any] = {
        "about_id": _line(ledger, proposed),
        "many": proposed.many,
        "sensitive": proposed.sensitive,
    }
    ledger.write(kind, proposed.key, value=value, **said, **columns)


def _line(ledger: Ledger, proposed: Entry) -> int:
    """The last line about a proposal, which its answer is about (F14)."""
    return ledger.projection.proposals[proposed.pk].line
