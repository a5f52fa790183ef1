"""What a conversation has understood so far, for the colleague who takes it over (T11): they need not ask again."""

from dataclasses import dataclass

from agents.definition import Definition, Field
from agents.live import definition
from conversations.clock import now
from conversations.engine.state import Known
from conversations.inbox import state_of
from conversations.models import Conversation
from facts import catalogue, queries
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
    sensitive = _sensitive(conversation, {spoken.fields[name].fact or data[name].fact for name in names})
    return [_told(spoken, spoken.fields[name], data[name], sensitive) for name in names]


def _told(spoken: Definition, spec: Field, known: Known, sensitive: set[str]) -> Understood:
    is_sensitive = bool({spec.fact, known.fact} & sensitive)
    shown = "" if is_sensitive else show(known.value, spoken.language, spec.value.name)
    return Understood(spec.description or spec.id, shown, is_sensitive)


def _sensitive(conversation: Conversation, keys: set[str]) -> set[str]:
    """Those of the keys that are sensitive by the catalogue, or as the person's facts hold them."""
    if not keys - {""}:
        return set()
    rules = catalogue.load()
    by_rule = {key for key in keys if (rule := rules.key_for(key)) and rule.sensitive}
    held = queries.current(conversation.person, now()) if conversation.person else []
    return by_rule | {fact.key for fact in held if fact.sensitive}
