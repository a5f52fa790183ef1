"""Writes documents as YAML that every reader reads the same. Pure.

Texts that YAML 1.1 would take for something else (`on`, `yes`, `12:30`, dates) stand in quotes, long texts and those
of several lines in block style. `read(write(document)).value` is the document again, the order of keys included.
"""

import io
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

from facts.values import Json

LONG: Final = 100
"""Characters from which on a text is written as a block, and a list or mapping over several lines."""

BRACES: Final = frozenset(
    [
        "if",
        "skip_if",
        "then",
        "else",
        "on_fail",
        "on_stuck",
        "on_end",
        "input",
        "set",
        "save",
        "quiet",
        "wait",
        "minimum",
        "maximum",
        "items",
    ]
)
"""Keys whose mappings are written in braces as long as they are short."""

PLAIN: Final = re.compile(r"[0-9]+[smhd]|[A-Za-zÀ-ÖØ-öø-ÿ](?:[\w ,.;/()'’“”«»?!€$+=-]|:(?=\w))*(?<! )")
"""Texts that need no quotes anywhere, also within braces save for `,`, which is looked at apart."""

READ_OTHERWISE: Final = re.compile(
    r"y|n|yes|no|on|off|true|false|null|[-+.]?(inf|nan)|0x[0-9a-f]*|[0-9_:.e+-]*|.*(: | #).*", re.IGNORECASE
)
"""Texts that some reader of YAML takes for something else."""

BLOCK: Final = re.compile(r"(?! )[^\x00-\x09\x0b-\x1f\x7f-\xa0\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]+")
"""Texts that a block holds as they are: nothing but spaces and newlines beside what can be seen."""


def write(document: Json) -> str:
    """The document as YAML text. Raises ValueError for a number that JSON does not have."""
    return _written(json.dumps(document, allow_nan=False))


@lru_cache(maxsize=16)
def _written(text: str) -> str:
    """What a document says that is given as JSON: a large one takes long, and a page may show it in several places."""
    yaml = YAML(typ="rt", pure=True)
    yaml.width = 1_000_000
    yaml.allow_unicode = True
    yaml.indent(mapping=2, sequence=4, offset=2)
    out = io.StringIO()
    yaml.dump(_styled(json.loads(text), within_braces=False), out)
    return out.getvalue().removesuffix("...\n")


def _styled(value: Any, *, within_braces: bool) -> Any:
    """The value in the classes by which ruamel chooses a style."""
    if isinstance(value, str):
        return _text(value, within_braces=within_braces)
    if isinstance(value, Mapping):
        return _mapping(value, within_braces=within_braces)
    if isinstance(value, (list, tuple)):
        return _sequence(value, within_braces=within_braces)
    return value


def _mapping(value: Mapping[str, Any], *, within_braces: bool) -> CommentedMap:
    found = CommentedMap()
    for key, item in value.items():
        short = within_braces or (key in BRACES and isinstance(item, Mapping) and _fits_braces(item))
        found[_text(key, within_braces=True)] = _styled(item, within_braces=short)
    if within_braces or not value:
        found.fa.set_flow_style()
    return found


def _fits_braces(value: Mapping[str, Any]) -> bool:
    """Whether a mapping is short and holds no sentence, which is safer in a line of its own."""
    written = json.dumps(value, ensure_ascii=False)
    sentences = re.sub(r"\{\{.*?\}\}", "", written.replace('": ', '":').replace(", ", ","))
    return len(written) < LONG and " " not in sentences and "\\" not in written


def _sequence(value: Any, *, within_braces: bool) -> CommentedSeq:
    """A list in brackets when it is a short one of single values, else an entry a line."""
    short = within_braces or _is_short(value)
    found = CommentedSeq([_styled(item, within_braces=short) for item in value])
    if short:
        found.fa.set_flow_style()
    return found


def _is_short(items: Any) -> bool:
    single = all(item is None or isinstance(item, (str, int, float)) for item in items)
    return single and sum(len(str(item)) + 2 for item in items) < LONG and not any("\n" in str(item) for item in items)


def _text(text: str, *, within_braces: bool) -> Any:
    if not within_braces and (len(text) > LONG or "\n" in text) and _fits_block(text):
        return LiteralScalarString(text)
    plain = PLAIN.fullmatch(text) and not READ_OTHERWISE.fullmatch(text) and not (within_braces and "," in text)
    return text if plain else DoubleQuotedScalarString(text)


def _fits_block(text: str) -> bool:
    """Whether a block keeps the text exactly: no spaces at the ends of lines, one newline at most at its end."""
    lines = text.removesuffix("\n").split("\n")
    return bool(BLOCK.fullmatch(text)) and bool(lines[0]) and bool(lines[-1]) and all(x == x.rstrip() for x in lines)
