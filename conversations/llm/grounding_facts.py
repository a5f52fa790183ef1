"""Holds a model's facts against the words of the message: small models fill in keys that nobody spoke of."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from conversations.engine.effects import OfferedFact, Said, Understand, canonical
from conversations.engine.grammar.mentions import mentions
from conversations.engine.grammar.speech import Speech
from conversations.llm.builtin.amounts import fitting, is_of_money
from conversations.llm.builtin.own_words import own_words
from conversations.llm.builtin.places import same_place
from conversations.llm.builtin.sentences import HEDGED, is_change, plainly
from conversations.llm.builtin.statements import statements
from conversations.llm.builtin.words import Text, readable
from conversations.llm.grounding_words import belief, own_quote, own_sentences, places_of, with_time
from facts.folding import fold, quoted
from facts.keys import matches, normalise, subject
from facts.values import Json, ValueType

HEARD = ("en", "fr", "pt", "de", "es", "it")
"""Languages whose words for a change are known."""


def grounded_facts(facts: Sequence[Json], effect: Understand) -> list[Json]:
    """The facts that the message has words for (F4), each under one key, changes only where it tells of one (F8).

    What is left is judged by the policy. A value that is none of its key's choices is dropped here already, so that it
    cannot make another reading of the same words doubtful.
    """
    kept = [item for item in facts if isinstance(item, dict) and _is_said(item, effect) and _is_choice(item, effect)]
    clear = [item for item in kept if sum(_says(other) == _says(item) for other in kept) == 1]
    stated = _stated(effect) if clear else []
    clear = [item for item in clear if not _is_of_another_key(item, stated)]
    return [believed for item in clear if (believed := _believed(item, effect)) is not None]


def _is_said(item: Mapping[str, Json], effect: Understand) -> bool:
    return _message_of(item, effect) is not None


def _message_of(item: Mapping[str, Json], effect: Understand) -> Said | None:
    """The last message that holds the quote: the one that the fact is kept with."""
    quote = item.get("quote")
    if not isinstance(quote, str):
        return None
    return next((message for message in reversed(effect.messages) if quoted(quote, message.text)), None)


def _is_choice(item: Mapping[str, Json], effect: Understand) -> bool:
    """Whether the value is one of its key's choices, where it has any."""
    choices = _offered(item, effect).schema.get("enum")
    if not isinstance(choices, (list, tuple)):
        return True
    return fold(str(item.get("value"))) in [fold(str(choice)) for choice in choices]


def _says(item: Mapping[str, Json]) -> str:
    """The words and the value: said for two keys at once, they are understood for neither."""
    return canonical([item.get("quote"), item.get("value")])


def _stated(effect: Understand) -> list[Json]:
    """What the messages plainly state, read without a model."""
    texts = (Text(readable(message.text), effect.language) for message in effect.messages)
    return [fact for text in texts for fact in statements(text, effect)]


def _is_of_another_key(item: Mapping[str, Json], stated: Sequence[Json]) -> bool:
    """Whether the value is plainly stated, but under other keys: small models take a trade for a name."""
    value = fold(str(item.get("value")))
    keys = [fact["key"] for fact in stated if isinstance(fact, dict) and fold(str(fact["value"])) == value]
    return bool(keys) and item.get("key") not in keys


def _offered(item: Mapping[str, Json], effect: Understand) -> OfferedFact:
    """The key of the catalogue that the fact falls under; outside it a bare one, of which nothing is known."""
    key = item.get("key")
    if not isinstance(key, str):
        return OfferedFact("", "")
    whole = normalise(key, (fact.key for fact in effect.facts if "*" in fact.key))
    fitting_keys = [fact for fact in effect.facts if fact.key == key or matches(fact.key, whole)]
    return fitting_keys[0] if fitting_keys else OfferedFact(key, "")


def _believed(item: Mapping[str, Json], effect: Understand) -> Json:
    """The fact as far as the words bear it out, put right where they say otherwise; None where they do not."""
    message, fact = _message_of(item, effect), _offered(item, effect)
    if message is None or not _has_subject(item, fact, message.text):
        return None
    quote = str(item.get("quote"))
    value, is_sure = _put_right(item.get("value"), quote, fact, message, effect)
    limit = belief(item.get("value"), quote, fact, message.text, effect) if value is not None else 0.0
    if not limit:
        return None
    changed = item.get("change") is True and (effect.language[:2] not in HEARD or _is_change(quote, message.text))
    words = _words_for(value, own_quote(item.get("value"), quote, message.text), fact, message.text)
    return {**_limited(item, limit if is_sure else HEDGED), "value": value, "quote": words, "change": changed}


def _words_for(value: Json, quote: str, fact: OfferedFact, text: str) -> str:
    """The words that are kept with the value: of an amount of money those that say for which time it is, too."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return with_time(quote, text) if is_number and is_of_money(_about(fact)) else quote


def _about(fact: OfferedFact) -> str:
    return plainly(f"{fact.label} {fact.description}")


def _limited(item: Mapping[str, Json], limit: float) -> dict[str, Json]:
    given = item.get("confidence")
    if limit >= 1 or isinstance(given, bool) or not isinstance(given, (int, float, type(None))):
        return dict(item)
    return {**item, "confidence": limit if given is None else min(given, limit)}


def _has_subject(item: Mapping[str, Json], fact: OfferedFact, text: str) -> bool:
    """Whether the message names what stands for the `*` of the key: no merchant that nobody spoke of."""
    if "*" not in fact.key:
        return True
    named = subject(fact.key, normalise(str(item.get("key")), (fact.key,)))
    return f" {named} " in f" {''.join(sign if sign.isalnum() else ' ' for sign in fold(text))} ".replace("  ", " ")


def _put_right(value: Json, quote: str, fact: OfferedFact, message: Said, effect: Understand) -> tuple[Json, bool]:
    """The value as its key holds it, and whether that is sure: amounts in its unit, days as of the message (F9)."""
    if fact.schema.get("format") == "date":
        return _day(value, quote, message, effect)
    if isinstance(fact.known, str) and same_place(value, fact.known):
        return fact.known, True
    found = [fitting(value, words, _about(fact)) for words in own_sentences(quote, message.text)]
    return next((pair for pair in found if pair[0] is not None), (None, False))


def _day(value: Json, quote: str, message: Said, effect: Understand) -> tuple[Json, bool]:
    """The day that the words name, seen from the moment of their own message; unsure where they leave open which."""
    try:
        moment = datetime.fromisoformat(message.at).astimezone(ZoneInfo(effect.timezone))
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return value, True
    speech = Speech(effect.language, moment)
    days = [item.value for prefer in ("past", "future") for item in mentions(quote, _type(prefer), speech)]
    if not days or value in days:
        return value, len(set(map(str, days))) < 2 or value in days
    return days[0], len(set(map(str, days))) == 1


def _type(prefer: str) -> ValueType:
    return ValueType("date", prefer="past" if prefer == "past" else "future")


def _is_change(quote: str, text: str) -> bool:
    own = own_words(text)
    return any(is_change(own, *place) for place in places_of(quote, text))
