"""The scenario file as values: read, held against its schema strictly, each error with its line and its place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from agents import reader
from agents.document import Document
from conversations.engine.turn_input import User
from conversations.scenario.schema import HEAD, TURNS
from facts.values import Json

START = "2026-03-02T09:00:00+00:00"
"""When a scenario that names no `now` begins: a fixed moment, so that it always comes out the same."""

SCOPES: Mapping[str, Any] = {"preference": {"open": True}}
"""The scopes of a scenario that names none."""

NO_INPUT = ("context", "staff", "fact")
"""The kinds of turn that do not count for ids."""


class BadScenario(ValueError):
    """A file that is no scenario. `problems` has a line for each error, with line and place."""

    def __init__(self, path: Path, problems: list[str]) -> None:
        self.path, self.problems = path, problems
        super().__init__(f"{path}: " + "; ".join(problems))


@dataclass(frozen=True, slots=True)
class Turn:
    """One entry of `turns`. `value` is what stands under its `kind`; `id` is its input's, empty if it is no input.

    `script` has the keys `understand` and `speak` as far as the file gives them.
    """

    kind: str
    value: Any
    id: str
    line: int
    payload: Mapping[str, Json] = field(default_factory=dict)
    script: Mapping[str, Any] = field(default_factory=dict)
    crash: Mapping[str, str] = field(default_factory=dict)
    expect: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scripted conversation. `agent` is a document, or the slug of an agent in the database."""

    name: str
    path: Path
    agent: Mapping[str, Any] | str
    now: datetime
    user: User = field(default_factory=User)
    context: Mapping[str, Json] = field(default_factory=dict)
    data: Mapping[str, Json] = field(default_factory=dict)
    catalogue: tuple[Mapping[str, Json], ...] = ()
    scopes: Mapping[str, Any] = field(default_factory=dict)
    facts: tuple[Mapping[str, Any], ...] = ()
    actions: Mapping[str, tuple[Mapping[str, Json], ...]] = field(default_factory=dict)
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Home:
    """What a scenario finds at the agent that it is kept with: the agent to play, as a document, and the site's facts.

    `catalogue` and `scopes` are in the form of the file; they hold where the scenario has none of its own.
    """

    agent: Mapping[str, Any]
    catalogue: Sequence[Mapping[str, Json]] = ()
    scopes: Mapping[str, Any] = field(default_factory=lambda: dict(SCOPES))

    def around(self, document: Document) -> Document:
        """The scenario file with what it finds here: the agent whatever it names, the rest where it says nothing."""
        if not isinstance(document.value, dict):
            return document
        value: dict[str, Any] = {"catalogue": list(self.catalogue), "scopes": dict(self.scopes), **document.value}
        return replace(document, value={**value, "agent": dict(self.agent)})


def load(path: Path, home: Home | None = None) -> Scenario:
    """The scenario in a file. Raises BadScenario for anything that is not in scenarios.md, and OSError."""
    return parse(path.read_text(encoding="utf-8"), path, home)


def parse(text: str, path: Path, home: Home | None = None) -> Scenario:
    """The scenario in a text that stands at `path`, or is kept with an agent. Raises BadScenario."""
    document = reader.read(text)
    document = home.around(document) if home else document
    problems = [str(problem) for problem in document.problems] or list(_problems(document))
    if problems:
        raise BadScenario(path, problems)
    return _scenario(document, path)


def _problems(document: Document) -> Iterator[str]:
    value: Any = document.value
    yield from _against(HEAD, value, (), document)
    turns = value.get("turns") if isinstance(value, dict) else None
    for index, turn in enumerate(turns if isinstance(turns, list) else ()):
        place = ("turns", index)
        kinds = [kind for kind in TURNS if isinstance(turn, dict) and kind in turn]
        if len(kinds) == 1:
            yield from _against(TURNS[kinds[0]], turn, place, document)
        else:
            yield _said(place, _("a turn has exactly one of %(kinds)s") % {"kinds": ", ".join(TURNS)}, document)


def _against(schema: Mapping[str, Any], value: Any, place: tuple[str | int, ...], document: Document) -> Iterator[str]:
    for error in Draft202012Validator(schema).iter_errors(value):
        cause = _cause(error)
        yield _said((*place, *cause.absolute_path), cause.message, document)


def _cause(error: ValidationError) -> ValidationError:
    """The error that matters within an `anyOf`: the deepest of the alternative that fits best."""
    return best_match(iter([error])) or error


def _said(place: tuple[str | int, ...], message: str, document: Document) -> str:
    where = ".".join(map(str, place)) or _("document")
    return _("line %(line)s: %(where)s: %(message)s") % {
        "line": document.line(place),
        "where": where,
        "message": message,
    }


def _scenario(document: Document, path: Path) -> Scenario:
    value: Any = document.value
    user = value.get("user", {})
    return Scenario(
        name=value["scenario"],
        path=path,
        agent=_agent(value["agent"], path),
        now=datetime.fromisoformat(value.get("now", START)),
        user=User(user.get("authenticated", False), user.get("language", ""), user.get("timezone", "")),
        context=value.get("context", {}),
        data=value.get("data", {}),
        catalogue=tuple(value.get("catalogue", ())),
        scopes=value.get("scopes", SCOPES),
        facts=tuple(value.get("facts", ())),
        actions={name: _results(result) for name, result in value.get("actions", {}).items()},
        turns=tuple(_turns(document)),
    )


def _agent(named: Any, path: Path) -> Mapping[str, Any] | str:
    """The inline document, the one in the file named, or the slug."""
    if not isinstance(named, str) or not named.endswith((".yaml", ".yml", ".json")):
        return named
    beside = path.parent / named
    if not beside.is_file():
        raise BadScenario(path, [_("agent: there is no file %(name)s beside it") % {"name": named}])
    document = reader.read(beside.read_text(encoding="utf-8"))
    if document.problems or not isinstance(document.value, dict):
        raise BadScenario(path, [f"{named}: {problem}" for problem in document.problems] or [f"{named}: no mapping"])
    return document.value


def _results(result: Any) -> tuple[Mapping[str, Json], ...]:
    return tuple(result) if isinstance(result, list) else (result,)


def _turns(document: Document) -> Iterator[Turn]:
    inputs = 0
    value: Any = document.value
    for index, turn in enumerate(value["turns"]):
        kind = next(kind for kind in TURNS if kind in turn)
        inputs += kind not in NO_INPUT
        yield Turn(
            kind=kind,
            value=turn[kind],
            id="" if kind in NO_INPUT else turn.get("id", f"m{inputs}"),
            line=document.line(("turns", index)) or 0,
            payload=turn.get("payload", {}),
            script={name: turn[name] for name in ("understand", "speak") if name in turn},
            crash=turn.get("crash", {}),
            expect=turn.get("expect", {}),
        )
