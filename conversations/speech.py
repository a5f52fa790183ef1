"""A reply as it is written: the pieces of a `Speak` become `delta` frames, as long as the lease holds."""

from collections.abc import Callable
from uuid import UUID

from conversations import live
from conversations.engine.effects import Speak
from conversations.llm.protocol import OnDelta
from conversations.work import Work
from facts.cleaning import clean


class Speech:
    """The deltas of one turn.

    A client that sees a higher `attempt` starts the text anew, so a resumed turn counts on from its epoch.
    """

    def __init__(self, work: Work, holds: Callable[[], bool]) -> None:
        self._conversation: UUID = work.claim.conversation
        self._turn = str(work.turn)
        self._before = work.claim.epoch * 10 if work.resumed else 0
        self._holds = holds

    def of(self, effect: Speak) -> OnDelta:
        """What the model calls with each piece of this reply."""
        at = {"attempt": 0, "length": 0}

        async def on_delta(attempt: int, piece: str) -> None:
            if not self._holds():
                return
            text = clean(piece)
            start = at["length"] if at["attempt"] == attempt else 0
            at.update(attempt=attempt, length=start + len(text))
            await live.send(
                self._conversation,
                {
                    "type": "delta",
                    "turn": self._turn,
                    "key": effect.key,
                    "attempt": self._before + attempt,
                    "at": start,
                    "text": text,
                },
            )

        return on_delta
