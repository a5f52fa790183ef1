"""The forms of a draft: refuse what does not parse, and a save that starts from an older revision."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _
from unfold.forms import PaginationInlineFormSet

from agents import predicate, template
from agents.admin.choices import NamesField
from agents.admin.columns import PREDICATES, TEMPLATES
from agents.admin.inputs.composite import CompositeField
from agents.checks.names import RESERVED
from agents.columns import JsonText, canonical
from agents.models import Agent, Field, Step
from agents.paths import ROOTS
from agents.problem import Malformed

MAPPINGS = ("input", "saves", "synonyms", "schema")
LISTS = ("enum",)
SINGLE_CHOICES = ("chain", "action", "language", "timezone")
RESERVED_IDS: dict[type, tuple[str, ...]] = {Step: RESERVED, Field: ROOTS}
"""The words that are no id of such a row: a rename to one and back would not find its references again."""


class RowForm(forms.ModelForm):
    """A row whose conditions, templates and JSON are read at once, so that a slip is shown beside its input."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in SINGLE_CHOICES:
            self._offer_stored(name)
        for name, field in self.fields.items():
            if isinstance(field, NamesField):
                field.offer(getattr(self.instance, name))
            if isinstance(field, CompositeField) and (followed := field.widget.shape.follows):
                field.widget.follow(getattr(self.instance, followed, ""))

    def _offer_stored(self, name: str) -> None:
        """Offer what is stored although it no longer exists, so that a save does not change it unasked."""
        field, value = self.fields.get(name), getattr(self.instance, name, "")
        offered: Any = field.choices if isinstance(field, forms.ChoiceField) else None
        if offered is not None and value not in _flat(offered):
            field.choices = [*offered, (value, _("%(name)s (gone)") % {"name": value})]  # type: ignore[union-attr]

    def clean_slug(self) -> str:
        """The id. Refuses a word that means something else where ids are named."""
        slug: str = self.cleaned_data["slug"]
        if slug in RESERVED_IDS.get(self._meta.model, ()):
            raise ValidationError(
                _("“%(name)s” is a word with a meaning of its own: choose another id.") % {"name": slug}
            )
        return slug

    def clean(self) -> dict[str, Any]:
        """Every fault as an error of its field."""
        cleaned = super().clean() or self.cleaned_data
        self._keep_untouched()
        self._read(PREDICATES, predicate.parse)
        self._read(TEMPLATES, template.parse)
        self._expect(MAPPINGS, dict, _('Write a JSON mapping, e.g. {"hotel": "{{ data.hotel }}"}.'))
        self._expect(LISTS, list, _('Write a JSON list, e.g. ["Grand Hotel", "Bellevue"].'))
        return cleaned

    def _keep_untouched(self) -> None:
        """What nobody touched stays as it is stored, whatever a browser or an input does to its spelling."""
        columns = self._meta.model._meta.concrete_fields if self.instance.pk else ()
        for name in (column.name for column in columns if isinstance(column, models.TextField | models.CharField)):
            if name in self.cleaned_data and name in self.initial and name not in self.changed_data:
                self.cleaned_data[name] = self.initial[name]

    def _read(self, names: tuple[str, ...], parse: Any) -> None:
        for name in names:
            value = self.cleaned_data.get(name)
            if value in (None, "", {}):
                continue
            try:
                parse(value)
            except Malformed as error:
                self.add_error(name, error.said.translated(_))

    def _expect(self, names: tuple[str, ...], kind: type, sentence: str) -> None:
        for name in names:
            value = self.cleaned_data.get(name)
            if value not in (None, "") and not isinstance(value, kind):
                self.add_error(name, sentence)


def _flat(offered: Any) -> set[Any]:
    """The values of choices that may stand in groups."""
    pairs = ((value, label) for value, label in offered)
    return {
        one
        for value, label in pairs
        for one in ([name for name, _label in label] if isinstance(label, list) else [value])
    }


class DraftForm(RowForm):
    """The form of a page. `seen_revision` is the agent's revision when the page was opened."""

    seen_revision = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["seen_revision"] = self.instance.owner.revision

    def _get_validation_exclusions(self) -> set[str]:
        """The row above is no input, but an id has to be free among its rows."""
        return super()._get_validation_exclusions() - {"agent", "flow"}  # type: ignore[misc]

    def clean(self) -> dict[str, Any]:
        """Refuse the save when somebody changed the agent since the page was opened."""
        cleaned = super().clean()
        if self.instance.pk and not self._is_fresh():
            self._show_stored()
            raise ValidationError(
                _(
                    "Somebody changed this agent after you opened the page, so nothing was saved. What is stored now "
                    "stands beside each input that differs. Reload the page and make your change again."
                ),
                code="stale",
            )
        return cleaned

    def _is_fresh(self) -> bool:
        # locked, so that no other save comes between this look and our own
        agent = Agent.objects.select_for_update().get(pk=self.instance.owner.pk)
        return self.cleaned_data.get("seen_revision") == agent.revision

    def _show_stored(self) -> None:
        for name in self.changed_data:
            if name in self.initial and name != "seen_revision":
                self.add_error(name, _("Stored now: %(value)s") % {"value": self._stored(name)})

    def _stored(self, name: str) -> str:
        value = self.initial[name]
        is_json = isinstance(self._meta.model._meta.get_field(name), JsonText)
        return canonical(value) if is_json and value else str(value or "—")


class PlacedFormSet(PaginationInlineFormSet):
    """Rows with a place; a new row that was not moved goes to the end."""

    def get_unique_error_message(self, unique_check: Any) -> str:
        """What is said above the rows; of a draft's rows only the ids have to differ."""
        return _("Two rows have the same id: give one of them another.")

    def get_form_error(self) -> str:
        """What is said beside the second row."""
        return _("This id is taken by a row above.")

    def clean(self) -> None:
        """Give a place to the rows that have none."""
        super().clean()
        last = max((form.instance.position or 0 for form in self.initial_forms), default=-1)
        for form in self.extra_forms:
            if form.has_changed() and form.cleaned_data.get("position") is None:
                last += 1
                form.instance.position = last
