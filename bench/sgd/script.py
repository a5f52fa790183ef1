"""A dialogue as a script: for each user turn what the understanding reads, and what is annotated after it. Pure.

The annotated state is cumulative, a reading is not: it gives what is new or different in this turn. Several annotated
wordings of one value are one value. On asking for a flow a second time the reading gives all that the annotation keeps
for it, for the engine forgets the fields of a flow that begins anew (T32).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from bench.sgd.agent import NO_PREFERENCE, field_id, flow_id, slot_type, taken
from bench.sgd.corpus import NO_INTENT, Dialogue, Frame, Service, Slot, UserTurn
from conversations.engine.grammar.mentions import mentions
from conversations.engine.grammar.speech import Speech
from facts.values import Json, ValueType

NOW = datetime(2019, 3, 1, 9, tzinfo=UTC)
"""The day on which the annotated dialogues take place; a Friday."""
SPEECH = Speech("en", NOW)

Origin = Literal["marked", "indifferent", "counted", "heard", "carried", "choice", "unmarked"]
"""Where a value comes from: words of this message that are marked as it, no preference, a number that the message has
as a word, the system's message before it, something said earlier, a choice of the schema (for which no words are ever
marked), or none of these. The first that fits counts."""
Lack = Literal["indifferent", "meaningless", "no_field"]
"""Why an annotated value is none of the agent's: no preference where the type has no such value, a date or time without
an annotated normal form, or a slot that no intent takes."""


@dataclass(frozen=True, slots=True)
class Given:
    """One value of a reading; `quote` are the words of the message that are marked as it."""

    field: str
    value: Json
    wordings: tuple[str, ...]
    quote: str | None
    origin: Origin
    is_again: bool = False
    """Whether it is given once more because its flow begins anew."""


@dataclass(frozen=True, slots=True)
class Move:
    """One user turn: the message, its reading, and what is annotated after it.

    `floor` is the flow of the annotated intent, empty where there is none; `required` are its required fields. `values`
    maps every field with a value to the values that count as equal, `lacking` has those whose annotated value the agent
    cannot hold. `requests` are the fields that the annotated system asks for next.
    """

    turn: UserTurn
    flows: tuple[str, ...]
    is_open: bool
    """Whether the flow asked for had the floor already."""
    given: tuple[Given, ...]
    floor: str
    required: tuple[str, ...]
    requests: frozenset[str]
    values: Mapping[str, tuple[Json, ...]]
    lacking: Mapping[str, Lack]

    def reading(self, *, strict: bool = False) -> dict[str, Any]:
        """The reading as the engine is answered; a `strict` one is held to the words of the message (T5)."""
        fields = {one.field: {"value": one.value, "quote": one.quote} for one in self.given}
        return {"reader": "model" if strict else "scripted", "flows": list(self.flows), "fields": fields}


@dataclass(slots=True)
class _Told:
    """What the script has come to."""

    services: Mapping[str, Service]
    meanings: Mapping[str, str]
    floor: str = ""
    asked_for: set[str] = field(default_factory=set)
    said: dict[str, Json] = field(default_factory=dict)
    """The value that stands for each field."""
    mentioned: set[str] = field(default_factory=set)
    """Every wording so far, in lower case."""
    values: dict[str, tuple[Json, ...]] = field(default_factory=dict)
    lacking: dict[str, Lack] = field(default_factory=dict)


def script(dialogue: Dialogue, services: Mapping[str, Service]) -> Iterator[Move]:
    """The moves of a dialogue, in order."""
    told = _Told(services, dialogue.meanings)
    for turn in dialogue.turns:
        yield _move(turn, told)


def _move(turn: UserTurn, told: _Told) -> Move:
    frame = active(turn)
    floor = "" if frame.intent == NO_INTENT else flow_id(frame.service, frame.intent)
    is_open = floor == told.floor
    wants = bool(floor) and (not is_open or frame.asks_for_intent)
    again = wants and not is_open and floor in told.asked_for
    given = tuple(one for each in turn.frames for one in _given(each, turn, told, again and each is frame))
    told.asked_for.add(floor)
    told.floor = floor
    told.said.update((one.field, one.value) for one in given)
    told.mentioned.update(turn.heard, (word.lower() for one in given for word in one.wordings))
    for each in turn.frames:
        _annotate(each, told)
    return Move(
        turn=turn,
        flows=(floor,) if wants else (),
        is_open=is_open,
        given=given,
        floor=floor,
        required=_required(frame, told),
        requests=frozenset(field_id(*request) for request in turn.requests),
        values=dict(told.values),
        lacking=dict(told.lacking),
    )


def active(turn: UserTurn) -> Frame:
    """The frame of the service that the user is at: the one whose intent is asked for, else the first with any."""
    asked_for = [frame for frame in turn.frames if frame.asks_for_intent]
    pursued = [frame for frame in turn.frames if frame.intent != NO_INTENT]
    return [*asked_for, *pursued, *turn.frames][0]


def _given(frame: Frame, turn: UserTurn, told: _Told, everything: bool) -> Iterator[Given]:
    service = told.services[frame.service]
    for name, wordings in frame.values.items():
        slot, known = service.slots[name], field_id(service.name, name)
        values = typed(slot, wordings, told.meanings)
        is_new = told.said.get(known) not in values
        if name in taken(service) and values and (is_new or everything):
            quote = frame.quotes.get(name)
            value = quote if quote in values else values[0]
            origin = _origin(slot, wordings, quote, turn, told)
            yield Given(known, value, wordings, quote, origin, is_again=not is_new)


def _origin(slot: Slot, wordings: tuple[str, ...], quote: str | None, turn: UserTurn, told: _Told) -> Origin:
    words = {word.lower() for word in wordings} | {told.meanings.get(word.lower(), "").lower() for word in wordings}
    origins: tuple[tuple[Origin, bool], ...] = (
        ("marked", quote is not None),
        ("indifferent", NO_PREFERENCE in words),
        ("counted", slot_type(slot) == "integer" and bool(words & _numbers(turn.text))),
        ("heard", bool(words & turn.heard)),
        ("carried", bool(words & told.mentioned)),
        ("choice", bool(slot.choices)),
    )
    return next((origin for origin, fits in origins if fits), "unmarked")


def _numbers(text: str) -> set[str]:
    """The whole numbers that a text has, as digits or as words."""
    return {str(found.value) for found in mentions(text, ValueType("integer"), SPEECH)}


def _annotate(frame: Frame, told: _Told) -> None:
    """Keep what the frame says of its slots: the values that a field may have, or why it has none."""
    service = told.services[frame.service]
    for name, wordings in frame.values.items():
        slot, known = service.slots[name], field_id(service.name, name)
        values = typed(slot, wordings, told.meanings) if name in taken(service) else ()
        told.values.pop(known, None)
        told.lacking.pop(known, None)
        if values:
            told.values[known] = values
        elif name in taken(service):
            told.lacking[known] = "indifferent" if NO_PREFERENCE in wordings else "meaningless"
        else:
            told.lacking[known] = "no_field"


def typed(slot: Slot, wordings: tuple[str, ...], meanings: Mapping[str, str]) -> tuple[Json, ...]:
    """The wordings as values of the slot's type, those that are such; each once."""
    kind = slot_type(slot)
    if kind == "string":
        return wordings
    if kind == "boolean":
        return tuple(word == "True" for word in wordings if word in ("True", "False"))
    if kind == "integer":
        return tuple(int(word) for word in wordings if word.isdigit())
    return tuple(dict.fromkeys(meanings[word.lower()] for word in wordings if word.lower() in meanings))


def _required(frame: Frame, told: _Told) -> tuple[str, ...]:
    intents = told.services[frame.service].intents
    required = (name for intent in intents if intent.name == frame.intent for name in intent.required)
    return tuple(field_id(frame.service, name) for name in required)
