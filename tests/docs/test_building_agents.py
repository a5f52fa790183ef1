"""docs/building-agents.md says what the code does: each code of a problem, each filter and operator, each example."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import agents
from agents.check import check
from agents.checks.view import Action
from agents.document import Document
from agents.filters import FILTERS
from agents.paths import ROOTS
from agents.predicate import OPERATORS
from agents.problem import Problem
from agents.reader import read
from agents.registry import registered
from agents.schema import AGENT, FIELD, FLOW, STEP
from facts.catalogue import import_catalogue, load
from tests.agents.documents import Registered
from tests.docs.pages import ROOT, agent, examples, named, section, text

PAGE = "building-agents.md"
CODES = "Errors and warnings, one by one"
SOURCES = Path(agents.__file__).parent
MAKERS = {"finding": 0, "unknown": 0, "Finding": 0, "give_up": 0, "report": 0, "Problem": 1}
"""The functions that make a problem, and the place of its code among their arguments."""


def codes() -> set[str]:
    """Every code that a check, the form or the reader can give, from the sources."""
    files = [*SOURCES.glob("checks/*.py"), SOURCES / "reader.py", SOURCES / "yaml_builder.py"]
    made = {code for file in files for code in _made(ast.parse(file.read_text(encoding="utf-8")))}
    return made | set(_of_form()) | set(_of_schema(AGENT))


def _made(module: ast.Module) -> Iterator[str]:
    for call in (node for node in ast.walk(module) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in MAKERS and len(call.args) > MAKERS[name]:
            yield from _constants(call.args[MAKERS[name]], module)


def _constants(code: ast.expr, module: ast.Module) -> Iterator[str]:
    """The texts that an argument can be: itself, or whatever is assigned to its name."""
    if isinstance(code, ast.Constant):
        yield str(code.value)
    if isinstance(code, ast.Name):
        for node in ast.walk(module):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == code.id:
                choice = node.value
                parts = (choice.body, choice.orelse) if isinstance(choice, ast.IfExp) else (choice,)
                yield from (str(part.value) for part in parts if isinstance(part, ast.Constant))


def _of_form() -> Iterator[str]:
    """The codes of agents.validate: the first of what its faults yield."""
    module = ast.parse((SOURCES / "validate.py").read_text(encoding="utf-8"))
    for node in ast.walk(module):
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            first = node.value.elts[0]
            if isinstance(first, ast.Constant):
                yield str(first.value)


def _of_schema(part: Any) -> Iterator[str]:
    """The codes that the schema itself names."""
    if isinstance(part, dict):
        if isinstance(part.get("x-code"), str):
            yield part["x-code"]
        for inner in part.values():
            yield from _of_schema(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _of_schema(inner)


def test_every_code_of_a_problem_is_explained_and_nothing_else() -> None:
    table = section(PAGE, CODES)
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    explained = {code for row in rows for code in named(row.split("|")[1])}
    assert explained == codes()


@pytest.mark.parametrize("file", ["faults.yaml", "mistakes.yaml"])
def test_the_codes_that_the_tests_of_the_checks_know_are_among_those_found_in_the_sources(file: str) -> None:
    value: Any = read((ROOT / "tests" / "agents" / file).read_text(encoding="utf-8")).value
    known = {fault["code"] for rows in value.values() for fault in rows} if file == "faults.yaml" else _codes_of(value)
    assert len(known) > 10
    assert known <= codes()


def _codes_of(document: Any) -> set[str]:
    return {problem.code for problem in check(Document(document), actions=registered())}


def test_a_warning_is_called_one() -> None:
    warnings = section(PAGE, CODES).split("### Warnings")[1]
    value: Any = read((ROOT / "tests" / "agents" / "faults.yaml").read_text(encoding="utf-8")).value
    assert {fault["code"] for fault in value["warnings"]} <= named(warnings)


def test_every_filter_operator_and_root_is_named() -> None:
    page = text(PAGE)
    assert [name for name in FILTERS if f"`{name}" not in page] == []
    assert [name for name in OPERATORS if f"{{{name}: " not in page and f"`{name}`" not in page] == []
    assert [name for name in ROOTS if f"`{name}.`" not in page and f"`{name}`" not in page] == []


@pytest.mark.parametrize("form", [AGENT, FIELD, FLOW, STEP], ids=["agent", "field", "flow", "step"])
def test_every_key_of_the_format_is_named(form: dict[str, Any]) -> None:
    page = text(PAGE)
    assert [key for key in form["properties"] if not re.search(rf'`{key}`|^[ -]*"?{key}"?:', page, re.M)] == []


@pytest.fixture
def known(db: None) -> Any:
    """The catalogue that ships with Rapport."""
    import_catalogue(read((SOURCES / "examples" / "catalogue.yaml").read_text(encoding="utf-8")).value)
    return load()


MADE_UP = dict.fromkeys(("reserve_slot", "log_offer"), Registered({}, {}))
"""The actions that the page has made up, and says so."""


def found(document: Any, known: Any) -> list[Problem]:
    """The problems of a document."""
    actions: dict[str, Action] = {**registered(), **MADE_UP}
    return list(check(document, actions=actions, fact_keys=known.patterns, open_scopes=known.open_scopes))


def test_the_whole_agent_can_be_published(known: Any) -> None:
    assert check(agent(), actions=registered(), fact_keys=known.patterns, open_scopes=known.open_scopes) == ()


def test_every_other_agent_that_is_shown_can_be_published(known: Any) -> None:
    others = [example for example in examples(PAGE) if "agent" in example][1:]
    assert len(others) >= 2
    assert [str(problem) for other in others for problem in found(other, known)] == []


def test_every_part_that_is_shown_can_stand_in_that_agent(known: Any) -> None:
    parts = [example for example in examples(PAGE) if "agent" not in example]
    assert len(parts) >= 12
    for part in parts:
        flow = part if isinstance(part, dict) else {"on": [{"message": ["shown"]}], "steps": part}
        document = agent()
        document["flows"]["shown"] = {"steps": [{"id": "shown", "say": "Shown."}], **flow}
        assert [str(problem) for problem in found(document, known) if is_meant(problem)] == [], part


def is_meant(problem: Problem) -> bool:
    """Whether a problem is one of the part itself: an error, or a warning that it does nothing as it stands."""
    return problem.severity == "error" or problem.code in ("no-effect", "plain-text", "unreachable-step")


def test_nothing_is_said_to_come_later() -> None:
    assert "not acted on" not in text(PAGE)
