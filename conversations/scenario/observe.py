"""What came out of a turn, in the words of `expect` (scenarios.md)."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from conversations.engine.effects import Act, Effect, Speak, Understand
from conversations.engine.prompt import speak_prompt
from conversations.engine.report import TurnResult
from conversations.models import Message, Turn


def of_result(result: TurnResult, effects: Sequence[Effect]) -> dict[str, Any]:
    """Everything that the engine answers for."""
    floor = result.state.floor
    return {
        "stopped_reason": result.stopped_reason,
        "calls": calls(effects),
        "understand": _put(effects),
        "executed_steps": list(result.executed_steps),
        "outcomes": [asdict(outcome) for outcome in result.outcomes],
        "data": dict(result.data),
        "invalid": [asdict(item) for item in result.invalid],
        "changed": {name: {"old": old, "new": new} for name, (old, new) in result.changed.items()},
        "started": [moved.flow for moved in result.started],
        "ended": [asdict(moved) for moved in result.ended],
        "floor": floor.flow if floor else None,
        "prompts": [_whole(effect) for effect in effects if isinstance(effect, Speak)],
        "errors": [asdict(error) for error in result.errors],
        "degraded": result.degraded,
    }


def of_turn(turn: Turn) -> dict[str, Any]:
    """What was stored: the agent's messages of the turn."""
    rows = Message.objects.filter(turn=turn, role=Message.Role.AGENT).select_related("conversation__keyring")
    messages = [
        {"key": row.key, "flow": row.flow, "step": row.step, "text": row.opened("text", row.conversation.keyring)}
        for row in rows.order_by("seq")
    ]
    return {"messages": messages, "replied": bool(messages)}


def of_actions(ran: Sequence[Act]) -> list[dict[str, Any]]:
    """The actions that ran, in order."""
    return [{"name": act.action, "input": dict(act.input)} for act in ran]


def calls(effects: Sequence[Effect]) -> dict[str, int]:
    """How many effects of each purpose a model had to answer (T1, T23)."""
    return {kind: sum(effect.kind == kind for effect in effects) for kind in ("understand", "speak")}


def _put(effects: Sequence[Effect]) -> dict[str, list[str]] | None:
    """What was put to the model that understands, or None."""
    for effect in effects:
        if isinstance(effect, Understand):
            return {name: [item.id for item in getattr(effect, name)] for name in ("flows", "fields", "conditions")}
    return None


def _whole(effect: Speak) -> str:
    prompt = speak_prompt(effect)
    return prompt.text
