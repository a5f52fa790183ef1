"""How a value stands in an input of many parts, and how it is read from them again. Pure.

A shape takes a value apart (`show`) and puts it together (`read`). What it cannot show so that a browser would post the
same value again is shown as JSON (`shown`): nothing is lost, and nothing is changed that nobody touched.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias

from agents.columns import canonical
from facts.values import Json

Parts: TypeAlias = Mapping[str, tuple[str, ...]]
"""What a browser posts of an input: texts by the name of the part, without the input's own name."""
Row: TypeAlias = dict[str, tuple[str, ...]]
View: TypeAlias = dict[str, Any]

NOTHING: Final[tuple[Json, ...]] = (None, "", [], {})
"""What an empty column holds."""


class Refused(Exception):
    """Parts that make no value. The text says what to do; it is translated when it is shown."""

    def __init__(self, text: Any, /, **params: object) -> None:
        super().__init__(text)
        self.text = text
        self.params = params

    def said(self) -> str:
        """The sentence for people, in the language that is active."""
        return str(self.text) % self.params if self.params else str(self.text)


class Shape:
    """How values of one column are taken apart. `areas` are the parts that are text areas, by the end of their names.

    `follows` names the sibling column that says how it looks, `given` is what that one holds.
    """

    template: ClassVar[str] = ""
    areas: ClassVar[frozenset[str]] = frozenset()
    groups: ClassVar[Mapping[str, str]] = {"rows": ""}
    """Where the view has rows of parts, and what begins the names of these (`set_` of `set_0_name`)."""
    follows: ClassVar[str] = ""
    as_text: ClassVar[bool] = False
    """Whether the column keeps a text, so that it is shown as such where others are shown as JSON."""
    given: Any = ""

    def show(self, value: Json) -> Parts | None:
        """The parts of a value; None if there are none for it."""
        raise NotImplementedError

    def read(self, parts: Parts) -> Json:
        """The value that the parts make. Raises Refused."""
        raise NotImplementedError

    def given_in(self, data: Mapping[str, Any], prefix: str) -> Any:
        """What a page that was posted has in the column that is followed; None if it has no such input."""
        return data.get(prefix + self.follows) if self.follows else None

    def meaning(self, value: Json) -> Json:
        """The value in the one spelling that all with its meaning share."""
        return value

    def view(self, parts: Parts) -> View:
        """What the template draws."""
        raise NotImplementedError


def is_nothing(value: Any) -> bool:
    """Whether a column with this value is empty. `0` and `false` are values."""
    return any(type(value) is type(one) and value == one for one in NOTHING)


def is_same(one: Json, other: Json) -> bool:
    """Whether two values are stored as the same text."""
    return (is_nothing(one) and is_nothing(other)) or canonical(one) == canonical(other)


def shown(shape: Shape, value: Json) -> Parts | None:
    """The parts of a value, if a browser that posts them unchanged posts the same meaning; else None."""
    parts = shape.show(value)
    try:
        if parts is None or not is_same(
            in_order(shape.meaning(shape.read(_posted(shape, parts)))), in_order(shape.meaning(value))
        ):
            return None
    except Refused:
        return None
    return parts


def in_order(value: Json) -> Json:
    """Mappings by their names: parts have an order of their own, and what nobody touched is not put together anew."""
    return json.loads(json.dumps(value, sort_keys=True))


def _posted(shape: Shape, parts: Parts) -> Parts:
    """What a browser makes of the parts. Raises Refused for a sign that none keeps."""
    return {name: tuple(_kept(text, name.rpartition("_")[2] in shape.areas) for text in parts[name]) for name in parts}


def _kept(text: str, in_area: bool) -> str:
    if any(unicodedata.category(sign) == "Cc" and sign not in "\r\n\t" for sign in text):
        raise Refused("a control character")
    return lined(text) if in_area else re.sub(r"[\r\n]", "", text)


def lined(text: str) -> str:
    """A text with its lines ended as we keep them: browsers post CRLF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def first(parts: Mapping[str, tuple[str, ...]], name: str, default: str = "") -> str:
    """The text of a part that is there once."""
    return parts[name][0] if parts.get(name) else default


def rows(parts: Parts, group: str = "") -> list[Row]:
    """The rows of a group (`set_0_name`), or those without one (`0_path`), in the order of their numbers."""
    found: dict[int, Row] = {}
    for name, texts in parts.items():
        if match := re.fullmatch(rf"{group}(\d{{1,4}})_(\w+)", name, re.ASCII):
            found.setdefault(int(match[1]), {})[match[2]] = texts
    return [found[number] for number in sorted(found)]


def numbered(found: list[Row], group: str = "") -> dict[str, tuple[str, ...]]:
    """Rows as parts."""
    return {f"{group}{number}_{name}": texts for number, row in enumerate(found) for name, texts in row.items()}
