"""Services as one agent: an intent is a flow, a slot a field. Pure.

Each required slot has a step that asks for it; optional ones are taken when they are said. Once nothing is missing the
flow tells its result and stays (`on_end: stay`, T34), as the annotated intent does: the user may ask about the result,
choose another or correct a slot. An intent may be asked for again, so flows are `reentrant`.
"""

import re
from collections.abc import Sequence
from typing import Any

from bench.sgd.corpus import Intent, Service, Slot

NO_PREFERENCE = "dontcare"
"""The annotated value of a slot that the user has no preference for: a choice of its own where the type allows it."""
RESULT = "result"


def field_id(service: str, slot: str) -> str:
    """The id of a slot's field in the agent."""
    return _slug(f"{service}_{slot}")


def flow_id(service: str, intent: str) -> str:
    """The id of an intent's flow in the agent."""
    return _slug(f"{service}_{intent}")


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower())


def agent_document(services: Sequence[Service]) -> dict[str, Any]:
    """The agent of all these services, as an agent file would describe it (agent-format.md)."""
    return {
        "agent": "annotated",
        "name": "Annotated services",
        "language": "en",
        "fields": {field_id(service.name, name): _field(service.slots[name]) for service, name in _used(services)},
        "flows": {
            flow_id(service.name, intent.name): _flow(service, intent)
            for service in services
            for intent in service.intents
        },
    }


def _used(services: Sequence[Service]) -> list[tuple[Service, str]]:
    """The slots that some intent takes, in the schema's order; the others are results only."""
    return [(service, name) for service in services for name in service.slots if name in taken(service)]


def taken(service: Service) -> frozenset[str]:
    """The slots that an intent of the service requires or takes."""
    return frozenset(name for intent in service.intents for name in (*intent.required, *intent.optional))


def slot_type(slot: Slot) -> str:
    """The field type of a slot: what all its choices are, else what its name says (the schema has no types)."""
    if not slot.choices:
        return next((kind for kind in ("date", "time") if kind in slot.name.split("_")), "string")
    if all(choice in ("True", "False") for choice in slot.choices):
        return "boolean"
    return "integer" if all(choice.isdigit() for choice in slot.choices) else "string"


def _field(slot: Slot) -> dict[str, Any]:
    kind = slot_type(slot)
    ask = f"Please tell me: {slot.description}"
    field: dict[str, Any] = {"type": kind, "description": slot.description, "ask": ask}
    if kind == "boolean":
        return {**field, "extract": "anytime"}
    if kind == "integer":
        return {**field, "enum": [int(choice) for choice in slot.choices]}
    return {**field, "enum": [*slot.choices, NO_PREFERENCE]} if slot.choices else field


def _flow(service: Service, intent: Intent) -> dict[str, Any]:
    asking = [{"id": f"ask_{_slug(name)}", "collect": [field_id(service.name, name)]} for name in intent.required]
    result = {"id": RESULT, "prompt": "Tell the result.", "otherwise": f"{intent.description}: this is the result."}
    return {
        "name": f"{intent.description} ({service.name})",
        "description": intent.description,
        "on": [{"message": [f"asks for {service.name}: {intent.description}"]}],
        **_slots("required", service, intent.required),
        **_slots("optional", service, intent.optional),
        "reentrant": True,
        "on_end": "stay",
        "steps": [*asking, result],
    }


def _slots(key: str, service: Service, names: Sequence[str]) -> dict[str, list[str]]:
    return {key: [field_id(service.name, name) for name in names]} if names else {}
