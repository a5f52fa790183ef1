"""What one checker found. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agents.problem import Message, Place


@dataclass(frozen=True, slots=True)
class Finding:
    """A code, a sentence, and the place in the document that has to be changed."""

    code: str
    said: Message
    place: Place


def finding(code: str, place: Place, text: str, /, **params: object) -> Finding:
    """A finding with the sentence `text`, filled by `params`."""
    return Finding(code, Message(text, {name: str(value) for name, value in params.items()}), place)


Findings = Iterator[Finding]
Checker = Callable[..., Findings]
"""Takes an `agents.checks.view.Agent`."""
