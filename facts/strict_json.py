"""JSON as RFC 8259 has it: Python also reads NaN and infinities, which no database and no peer takes. Pure.

A number that is too large to be one, such as 1e999, would become an infinity and is refused as well.
"""

import json
import math
from typing import NoReturn, cast

from facts.values import Json


def read(text: str) -> Json:
    """The value that a text holds. Raises ValueError for what is no JSON, RecursionError if it is nested too deeply."""
    return cast(Json, json.loads(text, parse_constant=_refuse, parse_float=_finite))


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _refuse(digits)


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"JSON has no {word[:20]}")
