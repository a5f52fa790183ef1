"""What a step does and where it goes, in a line."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents.diagram.sentences import condition
from agents.diagram.wording import Wording
from agents.models import Step
from facts.values import Json

LENGTH = 90
NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})


def does(step: Step) -> str:
    """What the step does, shortened to a line."""
    return Truncator(_does(step)).chars(LENGTH)


def _does(step: Step) -> str:
    match step.kind:
        case Step.Kind.SAY:
            return _("says “%(text)s”") % {"text": step.say}
        case Step.Kind.DO:
            return _("runs %(action)s") % {"action": step.action or "—"}
        case Step.Kind.IF:
            said = condition(step.condition, Wording().translated(_)) if step.condition else "—"
            return _("goes on if %(condition)s") % {"condition": said}
        case Step.Kind.WAIT:
            return _("waits for %(what)s") % {"what": " / ".join(filter(None, (step.wait_event, step.wait_for))) or "—"}
    if step.collect:
        return _("asks for %(fields)s") % {"fields": ", ".join(step.collect)}
    return _("speaks: %(prompt)s") % {"prompt": step.prompt or "—"}


def goes(step: Step) -> str:
    """Where the run goes from the step."""
    targets = [_("then %(target)s") % {"target": target(step.then) if step.then else _("the next step")}]
    if step.kind in (Step.Kind.IF, Step.Kind.WAIT) and step.else_then:
        targets.append(_("else %(target)s") % {"target": target(step.else_then)})
    if step.kind == Step.Kind.DO and step.on_fail:
        targets.append(_("on failure %(target)s") % {"target": target(step.on_fail)})
    if step.kind in (Step.Kind.TALK, Step.Kind.WAIT) and (count := len(step.branches.all())):
        targets.append(ngettext("%(count)d branch", "%(count)d branches", count) % {"count": count})
    return ", ".join(targets)


def target(value: Json, flows: Mapping[str, str] = NO_NAMES) -> str:
    """Where a Next goes, in a word or two; `flows` are the names of flows by their ids."""
    if not isinstance(value, dict):
        return str(value)
    if value.get("end"):
        return _("end, not completed") if value["end"] == "failed" else _("end")
    return str(value["step"]) if "step" in value else _("flow %(flow)s") % {"flow": _named(value, flows)}


def _named(value: Mapping[str, Any], flows: Mapping[str, str]) -> str:
    flow = str(value.get("flow", "?"))
    return flows.get(flow, flow)
