"""Texts: lines end as we keep them, and beneath a text with values stand the names that can be used in it."""

from typing import Any

from django import forms
from django.forms import Script
from django.template.loader import render_to_string
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from agents.admin.inputs.offers import Offers
from agents.admin.inputs.parts import lined
from agents.admin.inputs.paths import expressions
from agents.filters import FILTERS


class Text(forms.CharField):
    """A text. A browser posts CRLF and Django takes spaces off the ends: neither is a change of what was there."""

    widget = UnfoldAdminTextareaWidget

    def to_python(self, value: Any) -> Any:
        """The text with its lines ended as we keep them."""
        found = super().to_python(value)
        return lined(found) if isinstance(found, str) else found

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the text differs in more than what a browser does to it."""
        return bool(self.to_python(initial or "") != self.to_python(data))


class Line(Text):
    """A text of one line."""

    widget = UnfoldAdminTextInputWidget

    def to_python(self, value: Any) -> Any:
        """The text without line breaks: a browser takes them away."""
        found = super().to_python(value)
        return found.replace("\n", "") if isinstance(found, str) else found


class TemplateArea(UnfoldAdminTextareaWidget):
    """A text area, and buttons that put a value into the text."""

    def __init__(self, offers: Offers) -> None:
        super().__init__()
        self.offers = offers

    class Media:
        css = {"all": ("css/admin_inputs.css",)}  # Django's own name for it
        js = (Script("js/admin/inputs.js", type="module"),)

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> Any:
        """The text area as everywhere, then the names."""
        shown = {
            "area": super().render(name, value, attrs, renderer),
            "names": expressions(self.offers),
            "filters": [(one, spec.usage) for one, spec in FILTERS.items()],
        }
        return render_to_string("admin/agents/inputs/template.html", shown)
