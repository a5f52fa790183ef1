"""docs/running-a-site.md and .env.example name every setting that config/settings.py reads."""

import ast
import re

from tests.docs.pages import ROOT, named, section

PAGE = "running-a-site.md"
READERS = {"_flag", "_number", "_whole", "_choice", "_address", "_secret", "_prefixes", "_headers"}


def variables() -> set[str]:
    """The environment variables that the settings read."""
    module = ast.parse((ROOT / "config" / "settings.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(module) if isinstance(node, ast.Call) and node.args]
    names = [call.args[0].value for call in calls if _reads(call.func) and isinstance(call.args[0], ast.Constant)]
    return {str(name) for name in names}


def _reads(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        return isinstance(function.value, ast.Name) and function.value.id == "env" and function.attr != "read_env"
    return isinstance(function, ast.Name) and function.id in READERS


def test_every_variable_has_a_row_and_every_row_is_a_variable() -> None:
    rows = [line for line in section(PAGE, "Settings").splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in named(row.split("|")[1])} == variables()


def test_every_variable_stands_in_the_example_file() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert len(variables()) > 15
    assert sorted(name for name in variables() if not re.search(rf"\b{name}\b", example)) == []


def test_the_example_file_sets_nothing_that_is_unknown() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"^(?:# )?([A-Z_]+)=", example, re.MULTILINE)) <= variables()
