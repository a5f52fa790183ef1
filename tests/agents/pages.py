"""What a browser does with the pages of the admin."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.agents.browsing import posted


def address(row: Any, page: str = "change") -> str:
    return reverse(f"admin:agents_{row._meta.model_name}_{page}", args=[row.pk])


def inputs(client: Client, row: Any, **changes: Any) -> dict[str, Any]:
    """What a browser would post from the page of a row, with some inputs changed; None for one that is not posted."""
    html = client.get(address(row)).content.decode()
    form = html[html.index(f'id="{row._meta.model_name}_form"') :].partition("</form>")[0]
    found = {name: value for name, value in posted(form).items() if "__prefix__" not in name}
    unknown = changes.keys() - {*found, *re.findall(r'name="([^"]+)"', form)}
    assert not unknown, f"the page has no input {unknown}"
    return {name: value for name, value in (found | changes).items() if value is not None}


def texts(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def errors(response: Any) -> dict[str, list[str]]:
    return dict(response.context["adminform"].form.errors)
