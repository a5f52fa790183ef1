"""What became of statements about a person: the values that the fact store answers with. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from facts.values import Json


class NotFound(Exception):
    """The person has no such fact, proposal or contradiction; it may be somebody else's."""


class Overtaken(Exception):
    """The same thing was answered or changed by somebody else, or in another tab, first (F14)."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A value that was written, proposed, disputed or taken back.

    `label` is the catalogue's, `title` the same in the language that is active. `entry` is its line of the ledger, and
    the id of the proposal or contradiction it opened. `old`, `old_quote`, `old_entry` and `old_at` (when it was said)
    are of the value it replaces, disputes or takes back, if there is one. It is `sensitive` if either of them is.
    `closed` are proposals that are not asked any more because of it.
    """

    entry: int
    key: str
    label: str
    title: str
    value: Json
    quote: str = ""
    confidence: float = 1.0
    sensitive: bool = False
    old: Json = None
    old_quote: str = ""
    old_entry: int | None = None
    old_at: datetime | None = None
    closed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Decisions:
    """What became of the candidates of one call. Each value is in one list only.

    `written` are new or confirmed facts, `changed` those that replaced another value (F8), `contested` disputes (F7),
    `counted` says how many candidates were not kept, by reason (`Counter.What`).
    """

    written: tuple[Noted, ...] = ()
    proposed: tuple[Noted, ...] = ()
    contested: tuple[Noted, ...] = ()
    changed: tuple[Noted, ...] = ()
    counted: Mapping[str, int] = field(default_factory=dict)
