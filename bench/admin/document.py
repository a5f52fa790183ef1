"""An agent of any size: each of its flows asks, forks, tells and leads on to the next one."""

from typing import Any

Part = dict[str, Any]

SLUG = "matters"
LEAST = 3
"""Steps of the shortest flow."""


def document(flows: int, steps: int) -> Part:
    """The agent, with so many flows of so many steps, `LEAST` or more; it has no error."""
    return {
        "agent": SLUG,
        "name": "Matters of all kinds",
        "visitors": True,
        "persona": "Brief and kind.",
        "instructions": [{"must": "Be brief."}, {"should": "Apologise.", "when": "the guest is upset"}],
        "fields": {name: part for number in range(flows) for name, part in _fields(number).items()},
        "flows": {f"flow_{number}": _flow(number, steps, is_last=number == flows - 1) for number in range(flows)},
    }


def readings() -> tuple[tuple[str, Part], ...]:
    """What is said to come through the first flow, and how a model reads it."""
    return (
        ("I want matter 0", {"flows": ["flow_0"], "fields": {}}),
        ("It is about towels", {"fields": {"topic_0": _value("towels")}}),
        ("3 of them", {"fields": {"amount_0": _value(3)}}),
    )


def _value(value: Any) -> Part:
    return {"value": value, "quote": str(value), "confidence": 0.9}


def _fields(number: int) -> Part:
    return {
        f"topic_{number}": {"type": "string", "description": f"Topic {number}", "ask": "What is it about?"},
        f"amount_{number}": {"type": "integer", "description": f"Amount {number}", "minimum": 1, "ask": "How many?"},
        f"note_{number}": {"type": "string", "description": f"Anything else, {number}", "ask": "Anything else?"},
    }


def _flow(number: int, steps: int, *, is_last: bool) -> Part:
    topic, amount, note = _fields(number)
    return {
        "name": f"Matter {number}",
        "description": f"The guest has a matter of kind {number}.",
        "on": [{"message": [f"wants matter {number}", f"asks for kind {number}", "!asks about a bill"]}],
        "required": [topic, amount],
        "optional": [note],
        "complete_when": "last_step",
        "steps": _steps(topic, amount, note, steps, then="end" if is_last else {"flow": f"flow_{number + 1}"}),
    }


def _steps(topic: str, amount: str, note: str, count: int, *, then: Any) -> list[Part]:
    unsure = {"when": ["the guest is not sure"], "then": "end"}
    many = {"label": "a lot", "if": {"gt": {amount: 100}}, "then": "end"}
    first: list[Part] = [
        {"id": "ask", "collect": [topic, amount], "branches": [unsure, many]},
        {"id": "is_small", "if": {"lte": {amount: 10}}, "then": "ask_more", "else": "end"},
        {"id": "ask_more", "collect": [note], "skip_if": {"equals": {topic: "nothing"}}},
    ]
    telling: list[Part] = [
        {"id": f"tell_{index}", "say": f"Part {index} of {{{{ data.{topic} }}}}: {{{{ data.{amount} }}}} of them."}
        for index in range(count - LEAST)
    ]
    steps = [*first, *telling]
    steps[-1]["then"] = then
    return steps
