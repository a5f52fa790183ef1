"""The parts that every prompt is made of. What people said and what is known of them is JSON: data, no instructions."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from agents.definition import Field
from agents.template import Quote
from conversations.engine.effects import OfferedField, Said, canonical
from facts.values import Json

VALUE_ROOM: Final = 500
"""Characters of one value or sentence that a prompt shows at most."""
WORDS_ROOM: Final = 2000
"""The same for a text that a step has to say, and for a text within a step's prompt."""
LEAST_ROOM: Final = 40
"""Less of a message than this says nothing: it is left out whole."""
LEFT_OUT: Final = "(what came before is left out)"
SEEN: Final = frozenset("\u00a0\u202f\u3000\u200c\u200d")
"""Spaces, and joiners of emoji and of Persian and Indic writing: Python counts them as not printable, people do not."""
WORDLESS: Final = ("integer", "number", "boolean", "date", "time", "datetime")
"""Types of fields whose values cannot hold a sentence."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is put to a model: `system` stays the same over many turns, `user` is this turn's."""

    system: str
    user: str

    @property
    def text(self) -> str:
        """Both parts, in the order in which the model reads them."""
        return f"{self.system}\n\n{self.user}"


@dataclass(frozen=True, slots=True)
class Room:
    """How many characters messages may take in a prompt: `each` of them, and `all` together (at least `each`)."""

    each: int
    all: int


HISTORY: Final = Room(each=1000, all=6000)
MESSAGES: Final = Room(each=8000, all=24000)
"""A message that waits is put whole, as long as one may be; of a great many only the newest."""


def joined(parts: Iterable[str]) -> str:
    """The parts that are not empty, with a blank line between them."""
    return "\n\n".join(part for part in parts if part)


def listed(heading: str, lines: Iterable[str]) -> str:
    """A heading and a line per entry, or nothing when there is no entry."""
    body = "\n".join(f"- {line}" for line in lines)
    return f"{heading}\n{body}" if body else ""


def quoted(value: Json, room: int = VALUE_ROOM) -> str:
    """A value as JSON on one line, cut to `room` characters: how everything stands in a prompt that a person gave.

    No character in it can end the quotation, begin a line, turn the direction of writing, or be there without being
    seen. What is too long and no text becomes a text that is cut.
    """
    plain = value if isinstance(value, str) else canonical(value)
    return _visible(canonical(_cut(plain, room) if len(plain) > room else value))


def quoted_map(values: Mapping[str, Json]) -> str:
    """A JSON object on one line, each of its values cut as by `quoted`."""
    pairs = ",".join(f"{quoted(name)}:{quoted(value)}" for name, value in values.items())
    return f"{{{pairs}}}"


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"


def _visible(text: str) -> str:
    """JSON text in which what cannot be seen is written as an escape."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in SEEN else json.dumps(sign)[1:-1] for sign in text)


def quoting(fields: Mapping[str, Field]) -> Quote:
    """How templates of prompts write what they read from the scope: quoted, save what a field lets be no sentence.

    A choice has the author's own words, and a number or a date has none; everything else may hold a person's.
    """

    def quote(path: str, text: str) -> str:
        root, _, name = path.partition(".")
        spec = fields.get(name) if root == "data" else None
        has_no_words = spec is not None and (spec.value.enum or spec.value.name in WORDLESS)
        return text if has_no_words else quoted(text, WORDS_ROOM)

    return quote


def said(heading: str, messages: Sequence[Said], room: Room) -> str:
    """Messages as quoted data, one a line, the newest that there is room for."""
    lines = _recent(messages, room)
    return listed(heading, lines if len(lines) == len(messages) else (LEFT_OUT, *lines))


def _recent(messages: Sequence[Said], room: Room) -> list[str]:
    """The newest messages that fit, oldest first; the newest is always among them."""
    lines: list[str] = []
    left = room.all
    for message in reversed(messages):
        text = _cut(message.text, min(room.each, left))
        left -= len(text)
        lines.insert(0, f"{message.role}: {quoted(text, room.each)}")
        if left < LEAST_ROOM:
            break
    return lines


def constraints(field: OfferedField) -> str:
    """What a value of the field has to fulfil, in words for the model; empty when anything of its type will do."""
    rules = [f"one of {canonical(list(field.enum))}"] if field.enum else []
    rules += [f"{canonical(list(words))} mean {canonical(choice)}" for choice, words in field.synonyms.items()]
    rules += [f"at least {field.minimum}"] if field.minimum is not None else []
    rules += [f"at most {field.maximum}"] if field.maximum is not None else []
    rules += [f"{keyword} {canonical(value)}" for keyword, value in field.schema.items()]
    rules += ["without a year: the last such day"] if field.prefer == "past" else []
    return "; ".join(rules)


def described(field: OfferedField) -> str:
    """`name (type): description` with its constraints, as in T24."""
    text = ": ".join(part for part in (f"{field.id} ({field.type})", field.description) if part)
    rules = constraints(field)
    return f"{text} [{rules}]" if rules else text


def instruction(*, kind: str, text: str, when: str = "", flow: str = "", step: str = "") -> str:
    """An instruction as a line of the prompt, with its kind and the flow or step that it is for (T24).

    One with `when` is put as "When …:"; the model that speaks judges it. `flow` and `step` are names; one for the
    whole agent has neither.
    """
    line = f"{kind.capitalize()}: {text}"
    scope = f'in the step "{step}"' if step else f'in the flow "{flow}"' if flow else ""
    return f"{f'When {when}: ' if when else ''}{line}{f' [only {scope}]' if scope else ''}"
