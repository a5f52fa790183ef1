"""Generated agents and generated understandings, for the properties of the engine."""

from typing import Any

from hypothesis import strategies as st

from conversations.engine.reading import SIGNALS

FIELDS: dict[str, dict[str, Any]] = {
    "name": {"type": "string", "ask": "Name?"},
    "hotel": {"type": "string", "enum": ["Grand Hotel", "Lake Palace"], "ask": "Hotel?"},
    "guests": {"type": "integer", "minimum": 1, "maximum": 10, "ask": "How many?", "stale_on_change": True},
    "arrival": {"type": "date", "minimum": "today", "ask": "When?"},
    "leaving": {"type": "date", "minimum": {"field": "arrival"}},
    "sure": {"type": "boolean", "ask": "Sure?"},
    "mail": {"type": "email", "fact": "profile.email"},
    "tags": {"type": "list", "items": {"type": "string"}},
}
NAMES = tuple(FIELDS)
FLOWS = ("one", "two", "three")
TRIGGERS: tuple[dict[str, Any], ...] = (
    {"silence": "1h"},
    {"silence": "3d"},
    {"event": "opened"},
    {"event": "opened", "interrupt": True},
)
STEPS = ("a", "b", "c", "d", "e")

some_fields = st.lists(st.sampled_from(NAMES), max_size=3, unique=True)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)
good_values = st.sampled_from(
    [
        "Ann",
        "Grand Hotel",
        "grand hotel",
        2,
        "3",
        11,
        0,
        "2026-03-06",
        "2026-04-01",
        "2020-01-01",
        True,
        "a@example.org",
    ]
)
predicates = st.one_of(
    st.builds(lambda name: {"known": [name]}, st.sampled_from(NAMES)),
    st.builds(lambda name: {"missing": [name]}, st.sampled_from(NAMES)),
    st.just({"equals": {"sure": True}}),
    st.just({"gt": {"guests": 3}}),
    st.builds(lambda flow: {"equals": {f"flows.{flow}": "completed"}}, st.sampled_from(FLOWS)),
)


def nexts(steps: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """A Next of any kind, with whatever it may carry."""
    extras = st.fixed_dictionaries(
        {},
        optional={
            "clear": st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True),
            "set": st.just({"guests": 4}),
            "say": st.just("On the way, {{ data.name }}."),
        },
    )
    mapping = st.builds(
        lambda to, more: {**to, **more},
        st.one_of(
            st.builds(lambda step: {"step": step}, st.sampled_from(steps)),
            st.sampled_from([{"end": True}, {"end": "failed"}]),
            st.builds(lambda flow: {"flow": flow, "input": {"hotel": "Lake Palace"}}, st.sampled_from(FLOWS)),
        ),
        extras,
    )
    return st.one_of(st.sampled_from([*steps, "end", "handoff"]), mapping)


def steps_of(ids: tuple[str, ...]) -> st.SearchStrategy[list[dict[str, Any]]]:
    """The steps of one flow."""
    return st.tuples(*(step(ident, ids) for ident in ids)).map(list)


def step(ident: str, ids: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """A step of any kind."""
    common = {"then": nexts(ids)}
    asking = {"requires": some_fields, "skip_if": predicates, **common}
    hooks = {name: st.sampled_from(["works", "fails", ["works", "fails"]]) for name in ("prepare", "finalize")}
    branch = st.one_of(
        st.builds(lambda then: {"when": ["they hesitate"], "then": then}, nexts(ids)),
        st.builds(lambda condition, then: {"if": condition, "then": then}, predicates, nexts(ids)),
    )
    collecting = st.fixed_dictionaries(
        {"id": st.just(ident), "collect": some_fields.filter(bool)},
        optional={
            "need": st.sampled_from(["all", "any"]),
            "branches": st.lists(branch, min_size=1, max_size=2),
            **hooks,
            **asking,
        },
    )
    talking = st.fixed_dictionaries({"id": st.just(ident), "prompt": st.just("Talk.")}, optional={**hooks, **asking})
    saying = st.fixed_dictionaries({"id": st.just(ident), "say": st.just("For {{ data.guests }}.")}, optional=asking)
    doing = st.fixed_dictionaries(
        {"id": st.just(ident), "do": st.sampled_from(["works", "fails"]), "save": st.just({"price": "total"})},
        optional={"on_fail": nexts(ids), **asking},
    )
    forking = st.fixed_dictionaries({"id": st.just(ident), "if": predicates}, optional={"else": nexts(ids), **common})
    waits = st.sampled_from(["2d", {"event": "paid"}, {"event": "paid", "for": "1h"}])
    ends = st.builds(lambda condition, then: [{"if": condition, "then": then}], predicates, nexts(ids))
    waiting = st.fixed_dictionaries(
        {"id": st.just(ident), "wait": waits}, optional={"else": nexts(ids), "branches": ends, **common}
    )
    return st.one_of(collecting, collecting, collecting, talking, saying, doing, forking, waiting)


def flows_of(ident: str) -> st.SearchStrategy[dict[str, Any]]:
    """A flow with a message trigger."""
    ids = st.integers(1, len(STEPS)).map(lambda count: STEPS[:count])
    return st.fixed_dictionaries(
        {
            "name": st.just(ident),
            "on": st.lists(st.sampled_from(TRIGGERS), max_size=2, unique_by=str).map(
                lambda others: [{"message": [f"wants {ident}"]}, *others]
            ),
            "steps": ids.flatmap(steps_of),
        },
        optional={
            "required": some_fields.filter(bool),
            "optional": some_fields,
            "complete_when": st.sampled_from(["fields", "last_step"]),
            "reentrant": st.booleans(),
            "batch": st.integers(0, 3),
            "max_steps": st.sampled_from([7, 50]),
            "on_end": st.one_of(
                st.sampled_from(["leave", "stay"]), st.builds(lambda f: {"flow": f}, st.sampled_from(FLOWS))
            ),
            "completion_say": st.just("Done."),
            "on_stuck": nexts(STEPS[:1]),
            "if": predicates,
            "max_attempts": st.integers(1, 3),
        },
    )


agents = st.fixed_dictionaries(
    {
        "agent": st.just("generated"),
        "name": st.just("Generated"),
        "language": st.just("en"),
        "fields": st.just(FIELDS),
        "flows": st.fixed_dictionaries({ident: flows_of(ident) for ident in FLOWS}),
    },
    optional={"quiet": st.just({"from": "22:00", "to": "08:00"}), "people": st.just({"hours": "Mo-Fr 08:00-18:00"})},
)

good_readings = st.fixed_dictionaries(
    {"reader": st.just("scripted"), "flows": st.lists(st.sampled_from(FLOWS), max_size=2)},
    optional={
        "fields": st.fixed_dictionaries(
            {},
            optional={
                "name": st.sampled_from(["Ann", "Bob"]),
                "hotel": st.sampled_from(["Grand Hotel", "lake palace", "Elsewhere"]),
                "guests": st.integers(0, 11),
                "arrival": st.sampled_from(["2026-03-06", "2026-04-01", "2020-01-01"]),
                "leaving": st.sampled_from(["2026-03-05", "2026-05-01"]),
                "sure": st.booleans(),
                "mail": st.just("a@example.org"),
                "tags": st.lists(st.just("quiet"), max_size=2),
            },
        ),
        "conditions": st.dictionaries(st.builds("{}.{}".format, st.sampled_from(STEPS), st.just(0)), st.booleans()),
        "signal": st.sampled_from([None, None, None, *SIGNALS]),
        "unclear": st.lists(st.sampled_from(FLOWS), max_size=2),
        "withdrawn": st.lists(st.sampled_from(NAMES), max_size=2),
        "retract": st.just(["profile.email"]),
        "fact_answers": st.sampled_from([{}, {"profile.email": "accept"}, {"profile.email": "reject"}]),
    },
)
read_values = st.one_of(
    good_values,
    json_values,
    st.fixed_dictionaries(
        {"value": good_values | json_values},
        optional={"quote": st.sampled_from(["hello", "there", "not there", ""]), "confidence": st.floats(0, 1)},
    ),
)
odd_readings = st.fixed_dictionaries(
    {},
    optional={
        "reader": st.sampled_from(["scripted", "model"]),
        "flows": st.lists(st.sampled_from([*FLOWS, "nowhere"]), max_size=3) | json_values,
        "fields": st.dictionaries(st.sampled_from([*NAMES, "unknown"]), read_values, max_size=5) | json_values,
        "conditions": st.dictionaries(
            st.builds("{}.{}".format, st.sampled_from(STEPS), st.integers(0, 1)),
            st.booleans() | st.lists(st.booleans(), max_size=2),
            max_size=4,
        )
        | json_values,
        "facts": st.lists(json_values, max_size=2) | json_values,
        "signal": st.sampled_from([*SIGNALS, "nonsense"]) | json_values,
        "unclear": json_values,
        "withdrawn": json_values,
    },
)
readings = st.one_of(good_readings, good_readings, good_readings, odd_readings, json_values)
texts = st.sampled_from(["hello there", "yes", "no", "2", "next Friday", "the Grand Hotel", "a@example.org", "?!"])
unasked = st.sampled_from(["timer", "event opened", "event paid", "give_back"])
"""Turns that no message begins: the next timer, an event, a conversation given back."""
turns = st.lists(st.tuples(texts, readings) | st.tuples(unasked, st.none()), min_size=2, max_size=8)
