"""The one form of each scalar type (T6): what may become it, and how it is written. Pure.

Every function takes a raw JSON value and a language, returns the value in its form, and raises ValueError with a
sentence that does not repeat the value.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date as Date
from datetime import datetime as Datetime
from datetime import time as Time
from functools import lru_cache
from typing import Any

from facts import contacts, numerals
from facts.folding import fold
from facts.languages import YES_NO, base

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_TIME = re.compile(r"\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?", re.ASCII)
_DATETIME = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?", re.ASCII)


def string(raw: Any, _language: str) -> str:
    """A text as it is."""
    if not isinstance(raw, str):
        raise ValueError("must be a text")
    return raw


def number(raw: Any, language: str) -> int | float:
    """A finite number from a number or a numeric text; whole ones become int, so that one number has one form."""
    if isinstance(raw, str):
        value = numerals.read(raw, language)
        value = numerals.machine(raw) if value is None else value
    else:
        value = None if isinstance(raw, bool) or not isinstance(raw, (int, float)) else numerals.plain(raw)
    if value is None:
        raise ValueError("must be a number")
    return value


def integer(raw: Any, language: str) -> int:
    """A whole number; `2.0` is one."""
    value = number(raw, language)
    if not isinstance(value, int):
        raise ValueError("must be a whole number")
    return value


def boolean(raw: Any, language: str) -> bool:
    """True or false, from themselves, their names, or the language's yes and no."""
    if isinstance(raw, bool):
        return raw
    answer = _answers(base(language)).get(fold(raw)) if isinstance(raw, str) else None
    if answer is None:
        raise ValueError("must be yes or no")
    return answer


def date(raw: Any, _language: str) -> str:
    """A day from ISO 8601: `2026-03-06`."""
    text = _iso(raw, _DATE, "must be a date like 2026-03-06")
    return Date.fromisoformat(text).isoformat()


def time(raw: Any, _language: str) -> str:
    """A time of day from ISO 8601, without seconds: `19:00`."""
    text = _iso(raw, _TIME, "must be a time like 19:00")
    return Time.fromisoformat(text).isoformat("minutes")


def datetime(raw: Any, _language: str) -> str:
    """A moment from ISO 8601, to the second: `2026-03-06T19:00:00+01:00`; an offset is kept, none is invented."""
    text = _iso(raw, _DATETIME, "must be a date and time like 2026-03-06T19:00")
    return Datetime.fromisoformat(text.upper()).isoformat(timespec="seconds")


def email(raw: Any, _language: str) -> str:
    """An e-mail address."""
    return _written(raw, contacts.email, "must be an e-mail address")


def phone(raw: Any, _language: str) -> str:
    """A phone number as digits."""
    return _written(raw, contacts.phone, "must be a phone number")


def url(raw: Any, _language: str) -> str:
    """A web address."""
    return _written(raw, contacts.url, "must be a web address")


FORMS: Mapping[str, Callable[[Any, str], Any]] = {
    "string": string,
    "integer": integer,
    "number": number,
    "boolean": boolean,
    "date": date,
    "time": time,
    "datetime": datetime,
    "email": email,
    "phone": phone,
    "url": url,
}


@lru_cache(maxsize=8)
def _answers(language: str) -> dict[str, bool]:
    yes, no = YES_NO[language]
    return {"true": True, "false": False, **{fold(word): True for word in yes}, **{fold(word): False for word in no}}


def _iso(raw: Any, pattern: re.Pattern[str], message: str) -> str:
    text = raw.strip() if isinstance(raw, str) else ""
    if not pattern.fullmatch(text):
        raise ValueError(message)
    return text


def _written(raw: Any, normalise: Callable[[str], str | None], message: str) -> str:
    value = normalise(raw) if isinstance(raw, str) else None
    if value is None:
        raise ValueError(message)
    return value
