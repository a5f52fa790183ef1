"""Reads YAML 1.2 (or JSON) the strict way: what a file says is what its reader gets. Pure.

Only the core schema's null, booleans and numbers are no texts, so `on`, `yes`, dates and `12:30` are texts. Duplicate
keys, tags, anchors, aliases, merge keys and keys that are no texts are refused. A file with a fault is read as far as
possible, so that one run lists every fault. One reader for agents, scenarios and catalogues.
"""

from dataclasses import replace
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from agents.document import Document, located
from agents.problem import Message, Problem, gettext_noop
from agents.yaml_builder import Builder
from agents.yaml_repair import explain, repair

MAX_LENGTH: Final = 1_000_000
"""Characters in a file."""

MAX_REPAIRS: Final = 20
"""Faults of syntax that are read past in one file."""


def read(text: str) -> Document:
    """The document in a file's text. Never raises: what is wrong is in `problems`, and what cannot be read is null."""
    if len(text) > MAX_LENGTH:
        said = Message(gettext_noop("The file is longer than %(length)s characters."), {"length": f"{MAX_LENGTH:,}"})
        return _failed([Problem("error", "too-long", said)])
    faults: list[Problem] = []
    text, events = _parsed(text.removeprefix("\ufeff"), faults)
    return _failed(faults) if events is None else _built(text, events, faults)


def _failed(problems: list[Problem]) -> Document:
    return Document(None, problems=tuple(problems), void=frozenset({()}))


def _parsed(text: str, faults: list[Problem]) -> tuple[str, list[Any] | None]:
    """The text, with lines put in quotes that would not parse, and its events; a problem for each such line."""
    repaired: set[int] = set()
    while True:
        try:
            return text, list(YAML(typ="safe", pure=True).parse(text))
        except MarkedYAMLError as error:
            line = error.problem_mark.line if error.problem_mark else 0
            faults.append(_syntax(text, line, error.problem or ""))
            better = None if line in repaired or len(repaired) >= _repairs(text) else repair(text, line)
            if line in repaired:
                faults.pop()
        except (YAMLError, ValueError) as error:
            line = text.count("\n", 0, getattr(error, "position", 0))
            said = Message(gettext_noop("The file holds a character that no text may have."))
            faults.append(Problem("error", "syntax", said, line=line + 1))
            better = None
        if better is None:
            return text, None
        repaired.add(line)
        text = better


def _repairs(text: str) -> int:
    """How many faults are read past: every one costs a reading of the whole text."""
    return min(MAX_REPAIRS, 2 * MAX_LENGTH // max(len(text), 1))


def _syntax(text: str, line: int, reason: str) -> Problem:
    return Problem("error", "syntax", explain(text, line, reason), line=line + 1)


def _built(text: str, events: list[Any], faults: list[Problem]) -> Document:
    builder = Builder(text, events)
    value = builder.document()
    document = Document(value, builder.lines, (), frozenset(builder.void), frozenset(builder.cut))
    places = {line: path for path, line in builder.lines.items()}
    placed = (replace(fault, path=places.get(fault.line or 0, ())) for fault in faults)
    found = [located(document, problem) for problem in (*placed, *builder.problems)]
    return replace(document, problems=tuple(sorted(found, key=lambda problem: problem.line or 0)))
