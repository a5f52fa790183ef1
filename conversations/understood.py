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
    names, sensitive = spoken.in_order(data), sensitive_fields(conversation)
    return [_told(spoken, spoken.fields[name], data[name], is_sensitive=name in sensitive) for name in names]


def sensitive_fields(conversation: Conversation) -> frozenset[str]:
    """The fields whose values only the person sees: they are bound to a sensitive key, or their value is of one."""
    data, fields = state_of(conversation).data, definition(conversation.version).fields
    bound = {(name, spec.fact) for name, spec in fields.items() if spec.fact}
    bound |= {(name, known.fact) for name, known in data.items() if known.fact}
    keys = {key for _name, key in bound}
    sensitive = sensitive_keys(conversation.person, keys, catalogue.load()) if keys else set()
    return frozenset(name for name, key in bound if key in sensitive)


def _told(spoken: Definition, spec: Field, known: Known, *, is_sensitive: bool) -> Understood:
    shown = "" if is_sensitive else show(known.value, spoken.language, spec.value.name)
    return Understood(spec.description or spec.id, shown, is_sensitive)
