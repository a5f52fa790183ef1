"""What others usually say, offered and never taken (F21): only the person's own words or tap make it an answer."""

from collections.abc import Iterable

from conversations.engine import sentences
from conversations.engine.effects import Section, Suggestion
from conversations.engine.report import QuickReply
from conversations.engine.take import checked
from conversations.engine.work import Work
from facts.keys import normalise
from facts.values import Invalid

MOST = 5
"""How many suggestions a prompt holds at most."""


def bearing(work: Work, sections: Iterable[Section]) -> tuple[Suggestion, ...]:
    """The suggestions for a prompt: of what its steps want, then of what the message is about.

    None for a key of which the message itself says something.
    """
    wanted = {work.field(spec.id).fact for section in sections for spec in section.wanted}
    told = {normalise(candidate.key) for candidate in work.candidates}
    useful = [item for item in work.input.suggestions if (item.said or item.key in wanted) and item.key not in told]
    return tuple(sorted(useful, key=lambda item: item.key not in wanted)[:MOST])


def replies(work: Work, name: str) -> tuple[QuickReply, ...]:
    """A button for each value that is suggested for the field and that it may have (T54)."""
    return tuple(reply for item in work.input.suggestions for reply in _reply(work, name, item))


def _reply(work: Work, name: str, suggestion: Suggestion) -> tuple[QuickReply, ...]:
    spec = work.field(name)
    if suggestion.key != spec.fact:
        return ()
    try:
        value = checked(work, spec, suggestion.value)
    except Invalid:
        return ()
    return (QuickReply(name, sentences.shown(work, name, value), value),)
