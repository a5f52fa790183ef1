"""The ids that the values of a draft name, rewritten when parts got other ids. Pure.

Each function takes one value as a row keeps it and gives it with the new ids; what does not parse stays as it is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from agents.checks.names import RESERVED
from agents.paths import ROOTS
from agents.template import TemplateError
from agents.template_tokens import Token, expressions

Kind = Literal["step", "flow", "field"]

ROOT_OF: Final[Mapping[Kind, str]] = {"flow": "flows", "field": "data"}
"""The root of the paths that name a part of this kind; no path names a step."""


@dataclass(frozen=True, slots=True)
class Renames:
    """Parts of one kind that got other ids in one save: the new id by the old one."""

    kind: Kind
    ids: Mapping[str, str]

    def id(self, name: Any) -> Any:
        """The id that `name` has now. `end` and `handoff` are never the id of a step (agent-format.md, "Next")."""
        if not isinstance(name, str) or (self.kind == "step" and name in RESERVED):
            return name
        return self.ids.get(name, name)


def in_names(renames: Renames, value: Any) -> Any:
    """A list of fields."""
    return [renames.id(name) for name in value] if renames.kind == "field" and isinstance(value, list) else value


def in_chain(renames: Renames, value: Any) -> Any:
    """The id of the flow that starts afterwards."""
    return renames.id(value) if renames.kind == "flow" else value


def in_bound(renames: Renames, value: Any) -> Any:
    """A minimum or maximum, which may be another field."""
    if renames.kind == "field" and isinstance(value, dict) and "field" in value:
        return {**value, "field": renames.id(value["field"])}
    return value


# Nexts


def in_next(renames: Renames, value: Any) -> Any:
    """Where a run goes: a bare word is a step, `end` or `handoff`."""
    if isinstance(value, dict):
        return {key: _in_next_part(renames, key, part) for key, part in value.items()}
    return renames.id(value) if renames.kind == "step" else value


def _in_next_part(renames: Renames, key: str, part: Any) -> Any:
    match key:
        case "step" | "flow":
            return renames.id(part) if key == renames.kind else part
        case "clear":
            return in_names(renames, part)
        case "set" | "input":
            return in_texts(renames, _in_keys(renames, part))
        case "say":
            return in_texts(renames, part)
    return part


def _in_keys(renames: Renames, part: Any) -> Any:
    """A mapping from fields to values."""
    if renames.kind == "field" and isinstance(part, dict):
        return {renames.id(name): value for name, value in part.items()}
    return part


# Conditions


def in_condition(renames: Renames, value: Any) -> Any:
    """A predicate: the paths that it reads."""
    if isinstance(value, dict):
        return {operator: _in_operand(renames, operator, operand) for operator, operand in value.items()}
    return value


def _in_operand(renames: Renames, operator: str, operand: Any) -> Any:
    if operator == "not":
        return in_condition(renames, operand)
    if operator in ("all", "any") and isinstance(operand, list):
        return [in_condition(renames, part) for part in operand]
    if operator in ("known", "missing") and isinstance(operand, list):
        return [_in_path(renames, path) for path in operand]
    if isinstance(operand, dict):
        return {_in_path(renames, path): expected for path, expected in operand.items()}
    return operand


def _in_path(renames: Renames, path: Any) -> Any:
    if not isinstance(path, str):
        return path
    names = path.split(".")
    at = _named_at(renames, names)
    return ".".join([*names[:at], renames.id(names[at]), *names[at + 1 :]]) if at is not None else path


def _named_at(renames: Renames, names: list[str]) -> int | None:
    """The index of the name in a path that is an id of this kind; what starts with no root is a field."""
    rooted = len(names) > 1 and names[0] in ROOTS
    if rooted:
        return 1 if names[0] == ROOT_OF.get(renames.kind) else None
    return 0 if renames.kind == "field" else None


# Texts


def in_texts(renames: Renames, value: Any) -> Any:
    """A template, or JSON with templates in it."""
    if isinstance(value, dict):
        return {name: in_texts(renames, item) for name, item in value.items()}
    if isinstance(value, list):
        return [in_texts(renames, item) for item in value]
    return _in_text(renames, value) if isinstance(value, str) else value


def _in_text(renames: Renames, text: str) -> str:
    try:
        pieces = list(expressions(text, TemplateError))
    except TemplateError:
        return text
    named = [token for piece in pieces if not isinstance(piece, str) for token in _naming(renames, piece)]
    for token in reversed(named):
        name = token.value if token.kind == "text" else token.text
        # a name in quotes keeps its quotes
        new = token.source.replace(str(name), renames.id(name))
        text = text[: token.position] + new + text[token.position + len(token.source) :]
    return text


def _naming(renames: Renames, tokens: list[Token]) -> Iterator[Token]:
    """The tokens of an expression that are ids of this kind: a path begins it, or stands in brackets."""
    for index, token in enumerate(tokens):
        if token.kind == "name" and (index == 0 or tokens[index - 1].text == "["):
            path = [token, *(tokens[index + 2 : index + 3] if tokens[index + 1].text in (".", "[") else ())]
            at = _named_at(renames, [part.text.strip("\"'") for part in path])
            if at is not None and path[at].kind in ("name", "text"):
                yield path[at]
