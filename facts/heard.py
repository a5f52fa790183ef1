"""What a person said in a turn, for decisions that are made in words: a denial and a taking back have a quote (F13).

Pure.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from facts.folding import stands
from facts.values import Json

_SENTENCE = re.compile(r"\S(?:[^.!?…\n]|[.!?…](?!\s|$))*[.!?…]*")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a decision, and a reference to the message that they stand in; both empty where there are none."""

    quote: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """The messages of a turn, by their references and in their order; `origin` refers to where they were said."""

    origin: str
    messages: tuple[tuple[str, str], ...] = ()

    def naming(self, value: Json) -> Words:
        """The sentence that names a value, of several the last: what else the message says is about something else.

        A name such as "St. Gallen" may end a sentence, so that two in a row are looked at where none has it alone.
        """
        for several in (1, 2):
            for message, text in reversed(self.messages):
                found = [part for part in _parts(_sentences(text), several) if stands(value, part)]
                if found:
                    return Words(found[-1], message)
        return Words()

    def about(self, value: Json) -> Words:
        """The sentence that names a value; else the one sentence that was said, which can mean nothing else."""
        named = self.naming(value)
        said = [Words(sentence, message) for message, text in self.messages for sentence in _sentences(text)]
        return said[0] if not named.quote and len(said) == 1 else named


def _sentences(text: str) -> list[str]:
    return [found.strip() for found in _SENTENCE.findall(text)]


def _parts(sentences: Sequence[str], several: int) -> Iterator[str]:
    """So many sentences in a row, from the first to the last."""
    places = range(len(sentences) - several + 1)
    return (" ".join(sentences[place : place + several]) for place in places)
