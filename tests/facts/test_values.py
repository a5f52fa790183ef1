"""The one path of every value: coerce (T6), check (T6, T50), its JSON Schema."""

import contextlib
import json
import pickle
from datetime import datetime

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facts.values import Invalid, ValueType, check, check_schema, choices, coerce, item_type, json_schema

HOTELS = ValueType(
    "string", enum=("Grand Hotel", "Lake Palace"), synonyms={"Grand Hotel": ("the Grand", "le Grand Hôtel")}
)
WISHES = ValueType("list", {"items": {"type": "string", "enum": ["Sea view", "Quiet"]}, "maxItems": 2})
TRIP = ValueType(
    "object",
    {"properties": {"city": {"type": "string"}, "nights": {"type": "integer", "minimum": 1}}, "required": ["city"]},
)
NAMES = (
    "string",
    "integer",
    "number",
    "boolean",
    "date",
    "time",
    "datetime",
    "email",
    "phone",
    "url",
    "list",
    "object",
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def refused(act, *args, **rest):
    """The code of the refusal."""
    with pytest.raises(Invalid) as caught:
        act(*args, **rest)
    return caught.value.code


@pytest.mark.parametrize(
    ("name", "raw", "language", "value"),
    [
        ("string", " as it is ", "en", " as it is "),
        ("integer", 2, "en", 2),
        ("integer", "2", "en", 2),
        ("integer", 2.0, "en", 2),
        ("integer", " -2.0 ", "en", -2),
        ("integer", "1'200", "en", 1200),
        ("integer", "1.200", "de", 1200),
        ("number", 2.5, "en", 2.5),
        ("number", "2.5", "de", 2.5),
        ("number", "2,5", "de", 2.5),
        ("number", "1e3", "en", 1000),
        ("boolean", True, "en", True),
        ("boolean", "FALSE", "de", False),
        ("boolean", "Yes", "en", True),
        ("boolean", "nein", "de", False),
        ("boolean", "oui", "fr-CH", True),
        ("boolean", "si", "es", True),
        ("boolean", "nao", "pt-BR", False),
        ("boolean", "Sì", "it", True),
        ("date", "2026-03-06", "en", "2026-03-06"),
        ("time", "19:00", "en", "19:00"),
        ("time", "19:00:59.5", "en", "19:00"),
        ("datetime", "2026-03-06T19:00", "en", "2026-03-06T19:00:00"),
        ("datetime", "2026-03-06 19:00:00z", "en", "2026-03-06T19:00:00+00:00"),
        ("datetime", "2026-03-06T19:00:00+01:00", "en", "2026-03-06T19:00:00+01:00"),
        ("email", " <Ann.B@Example.ORG> ", "en", "Ann.B@example.org"),
        ("phone", "0041 79 123-45-67", "en", "+41791234567"),
        ("phone", "tel:+41 (0)79 123 45 67", "en", "+41791234567"),
        ("phone", "(079) 123 45 67", "en", "0791234567"),
        ("url", "HTTPS://Example.com:8080/A?b#c", "en", "https://example.com:8080/A?b#c"),
        ("url", "example.com", "en", "https://example.com"),
        ("list", ["a", "b"], "en", ["a", "b"]),
        ("list", ("a",), "en", ["a"]),
        ("object", {"a": [1.0, None, True]}, "en", {"a": [1, None, True]}),
    ],
)
def test_t6_a_value_is_coerced_to_its_type(name, raw, language, value):
    coerced = coerce(raw, ValueType(name), language)
    assert (coerced, type(coerced)) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("string", 2), ("string", True), ("string", None), ("string", ["a"]),
        ("integer", True), ("integer", 2.5), ("integer", "two"), ("integer", "2 or 3"), ("integer", ""), ("integer",
        "1,2"),
        ("integer", float("inf")), ("integer", 10**400), ("integer", "9" * 5000), ("integer", None), ("integer", [2]),
        ("number", float("nan")), ("number", "nan"), ("number", "inf"), ("number", False), ("number", "0x10"),
        ("number", "1_000"),
        ("boolean", 1), ("boolean", 0), ("boolean", "1"), ("boolean", "ja"), ("boolean", ""), ("boolean", None),
        ("date", "6 March 2026"), ("date", "20260306"), ("date", "2026-02-30"), ("date", "2026-03-06T00:00"),
        ("date", 20260306),
        ("time", "7pm"), ("time", "24:00"), ("time", "7:00"), ("time", "19:00Z"), ("time", 19),
        ("datetime", "2026-03-06"), ("datetime", "tomorrow"), ("datetime", "2026-03-06T25:00"), ("datetime",
        "2026-03-06T19:00+99:00"),
        ("email", "ann"), ("email", "ann@example"), ("email", "a b@example.org"), ("email", "a..b@example.org"),
        ("email", 1),
        ("phone", "12345"), ("phone", "call me"), ("phone", "1" * 16), ("phone", 791234567),
        ("url", "javascript:alert(1)"), ("url", "ftp://example.com"), ("url", "https://a:b@example.com"), ("url",
        "two words"),
        ("url", "https://[bad"), ("url", "https://example.com:99999"), ("url", "hello"), ("url", ""),
        ("list", "a"), ("list", {"a": 1}), ("list", [1]), ("object", []), ("object", "a"),
        ("object", {"a": float("nan")}),
    ],
)  # fmt: skip
def test_t6_nothing_else_is_coerced(name, raw):
    assert refused(coerce, raw, ValueType(name), "en") == "type"


@pytest.mark.parametrize("raw", ["grand hotel", " GRAND  Hotel ", "The Grand", "LE GRAND HOTEL", "le grand hôtel"])
def test_t6_a_choice_is_taken_by_folded_equality_and_synonyms(raw):
    assert coerce(raw, HOTELS, "en") == "Grand Hotel"


def test_t6_what_is_no_choice_is_refused_by_its_keyword():
    value = coerce("Grand", HOTELS, "en")
    assert refused(check, value, HOTELS) == "enum"


@pytest.mark.parametrize(("raw", "value"), [(2, 2), ("2", 2), (2.0, 2), ("4.0", 4)])
def test_t6_choices_may_be_numbers(raw, value):
    rooms = ValueType("integer", enum=(2, 4))
    assert coerce(raw, rooms, "en") == value
    check(value, rooms)
    assert refused(check, 3, rooms) == "enum"


def test_t6_items_of_a_list_are_coerced_to_their_choices():
    assert coerce(["sea VIEW", "quiet"], WISHES, "en") == ["Sea view", "Quiet"]
    assert refused(check, ["Balcony"], WISHES) == "enum"
    assert refused(check, ["Quiet", "Quiet", "Quiet"], WISHES) == "maxItems"
    assert item_type(WISHES).enum == ("Sea view", "Quiet")


def test_t6_items_have_our_types_or_those_of_json_schema():
    for items in ({"type": "date"}, {"type": "string", "format": "date"}):
        days = ValueType("list", {"items": items})
        assert coerce(["2026-03-06"], days, "en") == ["2026-03-06"]
        assert refused(coerce, ["soon"], days, "en") == "type"


def test_t6_properties_of_an_object_are_coerced_and_checked():
    assert coerce({"city": "Bern", "nights": "2", "more": 1.0}, TRIP, "en") == {"city": "Bern", "nights": 2, "more": 1}
    assert refused(coerce, {"city": 5}, TRIP, "en") == "type"
    assert refused(check, {"nights": 2}, TRIP) == "required"
    assert refused(check, {"city": "Bern", "nights": 0}, TRIP) == "minimum"


@pytest.mark.parametrize(
    ("value", "schema", "code"),
    [
        ("abc", {"maxLength": 2}, "maxLength"),
        ("a", {"minLength": 2}, "minLength"),
        ("xab", {"pattern": "^a"}, "pattern"),
        ("xab", {"pattern": "a"}, None),
        ("é", {"pattern": r"^\pL$"}, None),
    ],
)
def test_t6_keywords_are_checked_and_patterns_search_like_json_schema(value, schema, code):
    text = ValueType("string", schema)
    assert (refused(check, value, text) if code else check(value, text)) == code


def test_t6_a_pattern_that_would_hang_re_takes_no_time():
    assert refused(check, "a" * 5000 + "!", ValueType("string", {"pattern": "^(a+)+$"})) == "pattern"


def test_t6_a_message_never_repeats_the_value():
    with pytest.raises(Invalid) as caught:
        check("my secret", ValueType("string", {"maxLength": 2}))
    assert "secret" not in caught.value.message


@pytest.mark.parametrize(
    ("name", "value", "minimum", "maximum", "code"),
    [
        ("integer", 0, 1, 10, "minimum"),
        ("integer", 11, 1, 10, "maximum"),
        ("integer", 1, 1, 10, None),
        ("integer", 5, None, None, None),
        ("date", "2026-03-01", "2026-03-02", None, "minimum"),
        ("date", "2026-03-02", "2026-03-02", "2026-03-02", None),
        ("time", "07:00", "08:00", "18:00", "minimum"),
        ("datetime", "2026-03-02T09:00:00+01:00", "2026-03-02T08:30:00+00:00", None, "minimum"),
        ("datetime", "2026-03-02T10:00:00", "2026-03-02T09:30:00+01:00", None, None),
        ("integer", 5, "today", None, None),
    ],
)
def test_t50_resolved_bounds_bind_numbers_dates_and_times(name, value, minimum, maximum, code):
    spec = ValueType(name)
    assert (refused(check, value, spec, minimum, maximum) if code else check(value, spec, minimum, maximum)) == code


@pytest.mark.parametrize(
    ("value", "schema", "code"),
    [
        ("ann@example.org", {"type": "string", "format": "email"}, None),
        ("ann", {"type": "string", "format": "email"}, "format"),
        ("2026-03-06", {"format": "date"}, None),
        ("2026-02-30", {"format": "date"}, "format"),
        ("19:00:00Z", {"format": "time"}, None),
        ("19:00", {"format": "time"}, "format"),
        ("2026-03-06T19:00:00Z", {"format": "date-time"}, None),
        ("2026-03-06T19:00:00", {"format": "date-time"}, "format"),
        ("https://x.ch", {"format": "uri"}, None),
        ("x.ch", {"format": "uri"}, "format"),
        ("ab", {"type": "string", "pattern": "^b"}, "pattern"),
        ({"a": 1, "b": 2}, {"properties": {"a": {}}, "additionalProperties": False}, "additionalProperties"),
        ([1, 1], {"uniqueItems": True}, "uniqueItems"),
        (3, {"anyOf": [{"type": "string"}, {"maximum": 2}]}, "anyOf"),
        ({"x": {"x": {}}}, {"$ref": "#/$defs/tree",
        "$defs": {"tree": {"properties": {"x": {"$ref": "#/$defs/tree"}}}}}, None),
    ],
)  # fmt: skip
def test_f2_a_fact_is_held_against_its_json_schema(value, schema, code):
    assert (refused(check_schema, value, schema) if code else check_schema(value, schema)) == code


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "strin"},
        {"pattern": "("},
        {"pattern": "(?=a)"},
        {"$ref": "https://example.org/schema"},
        {"patternProperties": {"a": {}}},
        {"properties": {"a": {"patternProperties": {}}}},
        {"minLength": "2"},
    ],
)
def test_f2_a_schema_that_cannot_be_used_refuses_the_value(schema):
    assert refused(check_schema, "x", schema) == "schema"


@pytest.mark.parametrize("schema", [{"$ref": "#"}, {"$ref": "#/nowhere"}])
def test_f2_a_reference_without_end_or_aim_refuses_the_value(schema):
    assert refused(check_schema, "x", schema) == "$ref"


def test_t6_a_property_may_be_called_like_a_keyword():
    check_schema({"pattern": "("}, {"properties": {"pattern": {"type": "string"}, "$ref": {"type": "string"}}})


@pytest.mark.parametrize("name", NAMES)
def test_t6_the_schema_for_a_model_is_a_json_schema(name):
    jsonschema.Draft202012Validator.check_schema(json_schema(ValueType(name)))


def test_t6_the_schema_for_a_model_has_choices_and_json_schemas_names():
    assert json_schema(HOTELS) == {"type": "string", "enum": ["Grand Hotel", "Lake Palace"]}
    days = ValueType("list", {"items": {"type": "date"}, "minItems": 1})
    assert json_schema(days) == {"type": "array", "items": {"type": "string", "format": "date"}, "minItems": 1}


def test_t6_synonyms_never_hide_another_choice():
    types = ValueType("string", enum=("Red", "Blue"), synonyms={"Red": ("blue", "Crimson")})
    assert choices(types) == {"red": "Red", "blue": "Blue", "crimson": "Red"}


def test_t9_a_synonym_of_two_choices_is_a_synonym_of_neither():
    types = ValueType("string", enum=("Red", "Blue"), synonyms={"Red": ("dark", "warm"), "Blue": ("Dark", "cold")})
    assert choices(types) == {"red": "Red", "blue": "Blue", "warm": "Red", "cold": "Blue"}


def test_t6_a_refusal_passes_through_context_managers_and_pickles():
    @contextlib.contextmanager
    def within():
        yield

    with pytest.raises(Invalid), within():
        raise Invalid("type", "no")
    assert pickle.loads(pickle.dumps(Invalid("type", "no"))).code == "type"


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None)
@given(raw=JSON, language=st.sampled_from(("en", "de", "de-CH", "fr", "xx")))
def test_t6_coercing_twice_is_coercing_once(name, raw, language):
    spec = ValueType(name)
    try:
        value = coerce(raw, spec, language)
    except Invalid:
        return
    assert coerce(value, spec, language) == value
    json.dumps(value, allow_nan=False)
    check(value, spec)


@settings(deadline=None)
@given(day=st.datetimes())
def test_t6_every_iso_moment_is_one(day: datetime):
    assert coerce(day.isoformat(), ValueType("datetime"), "en") == day.isoformat(timespec="seconds")
    assert coerce(day.date().isoformat(), ValueType("date"), "en") == day.date().isoformat()
