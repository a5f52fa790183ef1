"""Holds a model's facts against the words of the message: small models fill in keys that nobody spoke of."""

from collections.abc import Mapping, Sequence

from conversations.engine.effects import Understand, canonical
from conversations.llm.builtin.sentences import CHANGED, plainly
from facts.folding import fold, quoted
from facts.values import Json

HEARD = ("en", "fr", "pt")
"""Languages whose words for a change are known."""


def grounded_facts(facts: Sequence[Json], effect: Understand) -> list[Json]:
    """The facts that the message has words for (F4), each under one key, changes only where it tells of one (F8).

    What is left is judged by the policy. A value that is none of its key's choices is dropped here already, so that it
    cannot make another reading of the same words doubtful.
    """
    kept = [item for item in facts if isinstance(item, dict) and _is_said(item, effect) and _is_choice(item, effect)]
    return [_put_right(item, effect) for item in kept if sum(_says(other) == _says(item) for other in kept) == 1]


def _is_said(item: Mapping[str, Json], effect: Understand) -> bool:
    quote = item.get("quote")
    return isinstance(quote, str) and any(quoted(quote, message.text) for message in effect.messages)


def _is_choice(item: Mapping[str, Json], effect: Understand) -> bool:
    """Whether the value is one of its key's choices, where it has any."""
    schema = next((fact.schema for fact in effect.facts if fact.key == item.get("key")), {})
    choices = schema.get("enum")
    if not isinstance(choices, (list, tuple)):
        return True
    return fold(str(item.get("value"))) in [fold(str(choice)) for choice in choices]


def _says(item: Mapping[str, Json]) -> str:
    """The words and the value: said for two keys at once, they are understood for neither."""
    return canonical([item.get("quote"), item.get("value")])


def _put_right(item: Mapping[str, Json], effect: Understand) -> Json:
    if effect.language[:2] not in HEARD:
        return dict(item)
    is_change = any(CHANGED.search(plainly(message.text)) for message in effect.messages)
    return {**item, "change": item.get("change") is True and is_change}
