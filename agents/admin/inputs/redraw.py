"""An input drawn anew while its page is being filled in: rows for another action, an input for another field, JSON."""

from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from agents.admin.inputs.composite import CompositeField, Typed, read, show
from agents.admin.inputs.parts import Refused

FORM = "redraw_"
"""What begins the names of what is asked for, apart from what the page posts."""


def redrawn(request: HttpRequest, make: Any) -> HttpResponse:
    """The input that `redraw_name` and `redraw_column` name, as HTML; `redraw_show` (`rows`, `json`) is the other look.

    `make(column)` gives the form field of a model's column. Answers 422 with a sentence where the other look cannot be.
    """
    name, column = (request.POST.get(FORM + part, "") for part in ("name", "column"))
    field = make(_column(column))
    if not isinstance(field, CompositeField):
        raise Http404
    typed = field.widget.value_from_datadict(request.POST, {}, name)
    try:
        typed = _turned(field, typed, request.POST.get(FORM + "show", ""))
    except Refused as error:
        return HttpResponse(error.said(), status=422, content_type="text/plain; charset=utf-8")
    return HttpResponse(field.widget.render(name, typed, {"id": f"id_{name}"}))


def _column(path: str) -> Any:
    model, _dot, name = path.partition(".")
    try:
        return apps.get_model("agents", model)._meta.get_field(name)
    except (LookupError, FieldDoesNotExist, ValueError):
        raise Http404 from None


def _turned(field: CompositeField, typed: Typed, look: str) -> Typed:
    """The same value in the other look. Raises Refused where there is none."""
    if look not in ("rows", "json"):
        return typed
    shape = field.widget.shape
    before = Typed(typed.parts, typed.raw, is_raw=look == "rows")
    turned = show(shape, read(shape, before))
    if look == "rows" and turned.is_raw:
        raise Refused(_("This cannot be said with the simple inputs, so it stays as it is written."))
    return Typed(turned.parts, turned.raw, is_raw=look == "json" or turned.is_raw)
