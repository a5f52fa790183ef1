"""The reading of an `Understand` without any model: every part deterministic, and at no loss for any text (T1, T45)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from conversations.engine.effects import Said, Understand
from conversations.llm.builtin.answers import alone, impossible, yes_or_no
from conversations.llm.builtin.conditions import verdicts
from conversations.llm.builtin.fact_answers import beside, fact_answers, without_no
from conversations.llm.builtin.fields import Value, read_values
from conversations.llm.builtin.flows import asked_for
from conversations.llm.builtin.found import Finder
from conversations.llm.builtin.hedges import as_hedged
from conversations.llm.builtin.own_words import own_words
from conversations.llm.builtin.passing import said_in_passing
from conversations.llm.builtin.relevant import about_past, elliptical, meant
from conversations.llm.builtin.signals import cue_in, is_declined, is_side_question, signal_of
from conversations.llm.builtin.someone import said_of_the_person
from conversations.llm.builtin.stated import names_told
from conversations.llm.builtin.statements import stated_values, statements
from conversations.llm.builtin.taken_back import denied, taken_back, without_forgotten
from conversations.llm.builtin.texts import asked_texts, told_name, told_seller
from conversations.llm.builtin.words import Text, readable
from facts.folding import quoted
from facts.values import Json

Document = dict[str, Json]


def read(effect: Understand) -> Document:
    """The reading's JSON, from all messages that wait; where two give a value, the later one does (T48)."""
    whole: Document = {"reader": "builtin"}
    for message in effect.messages:
        _add(whole, _read_message(effect, message))
    return whole


def _read_message(effect: Understand, message: Said) -> Document:
    text = Text(readable(message.text), effect.language)
    finder = Finder(text, _moment(message, effect.timezone), said_in_passing(text), about_past(effect))
    lasting = told_name(Text(own_words(text.raw), text.language), effect) | told_seller(text, effect)
    cue = cue_in(text, effect)
    values = yes_or_no(text, effect) | alone(text, effect) | read_values(finder, effect) | lasting
    values = said_of_the_person(text, effect, values, cue)
    taken = [(value.start, value.end) for value in values.values()]
    asked = asked_for(text, effect, [*taken, *names_told(text.raw)], cue)
    if not asked.flows and not asked.unclear:
        asked = elliptical(text, effect, values)
    # Who the person is, and where something was bought, holds whatever they ask for next.
    stating = Text(without_no(Text(without_forgotten(text.raw), text.language)), text.language)
    values = meant(effect, values, asked) | lasting | stated_values(stating, effect)
    stated = statements(stating, effect)
    answered = fact_answers(text, effect, values)
    answers = beside(stated, {**denied(text, effect), **answered.given}, text, effect)
    is_answer = bool(answers or answered.unclear)
    signal = None if is_answer else signal_of(cue, effect, values, asks_more=bool(asked.flows or asked.unclear))
    conditions = verdicts(text, effect)
    facts = [fact for fact in stated if answers.get(_key_of(fact), "reject") == "reject"]  # another value than that
    if not is_answer and not asked.flows and not asked.unclear and signal is None and not _fires(conditions):
        values = values or impossible(text, effect, _moment(message, effect.timezone))
        signal = None if values else _left_over(text, effect)
        values = values if signal else asked_texts(text, effect, values.values()) | values
    return {
        "flows": list(asked.flows),
        "unclear": [*asked.unclear, *answered.unclear],
        "fields": {name: _field(text, value) for name, value in values.items() if _is_quoted(text, value)},
        "conditions": {name: list(verdict) for name, verdict in conditions.items()},
        "facts": facts,
        "fact_answers": dict(answers),
        "retract": [key for key in _retracted(text, effect, facts) if key not in answers],
        "signal": signal,
    }


def _retracted(text: Text, effect: Understand, facts: Sequence[Json]) -> list[Json]:
    """The keys that are taken back, but for those that get another value in the same breath: that is a change (F8)."""
    changed = {fact["key"] for fact in facts if isinstance(fact, dict) and fact["change"]}
    return [key for key in taken_back(text, effect) if key not in changed]


def _key_of(fact: Json) -> str:
    return str(fact["key"]) if isinstance(fact, dict) else ""


def _left_over(text: Text, effect: Understand) -> str | None:
    """What a message may still be that holds no value and asks for no flow."""
    if is_declined(text, effect):
        return "skip"
    return "question" if is_side_question(text, effect) else None


def _fires(conditions: dict[str, list[bool]]) -> bool:
    return any(any(verdict) for verdict in conditions.values())


def _is_quoted(text: Text, value: Value) -> bool:
    """Whether the words stand at the boundaries that T5 asks for: odd signs such as "¼" move them."""
    return quoted(text.raw[value.start : value.end], text.raw)


def _field(text: Text, value: Value) -> Json:
    words = text.raw[value.start : value.end]
    quote, confidence = as_hedged(text.raw, words, value.confidence, value.start)
    return {"value": value.value, "quote": quote, "confidence": confidence}


def _moment(message: Said, zone: str) -> datetime:
    """When the message was sent, in the person's zone (T10); a time that is missing reads as the epoch."""
    try:
        sent = datetime.fromisoformat(message.at)
    except ValueError:
        sent = datetime.fromtimestamp(0, UTC)
    try:
        return sent.astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return sent


def _add(whole: Document, part: Document) -> None:
    """Take a further message's reading into the whole."""
    for name, value in part.items():
        held = whole.get(name)
        if name == "conditions":
            whole[name] = _either(held or {}, value)
        elif isinstance(value, dict):
            whole[name] = {**(held if isinstance(held, dict) else {}), **value}
        elif isinstance(value, list):
            earlier: Sequence[Json] = held if isinstance(held, list) else []
            whole[name] = [*earlier, *(item for item in value if item not in earlier)]
        else:
            whole[name] = value if value is not None else held


def _either(held: Json, value: Json) -> Json:
    """A condition holds if one of the messages fulfils it."""
    if not isinstance(held, dict) or not isinstance(value, dict) or not held:
        return value
    return {
        name: [one or other for one, other in zip(held[name], verdict, strict=True)]  # type: ignore[arg-type]
        for name, verdict in value.items()
    }
