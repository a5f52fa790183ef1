"""The form of an agent file as a JSON Schema: every key there may be, and the type of its value. Pure.

What one key has to do with another (the kinds of steps, ids that exist) is for `agents.check`. `x-hint` is what to say
when a pattern does not fit, `x-code` the code of that problem.
"""

from typing import Any, Final, TypeAlias, get_args

from agents.problem import gettext_noop
from facts.values import TypeName

Schema: TypeAlias = dict[str, Any]

ID: Final = r"^[a-z][a-z0-9_]{0,63}$(?!\n)"


def _object(properties: Schema, *required: str, **more: Any) -> Schema:
    """A mapping with these keys and no others."""
    found = {"type": "object", "properties": properties, "additionalProperties": False, **more}
    return {**found, "required": list(required)} if required else found


def _pattern(pattern: str, hint: str, code: str = "pattern", types: Any = "string") -> Schema:
    return {"type": types, "pattern": pattern, "x-hint": hint, "x-code": code}


def _choice(*values: str) -> Schema:
    return {"enum": list(values)}


def _list(items: Schema, at_least: int = 0) -> Schema:
    return {"type": "array", "items": items, "minItems": at_least}


def _by_id(values: Schema) -> Schema:
    """A mapping from ids that the author chooses."""
    return {"type": "object", "propertyNames": SLUG, "additionalProperties": values}


ANY: Final[Schema] = {}
TEXT: Final[Schema] = {"type": "string"}
FILLED: Final[Schema] = {"type": "string", "pattern": r"\S", "x-code": "empty"}
FLAG: Final[Schema] = {"type": "boolean"}
MAPPING: Final[Schema] = {"type": "object"}
SLUG: Final[Schema] = _pattern(
    ID, gettext_noop("an id begins with a lower-case letter and has only lower-case letters, digits and _"), "id"
)
NAME: Final[Schema] = FILLED
"""The name of something that is looked up elsewhere: `agents.check` says what exists."""
NAMES: Final = _list(NAME)
TEXTS: Final[Schema] = {**_list(FILLED, 1), "type": ["string", "array"], "minLength": 1}
"""One text, or a list of them."""
CLOCK: Final = _pattern(r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)", gettext_noop("a time of day is written 22:00"))
DURATION: Final[Schema] = {
    **_pattern(
        r"^[0-9]{1,8}[smhd]?$(?!\n)",
        gettext_noop("a duration is a whole number and s, m, h or d, such as 90s or 2d"),
        "duration",
        ["string", "integer"],
    ),
    "minimum": 0,
}

NEXT: Final[Schema] = {
    **_object(
        {
            "step": NAME,
            "end": {"enum": [True, "failed"]},
            "flow": NAME,
            "input": MAPPING,
            "clear": NAMES,
            "set": MAPPING,
            "say": FILLED,
        }
    ),
    "type": ["string", "object"],
    "minLength": 1,
}

INSTRUCTION: Final = _object({"must": FILLED, "never": FILLED, "should": FILLED, "when": FILLED, "if": MAPPING})
INSTRUCTIONS: Final = _list(INSTRUCTION)

FIELD: Final = _object(
    {
        "type": _choice(*get_args(TypeName)),
        "description": TEXT,
        "enum": _list(ANY, 1),
        "synonyms": {"type": "object", "additionalProperties": _list(FILLED, 1)},
        "ask": FILLED,
        "minimum": {"type": ["string", "number", "object"]},
        "maximum": {"type": ["string", "number", "object"]},
        "minLength": {"type": "integer", "minimum": 0},
        "maxLength": {"type": "integer", "minimum": 0},
        "pattern": FILLED,
        "items": MAPPING,
        "minItems": {"type": "integer", "minimum": 0},
        "maxItems": {"type": "integer", "minimum": 0},
        "uniqueItems": FLAG,
        "properties": {"type": "object", "additionalProperties": MAPPING},
        "required": NAMES,
        "multipleOf": {"type": "number", "exclusiveMinimum": 0},
        "prefer": _choice("future", "past"),
        "extract": _choice("asked", "anytime"),
        "stale_on_change": FLAG,
        "fact": FILLED,
    }
)

TRIGGER: Final = _object({"message": TEXTS, "not": TEXTS, "event": FILLED, "silence": DURATION, "interrupt": FLAG})

BRANCH: Final = _object({"when": TEXTS, "not": TEXTS, "if": MAPPING, "label": TEXT, "then": NEXT}, "then")

WAIT: Final[Schema] = {
    **_object({"event": FILLED, "for": DURATION}, "event"),
    **{**DURATION, "type": ["string", "integer", "object"]},
}

STEP: Final = _object(
    {
        "id": SLUG,
        "name": TEXT,
        "collect": _list(NAME, 1),
        "need": _choice("all", "any"),
        "prompt": FILLED,
        "otherwise": FILLED,
        "say": FILLED,
        "do": NAME,
        "input": MAPPING,
        "save": {"type": "object", "propertyNames": SLUG, "additionalProperties": NAME},
        "on_fail": NEXT,
        "if": MAPPING,
        "wait": WAIT,
        "requires": NAMES,
        "skip_if": MAPPING,
        "prepare": TEXTS,
        "finalize": TEXTS,
        "instructions": INSTRUCTIONS,
        "branches": _list(BRANCH, 1),
        "then": NEXT,
        "else": NEXT,
    },
    "id",
)

FLOW: Final = _object(
    {
        "name": TEXT,
        "description": TEXT,
        "on": _list(TRIGGER),
        "if": MAPPING,
        "required": NAMES,
        "optional": NAMES,
        "complete_when": _choice("fields", "last_step"),
        "on_end": {
            **_object({"flow": NAME}, "flow"),
            "type": ["string", "object"],
            "pattern": "^(leave|stay)$(?!\\n)",
            "x-hint": gettext_noop("it is leave, stay or {flow: id}"),
        },
        "completion": FILLED,
        "completion_say": FILLED,
        "reentrant": FLAG,
        "batch": {"type": "integer", "minimum": 0, "maximum": 1000},
        "max_attempts": {"type": "integer", "minimum": 1, "maximum": 1000},
        "on_stuck": NEXT,
        "max_steps": {"type": "integer", "minimum": 1, "maximum": 10_000},
        "instructions": INSTRUCTIONS,
        "steps": _list(STEP),
    }
)

AGENT: Final = _object(
    {
        "agent": SLUG,
        "name": FILLED,
        "language": _pattern(r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$(?!\n)", gettext_noop("a language is written en or pt-BR")),
        "timezone": FILLED,
        "visitors": FLAG,
        "quiet": _object({"from": CLOCK, "to": CLOCK}, "from", "to"),
        "retention": DURATION,
        "people": _object({"hours": TEXT, "asked": TEXT, "away": TEXT}),
        "persona": TEXT,
        "instructions": INSTRUCTIONS,
        "fallback": TEXT,
        "onboarding": NAMES,
        "fields": _by_id(FIELD),
        "flows": _by_id(FLOW),
    },
    "agent",
)
