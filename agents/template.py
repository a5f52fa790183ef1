"""Templates: text with `{{ path | filter }}`, and nothing else of a template language. Pure.

There are no statements, calls, tests or arithmetic, so a template of staff can neither loop nor reach anything but the
values of the scope. What a value holds is never read as a template again. The filters stand in `agents.filters`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from agents.filters import FILTERS, as_text
from agents.paths import MISSING, Scope, is_empty, parts, reach
from agents.problem import Malformed, gettext_noop
from agents.template_tokens import Token, expressions
from facts import keys
from facts.values import Json


class TemplateError(Malformed):
    """A text that is no template. `position` is the index of the fault in the text, from 0."""

    def __init__(self, text: str, position: int, /, **params: object) -> None:
        super().__init__(text, **params)
        self.position = position


@dataclass(frozen=True)
class Path:
    """The path of an expression. A part in brackets is a path itself, read first: `facts[run.key]`."""

    parts: "tuple[str | Path, ...]"
    source: str

    @cached_property
    def names(self) -> tuple[str, ...] | None:
        """Its parts, None if one of them is known only when it is rendered."""
        fixed = tuple(part for part in self.parts if isinstance(part, str))
        return fixed if len(fixed) == len(self.parts) else None


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter with its arguments, which are constants."""

    name: str
    arguments: tuple[Json, ...] = ()


@dataclass(frozen=True, slots=True)
class Expression:
    """What stands between `{{` and `}}`."""

    path: Path
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True)
class Template:
    """A parsed text: pieces of text and expressions, in order."""

    source: str
    parts: tuple[str | Expression, ...]

    @cached_property
    def is_constant(self) -> bool:
        """Whether it has no expression, so that it renders as it stands."""
        return not any(isinstance(part, Expression) for part in self.parts)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Every path that it reads, in order."""
        expressions = (part for part in self.parts if isinstance(part, Expression))
        return tuple(name for expression in expressions for name in _path_names(expression.path))


Quote: TypeAlias = Callable[[str, str], str]
"""How a text of the scope is written into a prompt, given the path it was read from and the text for people."""

Tree: TypeAlias = "Json | Template | list[Tree] | dict[str, Tree]"
"""JSON in which every text that holds an expression is a `Template`."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A rendered text, and the paths that had no value, each once."""

    text: str
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A value that a tree came to, and the paths that had no value, each once."""

    value: Json
    missing: tuple[str, ...] = ()


# What a template comes to


def render(template: Template, scope: Scope, language: str, *, quote: Quote | None = None) -> Rendered:
    """The text for people, in `language`. What is missing renders as nothing and is reported; never raises.

    With `quote` the text is for a model: what may hold somebody's words stands in it as `quote` writes it, so that it
    is read as data among the author's own words. Numbers, yes and no, and an author's `default` are nobody's words.
    """
    missing: list[str] = []
    texts = [
        part if isinstance(part, str) else _text(part, scope, language, missing=missing, quote=quote)
        for part in template.parts
    ]
    return Rendered("".join(texts), tuple(dict.fromkeys(missing)))


def _text(expression: Expression, scope: Scope, language: str, *, missing: list[str], quote: Quote | None) -> str:
    found = _evaluate(expression, scope, language, missing)
    text = as_text(found, language)
    if quote is None or not (_may_hold_words(found) and _may_hold_words(_reach(expression.path, scope))):
        return text
    return quote(".".join(expression.path.names or (expression.path.source,)), text)


def _may_hold_words(value: Any) -> bool:
    return isinstance(value, (str, list, tuple, Mapping))


def value(tree: Any, scope: Scope, language: str) -> Evaluated:
    """The JSON that a tree comes to: a text that is exactly one expression keeps its type; missing is null."""
    missing: list[str] = []
    return Evaluated(_value(tree, scope, language, missing), tuple(dict.fromkeys(missing)))


def _value(tree: Any, scope: Scope, language: str, missing: list[str]) -> Any:
    if isinstance(tree, Template):
        if len(tree.parts) == 1 and isinstance(tree.parts[0], Expression):
            return _evaluate(tree.parts[0], scope, language, missing)
        rendered = render(tree, scope, language)
        missing.extend(rendered.missing)
        return rendered.text
    if isinstance(tree, Mapping):
        return {name: _value(item, scope, language, missing) for name, item in tree.items()}
    if isinstance(tree, (list, tuple)):
        return [_value(item, scope, language, missing) for item in tree]
    return tree


def _evaluate(expression: Expression, scope: Scope, language: str, missing: list[str]) -> Any:
    """The value of an expression after its filters; null, and its path in `missing`, when there is none."""
    found = _reach(expression.path, scope)
    found = None if found is MISSING else found
    for filter_ in expression.filters:
        if filter_.name == "default":
            found = filter_.arguments[0] if is_empty(found) else found
        elif found is not None:
            found = FILTERS[filter_.name].apply(found, language, *filter_.arguments)
    if found is None:
        missing.append(expression.path.source)
    return found


def _reach(path: Path, scope: Scope) -> Any:
    return _reach_computed(path, scope) if path.names is None else reach(scope, path.names)


def _reach_computed(path: Path, scope: Scope) -> Any:
    names = []
    for part in path.parts:
        name = part if isinstance(part, str) else _reach(part, scope)
        if isinstance(name, bool) or not isinstance(name, (str, int)):
            return MISSING
        names.append(str(name))
    found = reach(scope, names)
    if found is MISSING and names[0] == "facts":
        return reach(scope, ["facts", keys.normalise(".".join(names[1:]))])
    return found


# What a template reads


def paths(tree: Any) -> tuple[str, ...]:
    """Every path that a template or a tree reads, with its root, each once, first seen first.

    Of `facts[run.key]` only `run.key` is known before it is rendered.
    """
    return tuple(dict.fromkeys(_paths(tree)))


def _paths(tree: Any) -> Sequence[str]:
    if isinstance(tree, Template):
        return tree.paths
    if isinstance(tree, Mapping):
        tree = list(tree.values())
    return [found for item in tree for found in _paths(item)] if isinstance(tree, (list, tuple)) else []


def _path_names(path: Path) -> list[str]:
    inner = [found for part in path.parts if isinstance(part, Path) for found in _path_names(part)]
    fixed = [part for part in path.parts if isinstance(part, str)]
    return inner if inner else [".".join(fixed)]


# How a text is read


def parse(text: str) -> Template:
    """The template of a text. Raises TemplateError."""
    found: list[str | Expression] = []
    for piece in expressions(text, TemplateError):
        found.append(piece if isinstance(piece, str) else _Reader(piece).expression())
    return Template(text, tuple(found))


def parse_tree(document: Any) -> Any:
    """JSON with every text that holds an expression parsed. Raises TemplateError."""
    if isinstance(document, str):
        return parse(document) if "{{" in document or "{%" in document else document
    if isinstance(document, Mapping):
        return {name: parse_tree(item) for name, item in document.items()}
    if isinstance(document, (list, tuple)):
        return [parse_tree(item) for item in document]
    return document


class _Reader:
    """Reads one expression from its tokens, the last of which is the end."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self, text: str) -> bool:
        """Go past the sign `text` if it is next."""
        if self.token.kind == "sign" and self.token.text == text:
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.take(text):
            raise self.unexpected()

    def unexpected(self) -> TemplateError:
        token = self.token
        if token.kind == "end":
            return TemplateError(gettext_noop("An expression between {{ and }} is not complete."), token.position)
        return TemplateError(
            gettext_noop("“%(text)s” may not stand here: only a path and filters go between {{ and }}."),
            token.position,
            text=token.text,
        )

    def expression(self) -> Expression:
        path = self.path()
        filters = []
        while self.take("|"):
            filters.append(self.filter())
        if self.token.kind != "end":
            raise self.unexpected()
        return Expression(path, tuple(filters))

    def path(self) -> Path:
        start = self.at
        found: list[str | Path] = [self.name()]
        while self.token.text in (".", "[") and self.token.kind == "sign":
            found.append(self.name() if self.take(".") else self.subscript())
        source = "".join(token.source for token in self.tokens[start : self.at])
        if len(found) == 1 or isinstance(found[1], str):
            rooted = parts(".".join(part for part in found[:2] if isinstance(part, str)))
            return Path((*rooted, *found[2:]), source)
        return Path(tuple(found), source)

    def subscript(self) -> "str | Path":
        self.expect("[")
        token = self.token
        if token.kind in ("text", "number"):
            self.at += 1
            found: str | Path = str(token.value)
        else:
            found = self.path()
        self.expect("]")
        return found

    def name(self) -> str:
        token = self.token
        if token.kind != "name" and not (token.kind == "number" and isinstance(token.value, int) and self.at):
            raise self.unexpected()
        self.at += 1
        return token.text

    def filter(self) -> Filter:
        token = self.token
        name = self.name()
        if name not in FILTERS:
            raise TemplateError(
                gettext_noop("There is no filter “%(name)s”; there are %(filters)s."),
                token.position,
                name=name,
                filters=", ".join(FILTERS),
            )
        arguments = self.arguments() if self.take("(") else ()
        if not FILTERS[name].takes(arguments):
            raise TemplateError(
                gettext_noop("The filter “%(name)s” is written %(usage)s."),
                token.position,
                name=name,
                usage=FILTERS[name].usage,
            )
        return Filter(name, arguments)

    def arguments(self) -> tuple[Json, ...]:
        found: list[Json] = []
        while not self.take(")"):
            if found:
                self.expect(",")
            token = self.token
            if token.kind not in ("text", "number", "name") or (token.kind == "name" and token.text not in _CONSTANTS):
                raise self.unexpected()
            found.append(_CONSTANTS[token.text] if token.kind == "name" else token.value)
            self.at += 1
        return tuple(found)


_CONSTANTS: Mapping[str, Json] = {"true": True, "false": False}
