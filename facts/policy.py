"""What becomes of a statement about a person (F3 to F8). Pure: decides from values, writes nothing."""

from dataclasses import dataclass
from typing import Literal

from facts.values import Json

Source = Literal["chat", "revision", "onboarding"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement that may become a fact.

    `quote` are the person's own words (F4), `message` a reference to the message they stand in. `change` marks an
    explicit change (F8). `model` names who read it. `confidence` is from 0 to 1.
    """

    key: str
    value: Json
    confidence: float
    quote: str = ""
    message: str = ""
    change: bool = False
    sensitive: bool = False
    source: Source = "chat"
    model: str = ""
