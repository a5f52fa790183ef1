"""Where a run goes on, as a choice and what happens on the way (T28). Pure."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _

from agents.admin.inputs import parts as p
from agents.admin.inputs.mappings import FieldValues
from agents.admin.inputs.offers import Offers
from agents.admin.inputs.paths import expressions
from facts.values import Json

_FIXED: Final = {"end": _("end"), "failed": _("end, not completed"), "handoff": _("hand over to a person")}
_EXTRAS: Final = ("input", "clear", "set", "say")


class Next(p.Shape):
    """A select of where to go; `nowhere` is what no choice means."""

    template = "next"
    areas = frozenset({"value", "say"})
    groups: ClassVar[Mapping[str, str]] = {"set": "set_", "give": "give_"}

    def __init__(self, offers: Offers, nowhere: Any) -> None:
        self.offers = offers
        self.nowhere = nowhere
        self.values = FieldValues(offers)

    def meaning(self, value: Json) -> Json:
        """A bare word and a mapping without more mean the same."""
        if not isinstance(value, dict):
            return _target(_choice(value)) if isinstance(value, str) else value
        return {name: part for name, part in value.items() if name not in _EXTRAS or not p.is_nothing(part)}

    def show(self, value: Json) -> p.Parts | None:
        """The choice, and what happens on the way."""
        choice = _choice(value)
        if choice is None:
            return None
        more: Mapping[str, Any] = value if isinstance(value, dict) else {}
        clear, say = more.get("clear") or [], more.get("say") or ""
        if not isinstance(say, str) or not isinstance(clear, list) or not all(isinstance(one, str) for one in clear):
            return None
        sets, gives = self.values.show(more.get("set"), "set_"), self.values.show(more.get("input"), "give_")
        if sets is None or gives is None:
            return None
        return {"choice": (choice,), "say": (say,), "clear": tuple(clear), **sets, **gives}

    def read(self, parts: p.Parts) -> Json:
        """The Next that the choice and what happens on the way make."""
        choice, extras = p.first(parts, "choice"), self._extras(parts)
        target = _target(choice)
        if extras and not isinstance(target, dict):
            raise p.Refused(_("Choose where the run goes on, or empty what happens on the way."))
        if extras and choice == "handoff":
            raise p.Refused(_("Nothing can happen on the way to a person: empty it, or go to a step first."))
        if "input" in extras and not choice.startswith("flow:"):
            raise p.Refused(_("Only a flow can be given values: choose one, or set fields instead."))
        if not extras and choice.partition(":")[0] in ("step", "end", "handoff"):
            return choice.partition(":")[2] or choice
        return {**target, **extras} if isinstance(target, dict) else None

    def _extras(self, parts: p.Parts) -> dict[str, Json]:
        found: dict[str, Json] = {
            "input": self.values.read(parts, "give_"),
            "clear": list(parts.get("clear", ())),
            "set": self.values.read(parts, "set_"),
            "say": p.first(parts, "say"),
        }
        return {name: value for name, value in found.items() if value}

    def view(self, parts: p.Parts) -> p.View:
        """The select, and the inputs under “on the way”."""
        choice = p.first(parts, "choice")
        return {
            "groups": self._groups(choice),
            "say": p.first(parts, "say"),
            "clear": self._ticks(parts.get("clear", ())),
            "set": self.values.view(parts, "set_"),
            "give": self.values.view(parts, "give_"),
            "is_flow": choice.startswith("flow:"),
            "is_open": self._has_more(parts),
            "names": expressions(self.offers),
        }

    def _has_more(self, parts: p.Parts) -> bool:
        try:
            return bool(self._extras(parts))
        except p.Refused:
            return True

    def _groups(self, choice: str) -> list[tuple[Any, list[tuple[str, Any, bool]]]]:
        steps = {f"step:{slug}": label for slug, label in self.offers.steps}
        flows = {f"flow:{slug}": label for slug, label in self.offers.flows}
        plain = {"": self.nowhere, **_FIXED}
        if choice not in {**plain, **steps, **flows}:
            plain[choice] = _("%(name)s (gone)") % {"name": choice.partition(":")[2]}
        found = (("", plain), (_("Steps"), steps), (_("Flows"), flows))
        return [(head, [(name, label, name == choice) for name, label in one.items()]) for head, one in found if one]

    def _ticks(self, ticked: tuple[str, ...]) -> list[tuple[str, Any, bool]]:
        """The fields, ticked ones first, in the order they are kept in."""
        labels = {name: named.label for name, named in self.offers.named_fields.items()}
        gone = {name: _("%(name)s (gone)") % {"name": name} for name in ticked if name not in labels}
        order = [*ticked, *(name for name in labels if name not in ticked)]
        return [(name, {**labels, **gone}[name], name in ticked) for name in order]


def _choice(value: Json) -> str | None:
    """The choice that stands for where a Next goes; None for what goes nowhere that can be chosen."""
    match value:
        case None | "":
            return ""
        case "end" | "handoff":
            return str(value)
        case str(step):
            return f"step:{step}"
        case {"end": "failed", **rest} if _is_more(rest):
            return "failed"
        case {"end": True, **rest} if _is_more(rest):
            return "end"
        case {"step": str(step), **rest} if _is_more(rest):
            return f"step:{step}"
        case {"flow": str(flow), **rest} if _is_more(rest):
            return f"flow:{flow}"
    return None


def _is_more(rest: Mapping[Any, Any]) -> bool:
    return rest.keys() <= set(_EXTRAS)


def _target(choice: str | None) -> Any:
    """Where the choice leads, as a mapping; None for nowhere."""
    kind, _colon, name = (choice or "").partition(":")
    if kind in ("step", "flow"):
        return {kind: name}
    fixed: dict[str, Any] = {"end": {"end": True}, "failed": {"end": "failed"}, "handoff": {"step": "handoff"}}
    return fixed.get(kind)
