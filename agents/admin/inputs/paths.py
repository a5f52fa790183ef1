"""The paths that a condition can look at, and the expressions that a text can have, as choices. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from agents.admin.inputs.offers import Named, Offers, kind_of

OTHER: Final = "*"
"""The choice that stands for a path written out."""
_USER: Final = {
    "user.is_authenticated": _("is signed in"),
    "user.language": _("language"),
    "user.timezone": _("time zone"),
}


@dataclass(frozen=True)
class Paths:
    """The paths that exist."""

    offers: Offers

    @cached_property
    def headed(self) -> list[tuple[Any, dict[str, Any]]]:
        """The paths with their labels, under headings."""
        facts = {key: named for key, named in self.offers.named_facts.items() if "*" not in key}
        return [
            (_("Fields"), _labels(self.offers.named_fields)),
            (_("What actions found"), _labels(self.offers.named_runs, "run.")),
            (_("Facts about the person"), _labels(facts, "facts.")),
            (_("The person"), _USER),
            (_("Flows"), {f"flows.{name}": label for name, label in self.offers.flows}),
        ]

    @cached_property
    def known(self) -> frozenset[str]:
        """Every path that can be chosen."""
        return frozenset(path for _heading, paths in self.headed for path in paths)

    def groups(self, chosen: str) -> list[tuple[Any, list[tuple[str, Any, bool]]]]:
        """The groups of a select; what is chosen and does not exist comes first, and says so."""
        groups = [
            (heading, [(path, label, path == chosen) for path, label in paths.items()])
            for heading, paths in self.headed
            if paths
        ]
        if chosen and chosen != OTHER and chosen not in self.known:
            gone = kind_of(chosen, self.offers) is None
            label = _("%(name)s (gone)") % {"name": chosen} if gone else chosen
            groups.insert(0, ("", [(chosen, label, True)]))
        return groups


def _labels(found: Mapping[str, Named], root: str = "") -> dict[str, Any]:
    return {f"{root}{name}": named.label for name, named in found.items()}


_FILTERS: Final = {"date": "date", "time": "time", "datetime": "datetime", "number": "number", "list": "join"}


Names = list[tuple[Any, list[tuple[str, str]]]]
"""A name and what is inserted for it, under headings."""
AT_ONCE: Final = 10
"""How many fields stand beneath a text; more of them are a click away."""


def expressions(offers: Offers) -> tuple[Names, Names]:
    """The expressions that a text can have: those that are shown at once, and those a click away."""
    own = [(name, _expression("data", name, named)) for name, named in offers.named_fields.items()]
    runs = [(f"run.{name}", _expression("run", name, named)) for name, named in offers.named_runs.items()]
    keys = [key for key in offers.named_facts if "*" not in key]
    facts = [(key, _expression("facts", key, offers.named_facts[key])) for key in keys]
    first, rest = (runs + own)[:AT_ONCE], (runs + own)[AT_ONCE:]
    more = [(_("More fields"), rest), (_("Facts about the person"), facts)]
    return [(_("Fields"), first)] if first else [], [(heading, names) for heading, names in more if names]


def _expression(root: str, name: str, named: Named) -> str:
    shown = _FILTERS.get(named.kind.type)
    return f"{{{{ {root}.{name} | {shown} }}}}" if shown else f"{{{{ {root}.{name} }}}}"
