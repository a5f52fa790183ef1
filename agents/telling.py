"""Problems and changes of a document as lines of text for people, in their language."""

from django.utils.translation import gettext as _

from agents.compare import Change
from agents.problem import Problem


def place(problem: Problem) -> str:
    """Where a problem is, as `flow book, step ask_date, branch 1`; the path for what is in no flow."""
    parts = []
    if problem.flow:
        parts.append(_("flow %(flow)s") % {"flow": problem.flow})
    if problem.step:
        parts.append(_("step %(step)s") % {"step": problem.step})
    if problem.branch is not None:
        parts.append(_("branch %(number)d") % {"number": problem.branch + 1})
    return ", ".join(parts) or problem.where


def sentence(problem: Problem) -> str:
    """What is wrong, in the language that is active."""
    return problem.said.translated(_)


def line(problem: Problem, file: str = "") -> str:
    """One line for a problem: `hotel.yaml:12: error: flow book, step price: … [unknown-action]`."""
    severity = _("error") if problem.severity == "error" else _("warning")
    position = ":".join(filter(None, (file, str(problem.line or ""))))
    return ": ".join(filter(None, (position, severity, place(problem), f"{sentence(problem)} [{problem.code}]")))


def change(found: Change) -> str:
    """What changed, in the language that is active: “flow book, step ask_date: Changed: prompt”."""
    return ": ".join(filter(None, (around(found), found.said.translated(_))))


def around(found: Change, skipped: int = 0) -> str:
    """The parts around a change, from the outside; `skipped` of them stand above it already."""
    return ", ".join(part.translated(_) for part in found.within[skipped:])
