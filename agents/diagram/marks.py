"""What is marked in a picture: where its boxes lead, what is wrong, and where conversations went. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from agents.problem import Severity

START: Final = ""
"""The beginning of a flow, as the place that a way leaves."""
END: Final = "end"
FAILED: Final = "end:failed"
HANDOFF: Final = "handoff"


def to_flow(flow: str) -> str:
    """Another flow, as the place that a way goes to."""
    return f"flow:{flow}"


Way = tuple[str, str]
"""From where to where: a step's id or `START`, and a step's id, `END`, `FAILED`, `HANDOFF` or `to_flow(id)`."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a step; the sentences show when it is pointed at."""

    severity: Severity
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of one picture, by ids of steps (of flows, in the picture of an agent); all may be left out.

    `links` and `flow_links` are addresses; `problems` those of a step, of the flow as a whole by `START`. `visits`,
    `path` (in its order) and `current` tell of one conversation, `traffic` and `ways` count many. `legend` explains
    below what of it is shown.
    """

    links: Mapping[str, str] = field(default_factory=dict)
    flow_links: Mapping[str, str] = field(default_factory=dict)
    problems: Mapping[str, Trouble] = field(default_factory=dict)
    visits: Mapping[str, int] = field(default_factory=dict)
    path: tuple[Way, ...] = ()
    current: str | None = None
    traffic: Mapping[str, int] = field(default_factory=dict)
    ways: Mapping[Way, int] = field(default_factory=dict)
    legend: bool = False
