"""What a conversation has understood so far, for the colleague who takes it over (T11): they need not ask again."""

from dataclasses import dataclass

from agents.definition import Definition, Field
from agents.live import definition
from conversations.engine.state import Known
from conversations.inbox import state_of
from conversations.models import Conversation
from facts import catalogue
from facts.sensitivity import sensitive_keys
from facts.showing import show


@dataclass(frozen=True, slots=True)
class Understood:
    """A field with its value in words, in the agent's language; no words for a sensitive one (F19)."""

    label: str
    shown: str
    is_sensitive: bool = False


def understood(conversation: Conversation) -> list[Understood]:
    """Every field with a value, in written order."""
    data, spoken = state_of(conversation).data, definition(conversation.version)
    names = spoken.in_order(data)
    keys = {key for name in names for key in (spoken.fields[name].fact, data[name].fact)}
    sensitive = sensitive_keys(conversation.person, keys, catalogue.load()) if keys - {""} else set()
    return [_told(spoken, spoken.fields[name], data[name], sensitive) for name in names]


def _told(spoken: Definition, spec: Field, known: Known, sensitive: set[str]) -> Understood:
    is_sensitive = bool({spec.fact, known.fact} & sensitive)
    shown = "" if is_sensitive else show(known.value, spoken.language, spec.value.name)
    return Understood(spec.description or spec.id, shown, is_sensitive)
