"""The built-in model: the embedded default, and what stands in when a model fails (T45)."""

from conversations.engine.effects import Answer, Call, Done, Failed, Speak, Understand
from conversations.llm.builtin.reader import read
from conversations.llm.protocol import OnDelta


class Builtin:
    """Reads by grammar, words and patterns; says what the agent's author wrote."""

    name = "builtin"

    async def understand(self, effect: Understand) -> Answer:
        """The built-in reading. Never fails."""
        return Done(read(effect), (Call("understand", self.name),))

    async def speak(self, effect: Speak, on_delta: OnDelta) -> Answer:
        """`otherwise` as it stands, in one piece; a step that has none failed to speak (T46)."""
        if not effect.otherwise.strip():
            return Failed("empty")
        await on_delta(1, effect.otherwise)
        return Done(effect.otherwise, (Call("speak", self.name),))
