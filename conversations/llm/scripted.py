"""A model that says what its script says: for scenarios and tests (scenarios.md, `understand` and `speak`)."""

from collections.abc import Mapping, Sequence
from typing import Final

from conversations.engine.effects import Answer, Call, Done, Failed, Speak, Understand
from conversations.engine.prompt import speak_prompt
from conversations.llm.builtin import Builtin
from conversations.llm.protocol import OnDelta
from conversations.llm.retries import Read, Unusable, parsed, reading_of
from facts.values import Json

DEFAULT_SPEECH = "(speak)"


class _Builtin:
    """The type of `BUILTIN`."""


BUILTIN: Final = _Builtin()
"""In place of a reading: the built-in understanding reads the message."""


class Scripted:
    """The script of one turn, and the record of what was put to it.

    `readings` is a reading, `{"error": code}`, `{"raw": text}`, or a list of these, one per try (T46); left out, the
    built-in understanding reads. `speaks` are texts or `{"error": code}`, one per `Speak`; None says "(speak)" each
    time. `understood` and `spoken` keep the effects; `problems` says how the script and the turn disagree.
    """

    name = "scripted"

    def __init__(self, readings: "Json | _Builtin" = BUILTIN, speaks: Sequence[Json] | None = None) -> None:
        self._readings = readings
        self._speaks = speaks
        self._lacking = 0
        self._tries = 0
        self.understood: list[Understand] = []
        self.spoken: list[Speak] = []

    @property
    def prompts(self) -> tuple[str, ...]:
        """The whole text of the prompt of every `Speak` so far."""
        return tuple(speak_prompt(effect).text for effect in self.spoken)

    @property
    def problems(self) -> tuple[str, ...]:
        """Differences between script and turn: an `understand` not asked for, more `Speak`s than texts."""
        problems = []
        if not isinstance(self._readings, _Builtin) and not self.understood:
            problems.append("an `understand` that no call asked for")
        elif isinstance(self._readings, list) and self._tries < len(self._readings):
            problems.append("a second `understand` that no retry asked for")
        if self._lacking:
            problems.append(f"{self._lacking} more Speak than `speak` has texts")
        return tuple(problems)

    async def understand(self, effect: Understand) -> Answer:
        """The script's reading, with T46's one retry, as from any other model."""
        self.understood.append(effect)
        if isinstance(self._readings, _Builtin):
            return await Builtin().understand(effect)
        return await reading_of(self._try)

    async def speak(self, effect: Speak, on_delta: OnDelta) -> Answer:
        """The script's next text, shown in one piece."""
        text = self._next_speech()
        self.spoken.append(effect)
        call = Call("speak", self.name)
        if not isinstance(text, str) or not text.strip():
            return Failed(_error(text) or "empty", retryable=True, calls=(call,))
        await on_delta(1, text)
        return Done(text, (call,))

    def _next_speech(self) -> Json:
        if self._speaks is None:
            return DEFAULT_SPEECH
        if len(self.spoken) < len(self._speaks):
            return self._speaks[len(self.spoken)]
        self._lacking += 1
        return DEFAULT_SPEECH

    async def _try(self, attempt: int) -> Read | Unusable | Failed:
        """The entry for this try; an error is followed by the next entry, as if the call had been made again."""
        call = Call("understand", self.name)
        reply = _reply(self._next_entry(), (call,))
        while isinstance(reply, Failed) and isinstance(self._readings, list) and self._tries < len(self._readings):
            reply = _reply(self._next_entry(), (*reply.calls, call))
        return reply

    def _next_entry(self) -> Json:
        """The next entry; the last one holds for every try after it."""
        self._tries += 1
        if not isinstance(self._readings, list):
            return self._readings  # type: ignore[return-value]  # `understand` has told BUILTIN apart
        return self._readings[min(self._tries, len(self._readings)) - 1] if self._readings else None


def _reply(entry: Json, calls: tuple[Call, ...]) -> Read | Unusable | Failed:
    if error := _error(entry):
        return Failed(error, retryable=True, message="the script's error", calls=calls)
    if isinstance(entry, Mapping) and set(entry) == {"raw"}:
        document = parsed(str(entry["raw"]))
        return Unusable("not_json", calls) if document is None else Read({**document, "reader": "scripted"}, calls)
    if entry is None:
        return Read({"reader": "scripted"}, calls)
    return Read({**entry, "reader": "scripted"}, calls) if isinstance(entry, Mapping) else Unusable("schema", calls)


def _error(entry: Json) -> str:
    return str(entry["error"]) if isinstance(entry, Mapping) and set(entry) == {"error"} else ""
