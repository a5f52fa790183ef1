"""A save that starts from an older revision: refused with both shown, and made over the other once that was seen."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.admin.models import LogEntry
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from agents.admin import audit
from agents.admin.forms import DraftForm
from agents.columns import canonical
from agents.models import Agent

OVER = "save_over"
"""The button that saves over what is stored. Its value is the revision that was seen beside what was typed."""
UNSEEN = ("seen_revision", "position", "id", "DELETE")


@dataclass(frozen=True)
class Difference:
    """An input whose text is not what is stored now."""

    label: str
    typed: str
    stored: str


class PageForm(DraftForm):
    """The form of a page of a draft: knows when it was refused as stale, and lets it be saved over."""

    stale_revision: int | None = None

    def clean(self) -> dict[str, Any]:
        """As everywhere; what is said of a stale save names who was quicker."""
        try:
            return super().clean()
        except ValidationError as error:
            if error.code == "stale":
                raise ValidationError(said(self.instance.owner), code="stale") from None
            raise

    def _is_fresh(self) -> bool:
        # locked, so that no other save comes between this look and our own
        agent = Agent.objects.select_for_update().get(pk=self.instance.owner.pk)
        seen = {str(self.cleaned_data.get("seen_revision")), self.data.get(OVER, "")}
        is_fresh = str(agent.revision) in seen
        self.stale_revision = None if is_fresh else agent.revision
        return is_fresh

    def _show_stored(self) -> None:
        """The panel above the form shows both, also of its rows."""


def said(agent: Agent) -> str:
    """Who changed the agent meanwhile, as far as the log says."""
    refused = _("Somebody changed this agent after you opened the page, so nothing was saved yet.")
    line = audit.last(agent)
    if line is None:
        return refused
    # a command leaves no line: the last one need not be of that change
    told = _("The last line of its history: %(who)s, %(when)s, %(what)s") % {
        "who": line.user.get_username(),
        "when": _moment(line),
        "what": line.get_change_message(),
    }
    return f"{refused} {told}"


def _moment(line: LogEntry) -> str:
    return str(formats.date_format(timezone.localtime(line.action_time), "DATETIME_FORMAT"))


def context(page_form: Any, formsets: Any) -> dict[str, Any]:
    """What a page shows after a refused save: who was quicker, and both; nothing for any other page."""
    revision = getattr(page_form, "stale_revision", None)
    if revision is None:
        return {}
    # said by the panel, beside what differs, and not once more above the inputs
    refused = page_form.errors.pop(NON_FIELD_ERRORS, [])
    found = differences(page_form, formsets)
    more = {} if page_form.errors or any(formset.total_error_count() for formset in formsets) else {"errors": None}
    return {"stale": " ".join(map(str, refused)), "over": revision, "differences": found, **more}


def differences(page_form: Any, formsets: Any) -> list[Difference]:
    """What was typed beside what is stored, of the form and of the rows of its page."""
    found = list(_of_form(page_form, ""))
    for formset in formsets:
        for number, form in enumerate(formset.forms, 1):
            title = str(formset.model._meta.verbose_name)
            found += _of_form(form, _("%(row)s %(number)d: ") % {"row": title, "number": number})
    return found


def _of_form(form: Any, before: str) -> Iterator[Difference]:
    for name in form.changed_data:
        if name not in UNSEEN and name in form.fields:
            label = before + str(form.fields[name].label or name)
            stored = form.initial.get(name) if form.instance.pk else None
            yield Difference(label, _shown(_typed(form, name)), _shown(stored))


def _typed(form: Any, name: str) -> Any:
    if name in getattr(form, "cleaned_data", {}):
        return form.cleaned_data[name]
    try:
        return form.fields[name].clean(form[name].data)
    except (ValidationError, forms.ValidationError):
        return form[name].data


def _shown(value: Any) -> str:
    if value in (None, "", [], {}):
        return "—"
    return value if isinstance(value, str) else canonical(value) if isinstance(value, list | dict) else str(value)
