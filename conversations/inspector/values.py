"""What the inspector shows of a turn, as plain values for its templates."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString


@dataclass(frozen=True, slots=True)
class Shown:
    """A text or value in words; none if whoever looks is not told it (F19)."""

    text: str = ""
    is_hidden: bool = False


NOTHING = Shown()
HIDDEN = Shown(is_hidden=True)


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the turn: `role` is `user`, `agent` or `staff`."""

    role: str
    text: Shown
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """One outcome: what a step did, and where its run went next."""

    flow: str
    step: str
    kind: str
    visit: int
    status: str
    code: str = ""
    next: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a flow with the path of the turn."""

    name: str
    svg: SafeString


@dataclass(frozen=True, slots=True)
class Read:
    """A value that was read, or that was there before and after."""

    name: str
    value: Shown = NOTHING
    quote: Shown = NOTHING
    how: str = ""
    confidence: float | None = None
    before: Shown = NOTHING


@dataclass(frozen=True, slots=True)
class Judged:
    """A branch that the message was judged by, with what it says and whether it holds."""

    id: str
    when: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Understood:
    """What was understood. `reader` says by whom, in words; `named` are lists of ids under their names."""

    reader: str = ""
    fields: tuple[Read, ...] = ()
    judged: tuple[Judged, ...] = ()
    named: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement about the person, what became of it and why."""

    label: str
    key: str
    verdict: str
    why: str = ""
    value: Shown = NOTHING
    old: Shown = NOTHING
    quote: Shown = NOTHING
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked of a model or an action: its `name`, and the text as it was sent."""

    name: str
    system: str = ""
    user: str = ""
    answer: Shown = NOTHING


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that went wrong: `what` in words, `details` in ids and codes."""

    what: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class Inspection:
    """A turn as it is shown. `is_forgotten`: its words are gone, and only what ids and numbers say is left (F20)."""

    number: int
    kind: str
    status: str
    stopped_reason: str
    at: datetime
    version: int
    is_forgotten: bool = False
    input: tuple[Said, ...] = ()
    said: tuple[Said, ...] = ()
    path: tuple[Stop, ...] = ()
    pictures: tuple[Picture, ...] = ()
    understood: Understood = Understood()
    changed: tuple[Read, ...] = ()
    facts: tuple[Fact, ...] = ()
    prompts: tuple[Asked, ...] = ()
    calls: tuple[Mapping[str, Any], ...] = ()
    cost: float = 0.0
    milliseconds: int = 0
    faults: tuple[Fault, ...] = ()
