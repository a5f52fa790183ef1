"""The words that go when a key is forgotten (F20): where they stand in texts and values, what is left. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from facts.folding import fold, quoted, stands
from facts.languages import YES_NO
from facts.showing import show
from facts.values import Json

_PHONE = re.compile(r"(?=(?:\D*\d){7,15}\D*$)\(?(?:\+|0)[\d\s()./-]+")
_BETWEEN = r"(?:\(0\)|[\s()./-])*"
_FREE = r"(?<!\d)(?:{})(?!\d)"
_TYPES = ("string", "date", "time", "datetime")
_PLAIN = frozenset(fold(word) for answers in YES_NO.values() for words in answers for word in words)


class Gone:
    """In place of a value of which nothing is left."""


GONE: Final = Gone()


class Words:
    """What was said under a key: its values, as they are stored and as they are shown, and the quotes.

    Letters are compared without case and accents, as values are (F6). `languages` are those, besides the built-in six,
    in which values were shown. A plain yes or no is nobody's own word: neither a quote that is no more than that nor a
    boolean is looked for.
    """

    def __init__(self, values: Iterable[Json], quotes: Iterable[str], languages: Iterable[str] = ()) -> None:
        leaves = [leaf for value in values for leaf in _leaves(value)]
        self._numbers = {leaf for leaf in leaves if not isinstance(leaf, str)}
        written = [leaf for leaf in leaves if isinstance(leaf, str)]
        shown = (show(leaf, tongue, name) for leaf in written for tongue in {*YES_NO, *languages} for name in _TYPES)
        self._phones = frozenset(filter(None, map(_phone, written)))
        self._texts = {text for text in map(fold, (*written, *shown, *quotes)) if text} - _PLAIN

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and self._looked_for() == other._looked_for()

    def __hash__(self) -> int:
        return hash(frozenset(self._texts))

    def _looked_for(self) -> tuple[object, ...]:
        return self._texts, self._numbers, self._phones

    def __bool__(self) -> bool:
        return bool(self._texts or self._numbers)

    def stand_in(self, text: str) -> bool:
        """Whether any of them stands in the text, at word boundaries; how a phone number is spaced does not matter."""
        hay = fold(text)
        return (
            any(word in hay and quoted(word, hay) for word in self._texts)
            or any(stands(number, text) for number in self._numbers)
            or any(re.search(phone, hay) for phone in self._phones)
        )

    def are_in(self, value: Json) -> bool:
        """Whether any of them stands anywhere in a JSON value."""
        return self.without(value) is not value

    def without(self, value: Json) -> "Json | Gone":
        """The value without the parts that hold them: the same object where none does, `GONE` if nothing is left."""
        if isinstance(value, Mapping):
            left = {name: self.without(item) for name, item in value.items()}
            if all(item is value[name] for name, item in left.items()):
                return value
            return {name: item for name, item in left.items() if not isinstance(item, Gone)} or GONE
        if isinstance(value, list | tuple):
            items = [self.without(item) for item in value]
            if all(item is old for item, old in zip(items, value, strict=True)):
                return value
            return [item for item in items if not isinstance(item, Gone)] or GONE
        return GONE if self._is_word(value) else value

    def _is_word(self, leaf: Json) -> bool:
        if isinstance(leaf, bool) or leaf is None:
            return False
        return self.stand_in(leaf) if isinstance(leaf, str) else leaf in self._numbers


def _phone(text: str) -> str:
    """A pattern of the phone number however it is spaced, with or without the country; empty where it is none."""
    if not _PHONE.fullmatch(fold(text)):
        return ""
    digits = re.sub(r"\D", "", text.replace("(0)", ""))
    abroad = text.strip().startswith("+") or digits.startswith("00")
    return _FREE.format("|".join(_spaced(way) for way in (_from_abroad(digits) if abroad else _at_home(digits))))


def _from_abroad(digits: str) -> list[str]:
    """The number with its country, and as it is dialled there: a country's own number has one to three digits."""
    whole = digits.removeprefix("00")
    return [whole, f"00{whole}", *(f"0{whole[country:]}" for country in (1, 2, 3))]


def _at_home(digits: str) -> list[str]:
    """The number as it is, and after any country."""
    return [digits, *(f"{'.' * country}{digits[1:]}" for country in (1, 2, 3) if digits.startswith("0"))]


def _spaced(digits: str) -> str:
    """The digits with anything between them that numbers are written with."""
    return _BETWEEN.join("\\d" if digit == "." else digit for digit in digits)


def _leaves(value: Json) -> Iterator[str | int | float]:
    """The texts and numbers in a value."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield value
