"""Which of the values that a message holds are meant for a flow, and which are only mentioned (T3)."""

from collections.abc import Container, Mapping, Sequence

from conversations.engine.effects import OfferedField, Understand
from conversations.llm.builtin.fields import Value
from conversations.llm.builtin.flows import Asked
from conversations.llm.builtin.names import names_of
from conversations.llm.builtin.passing import said_in_passing
from conversations.llm.builtin.units import unit
from conversations.llm.builtin.words import Text, Word

LEAST = 2
"""Values of one flow that ask for it by themselves."""


def meant(effect: Understand, values: Mapping[str, Value], asked: Asked) -> dict[str, Value]:
    """The values of fields that are asked, or of a flow that is open or that the message asks for.

    A field that no flow is named for belongs to all of them.
    """
    idle = {flow.id for flow in effect.flows if not flow.paused} - {*asked.flows, *asked.unclear}
    wanted = [spec for spec in effect.fields if spec.asked or not spec.flows or set(spec.flows) - idle]
    return {spec.id: values[spec.id] for spec in wanted if spec.id in values}


def about_past(effect: Understand) -> frozenset[str]:
    """The flows that ask for a day in the past, such as that of a purchase: what is told of it is no passing word."""
    return frozenset(flow for spec in effect.fields if spec.prefer == "past" for flow in spec.flows)


def elliptical(text: Text, effect: Understand, values: Mapping[str, Value]) -> Asked:
    """The one flow that a message of nothing but its values asks for: "the Grand Hotel for 2 people next Friday"."""
    spoken = text.vocabulary
    if text.is_question or text.has(spoken.unsure) or any(word.folded in spoken.stating for word in text.words):
        return Asked()
    fields = [spec for spec in effect.fields if spec.id in values]
    flows = [flow.id for flow in effect.flows if sum(flow.id in spec.flows for spec in fields) >= LEAST]
    is_bare = len(flows) == 1 and not any(spec.asked for spec in fields) and _says_no_more(text, fields, values)
    is_now = not said_in_passing(text) or any(flow in about_past(effect) for flow in flows)
    return Asked(tuple(flows)) if is_bare and is_now else Asked()


def _says_no_more(text: Text, fields: Sequence[OfferedField], values: Mapping[str, Value]) -> bool:
    """Whether every word of content is a value, counts one, or names a field."""
    names = [names_of(spec.id, spec.description, text.language) for spec in fields]
    stems = frozenset(stem for name in names for stem in name.stems)
    spans = [(value.start, value.end) for value in values.values()]
    return all(_is_told(text, word, stems, spans) for word in text.content)


def _is_told(text: Text, word: Word, stems: Container[str], spans: Sequence[tuple[int, int]]) -> bool:
    is_value = any(start <= word.start and word.end <= end for start, end in spans)
    return is_value or word.stem in stems or unit(word.stem, text.vocabulary.stemmer) != ""
