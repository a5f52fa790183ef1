"""Numbers, rates and names as the analytics say them, in the reader's language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from babel.numbers import format_decimal
from django.utils.translation import get_language, gettext

from agents.diagram import Wording
from conversations.analytics import Found
from conversations.analytics_numbers import Rate
from conversations.measures_shown import count, percent
from facts.languages import locale

REQUIRED = "_required"
"""The name under which a run asks for what is missing after its last step (T31)."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table; the first cell is a link where there is an address."""

    url: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Linked:
    """A table whose rows may be links."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """What the agent's document calls flows, steps and fields; whatever it does not know is called by its id."""

    document: Mapping[str, Any] = field(default_factory=dict)

    def flow(self, flow: str) -> str:
        """A flow."""
        return str(self._flow(flow).get("name") or flow)

    def step(self, flow: str, step: str) -> str:
        """A step."""
        if step == REQUIRED:
            return gettext("What was still missing")
        named = next((one.get("name") for one in self.steps(flow) if one.get("id") == step), "")
        return str(named or step)

    def field(self, name: str) -> str:
        """A field."""
        found = self.document.get("fields", {}).get(name, {})
        return str(found.get("description") or name)

    def steps(self, flow: str) -> Sequence[Mapping[str, Any]]:
        """The steps of a flow in written order."""
        return self._flow(flow).get("steps", ())

    def _flow(self, flow: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.document.get("flows", {}).get(flow, {})
        return found


def of(rate: Rate) -> str:
    """So many of so many."""
    return gettext("%(hits)s of %(all)s") % {"hits": count(rate.hits), "all": count(rate.of)}


def margin(rate: Rate) -> str:
    """From where to where a rate may be by chance; a dash for none."""
    low, high = rate.margin
    return "–" if rate.share is None else f"{percent(low)}–{percent(high)}"


def between(rate: Rate) -> str:
    """How far chance may have moved a rate, as a sentence; empty where there is none."""
    if rate.share is None:
        return ""
    low, high = rate.margin
    return gettext("by chance from %(low)s to %(high)s") % {"low": percent(low), "high": percent(high)}


def duration(seconds: float | None) -> str:
    """A time by its first digits; a dash for none."""
    if seconds is None:
        return "–"
    here = locale(get_language() or "en")
    if seconds < 1:
        return gettext("%(number)s ms") % {"number": format_decimal(round(seconds * 1000), locale=here)}
    return gettext("%(number)s s") % {"number": format_decimal(round(seconds, 1), locale=here)}


def address(found: Found, **changes: Any) -> str:
    """The page of another selection, which differs in some of its parts."""
    selection = found.selection
    values = {
        "agent": selection.agent.slug,
        "flow": selection.flow,
        "version": selection.version or "",
        "against": selection.against or "",
        "since": selection.period.first.isoformat(),
        "until": selection.period.last.isoformat(),
    }
    return f"?{urlencode({name: value for name, value in {**values, **changes}.items() if value})}"


def version(number: int) -> str:
    """A version by its number."""
    return gettext("Version %(number)d") % {"number": number}


def wording() -> Any:
    """The words of pictures of flows."""
    return Wording().translated(gettext)
