"""Literal answers: a whole message that is the value of the one field being asked, read without a model (T9)."""

from collections.abc import Callable, Mapping

from conversations.engine.grammar.answers import answer_at
from conversations.engine.grammar.choices import NOT_LITERAL, Literal, choice
from conversations.engine.grammar.dates import day_at
from conversations.engine.grammar.moments import moment_at
from conversations.engine.grammar.numbers import number_at
from conversations.engine.grammar.parsed import Parsed, Reader, Setting
from conversations.engine.grammar.sentence import Sentence, cut
from conversations.engine.grammar.speech import Speech
from conversations.engine.grammar.times import time_at
from conversations.engine.grammar.whole import whole
from facts import contacts
from facts.values import Json, ValueType

__all__ = ["NOT_LITERAL", "literal"]

LONGEST = 64
"""Characters of the longest message that is a literal answer."""


def literal(text: str, type: ValueType, speech: Speech) -> Literal:
    """The value that the whole message is for a field of this type, or NOT_LITERAL; it never raises.

    The value is in its type's form, not yet held against its schema: one that breaks it is invalid, still without a
    model (T6).
    """
    message = text.strip()
    if not message or len(message) > LONGEST or type.name in ("list", "object"):
        return NOT_LITERAL
    if type.enum and (found := choice(message, type, speech)) is not NOT_LITERAL:
        return found
    reader = _READERS.get(type.name)
    value = reader(cut(message), Setting(speech, type.prefer == "past")) if reader else None
    return NOT_LITERAL if value is None else value


def _integer_at(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
    found = number_at(sentence, index, setting)
    return found if found is not None and isinstance(found.value, int) else None


def _whole(reader: Reader) -> Callable[[Sentence, Setting], Json]:
    return lambda sentence, setting: whole(sentence, setting, reader)


def _address(normalise: Callable[[str], str | None]) -> Callable[[Sentence, Setting], Json]:
    """Reads the text from each place where a value may begin, without the signs that close it."""

    def read(sentence: Sentence, index: int, setting: Setting) -> Parsed | None:
        token = sentence.token(index)
        value = normalise(sentence.text[token.start :].rstrip(" .,;!…")) if token else None
        return None if value is None else Parsed(value, len(sentence.tokens))

    return _whole(read)


_READERS: Mapping[str, Callable[[Sentence, Setting], Json]] = {
    "boolean": _whole(answer_at),
    "integer": _whole(_integer_at),
    "number": _whole(number_at),
    "date": _whole(day_at),
    "time": _whole(time_at),
    "datetime": _whole(moment_at),
    "email": _address(contacts.email),
    "phone": _address(contacts.phone),
    "url": _address(contacts.url),
}
