"""What a browser does with the pages of the admin."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse


def address(row: Any, page: str = "change") -> str:
    return reverse(f"admin:agents_{row._meta.model_name}_{page}", args=[row.pk])


def inputs(client: Client, row: Any, **changes: Any) -> dict[str, Any]:
    """What a browser would post from the page of a row, with some inputs changed."""
    response = client.get(address(row))
    form = response.context["adminform"].form
    posted: dict[str, Any] = {}
    for part in (form, *(inline.formset for inline in response.context["inline_admin_formsets"])):
        for one in [part] if part is form else [part.management_form, *part.forms]:
            for bound in one:
                _fill(posted, bound)
    unknown = changes.keys() - posted.keys()
    assert not unknown, f"the page has no input {unknown}"
    return {name: value for name, value in (posted | changes).items() if value is not None}


def _fill(posted: dict[str, Any], bound: Any) -> None:
    value, widget = bound.value(), bound.field.widget
    if hasattr(widget, "widgets_names"):
        parts = value if isinstance(value, list) else widget.decompress(value)
        posted |= {bound.html_name + name: part for name, part in zip(widget.widgets_names, parts, strict=True)}
    elif value is True or value is False:
        posted[bound.html_name] = "on" if value else None
    else:
        posted[bound.html_name] = "" if value is None else value


def texts(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def errors(response: Any) -> dict[str, list[str]]:
    return dict(response.context["adminform"].form.errors)
