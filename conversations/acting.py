"""Running the registered actions (T26)."""

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Final

from agents import registry
from conversations.engine.effects import Act, Answer, Done, Failed
from facts.cleaning import clean_json
from facts.values import Json

log = logging.getLogger(__name__)

PAUSES: Final = (0.3, 1.0)
"""Seconds before each further try."""
PATIENCE: Final = 15.0
"""Seconds after its first try in which a further one may begin: a person is waiting for the reply."""


class RegisteredActions:
    """The actor that serves users: `agents.registry`, with its time-outs and schemas."""

    async def run(self, effect: Act) -> Answer:
        """The action's result, or `Failed`.

        One registered `retry="same_key"` is tried again with the same key when its failure says that this may help, a
        time-out too; any other runs once.
        """
        last_moment = time.monotonic() + PATIENCE
        answer = await self._try(effect)
        for pause in PAUSES if self.may_repeat(effect.action) else ():
            if not (isinstance(answer, Failed) and answer.retryable) or time.monotonic() + pause > last_moment:
                break
            log.warning("the action %s is tried again after: %s", effect.action, answer.code)
            await asyncio.sleep(pause)
            answer = await self._try(effect)
        return answer

    async def _try(self, effect: Act) -> Answer:
        try:
            result = await registry.perform(effect.action, effect.input, effect.key)
        except registry.ActionFailed as failure:
            return Failed(failure.code, failure.retryable, failure.message)
        return Done(clean_json(result))

    def may_repeat(self, action: str) -> bool:
        """Whether the action is registered `retry="same_key"`; one that is gone is not repeated."""
        spec = registry.registered().get(action)
        return spec is not None and spec.retry == "same_key"


def as_written(result: Mapping[str, Json], writer: str) -> Answer:
    """What somebody wrote for an action to answer instead of running; `{"error": code}` fails."""
    if set(result) == {"error"}:
        return Failed(str(result["error"]), message=writer)
    return Done(dict(result))
