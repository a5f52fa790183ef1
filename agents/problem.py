"""What is wrong with a document, said so that it can be translated. Pure.

A `Message` is an English sentence with named places and what stands in them. The Django side translates the sentence
and fills it; here `str()` gives the English one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning"]
Place = tuple[str | int, ...]
"""Where something stands in a document: keys of mappings and indexes of lists, from the top."""


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation and leave it as it is."""
    return text


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence (`%(name)s` marks a place in it), what stands in its places, and a sentence that may follow.

    A place is filled by a text that stays as it is, or by messages, which are translated too and put side by side.
    """

    text: str
    params: "Mapping[str, str | tuple[Message, ...]]" = field(default_factory=dict)
    more: "Message | None" = None

    def __str__(self) -> str:
        return self.translated(gettext_noop)

    def translated(self, translate: Callable[[str], str]) -> str:
        """The whole in the language of `translate`, filled."""
        sentence = translate(self.text)
        if self.params:
            sentence %= {name: _filling(filling, translate) for name, filling in self.params.items()}
        return f"{sentence} {self.more.translated(translate)}" if self.more else sentence


def _filling(filling: str | tuple[Message, ...], translate: Callable[[str], str]) -> str:
    return filling if isinstance(filling, str) else " / ".join(part.translated(translate) for part in filling)


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or a warning about a document.

    `flow` and `step` are ids and `branch` an index, as far as they apply; `path` is the place in the document, `line`
    the line of the file it was read from, from 1, or None for a document that was no file.
    """

    severity: Severity
    code: str
    said: Message
    flow: str = ""
    step: str = ""
    branch: int | None = None
    path: Place = ()
    line: int | None = None

    @property
    def message(self) -> str:
        """The sentence in English."""
        return str(self.said)

    @property
    def where(self) -> str:
        """The place as `flows.book.steps.0.say`."""
        return ".".join(map(str, self.path))

    def __str__(self) -> str:
        line = f"line {self.line}: " if self.line else ""
        return f"{line}{self.where or 'document'}: {self.message} [{self.code}]"


class Malformed(ValueError):
    """A part of a document that does not parse; `said` is the sentence that says why."""

    def __init__(self, text: str, /, **params: object) -> None:
        self.said = Message(text, {name: str(value) for name, value in params.items()})
        super().__init__(str(self.said))

    @property
    def message(self) -> str:
        """The sentence in English."""
        return str(self.said)
