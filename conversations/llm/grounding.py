"""Holds a model's values against the words that it quotes for them, so that a small model may be wrong (T5, T10).

Only what the words plainly contradict is dropped or put right; every other value is checked by the engine (T6).
"""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from conversations.engine.effects import OfferedField, Understand
from conversations.engine.grammar.mentions import mentions
from conversations.engine.grammar.speech import Speech
from conversations.llm.builtin.words import Text
from conversations.llm.grounding_facts import grounded_facts
from facts.values import Json, ValueType

DATED = ("date", "time", "datetime")
EXACT = (*DATED, "integer", "number", "email", "phone", "url")
LEAST_WORDS = 3
"""Words of a signal that is no control word, which would have been literal (T9): "Hello!" is none."""
NO_VALUE = ("null", "none", "n/a", "unknown", "undefined", "not given", "not specified", "")
"""What small models write in place of nothing."""


def grounded(document: Mapping[str, Json], effect: Understand) -> dict[str, Json]:
    """The reading with its dates as the grammar reads them (T10), and without what has no words of the message."""
    whole = dict(document)
    if isinstance(document.get("fields"), Mapping):
        whole["fields"] = _grounded_fields(document["fields"], effect)  # type: ignore[arg-type]
    if isinstance(document.get("facts"), list):
        whole["facts"] = grounded_facts(document["facts"], effect)  # type: ignore[arg-type]
    if _is_all_answer(whole.get("fields"), effect):
        whole |= {"flows": [], "unclear": []}
    if not effect.asking and all(len(message.text.split()) < LEAST_WORDS for message in effect.messages):
        whole["signal"] = None
    return whole


def _is_all_answer(fields: Json, effect: Understand) -> bool:
    """Whether nothing is left of the message but values for the open question: that asks for no flow (T15)."""
    if not isinstance(fields, dict) or not any(name in effect.asking for name in fields):
        return False
    rest = " ".join(message.text for message in effect.messages)
    for item in fields.values():
        quote = item.get("quote") if isinstance(item, dict) else None
        rest = rest.replace(quote, " ") if isinstance(quote, str) and quote else rest
    return not Text(rest, effect.language).content


def _grounded_fields(fields: Mapping[str, Json], effect: Understand) -> dict[str, Json]:
    offered = {spec.id: spec for spec in effect.fields}
    put_right = {name: _put_right(item, offered.get(name), effect) for name, item in fields.items()}
    kept = {name: item for name, item in put_right.items() if isinstance(item, dict)}
    taken = [item.get("quote") for name, item in kept.items() if _is_exact(offered.get(name))]
    return {
        name: item for name, item in kept.items() if not (_is_stray(offered.get(name)) and item.get("quote") in taken)
    }


def _put_right(item: Json, spec: OfferedField | None, effect: Understand) -> Json:
    """The value, put right where the quote says otherwise; None where there is none."""
    if not isinstance(item, Mapping) or _is_nothing(item.get("value")):
        return None
    quote = item.get("quote")
    if spec is None or spec.enum or spec.type not in EXACT or not isinstance(quote, str):
        return dict(item)
    found = _found(quote, spec, effect)
    if len(found) == 1 and spec.type in DATED:
        return {**item, "value": found[0]}
    return None if not found and _is_whole_message(quote, effect) else dict(item)


def _is_exact(spec: OfferedField | None) -> bool:
    return spec is not None and (spec.type in EXACT or bool(spec.enum))


def _is_stray(spec: OfferedField | None) -> bool:
    """Whether the field is free text that nobody asked for: models like to put there again what another field holds."""
    return spec is not None and spec.type == "string" and not spec.enum and not spec.asked


def _is_nothing(value: Json) -> bool:
    return value is None or (isinstance(value, str) and value.strip().lower() in NO_VALUE)


def _found(quote: str, spec: OfferedField, effect: Understand) -> list[Json]:
    """The values of the field's type that the grammar reads in the quote, each once."""
    moment = _moment(effect)
    if moment is None:
        return []
    prefer = "past" if spec.prefer == "past" else "future"
    wanted = ValueType(spec.type, prefer=prefer)  # type: ignore[arg-type]
    found = [item.value for item in mentions(quote, wanted, Speech(effect.language, moment))]
    return [value for index, value in enumerate(found) if value not in found[:index]]


def _is_whole_message(quote: str, effect: Understand) -> bool:
    """Whether the quote is all of a longer message: what a model copies that has no words for its value."""
    words = quote.split()
    return len(words) > 3 and any(words == message.text.split() for message in effect.messages)


def _moment(effect: Understand) -> datetime | None:
    try:
        return datetime.fromisoformat(effect.messages[-1].at).astimezone(ZoneInfo(effect.timezone))
    except (ValueError, IndexError, OSError, ZoneInfoNotFoundError):
        return None
