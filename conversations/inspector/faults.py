"""What went wrong in a turn, in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from conversations.engine.replaying import Replayed
from conversations.inspector.masking import Mask
from conversations.inspector.values import Fault
from conversations.models import Turn


def faults(turn: Turn, report: Mapping[str, Any], again: Replayed | None, mask: Mask) -> tuple[Fault, ...]:
    """Everything, the gravest first."""
    return (*_of_status(turn), *_of_report(report, mask), *_of_replay(turn, again))


def _of_status(turn: Turn) -> Iterator[Fault]:
    sentences = {
        Turn.Status.DIVERGED: _(
            "The turn was resumed by other code than had begun it, and was closed with what it had said."
        ),
        Turn.Status.FAILED: _("The engine broke in this turn. The person was told that something went wrong."),
        Turn.Status.FORGOTTEN: _("What the turn was about was forgotten while it ran; it was ended."),
        Turn.Status.OPEN: _("The turn is not done yet."),
    }
    if turn.status in sentences:
        yield Fault(str(sentences[Turn.Status(turn.status)]))


def _of_report(report: Mapping[str, Any], mask: Mask) -> Iterator[Fault]:
    for error in report.get("errors") or ():
        details = ", ".join(f"{name}: {value}" for name, value in (error["details"] or {}).items())
        step = _("step %(step)s") % {"step": error["step"]} if error["step"] else ""
        yield Fault(error["message"] or error["type"], " · ".join(filter(None, [error["type"], str(step), details])))
    if report.get("degraded"):
        yield Fault(_("The model was not reached: the built-in understanding stood in."))
    for wrong in report.get("invalid") or ():
        value = mask.of_field(wrong["field"], wrong["value"])
        shown = _("(hidden)") if value.is_hidden else value.text
        yield Fault(
            _("%(field)s was not stored: %(why)s") % {"field": wrong["field"], "why": wrong["message"]},
            f"{wrong['code']} · {shown}",
        )
    for path in report.get("missing_paths") or ():
        yield Fault(_("A text names %(path)s, which has no value here: its place is empty.") % {"path": path})


def _of_replay(turn: Turn, again: Replayed | None) -> Iterator[Fault]:
    """Where the journal no longer fits: what is shown of the turn is then not whole."""
    if again is None:
        yield Fault(_("Its words were forgotten: only the path, calls and codes are left."))
    elif again.broke and turn.status == Turn.Status.DONE:
        yield Fault(_("Run again, the engine breaks today: %(error)s.") % {"error": again.broke})
    elif turn.status == Turn.Status.DONE and not again.agrees:
        yield Fault(_("Today’s code asks otherwise than that of then; what comes after is not shown."))
