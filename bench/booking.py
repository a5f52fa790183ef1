"""The dialogue that is measured: a room booked in three messages, at the shipped hotel concierge."""

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import agents
from agents.reader import read

AGENT = Path(agents.__file__).parent / "examples" / "hotel.yaml"
PRICE = 240
"""What the Grand Hotel costs two guests."""
TURNS = 3
"""Messages that a booking takes."""


@dataclass(frozen=True, slots=True)
class Message:
    """What the guest types, and how a model reads it."""

    text: str
    reading: dict[str, Any]


def messages(today: date) -> tuple[Message, ...]:
    """The three messages. "Next Friday" is the one of next week."""
    friday = today + timedelta(days=11 - today.weekday())
    return (
        _message("I want to book the Grand Hotel", "hotel", "Grand Hotel", "Grand Hotel", flows=["book"]),
        _message("for 2 people please", "guests", 2, "2 people"),
        _message("next Friday I think", "date", friday.isoformat(), "next Friday"),
    )


def _message(text: str, field: str, value: Any, quote: str, **rest: Any) -> Message:
    return Message(text, {"fields": {field: {"value": value, "quote": quote, "confidence": 0.9}}, **rest})


def document() -> Any:
    """The agent's document."""
    return read(AGENT.read_text(encoding="utf-8")).value
