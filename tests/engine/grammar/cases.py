"""The moment that the grammar's tests speak at, and short ways to read."""

from datetime import datetime
from zoneinfo import ZoneInfo

from conversations.engine.grammar.literal import literal
from conversations.engine.grammar.mentions import mentions
from conversations.engine.grammar.speech import Speech
from facts.values import ValueType

ZURICH = ZoneInfo("Europe/Zurich")
MONDAY = datetime(2026, 3, 2, 9, tzinfo=ZURICH)
LANGUAGES = ("en", "de", "fr", "es", "pt", "it")
HOTELS = ValueType(
    "string", enum=("Grand Hotel", "Lake Palace", "Bellevue"), synonyms={"Grand Hotel": ("the Grand", "das Grand")}
)


def speech(language="en", now=MONDAY):
    return Speech(language, now)


def read(text, type_name, language="en", now=MONDAY, **rest):
    """The literal of a plain type."""
    return literal(text, ValueType(type_name, **rest), speech(language, now))


def named(text, type, language="en", now=MONDAY):
    """Each mention with its words."""
    wanted = ValueType(type) if isinstance(type, str) else type
    return [(found.value, text[found.start : found.end]) for found in mentions(text, wanted, speech(language, now))]
