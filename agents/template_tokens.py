"""The text of a template cut into pieces: plain text, and the tokens of each expression. Pure."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from agents.problem import gettext_noop
from facts.values import Json

Refusal = Callable[[str, int], Exception]
"""Makes the error to raise from a sentence and a position."""


@dataclass(frozen=True, slots=True)
class Token:
    """A name, a constant (`value`), a sign, or the end of the expression, with its position in the whole text."""

    kind: Literal["name", "text", "number", "sign", "end"]
    text: str
    position: int
    value: Json = None
    source: str = ""


TOKEN: Final = re.compile(
    r"""(?P<space>\s+)
      | (?P<number>-?\d+(?:\.\d+)?(?![\w.]))
      | (?P<name>[^\W\d][\w-]*|\d+)
      | (?P<text>"[^"]*"|'[^']*')
      | (?P<sign>[.|()\[\],])""",
    re.VERBOSE,
)


def expressions(text: str, refuse: Refusal) -> Iterator[str | list[Token]]:
    """The pieces of a text in order: plain text, or the tokens of an expression. Raises what `refuse` makes."""
    at = 0
    if (statement := text.find("{%")) >= 0:
        raise refuse(gettext_noop("{% … %} is not possible: a text may only hold expressions in {{ and }}."), statement)
    while (start := text.find("{{", at)) >= 0:
        if start > at:
            yield text[at:start]
        tokens, at = _tokens(text, start + 2, refuse)
        yield tokens
    if at < len(text):
        yield text[at:]


def _tokens(text: str, at: int, refuse: Refusal) -> tuple[list[Token], int]:
    """The tokens from `at` to the closing braces, and the position after these."""
    found: list[Token] = []
    start = at
    while not text.startswith("}}", at):
        match = TOKEN.match(text, at)
        if match is None:
            if "}}" not in text[at:]:
                raise refuse(gettext_noop("“{{” is not closed by “}}”."), start - 2)
            raise refuse(gettext_noop("Only a path and filters go between {{ and }}."), at)
        if match.lastgroup != "space":
            found.append(_token(match, at))
        at = match.end()
    return [*found, Token("end", "", at)], at + 2


def _token(match: "re.Match[str]", at: int) -> Token:
    source = match.group()
    if match.lastgroup == "text":
        return Token("text", source[1:-1], at, source[1:-1], source)
    if match.lastgroup == "number":
        return Token("number", source, at, float(source) if "." in source else int(source), source)
    return Token("sign" if match.lastgroup == "sign" else "name", source, at, source, source)
