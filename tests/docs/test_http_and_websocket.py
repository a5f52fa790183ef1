"""docs/http-and-websocket.md names every call and frame that there is, and none that there is not."""

import ast
import re
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from tests.docs.pages import ROOT, text

PAGE = "http-and-websocket.md"
NOT_IN_THE_SCHEMA = {("GET", "/api/schema/")}


def calls() -> set[tuple[str, str]]:
    """The calls of the API by its own description, with `<id>` for what stands for an id."""
    paths: Any = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    found = {(method.upper(), re.sub(r"{\w+}", "<id>", path)) for path, methods in paths.items() for method in methods}
    return found - NOT_IN_THE_SCHEMA


def test_every_call_is_described_and_nothing_else() -> None:
    described = re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/api/[^`?]*)", text(PAGE))
    assert set(described) == calls()


def test_every_frame_that_a_client_may_send_is_described() -> None:
    ours = text(PAGE).split("From you:")[1].split("From the server:")[0]
    assert set(re.findall(r'"type": "(\w+)"', ours)) == _handled()


def _handled() -> set[str]:
    """The types of frames that the consumer tells apart."""
    module = ast.parse((ROOT / "conversations" / "consumers.py").read_text(encoding="utf-8"))
    cases = [node.pattern for node in ast.walk(module) if isinstance(node, ast.match_case)]
    values = [case.value for case in cases if isinstance(case, ast.MatchValue)]
    return {str(value.value) for value in values if isinstance(value, ast.Constant)}


def test_every_frame_that_the_server_sends_is_described() -> None:
    theirs = text(PAGE).split("From the server:")[1]
    sources = [
        (ROOT / "conversations" / f"{name}.py").read_text()
        for name in ("cards", "consumers", "frames", "runner", "speech")
    ]
    sent = {name for source in sources for name in re.findall(r'"type": "(\w+)"', source)}
    assert sent <= set(re.findall(r'"type": "(\w+)"', theirs))
    assert len(sent) >= 8
