"""A small agent without a fault, and ways to put faults into it."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

REMOVED: Final = object()
"""Stands for "take this key away" in `changed`."""

QUOTE: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"guests": {"type": "integer"}, "note": {"type": "string"}},
    "required": ["guests"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Registered:
    """A registered action as the checks see it."""

    input: Mapping[str, Any] = field(default_factory=lambda: QUOTE)
    output: Mapping[str, Any] = field(
        default_factory=lambda: {"type": "object", "properties": {"total": {}}, "additionalProperties": False}
    )


ACTIONS: Final = {"quote_price": Registered(), "free": Registered({}, {})}
FACT_KEYS: Final = ("profile.email", "merchant.*.default")
OPEN_SCOPES: Final = ("preference",)

GOOD: Final[dict[str, Any]] = {
    "agent": "small",
    "name": "Small",
    "fields": {
        "hotel": {
            "type": "string",
            "enum": ["Grand", "Palace"],
            "synonyms": {"Grand": ["the big one"]},
            "ask": "Which?",
        },
        "guests": {"type": "integer", "minimum": 1, "maximum": 9, "ask": "How many?"},
        "date": {"type": "date", "minimum": "today", "ask": "When?"},
        "email": {"type": "email", "ask": "Where to?", "fact": "profile.email"},
        "agreed": {"type": "boolean", "ask": "Right?"},
    },
    "flows": {
        "book": {
            "name": "Book",
            "on": [{"message": ["wants a room"], "not": ["has a room"]}, {"event": "opened"}],
            "if": {"not": {"equals": {"flows.survey": "open"}}},
            "required": ["hotel", "guests", "date"],
            "instructions": [{"must": "Be brief.", "if": {"known": ["hotel"]}}],
            "steps": [
                {"id": "ask_hotel", "collect": ["hotel"]},
                {
                    "id": "ask_rest",
                    "collect": ["guests", "date"],
                    "branches": [
                        {"when": ["is not sure"], "then": {"flow": "survey", "input": {"agreed": True}}},
                        {"if": {"gt": {"guests": 6}}, "then": "group"},
                    ],
                },
                {"id": "fork", "if": {"equals": {"hotel": "Grand"}}, "else": "group"},
                {
                    "id": "price",
                    "do": "quote_price",
                    "input": {"guests": "{{ data.guests }}"},
                    "save": {"price": "total"},
                    "on_fail": "group",
                },
                {"id": "done", "say": "{{ data.date | date }}: {{ run.price }}", "then": "end"},
                {"id": "group", "say": "We will call you.", "then": {"end": "failed"}},
            ],
        },
        "survey": {
            "name": "Survey",
            "required": ["email", "agreed"],
            "complete_when": "last_step",
            "steps": [
                {"id": "ask_email", "collect": ["email"]},
                {
                    "id": "ask_agreed",
                    "collect": ["agreed"],
                    "prompt": "Read it back.",
                    "otherwise": "{{ data.email }}?",
                },
                {"id": "check", "if": {"equals": {"agreed": True}}, "else": {"step": "ask_email", "clear": ["email"]}},
                {
                    "id": "hold",
                    "wait": "2d",
                    "branches": [{"if": {"equals": {"context.owner": "human"}}, "then": "end"}],
                    "else": "thanks",
                },
                {"id": "thanks", "prompt": "Thank them.", "otherwise": "Thank you."},
            ],
        },
    },
}


def changed(*changes: tuple[str, Any]) -> dict[str, Any]:
    """The good agent with values put at paths such as `flows.book.steps.0.collect`; REMOVED takes one away."""
    document = copy.deepcopy(GOOD)
    for path, value in changes:
        *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        target: Any = document
        for part in parents:
            target = target[part]
        if value is REMOVED:
            del target[last]
        elif isinstance(target, list) and last == len(target):
            target.append(value)
        else:
            target[last] = value
    return document
