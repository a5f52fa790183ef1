"""A change as a value: what it is about, where it stands, and what was there before and is there now. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from agents.problem import Message, Place, gettext_noop

Kind = Literal["added", "removed", "changed", "moved", "renamed"]

SAID: Final[Mapping[Kind, str]] = {
    "added": gettext_noop("Added: %(thing)s"),
    "removed": gettext_noop("Removed: %(thing)s"),
    "changed": gettext_noop("Changed: %(thing)s"),
    "moved": gettext_noop("Moved: %(thing)s"),
    "renamed": gettext_noop("Renamed: %(thing)s, until now %(old)s"),
}
"""What is said of a change of each kind."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text that was kept, deleted or inserted."""

    kind: Literal["same", "deleted", "inserted"]
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was added, removed, changed, moved among its like, or got another id and is the same otherwise.

    `label` names the thing and `within` the parts around it, from the outside: flow, step, branch. `flow`, `step` and
    `branch` are ids and an index as in a `Problem`, and `path` is the place; all are those of the new document, for
    what was removed those of the old one. `old` and `new` are texts of at most `texts.SHORT` characters, empty where
    there is nothing to show. `pieces` are the whole of a longer text, as far as both documents have one.
    """

    kind: Kind
    label: Message
    within: tuple[Message, ...] = ()
    flow: str = ""
    step: str = ""
    branch: int | None = None
    path: Place = ()
    old: str = ""
    new: str = ""
    pieces: tuple[Piece, ...] = ()

    @property
    def said(self) -> Message:
        """What happened to what, without its place: “Changed: question”."""
        return Message(SAID[self.kind], {"thing": (self.label,), "old": self.old})

    def __str__(self) -> str:
        return ": ".join(filter(None, (", ".join(map(str, self.within)), str(self.said))))


@dataclass(frozen=True, slots=True)
class At:
    """Where a comparison stands: the place in the new document, and the parts around it."""

    path: Place = ()
    flow: str = ""
    step: str = ""
    branch: int | None = None
    within: tuple[Message, ...] = field(default_factory=tuple)

    def under(self, *path: str | int) -> "At":
        """The same parts around, further down."""
        return At((*self.path, *path), self.flow, self.step, self.branch, self.within)

    def change(
        self, kind: Kind, label: Message, old: str = "", new: str = "", pieces: tuple[Piece, ...] = ()
    ) -> Change:
        """A change of what stands here."""
        return Change(kind, label, self.within, self.flow, self.step, self.branch, self.path, old, new, pieces)
