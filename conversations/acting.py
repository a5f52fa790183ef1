"""Running the registered actions (T26)."""

from agents import registry
from conversations.engine.effects import Act, Answer, Done, Failed
from facts.cleaning import clean_json


class RegisteredActions:
    """The actor that serves users: `agents.registry`, with its time-outs and schemas."""

    async def run(self, effect: Act) -> Answer:
        """The action's result, or `Failed`."""
        try:
            result = await registry.perform(effect.action, effect.input, effect.key)
        except registry.ActionFailed as failure:
            return Failed(failure.code, failure.retryable, failure.message)
        return Done(clean_json(result))

    def may_repeat(self, action: str) -> bool:
        """Whether the action is registered `retry="same_key"`; one that is gone is not repeated."""
        spec = registry.registered().get(action)
        return spec is not None and spec.retry == "same_key"
