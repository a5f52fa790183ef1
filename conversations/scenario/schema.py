"""The JSON Schemas of a scenario file (scenarios.md): one for its head, one per kind of turn."""

from typing import Any

from conversations.engine.reading import SIGNALS

Schema = dict[str, Any]

ANY: Schema = {}
TEXT: Schema = {"type": "string"}
NAMED: Schema = {"type": "string", "minLength": 1}
FLAG: Schema = {"type": "boolean"}
MAPPING: Schema = {"type": "object"}
COUNT: Schema = {"type": "integer", "minimum": 0}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
MOMENT: Schema = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$"}
DURATION: Schema = {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": r"^[1-9]\d*[smhd]$"}]}


def record(required: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """A mapping with these keys and no other."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def many(items: Schema) -> Schema:
    """A list of these."""
    return {"type": "array", "items": items}


def either(*schemas: Schema) -> Schema:
    """Any of these."""
    return {"anyOf": list(schemas)}


def table(values: Schema) -> Schema:
    """A mapping whose keys are free."""
    return {"type": "object", "additionalProperties": values}


TEXTS = many(NAMED)
KEY_VALUE = record(("key",), key=NAMED, value=ANY)
ERROR = record(("error",), error=NAMED)

READING = record(
    flows=TEXTS,
    fields=table(ANY),
    conditions=table(either(FLAG, many(FLAG))),
    facts=many(
        record(("key", "value"), key=NAMED, value=ANY, confidence=SHARE, quote=TEXT, change=FLAG, sensitive=FLAG)
    ),
    fact_answers=table({"enum": ["old", "new", "neither", "accept", "reject"]}),
    unclear=TEXTS,
    signal={"enum": list(SIGNALS)},
    withdrawn=TEXTS,
    retract=TEXTS,
)
ANSWER = either(ERROR, record(("raw",), raw=TEXT), READING)
UNDERSTAND = either(ANSWER, {"type": "array", "items": ANSWER, "minItems": 1})
SPEAK = many(either(TEXT, ERROR))

PROMPT = record(contains=many(TEXT), lacks=many(TEXT), once=many(TEXT), order=many(TEXT))
EXPECT = record(
    stopped_reason=NAMED,
    calls=record(understand=COUNT, speak=COUNT),
    understand=record(flows=TEXTS, fields=TEXTS, conditions=TEXTS),
    executed_steps=TEXTS,
    outcomes=many(MAPPING),
    messages=many(either(TEXT, record(step=NAMED, text=TEXT, key=NAMED, flow=NAMED))),
    replied=FLAG,
    data=MAPPING,
    no_data=TEXTS,
    invalid=many(record(field=NAMED, code=NAMED, value=ANY, message=TEXT)),
    changed=table(record(old=ANY, new=ANY)),
    started=TEXTS,
    ended=many(record(flow=NAMED, reason=NAMED)),
    floor={"type": ["string", "null"]},
    prompts=many(PROMPT),
    prompt=PROMPT,
    facts=MAPPING,
    no_facts=TEXTS,
    proposals=many(record(key=NAMED, value=ANY, quote=TEXT, confidence=SHARE)),
    contested=many(either(NAMED, record(("key",), key=NAMED, value=ANY, old=ANY, new=ANY))),
    errors=many(record(type=NAMED, message=TEXT, step=TEXT, details=MAPPING)),
    degraded=FLAG,
    actions=many(either(NAMED, record(name=NAMED, input=MAPPING))),
    turns=COUNT,
)

FACT_VERBS = ("accept", "reject", "correct", "retract", "resolve", "undo", "forget")
FACT = {
    **record(
        accept=either(NAMED, KEY_VALUE),
        reject=either(NAMED, KEY_VALUE),
        correct=record(("key", "value"), key=NAMED, value=ANY),
        retract=NAMED,
        resolve=record(("key", "choice"), key=NAMED, choice={"enum": ["old", "new", "neither"]}),
        undo=NAMED,
        forget=NAMED,
    ),
    "minProperties": 1,
    "maxProperties": 1,
}

MODEL_KEYS = {"understand": UNDERSTAND, "speak": SPEAK}
CRASH = {**record(after=NAMED, during=NAMED), "minProperties": 1, "maxProperties": 1}
INPUT_KEYS = {"id": NAMED, "crash": CRASH, "expect": EXPECT}

TURNS: dict[str, Schema] = {
    "user": record(("user",), user=TEXT, **MODEL_KEYS, **INPUT_KEYS),
    "users": record(
        ("users",),
        users={**many(either(TEXT, record(("text",), text=TEXT, at=MOMENT))), "minItems": 1},
        **MODEL_KEYS,
        **INPUT_KEYS,
    ),
    "tap": record(("tap",), tap=record(("field", "value"), field=NAMED, value=ANY), **MODEL_KEYS, **INPUT_KEYS),
    "advance": record(("advance",), advance=DURATION, speak=SPEAK, **INPUT_KEYS),
    "event": record(("event",), event=NAMED, payload=MAPPING, speak=SPEAK, **INPUT_KEYS),
    "context": record(("context",), context=MAPPING),
    "staff": record(
        ("staff",), staff=either({"const": "give_back"}, record(("say",), say=NAMED)), speak=SPEAK, expect=EXPECT
    ),
    "fact": record(("fact",), fact=FACT, expect=EXPECT),
}
"""The schema of each kind of turn, by the key that makes it of that kind."""

RESULT = either(
    ERROR,
    {**MAPPING, "not": {"required": ["error"]}},
)

HEAD = record(
    ("scenario", "agent", "turns"),
    scenario=NAMED,
    agent=either(NAMED, MAPPING),
    user=record(authenticated=FLAG, language=NAMED, timezone=NAMED),
    context=MAPPING,
    data=MAPPING,
    now=MOMENT,
    catalogue=many({**MAPPING, "required": ["key"]}),
    scopes=table(record(open=FLAG)),
    facts=many(record(("key", "value"), key=NAMED, value=ANY, confidence=SHARE, at=MOMENT, quote=TEXT, source=NAMED)),
    actions=table(either(RESULT, {"type": "array", "items": RESULT, "minItems": 1})),
    turns={"type": "array", "items": MAPPING, "minItems": 1},
)
"""The file without its turns, which are held against `TURNS` one by one."""
