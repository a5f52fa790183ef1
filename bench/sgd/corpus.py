"""The folder as values: services with intents and slots, dialogues with what was annotated after each user turn."""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NO_INTENT = "NONE"
ASKS_FOR_INTENT = frozenset({"INFORM_INTENT", "AFFIRM_INTENT"})
"""The acts by which a user asks for an intent, or accepts one that the system offers."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot; `choices` are its values when it is categorical, else empty."""

    name: str
    description: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Intent:
    """An intent with the names of its slots."""

    name: str
    description: str
    required: tuple[str, ...]
    optional: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Service:
    """What one service can do."""

    name: str
    slots: Mapping[str, Slot]
    intents: tuple[Intent, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """What is annotated for one service after a user turn.

    `values` holds, for a slot, every wording of its value; `quotes` the words of this turn that are marked as the slot.
    """

    service: str
    intent: str
    values: Mapping[str, tuple[str, ...]]
    quotes: Mapping[str, str]
    acts: frozenset[str]

    @property
    def asks_for_intent(self) -> bool:
        """Whether the user asks for the frame's intent in this turn."""
        return self.intent != NO_INTENT and bool(self.acts & ASKS_FOR_INTENT)


@dataclass(frozen=True, slots=True)
class UserTurn:
    """One message of the user, the `number`-th line of its dialogue, counted from 0.

    `heard` are the values, in lower case, that the system named in the message before it; `requests` are service and
    slot of what it asks for in the message after it.
    """

    number: int
    text: str
    frames: tuple[Frame, ...]
    heard: frozenset[str]
    requests: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A dialogue and the services it goes over.

    `meanings` has the normal form of a wording, in lower case, where one is annotated: "next friday" is a date in ISO.
    """

    id: str
    services: tuple[str, ...]
    turns: tuple[UserTurn, ...]
    meanings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Corpus:
    """All that a folder holds."""

    services: Mapping[str, Service]
    dialogues: tuple[Dialogue, ...]


def read_corpus(folder: Path) -> Corpus:
    """Read `schema.json` and `dialogues.jsonl.gz` (or `dialogues.jsonl`).

    Raises OSError where a file cannot be read, ValueError or LookupError where it has another form.
    """
    schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
    services = {part["service_name"]: _service(part) for part in schema}
    return Corpus(services, tuple(_dialogue(json.loads(line)) for line in _lines(folder)))


def _lines(folder: Path) -> Sequence[str]:
    packed = folder / "dialogues.jsonl.gz"
    if packed.exists():
        return gzip.decompress(packed.read_bytes()).decode("utf-8").splitlines()
    return (folder / "dialogues.jsonl").read_text(encoding="utf-8").splitlines()


def _service(part: Mapping[str, Any]) -> Service:
    return Service(
        name=part["service_name"],
        slots={slot["name"]: _slot(slot) for slot in part["slots"]},
        intents=tuple(map(_intent, part["intents"])),
    )


def _slot(part: Mapping[str, Any]) -> Slot:
    choices = tuple(part["possible_values"]) if part["is_categorical"] else ()
    return Slot(part["name"], part["description"], choices)


def _intent(part: Mapping[str, Any]) -> Intent:
    return Intent(part["name"], part["description"], tuple(part["required_slots"]), tuple(part["optional_slots"]))


def _dialogue(part: Mapping[str, Any]) -> Dialogue:
    lines = part["turns"]
    return Dialogue(part["id"], tuple(part["services"]), tuple(_user_turns(lines)), dict(_meanings(lines)))


def _user_turns(lines: Sequence[Mapping[str, Any]]) -> Iterator[UserTurn]:
    for number, line in enumerate(lines):
        if line["speaker"] == "USER":
            before, after = _acts(lines, number - 1), _acts(lines, number + 1)
            yield UserTurn(
                number=number,
                text=line["text"],
                frames=tuple(_frame(frame, line["text"]) for frame in line["frames"]),
                heard=frozenset(value.lower() for _, (_, _, values) in before for value in values),
                requests=frozenset((service, slot) for service, (act, slot, _) in after if act == "REQUEST"),
            )


def _acts(lines: Sequence[Mapping[str, Any]], number: int) -> list[tuple[str, Sequence[Any]]]:
    """The acts of a line, each with its service; none outside the dialogue."""
    frames = lines[number]["frames"] if 0 <= number < len(lines) else ()
    return [(frame["service"], act) for frame in frames for act in frame.get("acts", ())]


def _meanings(lines: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Each marked wording with its normal form: the value of the act about the same slot."""
    for line in lines:
        for frame in line["frames"]:
            normal = {slot: values[0] for _, slot, values in frame.get("acts", ()) if len(values) == 1}
            for span in frame.get("slots", ()):
                if span["slot"] in normal:
                    yield _marked(span, line["text"]).lower(), normal[span["slot"]]


def _marked(span: Mapping[str, Any], text: str) -> str:
    marked: str = text[span["start"] : span["end"]]
    return marked


def _frame(part: Mapping[str, Any], text: str) -> Frame:
    state = part["state"]
    return Frame(
        service=part["service"],
        intent=state["intent"],
        values={slot: tuple(forms) for slot, forms in state["values"].items() if forms},
        quotes={span["slot"]: _marked(span, text) for span in part.get("slots", ())},
        acts=frozenset(act[0] for act in part.get("acts", ())),
    )
