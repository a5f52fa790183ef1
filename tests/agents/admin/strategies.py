"""Whatever a column of a draft can hold."""

from hypothesis import strategies as st

TEXT = st.text(st.characters(codec="utf-8"), max_size=8) | st.sampled_from(
    [
        "",
        " ",
        "2",
        "2.0",
        "true",
        "null",
        '"a"',
        "[1]",
        "a\nb",
        "\na",
        "a\r\nb",
        "{{ data.guests }}",
        "a = b",
        "<b>&",
        "2026-01-01",
    ]
)
SCALAR = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
JSON = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=5
)
FIELD = st.sampled_from(["hotel", "guests", "price", "date", "at", "agreed", "wishes", "tags", "floor", "gone"]) | TEXT
PATH = (
    FIELD
    | st.sampled_from(
        [
            "data.guests",
            "facts.profile.email",
            "facts.preference.diet",
            "context.vip",
            "run.price",
            "run.gone",
            "event.id",
        ]
    )
    | st.sampled_from(["user.language", "user.is_authenticated", "flows.book", "flows.gone", "guests.inner", "*"])
)
VALUE = (
    st.sampled_from(["Grand Hotel", 1, 2.5, True, False, "2026-01-01", "12:30", "open", "2", [], ["a", "b"], [1]])
    | JSON
)
COMPARISON = (
    st.tuples(
        st.sampled_from(["equals", "not_equals", "in", "gt", "gte", "lt", "lte", "contains", "matches"]),
        st.dictionaries(PATH, VALUE, min_size=1, max_size=2),
    )
    | st.tuples(st.sampled_from(["known", "missing"]), st.lists(PATH, min_size=1, max_size=2))
).map(lambda pair: {pair[0]: pair[1]})
PREDICATE = st.recursive(
    COMPARISON
    | st.lists(COMPARISON, max_size=3).map(lambda found: {name: one for part in found for name, one in part.items()}),
    lambda inner: (
        st.fixed_dictionaries({"not": inner})
        | st.fixed_dictionaries({"all": st.lists(inner, min_size=1, max_size=3)})
        | st.fixed_dictionaries({"any": st.lists(inner, min_size=1, max_size=3)})
    ),
    max_leaves=4,
)
_VALUES = st.dictionaries(FIELD, VALUE, max_size=2)
_MORE = st.fixed_dictionaries(
    {}, optional={"clear": st.lists(FIELD, max_size=3), "set": _VALUES, "say": TEXT, "input": _VALUES}
)
STEP = st.sampled_from(["ask_date", "done", "gone", "end", "handoff"])
NEXT = (
    STEP
    | st.tuples(
        st.sampled_from(
            [
                {"step": "ask_date"},
                {"step": "gone"},
                {"step": "end"},
                {"flow": "book"},
                {"flow": "gone"},
                {"end": True},
                {"end": "failed"},
            ]
        ),
        _MORE,
    ).map(lambda pair: {**pair[0], **pair[1]})
    | st.tuples(_MORE, st.sampled_from([{"step": "done"}, {}])).map(lambda pair: {**pair[0], **pair[1]})
)
NAMED = st.sampled_from(["hotel", "guests", "path", "method", "when", "quiet"]) | TEXT
MAPPING = st.dictionaries(NAMED, VALUE | st.dictionaries(TEXT, SCALAR, max_size=2), max_size=4)
SAVES = st.dictionaries(TEXT, st.sampled_from(["total", "gone"]) | TEXT, max_size=3)
SYNONYMS = st.dictionaries(TEXT, st.lists(TEXT, min_size=1, max_size=3), max_size=3)
ENUM = st.lists(SCALAR, max_size=4)
MOMENT = st.sampled_from(
    ["today", "now", "today+7d", "now-2h", "today + 7d", "today+0d", "TODAY", "today+007d", "2026-01-01", "12:30"]
)
BOUND = (
    MOMENT
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.fixed_dictionaries({"field": FIELD})
    | JSON
)
SCHEMA = st.fixed_dictionaries(
    {},
    optional={
        "minLength": st.integers(0),
        "maxLength": st.integers(0),
        "pattern": TEXT,
        "minItems": st.integers(0),
        "multipleOf": st.integers(1) | st.floats(0.1, 9),
        "uniqueItems": st.booleans(),
        "required": st.lists(TEXT),
        "items": st.sampled_from([{"type": "string"}, {"type": "date"}, {"type": "string", "maxLength": 3}, {}]),
    },
)
DURATION = st.from_regex(r"\A[0-9]{1,9}[smhd]?\Z") | TEXT
KEY = st.sampled_from(["", "profile.email", "preference.diet", "merchant.*.default", "*"]) | TEXT
