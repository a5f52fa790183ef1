"""Values written for people, by Babel. Pure."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from decimal import InvalidOperation

from babel import Locale
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.numbers import format_decimal

from facts.languages import YES_NO, base, locale
from facts.values import Json


def show(value: Json, language: str, type_name: str | None = None) -> str:
    """The value in words of the language: long dates, the language's numbers, yes or no, lists with an "and".

    `type_name` is a type of `ValueType`; without it a text is shown as it stands. A text that is not of its type is
    shown as it stands, too. Nothing is shown for None.
    """
    if isinstance(value, bool):
        return YES_NO[base(language)][0 if value else 1][0]
    if isinstance(value, (int, float)):
        return _number(value, locale(language))
    if isinstance(value, str):
        return _text(value, locale(language), type_name)
    if isinstance(value, Mapping):
        # By name: stored JSON does not keep the order of names, and a replayed turn must say the same.
        return ", ".join(f"{name}: {show(item, language)}" for name, item in sorted(value.items()))
    parts = [show(item, language) for item in value or ()]
    return format_list(parts, locale=locale(language)) if parts else ""


def _number(value: int | float, where: Locale) -> str:
    """The number with the language's signs; one of more digits than a decimal holds as it stands."""
    try:
        return format_decimal(value, locale=where)
    except InvalidOperation:
        return str(value)


def _text(value: str, where: Locale, type_name: str | None) -> str:
    try:
        return _SHOWN[type_name](value, where) if type_name in _SHOWN else value
    except ValueError:
        return value


def _moment(value: str, where: Locale) -> str:
    moment = datetime.fromisoformat(value)
    day = format_date(moment.date(), "long", locale=where)
    return f"{day}, {format_time(moment.time(), 'short', locale=where)}"


_SHOWN: Mapping[str | None, Callable[[str, Locale], str]] = {
    "date": lambda value, where: format_date(date.fromisoformat(value), "long", locale=where),
    "time": lambda value, where: format_time(time.fromisoformat(value), "short", locale=where),
    "datetime": _moment,
}
