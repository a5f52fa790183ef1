"""The kinds of steps: what each is for, which inputs it has, and the row of cards one chooses by."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from agents.admin.lines import ICONS
from agents.admin.stale import PageForm
from agents.models import Step

SENTENCES: Final[Mapping[str, Any]] = {
    "talk": _("The model speaks: it asks for fields, or says what you describe."),
    "say": _("Says a text word for word, without a model."),
    "do": _("Runs an action, such as looking up a price."),
    "if": _("A fork: goes one way or the other, by what is known."),
    "wait": _("Waits for a time, an answer or an event."),
}
NAMES: Final[Mapping[str, Any]] = {
    "talk": _("Talk"),
    "say": _("Say"),
    "do": _("Do"),
    "if": _("If"),
    "wait": _("Wait"),
}
DOES: Final = {
    "talk": ("collect", "need", "prompt", "otherwise"),
    "say": ("say",),
    "do": ("action", "input", "saves"),
    "if": ("condition",),
    "wait": ("wait_for", "wait_event"),
}
"""The inputs of what a step of each kind does, in the order of its page."""
GOES: Final = {
    "talk": ("then",),
    "say": ("then",),
    "do": ("then", "on_fail"),
    "if": ("then", "else_then"),
    "wait": ("then", "else_then"),
}
_ENTERING: Final = ("requires", "skip_if")
AROUND: Final = {
    "talk": (*_ENTERING, "prepare", "finalize"),
    "say": _ENTERING,
    "do": _ENTERING,
    "if": (),
    "wait": (),
}
ROWS: Final[Mapping[str, Sequence[str]]] = {
    "talk": ("branches", "instructions"),
    "say": (),
    "do": (),
    "if": (),
    "wait": ("branches",),
}
"""The rows below the inputs of each kind."""


def inputs(kind: str) -> tuple[str, ...]:
    """The inputs of a kind."""
    return (*DOES[kind], *GOES[kind], *AROUND[kind])


def every(part: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The inputs that some kind has, each once."""
    return tuple(dict.fromkeys(name for names in part.values() for name in names))


ALL: Final = (*every(DOES), *every(GOES), *every(AROUND))


class KindCards(forms.RadioSelect):
    """A row of cards, each a radio button: the keys of a group of those choose."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> Any:
        """The cards, drawn by a template of the site."""
        cards = [
            {"kind": kind, "icon": ICONS[kind], "name": NAMES[kind], "says": SENTENCES[kind], "chosen": kind == value}
            for kind in Step.Kind.values
        ]
        return render_to_string("admin/agents/kind_cards.html", {"name": name, "cards": cards})


def kind_field(**kwargs: Any) -> forms.ChoiceField:
    """The choice of a kind."""
    return forms.ChoiceField(label=_("What does this step do?"), choices=Step.Kind.choices, widget=KindCards, **kwargs)


class StepForm(PageForm):
    """A step with the inputs of all kinds; those of another kind than the chosen one count for nothing.

    They are not shown (`kinds.css`): what is wrong with them would be said where nobody sees it.
    """

    def clean(self) -> dict[str, Any]:
        """Leave what another kind needs as it is stored."""
        for name in set(ALL) - set(inputs(self.cleaned_data.get("kind") or self.instance.kind)):
            if name in self.fields:
                self.errors.pop(name, None)
                self.cleaned_data[name] = getattr(self.instance, name)
        return super().clean()
