"""Stylesheets and scripts, served by the application itself."""

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from config.asgi import application


async def fetch(path: str, **headers: str) -> dict[str, Any]:
    """The start of the answer to GET `path`."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    communicator = ApplicationCommunicator(application, scope)
    await communicator.send_input({"type": "http.request", "body": b""})
    start: dict[str, Any] = await communicator.receive_output(5)
    await communicator.receive_output(5)
    await communicator.wait(5)
    return start


def header(start: dict[str, Any], name: str) -> str:
    return dict(start["headers"]).get(name.encode(), b"").decode()


@pytest.mark.parametrize(
    "kind", ["css/tokens.css text/css", "js/chat.js text/javascript", "icons/icons.svg image/svg+xml"]
)
async def test_a_file_is_served_with_its_type_and_asked_for_anew(kind: str) -> None:
    path, media_type = kind.split()

    start = await fetch(f"/static/{path}")

    assert start["status"] == 200
    assert header(start, "Content-Type").startswith(media_type)
    assert header(start, "Cache-Control") == "no-cache"


async def test_a_file_that_has_not_changed_is_not_sent_again() -> None:
    first = await fetch("/static/css/tokens.css")

    again = await fetch("/static/css/tokens.css", if_modified_since=header(first, "Last-Modified"))

    assert again["status"] == 304


@pytest.mark.parametrize("path", ["/static/nothing.css", "/static/../config/settings.py", "/static/css/"])
async def test_nothing_else_is_served(path: str) -> None:
    assert (await fetch(path))["status"] == 404
