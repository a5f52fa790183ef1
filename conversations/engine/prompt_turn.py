"""What the prompt of a reply says of its turn: known, understood, changed, invalid, finished (T24)."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import date

from conversations.engine.effects import Speak
from conversations.engine.prompt_reading import WEEKDAYS
from conversations.engine.prompt_text import WORDS_ROOM, listed, quoted
from facts.values import Json

FREE = "_answer"
"""The step of a reply that no flow gives (T17, T29)."""


def this_turn(effect: Speak) -> str:
    """What the reply has to know of this turn (T24); dates with their weekday, for models count days badly."""
    weekdays = WEEKDAYS.get(effect.language[:2], WEEKDAYS["en"])
    return listed(
        "## This turn",
        (
            *_answers(effect),
            *(f"known: {name} = {_dated(value, weekdays)}" for name, value in effect.known),
            *(f"understood: {name} = {_dated(value, weekdays)}" for name, value in _new(effect)),
            *(f"changed: {_change(change, weekdays)}" for change in effect.changed),
            *(f"invalid: {_refusal(refused, weekdays)}" for refused in effect.invalid),
            *(f"finished: {flow}" for flow in effect.finished),
            *(f"done before; if they want to change it, say that it stays as it is: {flow}" for flow in effect.done),
            *(f"work this in: {quoted(note)}" for note in effect.notes),
        ),
    )


def _new(effect: Speak) -> Iterable[tuple[str, Json]]:
    """What was understood and is not told as changed."""
    changed = {name for name, _old, _new in effect.changed}
    return ((name, value) for name, value in effect.understood if name not in changed)


def _change(change: tuple[str, Json, Json], weekdays: tuple[str, ...]) -> str:
    name, old, new = change
    if new is None:
        return f"{name} is no longer {_dated(old, weekdays)}; acknowledge it"
    return f"{name} from {_dated(old, weekdays)} to {_dated(new, weekdays)}; acknowledge it"


def _refusal(refused: tuple[str, Json, str], weekdays: tuple[str, ...]) -> str:
    name, value, why = refused
    return f"{name} = {_dated(value, weekdays)}: {quoted(why)}; say so, and do not take it as given"


def _dated(value: Json, weekdays: tuple[str, ...]) -> str:
    if isinstance(value, str):
        with suppress(ValueError):
            return f"{quoted(value)} ({weekdays[date.fromisoformat(value[:10]).weekday()]})"
    return quoted(value)


def _answers(effect: Speak) -> Iterable[str]:
    """How the reply answers what no step answers: a side question (T11), and a message that no flow fits (T17)."""
    if effect.side_question:
        yield "they ask something back: answer it first, from what stands here, and invent nothing"
    if effect.step == FREE:
        yield "no flow fits the message: answer it yourself, promise nothing, and invent nothing"
        yield f"what you can say instead: {quoted(effect.otherwise, WORDS_ROOM)}"
