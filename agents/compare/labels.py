"""What the parts and keys of a document are called: as on the pages where they are edited. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from agents.problem import Message, gettext_noop

LABELS: Final[Mapping[str, str]] = {
    "agent": gettext_noop("id"),
    "name": gettext_noop("name"),
    "description": gettext_noop("description"),
    # an agent
    "language": gettext_noop("language"),
    "timezone": gettext_noop("time zone"),
    "visitors": gettext_noop("visitors may chat"),
    "quiet": gettext_noop("quiet hours"),
    "retention": gettext_noop("retention"),
    "hours": gettext_noop("office hours"),
    "asked": gettext_noop("said when a person is asked for"),
    "away": gettext_noop("said outside office hours"),
    "persona": gettext_noop("persona"),
    "fallback": gettext_noop("fallback"),
    "onboarding": gettext_noop("onboarding"),
    # a field
    "type": gettext_noop("type"),
    "enum": gettext_noop("choices"),
    "synonyms": gettext_noop("other words for a choice"),
    "ask": gettext_noop("question"),
    "minimum": gettext_noop("minimum"),
    "maximum": gettext_noop("maximum"),
    "prefer": gettext_noop("a date without a year means"),
    "extract": gettext_noop("taken"),
    "stale_on_change": gettext_noop("stale on change"),
    "fact": gettext_noop("fact key"),
    # an instruction, a trigger, a branch
    "must": gettext_noop("must"),
    "never": gettext_noop("never"),
    "should": gettext_noop("should"),
    "message": gettext_noop("messages"),
    "event": gettext_noop("event"),
    "silence": gettext_noop("silence"),
    "interrupt": gettext_noop("interrupts"),
    "label": gettext_noop("label"),
    "when": gettext_noop("when"),
    "not": gettext_noop("but not"),
    # a step
    "collect": gettext_noop("collects"),
    "say": gettext_noop("text"),
    "do": gettext_noop("action"),
    "if": gettext_noop("if"),
    "wait": gettext_noop("waits for"),
    "requires": gettext_noop("requires"),
    "skip_if": gettext_noop("skip if"),
    "need": gettext_noop("needs"),
    "prompt": gettext_noop("prompt"),
    "otherwise": gettext_noop("otherwise"),
    "input": gettext_noop("input"),
    "save": gettext_noop("keeps"),
    "on_fail": gettext_noop("on failure"),
    "prepare": gettext_noop("prepare"),
    "finalize": gettext_noop("finalize"),
    "then": gettext_noop("then"),
    "else": gettext_noop("else"),
    # a flow
    "required": gettext_noop("required fields"),
    "optional": gettext_noop("optional fields"),
    "complete_when": gettext_noop("complete when"),
    "on_end": gettext_noop("afterwards"),
    "completion": gettext_noop("completion prompt"),
    "completion_say": gettext_noop("completion text"),
    "reentrant": gettext_noop("may start again"),
    "batch": gettext_noop("questions in one message"),
    "max_attempts": gettext_noop("failed answers"),
    "on_stuck": gettext_noop("when stuck"),
    "max_steps": gettext_noop("step limit"),
}
"""The keys in the order in which their changes are told."""
OF_FIELD: Final = frozenset(
    [
        "type",
        "description",
        "enum",
        "synonyms",
        "ask",
        "minimum",
        "maximum",
        "prefer",
        "extract",
        "stale_on_change",
        "fact",
    ]
)
"""The keys of a field with an input of their own; the others are constraints."""
ORDER: Final[Mapping[str, int]] = {key: place for place, key in enumerate(LABELS)}


def key_label(key: str, *, of_field: bool = False) -> Message:
    """The words for a key."""
    if key not in LABELS or (of_field and key not in OF_FIELD):
        return Message(gettext_noop("constraint %(name)s"), {"name": key})
    return Message(LABELS[key])


def field_label(name: str) -> Message:
    """The words for a field."""
    return Message(gettext_noop("field %(name)s"), {"name": name})


def flow_label(name: str) -> Message:
    """The words for a flow."""
    return Message(gettext_noop("flow %(flow)s"), {"flow": name})


def step_label(name: str) -> Message:
    """The words for a step."""
    return Message(gettext_noop("step %(step)s"), {"step": name})


def branch_label(index: int, branch: Mapping[str, Any]) -> Message:
    """The words for a branch: its number from 1, and its label if it has one."""
    number, label = str(index + 1), str(branch.get("label", ""))
    if label:
        return Message(gettext_noop("branch %(number)s “%(label)s”"), {"number": number, "label": label})
    return Message(gettext_noop("branch %(number)s"), {"number": number})


def trigger_label(index: int, _trigger: Mapping[str, Any]) -> Message:
    """The words for a trigger: its number from 1."""
    return Message(gettext_noop("trigger %(number)s"), {"number": str(index + 1)})


def instruction_label(index: int, _instruction: Mapping[str, Any]) -> Message:
    """The words for an instruction: its number from 1."""
    return Message(gettext_noop("instruction %(number)s"), {"number": str(index + 1)})
