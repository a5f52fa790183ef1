"""T45: when the model cannot read a message, the built-in understanding does."""

from dataclasses import replace

from conversations.engine.effects import Answer, Done, Speak, Understand
from conversations.llm.protocol import Model, OnDelta


class WithFallback:
    """`model`, with `builtin` standing in for a failed `Understand` (T45).

    The answer then carries the failure in `Done.failed`, so the turn is `degraded`. A failed `Speak` stays failed: the
    engine says the step's own text.
    """

    def __init__(self, model: Model, builtin: Model) -> None:
        self._model = model
        self._builtin = builtin
        self.name = model.name

    async def understand(self, effect: Understand) -> Answer:
        """The model's reading, else the built-in one with `failed` set."""
        answer = await self._model.understand(effect)
        if isinstance(answer, Done):
            return answer
        instead = await self._builtin.understand(effect)
        if not isinstance(instead, Done):
            return answer
        return replace(instead, calls=answer.calls + instead.calls, failed=replace(answer, calls=()))

    async def speak(self, effect: Speak, on_delta: OnDelta) -> Answer:
        """The model's reply, or its failure."""
        return await self._model.speak(effect, on_delta)
