"""The branches of a step as sentences: “If guests > 6 → group_offer”."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from agents.admin import summary
from agents.checks.view import Part
from agents.diagram.sentences import exit_in_full
from agents.diagram.wording import Wording
from agents.models import Step
from agents.parts import branch_part


@dataclass(frozen=True)
class Sentence:
    """When a branch is taken and where it leads; `is_open` where something in it is wrong."""

    when: str
    target: str
    is_open: bool


def branch_sentences(step: Step, forms: Iterable[Any]) -> list[Sentence]:
    """A sentence for each branch of a formset, in order, and one for the next; those that are new are open."""
    names = {flow.slug: str(flow) for flow in step.owner.flows.all()}
    return [*(_sentence(form, names) for form in forms), _NEW]


def _sentence(form: Any, names: dict[str, str]) -> Sentence:
    branch = form.instance
    if not branch.pk:
        return _NEW
    # what is stored, not what was typed and refused
    stored = type(branch)(**{name: form.initial.get(name, getattr(branch, name)) for name in _COLUMNS})
    said = exit_in_full(Part(branch_part(stored), ()), Wording().translated(_))
    return Sentence(said[:1].upper() + said[1:], summary.target(stored.then, names), bool(form.errors))


_NEW = Sentence("", "", is_open=True)
_COLUMNS = ("label", "when", "vetoes", "condition", "then")
