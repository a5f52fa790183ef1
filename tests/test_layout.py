"""The layers of architecture.md: what no linter knows by itself."""

from pathlib import Path

import pytest
from grimp import ImportGraph
from importlinter.domain.imports import Module

from tests.contracts import AllowedImports

ROOT = Path(__file__).parent.parent
APPS = ("config", "agents", "facts", "conversations", "conversations/engine", "conversations/llm")


@pytest.mark.parametrize("app", APPS)
def test_the_package_of_an_app_is_empty(app: str) -> None:
    assert (ROOT / app / "__init__.py").read_text(encoding="utf-8") == ""


def allowed_imports() -> AllowedImports:
    """The contract without its constructor, which stumbles over what zope.interface adds to classes in this process."""
    contract = AllowedImports.__new__(AllowedImports)
    contract.source, contract.allowed, contract.forbidden = Module("core"), [Module("values")], {Module("random")}
    return contract


@pytest.mark.parametrize(
    ("imported", "is_kept"),
    [
        ("core.other", True),
        ("values", True),
        ("json", True),
        ("random", False),
        ("django", False),
        ("values.more", False),
    ],
)
def test_a_pure_package_imports_only_what_is_listed(imported: str, is_kept: bool) -> None:
    graph = ImportGraph()
    for module in ("core", "core.turn", "core.other", "values", "values.more"):
        graph.add_module(module)
    if imported not in graph.modules:
        graph.add_module(imported, is_squashed=True)
    graph.add_import(importer="core.turn", imported=imported)
    assert allowed_imports().check(graph, verbose=False).kept is is_kept
