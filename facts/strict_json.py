"""JSON as RFC 8259 has it: Python also reads what no database and no peer takes, or reads as something else. Pure.

Refused are NaN and infinities, numbers that no double holds (1e999 would be an infinity, 1e-400 nothing), and a name
that stands twice in one object, of which the first value would be lost. -0.0 is 0.
"""

import json
import math
import re
from typing import NoReturn, cast

from facts.values import Json

_DIGIT = re.compile(r"[1-9]")


class Unkept(ValueError):
    """JSON of which something would be lost: `code` is `constant`, `number` or `twice`, `what` what stands there."""

    def __init__(self, code: str, what: str) -> None:
        super().__init__(f"{code}: {what[:20]}")
        self.code = code
        self.what = what[:100]


def read(text: str) -> Json:
    """The value that a text holds.

    Raises `Unkept`, ValueError for what is no JSON at all, RecursionError if it is nested too deeply.
    """
    return cast(Json, json.loads(text, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_once))


def read_loosely(text: str) -> Json:
    """As `read`, but of a name that stands twice the last value counts: models write so."""
    return cast(Json, json.loads(text, parse_constant=_refuse, parse_float=_finite))


def _finite(digits: str) -> float:
    number = float(digits)
    is_lost = number == 0 and _DIGIT.search(re.split("[eE]", digits)[0]) is not None
    if is_lost or not math.isfinite(number):
        raise Unkept("number", digits)
    return number or 0.0


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for name, value in pairs:
        if name in found:
            raise Unkept("twice", name)
        found[name] = value
    return found


def _refuse(word: str) -> NoReturn:
    raise Unkept("constant", word)
