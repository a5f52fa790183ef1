"""The one door to a model. An adapter answers the two effects that need one; it never raises for the model's faults."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from conversations.engine.effects import Answer, Speak, Understand

OnDelta = Callable[[int, str], Awaitable[None]]
"""Called with the attempt (from 1) and the next piece of the reply, as it is written."""


class Model(Protocol):
    """A model adapter: `openai`, `builtin` or `scripted`."""

    name: str

    async def understand(self, effect: Understand) -> Answer:
        """Read the messages. `Done(reading as JSON)` with the key `reader` set, or `Failed`; retries once by T46."""
        ...

    async def speak(self, effect: Speak, on_delta: OnDelta) -> Answer:
        """Write the reply. `Done(text)`, never empty, or `Failed`; not retried once a piece was shown (T45)."""
        ...
