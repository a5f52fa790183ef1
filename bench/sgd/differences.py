"""Where engine and annotation differ, by class: what is different, which side is right, and why. Pure.

Some classes are turns in which a check fails, others are differences that agent and script settle before any check.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from bench.sgd.play import Played

UNEXPLAINED = "unexplained"
GRAMMAR = "grammar"


@dataclass(frozen=True, slots=True)
class Class:
    """A class of difference. `unit` is what is counted, `right` which side is, `why` the reason."""

    id: str
    unit: str
    title: str
    right: str
    why: str


CLASSES: Final[tuple[Class, ...]] = (
    Class(
        UNEXPLAINED,
        "check",
        "a check that fails for no known reason",
        "to be found out",
        "No class below explains it.",
    ),
    Class(
        GRAMMAR,
        "check",
        "the engine reads a plain answer otherwise than it is annotated",
        "to be found out",
        "The message was read without an Understand (T9).",
    ),
    Class(
        "indifferent",
        "check",
        "no preference about a date, a time, a number or a yes-or-no",
        "both",
        "The annotation has `dontcare` as a value. A typed field has no such value: it stays unknown, as one that is "
        "declined does, and is asked only where a flow requires it (T11).",
    ),
    Class(
        "meaningless",
        "check",
        "a date or time whose wording has no normal form in the annotation",
        "the engine",
        "The annotation marks words that no act gives the meaning of, so there is nothing to hold the value against.",
    ),
    Class(
        "no_field",
        "check",
        "a value for a slot that no intent takes",
        "the engine",
        "The slot is a result of the service; the annotation keeps it in the state, an agent has no use for it.",
    ),
    Class(
        "none",
        "turn",
        "no intent is annotated, a finished run stays on the floor",
        "both",
        "The user declined an offer or said goodbye. The run had ended complete and only stays to talk on (T34); "
        "nothing is asked any more.",
    ),
    Class(
        "again",
        "turn",
        "the intent that has the floor is asked for again",
        "both",
        "The annotation goes on with the same state, and so does the open run: no second one is started (T13), the new "
        "values are corrections (T8).",
    ),
    Class(
        "reentered",
        "value",
        "kept in the annotation, forgotten by a flow that begins anew",
        "both",
        "A reentrant flow asks anew (T32), the annotated state is never emptied; the reading gives these values again.",
    ),
    Class(
        "wordings",
        "value",
        "several wordings are annotated for one value",
        "both",
        "Any of them counts as equal; the reading gives the one that the message has.",
    ),
    Class(
        "several",
        "turn",
        "the annotated system asks for several fields at once",
        "both",
        "These agents ask for one (`batch: 1`); the message that answers both is taken whole (T3).",
    ),
    Class(
        "order",
        "turn",
        "the annotated system asks for another field",
        "both",
        "The order of the questions is the author's; here it is the schema's. The answer to the question that was not "
        "put is taken all the same (T3).",
    ),
    Class(
        "strict_heard",
        "value",
        "void if held to the message: it stands in the system's words before it",
        "the engine",
        "The annotation takes over what the user agreed to, or what the system chose. By T5 no value comes from the "
        "assistant's words; a model has to quote the user's own (“yes, that one”).",
    ),
    Class(
        "strict_carried",
        "value",
        "void if held to the message: it was said earlier, often of something else",
        "both",
        "“The weather there”: the annotation resolves it and marks no words. T5 allows a derived value, with a quote.",
    ),
    Class(
        "strict_counted",
        "value",
        "void if held to the message: a number that is said as a word",
        "both",
        "For slots with choices no words are ever marked, and 2 does not stand in “two seats”: T5 wants the quote.",
    ),
    Class(
        "strict_choice",
        "value",
        "void if held to the message: a choice that is meant and not named",
        "both",
        "For slots with choices no words are ever marked. T5 allows a derived value, with a quote.",
    ),
    Class(
        "strict_indifferent",
        "value",
        "void if held to the message: no preference about a text or a choice",
        "both",
        "`dontcare` is no word of the user; T5 wants the quote (“any actor”).",
    ),
    Class(
        "strict_unmarked",
        "value",
        "void if held to the message: no words are marked, and it was never said",
        "the engine",
        "The value comes from nowhere in the dialogue.",
    ),
    Class(
        "strict_marked",
        "value",
        "void if held to the message, although its words are marked",
        "to be found out",
        "The marked words should be a quote (T5).",
    ),
    Class(
        "strict_open",
        "value",
        "refused if held to the message: the engine sees a range, an alternative or a sum",
        "the annotation, where two things are counted",
        "T9 takes no number silently that is left open. “1 bedroom and 1 bath” is to the engine a sum like “2 adults "
        "and 1 child”, unless the field's name or description names the part; it is asked then, though it was said.",
    ),
)


def settled(played: Played) -> Iterator[str]:
    """The classes of what agent and script settle in a turn, once for each turn or value."""
    yield from (name for name, holds in TURNS.items() if holds(played))
    for one in played.move.given:
        if one.is_again:
            yield "reentered"
        if len(one.wordings) > 1:
            yield "wordings"


def explained(played: Played, name: str) -> str:
    """The class of a failing check, by what is amiss."""
    if name in played.move.lacking:
        return played.move.lacking[name]
    return GRAMMAR if played.is_literal else UNEXPLAINED


def refused(played: Played) -> Iterator[str]:
    """The classes of the values that a strict understanding may not give (T5)."""
    origins = {one.field: one.origin for one in played.move.given}
    for fault in played.result.invalid:
        unquoted = fault.code == "unquoted"
        yield f"strict_{origins[fault.field]}" if unquoted else "strict_open"


def _asks_several(played: Played) -> bool:
    return bool(played.asked) and set(played.asked) < played.move.requests


def _asks_another(played: Played) -> bool:
    return bool(played.asked and played.move.requests) and not set(played.asked) <= played.move.requests


TURNS: Final[dict[str, Callable[[Played], bool]]] = {
    "none": lambda played: not played.move.floor and played.result.state.floor is not None,
    "again": lambda played: bool(played.move.flows) and played.move.is_open,
    "several": _asks_several,
    "order": _asks_another,
}
