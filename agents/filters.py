"""The filters of templates, and how a value without a filter is written for people. Pure.

A filter that does not fit its value leaves it as it is: a text is sent in any case, and a wrong filter is no reason to
say nothing.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, time
from decimal import Decimal, InvalidOperation
from typing import Any, Final, Literal, get_args

from babel.dates import format_date, format_time, get_datetime_format
from babel.lists import format_list
from babel.numbers import format_currency, format_decimal, format_percent

from facts.languages import YES_NO, base
from facts.languages import locale as locale_of
from facts.values import Json

Width = Literal["short", "medium", "long", "full"]
WIDTHS: Final = get_args(Width)


@dataclass(frozen=True, slots=True)
class FilterSpec:
    """A filter: how it is written, what it does, and whether it takes these arguments."""

    usage: str
    apply: Callable[..., Any]
    takes: Callable[[tuple[Json, ...]], bool]


def as_text(value: Any, language: str) -> str:
    """A value for people: dates stay ISO, yes and no in the language, lists as an enumeration, nothing for null."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return YES_NO[base(language)][not value][0]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, (list, tuple)):
        return format_list([as_text(item, language) for item in value], locale=locale_of(language))
    if isinstance(value, Mapping):
        # By name: stored JSON does not keep the order of names, and a replayed turn must say the same.
        return ", ".join(f"{name}: {as_text(item, language)}" for name, item in sorted(value.items()))
    return str(value)


# Dates and times


def _moment(value: Any) -> datetime | None:
    """The date and time of an ISO text; midnight for a date."""
    with suppress(ValueError, TypeError):
        return datetime.fromisoformat(value)
    return None


def _date(value: Any, language: str, width: Width = "long") -> Any:
    moment = _moment(value)
    return value if moment is None else format_date(moment.date(), width, locale_of(language))


def _time(value: Any, language: str, width: Width = "short") -> Any:
    with suppress(ValueError, TypeError):
        return format_time(time.fromisoformat(value).replace(tzinfo=None), width, locale=locale_of(language))
    moment = _moment(value)
    return value if moment is None else format_time(moment.time(), width, locale=locale_of(language))


def _datetime(value: Any, language: str, width: Width = "long") -> Any:
    """Day and time as they are written; the offset is not shown."""
    moment = _moment(value)
    if moment is None:
        return value
    locale = locale_of(language)
    joined = str(get_datetime_format(width, locale)).replace("'", "")
    return joined.format(format_time(moment.time(), "short", locale=locale), format_date(moment.date(), width, locale))


# Numbers


DIGITS: Final = 20
"""A number of more digits is shown as it stands: a decimal has room for 28, some of them behind the point."""


def _number_of(value: Any) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    with suppress(InvalidOperation):
        number = Decimal(str(value))
        return number if number.is_finite() and number.adjusted() < DIGITS else None
    return None


def _number(value: Any, language: str, digits: int | None = None) -> Any:
    number = _number_of(value)
    if number is None:
        return value
    pattern = None if digits is None else "#,##0" + ("." + "0" * digits if digits else "")
    return format_decimal(number, pattern, locale=locale_of(language))


def _money(value: Any, language: str, currency: str = "") -> Any:
    number = _number_of(value)
    if number is None:
        return value
    return format_currency(number, currency, locale=locale_of(language)) if currency else _number(value, language, 2)


def _percent(value: Any, language: str) -> Any:
    number = _number_of(value)
    return value if number is None else format_percent(number, locale=locale_of(language))


# Texts and lists


def _on_text(change: Callable[[str], str]) -> Callable[..., Any]:
    def apply(value: Any, language: str) -> Any:
        return change(as_text(value, language))

    return apply


def _capitalized(text: str) -> str:
    """Only the first letter is raised: what follows keeps its case ("VAT number")."""
    return text[:1].upper() + text[1:]


def _titled(text: str) -> str:
    return " ".join(_capitalized(word) for word in text.split(" "))


def _join(value: Any, language: str, separator: str = ", ") -> Any:
    return separator.join(as_text(item, language) for item in value) if isinstance(value, (list, tuple)) else value


def _end(index: int) -> Callable[..., Any]:
    def apply(value: Any, _language: str) -> Any:
        return (value[index] if value else None) if isinstance(value, (list, tuple)) else value

    return apply


def _length(value: Any, _language: str) -> Any:
    return len(value) if isinstance(value, (str, list, tuple, Mapping)) else value


def _unchanged(value: Any, _language: str, _default: Json) -> Any:
    """`default` is applied where a missing value is noticed; a value that is there stays."""
    return value


# What a filter may be given


def _nothing(arguments: tuple[Json, ...]) -> bool:
    return not arguments


def _one_value(arguments: tuple[Json, ...]) -> bool:
    return len(arguments) == 1


def _maybe_text(arguments: tuple[Json, ...]) -> bool:
    return not arguments or (len(arguments) == 1 and isinstance(arguments[0], str))


def _maybe_width(arguments: tuple[Json, ...]) -> bool:
    return not arguments or (len(arguments) == 1 and arguments[0] in WIDTHS)


def _maybe_currency(arguments: tuple[Json, ...]) -> bool:
    return not arguments or (
        len(arguments) == 1 and isinstance(arguments[0], str) and bool(re.fullmatch("[A-Z]{3}", arguments[0]))
    )


def _maybe_digits(arguments: tuple[Json, ...]) -> bool:
    return not arguments or (len(arguments) == 1 and type(arguments[0]) is int and 0 <= arguments[0] <= 6)


FILTERS: Final[Mapping[str, FilterSpec]] = {
    "date": FilterSpec("date or date('short')", _date, _maybe_width),
    "time": FilterSpec("time or time('medium')", _time, _maybe_width),
    "datetime": FilterSpec("datetime or datetime('short')", _datetime, _maybe_width),
    "number": FilterSpec("number or number(2)", _number, _maybe_digits),
    "money": FilterSpec("money or money('CHF')", _money, _maybe_currency),
    "percent": FilterSpec("percent", _percent, _nothing),
    "upper": FilterSpec("upper", _on_text(str.upper), _nothing),
    "lower": FilterSpec("lower", _on_text(str.lower), _nothing),
    "capitalize": FilterSpec("capitalize", _on_text(_capitalized), _nothing),
    "title": FilterSpec("title", _on_text(_titled), _nothing),
    "trim": FilterSpec("trim", _on_text(str.strip), _nothing),
    "default": FilterSpec("default('text')", _unchanged, _one_value),
    "join": FilterSpec("join or join(', ')", _join, _maybe_text),
    "first": FilterSpec("first", _end(0), _nothing),
    "last": FilterSpec("last", _end(-1), _nothing),
    "length": FilterSpec("length", _length, _nothing),
}
